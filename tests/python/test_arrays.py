# SPDX-License-Identifier: Apache-2.0
"""Arrays say themselves, or are told, which axis is x, y and z, and what of them is the sample. Nothing is swapped in
silence."""
import itertools

import numpy
import pytest

import permeability as pm

QUICK = {"boundary": "periodic", "tolerance": 1e-2}


@pytest.fixture(scope="module")
def xarray():
    return pytest.importorskip("xarray", reason="xarray is not installed")


@pytest.fixture(scope="module")
def part(mask):
    return mask[:16, :14, :12]


@pytest.fixture(scope="module")
def k_of_x(part):
    return pm.solve(part, **QUICK).k_voxel2


@pytest.fixture(scope="module")
def k_of_all(part):
    found = pm.solve(part, direction="xyz", fields=True, **QUICK)
    return {letter: found[letter].k_voxel2 for letter in "xyz"}


@pytest.mark.parametrize("order", ["".join(letters) for letters in itertools.permutations("xyz")])
def test_dims_of_a_data_array_are_obeyed_in_every_order(order, part, k_of_all, xarray):
    image = xarray.DataArray(part, dims=("x", "y", "z")).transpose(*order)
    found = pm.solve(image, direction="xyz", fields=True, **QUICK)
    assert {letter: found[letter].k_voxel2 for letter in "xyz"} == k_of_all
    assert found["x"].velocity.shape == (*image.shape, 3) and found["x"].pressure.shape == image.shape
    assert f"x = axis {order.index('x')} 'x' (16 voxels)" in repr(found)
    numpy.testing.assert_array_equal(found["x"].part > 0, image.values)
    assert found.to_xarray()["pressure_x"].dims == tuple(order)
    assert pm.conduct(image, direction="x", **{"boundary": "periodic"}).formation_factor == \
        pm.conduct(part, direction="x", boundary="periodic").formation_factor
    assert pm.estimate(image)["dims"] == part.shape and pm.look(image)["image"]["dims"] == list(part.shape)


@pytest.mark.parametrize("dims, order", [(("Z", "Y", "X"), "zyx"), (("slice", "y", "x"), "zyx"), (("x", "slice", "y"), "xzy"),
                                         (("a", "b", "c"), "xyz"), (("x", "row", "col"), "xyz")])
def test_names_that_are_no_letters_are_those_that_are_left(dims, order, part, k_of_x, xarray):
    turned = part.transpose(["xyz".index(letter) for letter in order])
    found = pm.solve(xarray.DataArray(turned, dims=dims), **QUICK)
    assert found.k_voxel2 == k_of_x
    place = order.index("x")
    assert f"x = axis {place} {dims[place]!r} (16 voxels)" in repr(found)


@pytest.mark.parametrize("dims, axes, words", [(("z", "y", "x"), "xyz", "contradict"), (("slice", "row", "x"), None, "axes='zyx'"),
                                               (("y", "x", "z"), "zyx", "contradict")])
def test_dims_that_do_not_say_it_or_are_contradicted_are_an_error(dims, axes, words, part, xarray):
    image = xarray.DataArray(part, dims=dims)
    for call in (pm.solve, pm.conduct, pm.look, pm.estimate, pm.gradient):
        with pytest.raises((pm.InputError, pm.UsageError), match=words) as error:
            call(image, axes=axes)
        assert "\n" not in str(error.value)


def test_of_a_bare_array_everything_says_which_axis_is_x(part):
    for axes, words in ((None, "x = axis 0 (16 voxels)"), ("zyx", "x = axis 2 (12 voxels)")):
        found = pm.solve(part, axes=axes, **QUICK)
        assert words in repr(found) and words in found._repr_html_()
        assert words in repr(pm.look(part, axes=axes))
        assert words[:10] in found["image"]["format"] and words[:10] in str(pm.look(part, axes=axes))
    assert "axis" not in repr(pm.solve(pm.generate("sc", size=8, porosity=0.6), **QUICK))
    assert "z = axis 2 (12 voxels)" in repr(pm.solve(part, direction="xyz", **QUICK))


@pytest.mark.parametrize("direction, axes, letters", [
    (0, None, "x"), (1, None, "y"), (2, None, "z"), (numpy.int64(2), None, "z"), (0, "zyx", "z"), (["x", "y"], None, "xy"),
    ([0, 1], None, "xy"), ("x,y", None, "xy"), ("z, x", None, "xz"), ("X", None, "x"), (numpy.array([2]), None, "z")])
def test_a_direction_is_a_letter_or_an_axis_of_the_array(direction, axes, letters, part):
    assert "".join(pm.solve(part, direction=direction, axes=axes, **QUICK).directions) == letters
    found = pm.conduct(part, direction=direction, axes=axes, boundary="periodic")
    assert "".join(found.directions) == letters


def test_an_array_of_two_axes_is_a_slice(part):
    flat = numpy.ascontiguousarray(part[:, :, 5])
    found, same = (pm.solve(image, direction="xy", fields=True, **QUICK) for image in (flat, part[:, :, 5:6]))
    assert [flow.k_voxel2 for flow in found.flows] == [flow.k_voxel2 for flow in same.flows]
    assert found["x"].velocity.shape == (16, 14, 3) and found["x"].pressure.shape == (16, 14)
    numpy.testing.assert_array_equal(found["y"].velocity, same["y"].velocity[:, :, 0])
    turned = pm.solve(flat.T, axes="zyx", direction="xy", **QUICK)
    assert [flow.k_voxel2 for flow in turned.flows] == [flow.k_voxel2 for flow in found.flows]
    assert pm.solve(flat.T, axes="yx", direction="xy", **QUICK)["y"].k_voxel2 == found["y"].k_voxel2
    assert pm.conduct(flat, boundary="periodic").formation_factor > 1 and pm.look(flat)["image"]["dims"] == [16, 14, 1]
    assert pm.gradient(flat, **QUICK).pits.shape == flat.shape
    for direction in ("z", "xyz", ["x", "z"], 2):
        with pytest.raises(pm.InputError, match="direction= cannot be") as error:
            pm.solve(flat, direction=direction, **QUICK)
        assert "\n" not in str(error.value)


def test_a_slice_may_lie_along_any_two_axes(part, xarray):
    flat = xarray.DataArray(part[:, 3], dims=("x", "z"))
    found = pm.solve(flat.T, direction="xz", **QUICK)
    same = pm.solve(part[:, 3:4], direction="xz", **QUICK)
    assert [flow.k_voxel2 for flow in found.flows] == [flow.k_voxel2 for flow in same.flows]
    with pytest.raises(pm.InputError, match="two-dimensional, along x and z"):
        pm.solve(flat, direction="y", **QUICK)


@pytest.fixture(scope="module")
def inside(part):
    inside = numpy.zeros(part.shape, bool)
    inside[:, 2:12, 3:10] = True
    return inside


def test_a_mask_is_an_array_and_a_masked_array_has_one(part, inside, command, tmp_path):
    numpy.save(tmp_path / "mask.npy", inside.astype("u1"))
    theirs, _ = command(part.astype("u1"), "--axes", "zyx", "--pore", "1", "--voxel-size", "2um", "--boundary", "periodic",
                        "--tolerance", "1e-2", "--mask", str(tmp_path / "mask.npy"))
    image = numpy.ma.masked_array(part, ~inside)
    for ours in (pm.solve(part, mask=inside, **QUICK), pm.solve(image, **QUICK), pm.solve(part.T, axes="zyx", mask=inside.T, **QUICK),
                 pm.solve(part, mask=numpy.asfortranarray(inside.astype(float)), **QUICK)):
        assert ours.k_voxel2 == theirs["flow"][0]["permeability_voxel2"]
        assert ours.porosity == theirs["image"]["porosity"] == part[inside].mean()
        assert ours["image"]["sample_voxels"] == inside.sum()
    assert pm.conduct(image, boundary="periodic").porosity == part[inside].mean()
    assert pm.estimate(image)["porosity"] == part[inside].mean()
    shown = next(pores for pores in pm.look(image)["pores"] if pores["is_chosen"])
    assert shown["porosity"] == pytest.approx(part[inside].mean())
    numpy.save(tmp_path / "image.npy", part.T.astype("u1"))
    assert pm.read(tmp_path / "image.npy", pore=1, mask=inside.T).porosity != part.mean()
    numpy.save(tmp_path / "image.npy", numpy.ascontiguousarray(part).astype("u1"))
    assert pm.read(tmp_path / "image.npy", pore=1, axes="xyz", mask=inside).porosity == part[inside].mean()


def test_masks_that_are_none_say_so(part, inside, packing):
    nothing_hidden = numpy.ma.masked_array(part, numpy.zeros(part.shape, bool))
    assert pm.solve(nothing_hidden, **QUICK).k_voxel2 == pm.solve(part, **QUICK).k_voxel2
    hidden = numpy.ma.masked_array(part, ~inside)
    for image, mask, words in ((part, inside[1:], "does not fit"), (part, inside[0], "does not fit"),
                               (hidden, inside, "with a masked array"), (hidden, "cylinder", "masked array"),
                               (packing, inside, "known already"), (part, ~(part | True), "nothing of the image")):
        with pytest.raises((pm.InputError, pm.UsageError), match=words) as error:
            pm.solve(image, mask=mask, **QUICK)
        assert "\n" not in str(error.value) and "--" not in str(error.value)
    for call, options in ((pm.look, {}), (pm.conduct, {"conductivity": {0: 1}})):
        with pytest.raises(pm.UsageError, match="mask= is an array"):
            call("image.tif", mask=inside, **options)


@pytest.mark.parametrize("pair", [(50, 199), (numpy.uint8(50), numpy.int64(199)), (199, 50), (0.5, 7.5)])
def test_a_pair_that_reads_as_a_range_and_as_two_values_is_refused(pair, part):
    grey = numpy.where(part, 60, 220).astype("u1")
    for name in ("pore", "solid"):
        with pytest.raises(pm.InputError, match="for the range, .* for the two values"):
            pm.solve(grey, **{name: pair}, **QUICK)
    with pytest.raises(pm.InputError, match="for the range, .* for the two values"):
        pm.conduct(grey, conductivity={pair: 1})


def test_ranges_and_lists_and_neighbours_are_what_they_say(part):
    grey = numpy.where(part, 60, 220).astype("u1")
    k = pm.solve(part, **QUICK).k_voxel2
    for pore in (range(50, 200), [60, 61], (60, 61), (59, 60, 61), {60}, "50:199"):
        assert pm.solve(grey, pore=pore, **QUICK).k_voxel2 == k


class Metres:
    """A length as pint has it: magnitude, units, and to."""

    def __init__(self, magnitude, units):
        self.magnitude, self.units = magnitude, units

    def to(self, unit):
        if self.units == "s":
            raise TypeError("cannot convert from second to meter")
        return Metres(self.magnitude * {"um": 1e-6, "mm": 1e-3, "m": 1}[self.units], unit)


def test_lengths_have_units_of_other_libraries(part):
    for size in (Metres(2.0, "um"), Metres(numpy.float32(2), "um"), [Metres(2.0, "um")] * 3):
        assert pm.solve(part, voxel_size=size, **QUICK)["image"]["voxel_size_m"] == pytest.approx(2e-6)
        assert pm.generate("sc", size=8, porosity=0.6, voxel_size=Metres(2.0, "um")).voxel_size_m == pytest.approx(2e-6)
    with pytest.raises(pm.InputError, match="cannot convert from second"):
        pm.solve(part, voxel_size=Metres(2.0, "s"), **QUICK)


def test_lengths_of_pint_are_taken(part):
    pint = pytest.importorskip("pint", reason="pint is not installed")
    units = pint.UnitRegistry()
    for size in (units("2.25 um"), 2.25 * units.micrometer, units.Quantity(numpy.float64(2.25), "um"), units.Quantity(2250, "nm")):
        assert pm.solve(part, voxel_size=size, **QUICK)["image"]["voxel_size_m"] == pytest.approx(2.25e-6)
    with pytest.raises(pm.InputError, match="voxel_size="):
        pm.solve(part, voxel_size=units("2 s"), **QUICK)


@pytest.mark.parametrize("rules", [dict(pore="dark", threshold="otsu"), dict(pore="dark", threshold=120, despeckle=8, fill=8),
                                   dict(pore="bright", threshold="otsu", denoise="median")])
def test_the_rules_of_grey_values_reach_the_file_of_a_path(rules, part, tmp_path):
    grey = numpy.where(part, 60, 180).astype("u1") + numpy.arange(part.size, dtype="u1").reshape(part.shape) % 23
    numpy.save(tmp_path / "grey.npy", grey)
    of_file = pm.solve(tmp_path / "grey.npy", **rules, **QUICK)
    of_array = pm.solve(grey, axes="zyx", **rules, **QUICK)
    (mapped,) = pm.map([tmp_path / "grey.npy"], **rules, **QUICK)
    assert of_file.k_voxel2 == mapped.k_voxel2 == of_array.k_voxel2
