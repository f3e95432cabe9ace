# SPDX-License-Identifier: Apache-2.0
"""Ten tasks of one who uses PoreSpy, as that person writes them, with lines of other libraries in between that are
unchanged; and what people tried that did not work, each with the right answer or an error that helps. A library that is
not installed is named where its task is skipped."""
import copy
import pathlib
import pickle

import numpy
import pytest

import permeability as pm

QUICK = {"tolerance": 1e-2}


def library(name):
    return pytest.importorskip(name, reason=f"{name} is not installed")


@pytest.fixture(scope="module")
def im():
    """An image as PoreSpy makes them: bool, True is pore."""
    return pm.generate("overlap", size=(36, 32, 28), porosity=0.55, radius=5, seed=4).numpy()


def test_1_from_an_array_to_k():
    porespy = library("porespy")
    im = porespy.generators.blobs(shape=[40, 40, 40], porosity=0.6, blobiness=1.2, seed=1)
    im = porespy.filters.fill_invalid_pores(im)
    r = pm.solve(im, voxel_size=2.25e-6, **QUICK)
    assert r.k_mD > 0 and r.porosity == porespy.metrics.porosity(im) and "mD" in repr(r) or " D" in repr(r)


def test_2_a_loop_with_a_table():
    pandas = library("pandas")
    rows = []
    for seed in range(3):
        im = pm.generate("packing", size=24, porosity=0.45, radius=5, seed=seed).numpy()
        r = pm.solve(im, voxel_size="5 um", **QUICK)
        rows.append({"seed": seed, "porosity": im.mean(), "k": r.k_m2, "low": r.interval_m2[0], "error": r.voxel_error})
    table = pandas.DataFrame(rows)
    assert (table["low"] < table["k"]).all() and table["k"].dtype == float
    again = [pm.solve(pm.generate("packing", size=24, porosity=0.45, radius=5, seed=row.seed), voxel_size="5 um", **QUICK).porosity
             for row in table.itertuples()]
    assert again == list(table["porosity"])


def test_3_a_plot(im, tmp_path):
    matplotlib = library("matplotlib")
    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    r = pm.solve(im, voxel_size="2 um", fields=True, **QUICK)
    r.plot()
    plt.savefig(tmp_path / "k.png")
    r.plot_flow()
    plt.savefig(tmp_path / "flow.png")
    fig, ax = plt.subplots()
    ax.imshow(numpy.linalg.norm(r.velocity, axis=-1)[:, :, 14])
    plt.close("all")
    assert (tmp_path / "flow.png").stat().st_size > 10_000 and r._repr_html_().startswith("<div")


def test_4_save_and_5_load(im, tmp_path):
    r = pm.solve(im, voxel_size="2 um", fields=True, **QUICK)
    r.save(tmp_path / "run")
    numpy.save(tmp_path / "v.npy", r.velocity)
    r2 = pm.load(str(tmp_path / "run"))
    assert r2.k_mD == r.k_mD and (r2.velocity == numpy.load(tmp_path / "v.npy")).all() and r2.warnings == r.warnings
    for again in (copy.deepcopy(r), pickle.loads(pickle.dumps(r)), pickle.loads(pickle.dumps(r2))):
        assert again.k_mD == r.k_mD and repr(again).startswith(repr(r2)[:-1]) and (again.velocity == r.velocity).all()


def test_6_sensitivity(im):
    g = pm.gradient(im, voxel_size="2 um", **QUICK)
    assert g.pits.shape == g.bumps.shape == im.shape and (g.pits[im] == 0).all() and g.pits.max() > 0
    grey = numpy.where(im, 80, 170) + (numpy.arange(im.size).reshape(im.shape) * 7919 % 41 - 20)
    thresholds = [120, 125, 130]
    k = [pm.solve(grey.astype("u1"), pore=range(0, t), voxel_size=2e-6, **QUICK).k_m2 for t in thresholds]
    assert numpy.gradient(k, thresholds).shape == (3,)


def test_7_two_phases(im):
    phases = numpy.where(im, 0, numpy.where(numpy.arange(36)[:, None, None] < 18, 1, 2))  # pores, clay and quartz
    c = pm.conduct(phases, conductivity={0: 1, 1: 0.1}, boundary="periodic")
    assert c.formation_factor < pm.conduct(phases == 0, boundary="periodic").formation_factor
    assert pm.solve(phases, pore=0, **QUICK).k_voxel2 == pm.solve(im, **QUICK).k_voxel2


def test_8_a_batch(im, tmp_path):
    tifffile = library("tifffile")
    for number in range(3):
        tifffile.imwrite(tmp_path / f"rock_{number}.tif", im.transpose(2, 1, 0)[:, :, number:].astype("u1"))
    paths = sorted(pathlib.Path(tmp_path).glob("*.tif"))
    of_paths = [r.k_m2 for r in pm.map(paths, pore=1, voxel_size="2 um", **QUICK)]
    of_arrays = [r.k_m2 for r in pm.map([tifffile.imread(path) for path in paths], axes="zyx", pore=1, voxel_size="2 um", **QUICK)]
    assert of_paths == of_arrays == [pm.solve(path, pore=1, voxel_size="2 um", **QUICK).k_m2 for path in paths]


def test_9_a_report(im, tmp_path):
    library("matplotlib"), library("jinja2")
    r = pm.solve(im, voxel_size="2 um", **QUICK)
    r.report(tmp_path / "rock.html")
    assert f"{r['flow'][0]['headline']['value']}" in (tmp_path / "rock.html").read_text(encoding="utf-8")


def test_10_an_error_is_caught(im):
    with pytest.raises(ValueError, match="all solid"):
        pm.solve(numpy.zeros_like(im))
    with pytest.raises(ValueError, match="has no unit .* for example"):
        pm.solve(im, voxel_size="2")
    with pytest.raises(TypeError, match="Did you mean voxel_size=?"):
        pm.solve(im, voxel_sizes="2 um")
    try:
        pm.solve(im, max_steps=4, strict=True, **QUICK)
    except pm.NotConverged as error:
        assert error.result.steps == 4 and "max_steps=" in str(error)


def test_stacks_of_other_libraries_are_the_same_flow(im, tmp_path):
    tifffile, xarray = library("tifffile"), library("xarray")
    tifffile.imwrite(tmp_path / "rock.tif", im.transpose(2, 1, 0).astype("u1"))
    stack = tifffile.imread(tmp_path / "rock.tif")
    k = pm.solve(tmp_path / "rock.tif", pore=1, voxel_size="2 um", **QUICK).k_m2
    assert pm.solve(stack, axes="zyx", pore=1, voxel_size="2 um", **QUICK).k_m2 == k
    assert pm.solve(xarray.DataArray(stack, dims=("z", "y", "x")), pore=1, voxel_size="2 um", **QUICK).k_m2 == k
    swapped = pm.solve(stack, pore=1, voxel_size="2 um", **QUICK)  # nothing is said, and the result says what it took
    assert swapped.k_m2 != k and "x = axis 0 (28 voxels)" in repr(swapped)
    lazy = pytest.importorskip("dask.array", reason="dask is not installed").from_array(stack)
    assert pm.solve(lazy, axes="zyx", pore=1, voxel_size="2 um", **QUICK).k_m2 == k


def test_scikit_image_segments_and_k_follows(im):
    filters = pytest.importorskip("skimage.filters", reason="scikit-image is not installed")
    grey = numpy.where(im, 80, 170) + (numpy.arange(im.size).reshape(im.shape) * 7919 % 41 - 20)
    pores = grey <= filters.threshold_otsu(grey)
    assert pm.solve(pores, **QUICK).k_voxel2 == pm.solve(im, **QUICK).k_voxel2


RIGHT = [({"direction": 0}, ["x"]), ({"direction": 1}, ["y"]), ({"direction": ["x", "y"]}, ["x", "y"]),
         ({"direction": "x,y"}, ["x", "y"]), ({"pore": True}, ["x"]), ({"voxel_size": numpy.float64(2e-6)}, ["x"]),
         ({"tolerance": numpy.float32(0.01)}, ["x"]), ({"threads": numpy.int64(1)}, ["x"]), ({"progress": False}, ["x"])]


@pytest.mark.parametrize("options, directions", RIGHT)
def test_what_people_write_is_understood(options, directions, im):
    assert pm.solve(im, **{**QUICK, **options}).directions == directions


HELPED = [({"axis": 0}, "Did you mean direction="), ({"resolution": 2e-6}, "Did you mean voxel_size="),
          ({"voxel_length": 2e-6}, "Did you mean voxel_size="), ({"tol": 1e-3}, "Did you mean tolerance="),
          ({"pore": (50, 199)}, r"pore=range\(50, 200\) for the range, pore=\[50, 199\] for the two values"),
          ({"direction": "w"}, "direction="), ({"labels": "matlab"}, "labels="), ({"boundary": "wall"}, "boundary=")]


@pytest.mark.parametrize("options, words", HELPED)
def test_what_people_write_wrong_is_answered_in_words_of_python(options, words, im):
    for call in (pm.solve, pm.estimate, pm.conduct):
        with pytest.raises((pm.InputError, pm.UsageError), match=words if call is pm.solve else None) as error:
            call(im.astype("u1"), **{"pore": 1, **options} if "labels" not in options else options)
        assert "\n" not in str(error.value) and "--" not in str(error.value)


def test_labels_that_say_nothing_are_asked_for_in_words_of_python(im):
    with pytest.raises(pm.InputError) as error:
        pm.solve(im.astype("u1"))
    assert 'labels="porespy"' in str(error.value) and "|" not in str(error.value) and "permeability.look" in str(error.value)
