# SPDX-License-Identifier: Apache-2.0
"""conduct gives values that are known, and those of the command bit for bit."""
import json
import math
import subprocess

import numpy
import pytest

import permeability as pm

# What two runs of the same image differ in.
OF_ONE_RUN = {"command_line", "input_path", "finished_utc", "host", "seconds_total"}
OF_THE_PLACE = {"source", "format", "segmentation"}


def comparable(facts):
    facts = {key: value for key, value in facts.items() if key not in OF_ONE_RUN}
    facts["image"] = {key: value for key, value in facts["image"].items() if key not in OF_THE_PLACE}
    facts["directions"] = [{key: value for key, value in along.items() if key != "seconds"}
                           for along in facts["directions"]]
    return facts


@pytest.fixture
def conducted(program, tmp_path):
    """Runs `permeability conduct` on a file, and gives its conduction.json."""

    def run(file, *words):
        folder = tmp_path / "conducted"
        done = subprocess.run([program, "conduct", str(file), "-o", str(folder), "--overwrite", *words],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return json.loads((folder / "conduction.json").read_text())

    return run


def slabs():
    """Pores of 3 of 5 planes across y: straight along x and z, and none along y."""
    image = numpy.zeros((4, 5, 6), bool)
    image[:, 1:4] = True
    return image


@pytest.mark.parametrize("boundary", ["auto", "periodic", "sealed", "mirror", "pressure"])
def test_without_solid_everything_is_one_exactly(boundary):
    for axis in "xyz":
        found = pm.conduct(numpy.ones((6, 5, 7), bool), direction=axis, boundary=boundary)
        for number in (found.formation_factor, found.tortuosity, found.relative_conductivity):
            assert (number, number.lower, number.upper) == (1, 1, 1)
        assert found.smooth_formation_factor is None  # there are no rough walls
        assert found.porosity == 1 and found.effective is None and found.converged
        assert repr(found) == f"<Conduction along {axis}: F = 1 exactly>"


def test_slabs_conduct_along_themselves_what_they_are_of_the_image():
    found = pm.conduct(slabs(), direction="xyz", boundary="periodic")
    for axis in "xz":
        assert found[axis].relative_conductivity == pytest.approx(0.6, rel=1e-5)
        assert found[axis].formation_factor.lower <= 1 / 0.6 * (1 + 1e-6)
        assert found[axis].formation_factor.upper >= 1 / 0.6 * (1 - 1e-6)
        assert found[axis].tortuosity == pytest.approx(1, rel=1e-5)
    assert numpy.allclose(found.tensor, numpy.diag([0.6, 0, 0.6]), rtol=0, atol=1e-5)


def test_pores_that_no_way_joins_have_an_infinite_formation_factor():
    found = pm.conduct(slabs(), direction="y", boundary="sealed")
    for number in (found.formation_factor, found.tortuosity):
        assert number == number.lower == number.upper == math.inf
    number = found.relative_conductivity
    assert (number, number.lower, number.upper) == (0, 0, 0)
    assert found.smooth_formation_factor is None and found.tensor is None and found.converged
    assert repr(found) == "<Conduction along y: F = inf>"


def test_edges_join_for_a_flow_and_not_for_a_current():
    image = numpy.zeros((4, 4, 1), bool)
    image[:2, :2] = image[2:, 2:] = True
    found = pm.conduct(image, boundary="sealed")
    assert found.formation_factor == math.inf and any("edges" in warning for warning in found.warnings)
    assert pm.solve(image, boundary="sealed", tolerance=1e-2).k_voxel2 > 0


def test_few_spheres_conduct_what_rayleigh_found():
    solid = 0.1
    image = pm.generate("sc", size=32, porosity=1 - solid)
    known = (2 + solid - 0.9795 * solid ** (10 / 3)) / (2 - 2 * solid - 0.9795 * solid ** (10 / 3))
    smooth = pm.conduct(image).smooth_formation_factor
    assert abs(smooth - known) < 4 * smooth.standard_deviation < 0.02


def test_values_lie_between_their_bounds(packing):
    found = pm.conduct(packing, direction="xyz", boundary="periodic", walls="voxels", tolerance=1e-3)
    for axis, along in found.directions.items():
        for number in (along.formation_factor, along.tortuosity, along.relative_conductivity):
            assert number.lower < number < number.upper < 1.5 * number.lower
        assert along.tortuosity == pytest.approx(found.porosity * along.formation_factor)
        assert along.formation_factor == pytest.approx(1 / along.relative_conductivity)
        assert along["relative_conductivity"]["value"] == along.relative_conductivity
        assert along.direction == axis and f"along {axis}: F = " in repr(found)
    assert numpy.diag(found.tensor).tolist() == [along.relative_conductivity for along in found.directions.values()]
    assert numpy.allclose(found.tensor, found.tensor.T, rtol=0, atol=1e-3)


def test_what_was_generated_conducts_as_its_smooth_body():
    image = pm.generate("sc", size=24, porosity=0.6)
    found = pm.conduct(image, bulk=2.0)
    assert found.walls == "sub-voxel" and found["porosity_of_body"] == pytest.approx(0.6, abs=1e-3)
    assert found.relative_conductivity == pytest.approx(0.4901099, rel=1e-3)
    for number in (found.formation_factor, found.tortuosity, found.relative_conductivity, found.effective):
        assert isinstance(number, pm.Estimated) and 0 < number.standard_deviation < 1e-2 * number
    assert found.formation_factor == found.smooth_formation_factor
    assert found.tortuosity == pytest.approx(found["porosity_of_body"] * found.formation_factor)
    voxels = pm.conduct(image, walls="voxels")
    assert voxels.walls == "voxels" and voxels.formation_factor.lower < voxels.formation_factor
    assert voxels["porosity_of_body"] is None


@pytest.mark.parametrize("name", ["formation_factor", "tortuosity", "relative_conductivity", "effective",
                                  "smooth_formation_factor", "lambda_voxels", "lambda_m"])
def test_numbers_of_several_directions_are_taken_by_letter(name):
    found = pm.conduct(slabs(), direction="xz", bulk=2.0)
    assert list(found.directions) == ["x", "z"] and found["x"] is found.directions["x"]
    with pytest.raises(pm.InputError, match="this run has the directions x, z"):
        getattr(found, name)


def test_lambda_of_a_slit_is_its_width():
    found = pm.conduct(slabs(), boundary="sealed", voxel_size="2 um")
    assert found.lambda_voxels == pytest.approx(3, rel=1e-5)
    assert found.lambda_m == pytest.approx(6e-6, rel=1e-5)
    assert found.lambda_m.standard_deviation == pytest.approx(2e-6 * found.lambda_voxels.standard_deviation)
    assert found["x"]["lambda"]["voxels"] == found.lambda_voxels
    assert pm.conduct(slabs()).lambda_m is None
    assert pm.conduct(numpy.ones((4, 4, 4), bool)).lambda_voxels is None
    assert pm.conduct(slabs(), direction="y", boundary="sealed").lambda_voxels is None


def layers():
    """Along z: two layers of grey 0, one of grey 3, one of grey 7, in turn."""
    image = numpy.zeros((5, 4, 8), "u1")
    image[:, :, 2::4] = 3
    image[:, :, 3::4] = 7
    return image


def test_phases_conduct_in_series_and_side_by_side():
    found = pm.conduct(layers(), conductivity={0: 2, 3: 0.1, 7: 0.5}, direction="xyz", boundary="periodic")
    assert found["x"].relative_conductivity == pytest.approx((2 * 2 + 0.1 + 0.5) / 4, rel=1e-4)
    assert found["z"].relative_conductivity == pytest.approx(4 / (2 / 2 + 1 / 0.1 + 1 / 0.5), rel=1e-4)
    assert "3 conduct 0.1" in found["image"]["segmentation"]
    assert found["x"].smooth_formation_factor is None and found["x"].lambda_voxels is None


def test_phases_of_arrays_and_files_have_the_bits_of_the_command(conducted, tmp_path):
    numpy.random.seed(4)
    image = numpy.random.randint(0, 4, (7, 9, 11)).astype("u1")
    numpy.save(tmp_path / "image.npy", image)  # in the file of an array in C order z runs fastest
    theirs = conducted(tmp_path / "image.npy", "--axes", "zyx", "--voxel-size", "1um", "--boundary", "periodic",
                       "--conductivity", "0=1,1=0.25,3=0.05")
    options = {"voxel_size": "1um", "boundary": "periodic"}
    phases = {0: 1, numpy.int64(1): numpy.float32(0.25), 3: 0.05}
    for given, own in ((image, {}), (image.transpose(2, 1, 0), {"axes": "zyx"}),
                       (tmp_path / "image.npy", {"axes": "xyz"})):
        found = pm.conduct(given, conductivity=phases, **own, **options)
        assert comparable(found.data) == comparable(theirs)
        assert found["image"]["segmentation"] == theirs["image"]["segmentation"]
    assert comparable(pm.conduct(image, conductivity="0=1, 1=0.25, 3=0.05", **options).data) == comparable(theirs)


def test_keys_of_phases_are_grey_values_ranges_and_several():
    image = layers()
    of_one = pm.conduct(image, conductivity={0: 1, 3: 0.1, 7: 0.1}, direction="z", boundary="periodic")
    for phases in ({0: 1, "3,7": 0.1}, {range(0, 3): 1, range(3, 8): 0.1}, {0: 1, "3:7": 0.1}):
        found = pm.conduct(image, conductivity=phases, direction="z", boundary="periodic")
        assert found.relative_conductivity == pytest.approx(of_one.relative_conductivity, rel=1e-6)
    mask = image == 0
    of_bool = pm.conduct(mask, conductivity={True: 1, False: 0.1}, direction="z", boundary="periodic")
    assert of_bool.relative_conductivity == pytest.approx(of_one.relative_conductivity, rel=1e-6)


def test_bulk_gives_an_effective_value():
    found = pm.conduct(slabs(), bulk="2.3e-9 m2/s", boundary="sealed", of="diffusion")
    assert found.effective == pytest.approx(0.6 * 2.3e-9, rel=1e-5)
    assert found.effective.lower <= found.effective <= found.effective.upper
    assert found.data["bulk"] == {"value": 2.3e-9, "unit": "m2/s"} and found["x"]["effective"]["unit"] == "m2/s"
    number = pm.conduct(slabs(), bulk=numpy.float64(3), boundary="sealed", of="heat")
    assert number.effective == pytest.approx(1.8, rel=1e-5) and number["of"] == "heat"


@pytest.mark.parametrize("direction", ["x", "y", "z"])
def test_axes_say_the_order_of_the_array(direction, mask):
    options = {"direction": direction, "boundary": "periodic"}
    found = pm.conduct(mask, **options)
    turned = pm.conduct(mask.transpose(2, 1, 0), axes="zyx", **options)
    assert comparable(turned.data) == comparable(found.data)
    other = {"x": "z", "z": "x"}.get(direction, direction)
    taken = pm.conduct(mask.transpose(2, 1, 0), direction=other, boundary="periodic")
    assert taken.formation_factor == pytest.approx(found.formation_factor, rel=2e-3)


def test_the_tensor_has_the_order_xyz_whatever_the_axes(mask):
    options = {"direction": "xyz", "boundary": "periodic", "tolerance": 1e-3}
    found = pm.conduct(mask, **options).tensor
    assert (pm.conduct(mask.transpose(2, 1, 0), axes="zyx", **options).tensor == found).all()
    assert len(set(numpy.diag(found))) == 3


@pytest.mark.parametrize("direction, boundary", [("xyz", "periodic"), ("y", "sealed"), ("xz", "auto")])
def test_every_kind_of_image_has_the_bits_of_the_command(direction, boundary, mask, packing, conducted, tmp_path):
    file = tmp_path / "image.npy"
    numpy.save(file, mask.astype("u1"))  # in the file of an array in C order z runs fastest
    options = {"direction": direction, "boundary": boundary, "voxel_size": "2um", "tolerance": 1e-3}
    words = [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    theirs = comparable(conducted(file, "--axes", "zyx", "--pore", "1", *words))
    for image, own in [(mask, {}), (numpy.asfortranarray(mask), {}), (mask[::-1][::-1].astype(">f4"), {"pore": 1}),
                       (~mask, {"pore": False}), (file, {"axes": "xyz", "pore": 1}),
                       (pm.read(file, axes="xyz", pore=1), {}),
                       (packing, {"walls": "voxels"})][:None if boundary != "auto" else -1]:  # what was generated is known to repeat
        assert comparable(pm.conduct(image, **options, **own).data) == theirs


@pytest.mark.parametrize("words, options", [(["--refine", "2"], {"refine": 2}), (["--coarsen", "2"], {"coarsen": 2})])
def test_resampled_images_have_the_bits_of_the_command(words, options, mask, packing, conducted, tmp_path):
    numpy.save(tmp_path / "image.npy", mask[:16, :14, :18].astype("u1"))
    recipe = tmp_path / "recipe.ini"
    recipe.write_text("kind = sc\nsize = 16\nporosity = 0.6\n")
    sealed = {"boundary": "sealed", "voxel_size": "2um"}
    theirs = conducted(tmp_path / "image.npy", "--axes", "zyx", "--pore", "1", "--voxel-size", "2um", "--boundary",
                       "sealed", *words)
    for image, own in [(mask[:16, :14, :18], {}), (tmp_path / "image.npy", {"axes": "xyz", "pore": 1})]:
        assert comparable(pm.conduct(image, **sealed, **options, **own).data) == comparable(theirs)
    theirs = conducted(recipe, *words)
    for image in (recipe, str(recipe), pm.generate("sc", size=16, porosity=0.6)):
        assert comparable(pm.conduct(image, **options).data) == comparable(theirs)
    assert pm.conduct(recipe, **options).walls == ("sub-voxel" if "refine" in options else "voxels")


def test_a_part_and_cubes_of_an_image_are_those_of_the_command(mask, conducted, tmp_path):
    file = tmp_path / "image.npy"
    numpy.save(file, mask.astype("u1"))
    for words, options in [(["--crop", "0:16,2:20,:"], {"crop": [(0, 16), (2, 20), (None, None)]}),
                           (["--resample", "cubic"], {"resample": "cubic"})]:
        size = ("2um", "2um", "3um" if "resample" in options else "2um")
        theirs = conducted(file, "--axes", "zyx", "--pore", "1", "--voxel-size", ",".join(size), *words)
        for image, own in [(mask, {}), (file, {"axes": "xyz", "pore": 1})]:
            assert comparable(pm.conduct(image, voxel_size=size, **options, **own).data) == comparable(theirs)


def test_threads_give_the_same_bits(mask):
    runs = [comparable(pm.conduct(mask, boundary="periodic", threads=threads).data) for threads in (1, 2, 3)]
    for facts in runs:
        facts.pop("threads")
    assert runs[0] == runs[1] == runs[2]
