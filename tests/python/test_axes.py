# SPDX-License-Identifier: Apache-2.0
"""axes= says of a path what it says of the array that another library reads from the file."""
import numpy
import pytest

import permeability as pm

QUICK = {"pore": 1, "voxel_size": "2 um", "tolerance": 1e-2}
AXES = ["xyz", "zyx"]


@pytest.fixture(scope="module")
def grey():
    """An array of 16 x 14 x 12 voxels, whose flows along its three axes differ."""
    packing = pm.generate("packing", size=(16, 14, 12), porosity=0.6, radius=3, seed=3)
    return packing.numpy().astype("u1", order="C")


def npy(path, grey):
    numpy.save(path, grey)
    return path, numpy.load(path)


def fortran(path, grey):
    path, loaded = npy(path.with_suffix(".npy"), numpy.asfortranarray(grey))
    assert loaded.flags.f_contiguous and not loaded.flags.c_contiguous
    return path, loaded


def tif(path, grey):
    tifffile = pytest.importorskip("tifffile", reason="tifffile is not installed")
    tifffile.imwrite(path, grey)
    return path, tifffile.imread(path)


def skip_unless_read(path):
    """Skips the test where the package was built without a library that some users have."""
    try:
        pm.read(path, pore=1)
    except pm.InputError as error:
        if "built without" in str(error):
            pytest.skip(str(error))
        raise


def h5(path, grey):
    h5py = pytest.importorskip("h5py", reason="h5py is not installed")
    with h5py.File(path, "w") as file:
        file["image"] = grey
    skip_unless_read(path)
    with h5py.File(path, "r") as file:
        return path, file["image"][:]


def zarr(path, grey):
    zarr = pytest.importorskip("zarr", reason="zarr is not installed")
    zarr.save_array(str(path), grey, **({"zarr_format": 2} if zarr.__version__ >= "3" else {}))
    skip_unless_read(path)
    return path, zarr.open_array(str(path), mode="r")[:]


def raw(path, grey):
    grey.tofile(path)
    return path, numpy.fromfile(path, dtype="u1").reshape(grey.shape)


@pytest.mark.parametrize("axes", AXES)
@pytest.mark.parametrize("saved", [npy, fortran, tif, h5, zarr, raw])
def test_a_path_is_the_array_that_another_library_reads(saved, axes, grey, tmp_path):
    path, array = saved(tmp_path / f"rock.{saved.__name__}", grey)
    nx, ny, nz = array.shape if axes == "xyz" else array.shape[::-1]
    of_file = {"dims": (nx, ny, nz), "dtype": "uint8"} if saved is raw else {}
    assert pm.read(path, axes=axes, pore=1, **of_file).dims == (nx, ny, nz)
    assert (pm.read(path, axes=axes, pore=1, **of_file).numpy(axes=axes) == array).all()
    if saved is raw:  # solve has no argument for the size of a file
        return
    ours = pm.solve(path, axes=axes, direction=0, fields=True, **QUICK)
    of_array = pm.solve(array, axes=axes, direction=0, fields=True, **QUICK)
    assert ours["image"]["dims"] == of_array["image"]["dims"] == [nx, ny, nz]
    assert ours.directions == of_array.directions == [axes[0]] and ours.k_m2 == of_array.k_m2
    assert (ours.velocity == of_array.velocity).all()
    (mapped,) = pm.map([path], axes=axes, direction=0, **QUICK)
    assert mapped.k_m2 == ours.k_m2 and pm.estimate(path, axes=axes, **QUICK)["dims"] == (nx, ny, nz)
    for conducted in ({"pore": 1}, {"conductivity": {1: 1, 0: 0.1}}):
        facts = [pm.conduct(one, axes=axes, direction=0, boundary="sealed", **conducted) for one in (path, array)]
        assert float(facts[0].relative_conductivity) == float(facts[1].relative_conductivity)
    assert [pm.look(one, axes=axes)["image"]["dims"] for one in (path, array)] == [[nx, ny, nz]] * 2


def test_without_a_word_x_runs_fastest_in_a_file(grey, tmp_path):
    assert pm.read(npy(tmp_path / "c.npy", grey)[0], pore=1).dims == grey.shape[::-1]
    assert pm.read(fortran(tmp_path / "f.npy", grey)[0], pore=1).dims == grey.shape


@pytest.mark.parametrize("axes", AXES)
def test_a_mask_has_the_axes_of_the_array_too(axes, grey, tmp_path):
    inside = numpy.zeros_like(grey)
    inside[:, 2:12, 3:10] = 1
    path, mask = npy(tmp_path / "grey.npy", grey)[0], npy(tmp_path / "mask.npy", inside)[0]
    for given in (mask, inside):
        assert pm.read(path, axes=axes, pore=1, mask=given).porosity == grey[inside == 1].mean()
    with pytest.raises(pm.UsageError, match="files of other orders"):
        pm.read(path, axes=axes, pore=1, mask=fortran(tmp_path / "turned.npy", inside)[0])


@pytest.mark.parametrize("call", [pm.read, pm.solve, pm.estimate, pm.look, pm.conduct, lambda path, **given: list(pm.map([path], **given))])
def test_other_orders_are_refused_of_a_path_as_of_an_array(call, grey, tmp_path):
    with pytest.raises(pm.InputError, match="axes= cannot be 'yxz'"):
        call(npy(tmp_path / "grey.npy", grey)[0], axes="yxz", pore=1)


def test_advice_about_a_file_is_that_of_the_array_in_it(tmp_path):
    (tmp_path / "rock.dat").write_text("1 0 1 0")
    with pytest.raises(pm.InputError, match='axes="xyz" where z runs fastest'):
        pm.read(tmp_path / "rock.dat", pore=1)
