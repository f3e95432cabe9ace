# SPDX-License-Identifier: Apache-2.0
"""Images and results that are copied, pickled, sent to other processes, changed by their user, and saved."""
import concurrent.futures
import copy
import json
import multiprocessing
import pickle
import random

import numpy
import pytest

import permeability as pm

QUICK = {"boundary": "periodic", "tolerance": 1e-2, "device": "cpu"}
COPIES = {"pickle": lambda thing: pickle.loads(pickle.dumps(thing)), "copy": copy.copy, "deepcopy": copy.deepcopy,
          **{f"protocol {p}": lambda thing, p=p: pickle.loads(pickle.dumps(thing, p)) for p in range(pickle.HIGHEST_PROTOCOL)}}
FACTS = ["dims", "shape", "voxel_size_m", "pore_voxels", "pore_space_hash", "source", "format", "segmentation", "warnings",
         "porosity"]


@pytest.fixture(scope="module")
def result(mask):
    return pm.solve(mask, fields=True, voxel_size="2 um", direction="xyz", **QUICK)


@pytest.fixture(scope="module")
def saved(result, tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved") / "run"
    result.save(folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def files_of(result, folder):
    result.save(folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def images(folder):
    """Gives images of every origin."""
    dots = numpy.random.default_rng(1).random((7, 33, 5)) < 0.6
    numpy.save(folder / "dots.npy", dots.astype("u1"))
    yield pm.generate("packing", size=(33, 31, 64), porosity=0.5, radius=6, seed=1, voxel_size="2um")
    yield pm.read(folder / "dots.npy", pore=1)
    yield pm.read(folder / "dots.npy", pore=1, refine=2, voxel_size="3um")
    yield pm.read(folder / "dots.npy", pore=1, resample="cubic", voxel_size=("1um", "1um", "2um"))


@pytest.mark.parametrize("way", COPIES)
def test_images_that_are_copied_are_the_same(way, tmp_path):
    for image in images(tmp_path):
        other = COPIES[way](image)
        assert {name: getattr(other, name) for name in FACTS} == {name: getattr(image, name) for name in FACTS}
        assert (other.numpy() == image.numpy()).all() and repr(other) == repr(image)
        assert pm.estimate(other, boundary="sealed")["flows"][0]["connected_porosity"] == \
            pm.estimate(image, boundary="sealed")["flows"][0]["connected_porosity"]


def test_an_image_that_was_pickled_is_solved_as_before(tmp_path):
    image = pm.generate("packing", size=24, porosity=0.5, radius=5, seed=1)
    assert pm.solve(COPIES["pickle"](image), tolerance=1e-2).k_voxel2 == pm.solve(image, tolerance=1e-2).k_voxel2
    refined = COPIES["pickle"](list(images(tmp_path))[2])
    with pytest.raises(pm.UsageError, match="refined"):  # it knows still how it was made
        pm.solve(refined, error_budget=True)


@pytest.mark.parametrize("way", COPIES)
def test_results_that_are_copied_are_the_same(way, result, saved, tmp_path):
    other = COPIES[way](result)
    assert other.as_dict() == result.as_dict() and repr(other) == repr(result)
    assert files_of(other, tmp_path / "run") == saved
    for thing in (result["x"], pm.estimate(numpy.ones((4, 4, 4), bool), boundary="sealed")):
        assert repr(COPIES[way](thing)) == repr(thing)


def solved(image):
    return pm.solve(image, fields=True, **QUICK)


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_images_go_to_other_processes_and_results_come_back(method):
    sent = [pm.generate("sc", size=12, porosity=share) for share in (0.5, 0.7)]
    context = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        came = list(pool.map(solved, sent))
    assert [run.k_voxel2 for run in came] == [solved(image).k_voxel2 for image in sent]
    with context.Pool(1) as pool:
        assert pool.map(solved, sent[:1])[0].k_voxel2 == came[0].k_voxel2


def unpacked(state):
    image = pm.PoreImage.__new__(pm.PoreImage)
    image.__setstate__(state)
    return image


def test_a_pickle_that_was_damaged_is_an_exception(tmp_path):
    image = list(images(tmp_path))[2]  # it has all that an image can have
    state = image.__getstate__()
    assert unpacked(state).pore_space_hash == image.pore_space_hash
    nx, ny, nz = image.dims
    assert nx % 32 and unpacked((state[0], b"\xff" * len(state[1]), *state[2:])).porosity == 1  # padding counts for nothing
    changes = [(0, dims) for dims in [(nx, ny, nz + 1), (2**62, ny, nz), (0, ny, nz), (-nx, ny, -nz), (nx, 2**62, 2**62), (1, 2),
                                      "abc", None]]
    changes += [(1, words) for words in [b"", state[1][:-1], state[1][:-4], state[1] + bytes(4), None, "text"]]
    changes += [(place, bad) for place in range(2, 9) for bad in (object(), 3j)] + [(5, -1.0), (5, float("nan"))]
    changes += [(6, bad) for bad in [(1,), (0, 1, 2, 3, 4, 5, 6), (99, 2, (1, 1, 1), None, 0, "", None),
                                     (0, 0, (1, 1, 1), None, 0, "", None), (0, 2, (1, 1, -1), None, 0, "", None)]]
    for place, bad in changes:
        damaged = list(state)
        damaged[place] = bad
        with pytest.raises((pm.InputError, TypeError, ValueError)):
            unpacked(tuple(damaged))
    for damaged in (state[:5], (), 5, None, (*state, 1)):
        with pytest.raises(TypeError):
            unpacked(damaged)


def test_a_pickle_whose_bytes_change_never_ends_the_process():
    whole = pickle.dumps(pm.generate("sc", size=12, porosity=0.5), 2)
    chance = random.Random(1)
    shares = []
    for _ in range(300):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(200, len(damaged))] = chance.randrange(256)
        try:
            shares.append(pickle.loads(bytes(damaged)).porosity)
        except Exception:  # of pickle, of Python or of this package
            pass
    assert shares and all(0 <= share <= 1 for share in shares)


def change_dims(run):
    run["image"]["dims"] = [300] * 3


def change_list(run):
    run["image"]["dims"][0] = 10**9


def change_flow(run):
    run["flow"][0]["permeability_voxel2"] = 0
    run["flow"].clear()


def change_key_of_flow(run):
    run["x"]["mean_velocity"][0] = 9


def change_dict(run):
    facts = run.as_dict()
    facts["image"]["dims"] = [1, 1, 1]
    facts["image"]["voxel_size_m"] = "abc"


def change_warnings(run):
    run.warnings.append("mine")
    run["warnings"].append("mine")


def change_tensor(run):
    run.tensor_m2[:] = 0
    run["permeability_tensor_m2"][0][0] = 0


def change_lists(run):
    run.flows.clear()
    run.directions.clear()


@pytest.mark.parametrize("change", [change_dims, change_list, change_flow, change_key_of_flow, change_dict, change_warnings,
                                    change_tensor, change_lists])
@pytest.mark.parametrize("way", ["as solved", "pickle"])
def test_what_is_saved_is_what_was_solved(change, way, result, saved, tmp_path):
    run = COPIES[way](result) if way in COPIES else result
    facts, tensor = repr(run), run.tensor_m2.copy()
    change(run)
    assert files_of(run, tmp_path / "run") == saved
    assert repr(run) == facts and (run.tensor_m2 == tensor).all() and run.porosity == result["image"]["porosity"]


def assign_key(run):
    run["x"] = 1


def assign_facts(run):
    run["image"] = {}


def assign_k(run):
    run["x"].k_voxel2 = 3


def assign_key_of_flow(run):
    run["x"]["steps"] = 3


def delete_key(run):
    del run["image"]


def write_velocity(run):
    run["x"].velocity[:] = 0


def write_pressure(run):
    run["y"].pressure[0, 0, 0] = 7


def make_writable(run):
    run["x"].velocity.flags.writeable = True


def resize(run):
    run["x"].velocity.resize((1, 1, 1, 3), refcheck=False)


@pytest.mark.parametrize("change", [assign_key, assign_facts, assign_k, assign_key_of_flow, delete_key, write_velocity,
                                    write_pressure, make_writable, resize])
def test_what_would_change_a_result_raises(change, result, saved, tmp_path):
    with pytest.raises((TypeError, ValueError, AttributeError)):
        change(result)
    assert files_of(result, tmp_path / "run") == saved


def test_a_field_that_is_copied_may_be_changed(result):
    own = result["x"].velocity.copy()
    own[:] = 0
    assert result["x"].velocity.any()


def field(run, make):
    velocity, pressure, part = run._fields["x"]
    run._fields["x"] = (*make(velocity, pressure), part)


WRONG_FIELDS = {
    "smaller": lambda v, d: (v[:-1], d),
    "larger": lambda v, d: (numpy.zeros((99, 99, 99, 3), "f4"), d),
    "float64": lambda v, d: (v.astype("f8"), d),
    "bytes turned around": lambda v, d: (v, d.astype(">f4")),
    "integers": lambda v, d: (v, d.view("i4")),
    "other order": lambda v, d: (numpy.asfortranarray(v), d),
    "negative strides": lambda v, d: (v[::-1], d),
    "without an axis": lambda v, d: (v, d.ravel()),
    "one more axis": lambda v, d: (v[..., None], d),
    "another shape": lambda v, d: (v, d.transpose(2, 1, 0)),
    "broadcast": lambda v, d: (numpy.broadcast_to(numpy.float32(0), v.shape), d),
    "empty": lambda v, d: (v, d[:0]),
    "objects": lambda v, d: (v, d.astype(object)),
    "a list": lambda v, d: (v, d.tolist()),
    "none": lambda v, d: (None, d),
    "a number": lambda v, d: (v, 3),
    "exchanged": lambda v, d: (d, v),
    "one only": lambda v, d: (v,),
    "four": lambda v, d: (v, d, d),
}


@pytest.mark.parametrize("name", WRONG_FIELDS)
def test_fields_that_were_not_solved_are_not_saved(name, result, tmp_path):
    run = COPIES["pickle"](result)
    field(run, WRONG_FIELDS[name])
    with pytest.raises(pm.InputError, match="cannot be written"):
        run.save(tmp_path / "run")
    assert not list(tmp_path.glob("run/*"))


@pytest.mark.parametrize("dims", [[300] * 3, [0, 0, 0], [-1, -1, -1], [2**62] * 3, [36, 28, 32]])
def test_a_text_of_another_size_than_its_fields_is_not_saved(dims, result, tmp_path):
    run = COPIES["pickle"](result)
    facts = run.as_dict()
    facts["image"]["dims"] = dims
    other = pm.Result({**run._texts, "result.json": json.dumps(facts)}, run._fields, "xyz", run._frame)
    with pytest.raises(pm.InputError, match="not the array that was solved"):
        other.save(tmp_path / "run")


def test_fields_in_a_map_are_saved_and_a_map_that_was_cut_is_not(result, saved, tmp_path):
    run = COPIES["pickle"](result)

    def mapped(velocity, pressure):
        pressure.tofile(tmp_path / "pressure")
        return velocity, numpy.memmap(tmp_path / "pressure", "f4", "r", shape=pressure.shape)

    field(run, mapped)
    assert files_of(run, tmp_path / "run") == saved
    with open(tmp_path / "pressure", "r+b") as file:
        file.truncate(4096)
    with pytest.raises(pm.InputError, match="too short"):
        run.save(tmp_path / "other")
