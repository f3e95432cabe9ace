# SPDX-License-Identifier: Apache-2.0
"""K, hash, fields and every other value are those of the command, bit for bit, for arrays of any type, order and
stride."""
import numpy
import pytest

import permeability as pm

# What two runs of the same image differ in.
OF_ONE_RUN = {"performance", "timings", "command_line", "input_path", "finished_utc", "host", "files"}
OF_ONE_FLOW = {"seconds", "preparation_seconds", "mflups", "resident_bytes_stepping"}
OF_THE_PLACE = {"source", "format", "segmentation"}


def comparable(facts):
    facts = {key: value for key, value in facts.items() if key not in OF_ONE_RUN}
    facts["image"] = {key: value for key, value in facts["image"].items() if key not in OF_THE_PLACE}
    facts["flow"] = [{key: value for key, value in flow.items() if key not in OF_ONE_FLOW} for flow in facts["flow"]]
    return facts


def turned(mask):
    return numpy.array(mask[::-1, :, ::-1], order="F")[::-1, :, ::-1]


def spaced(mask):
    room = numpy.zeros((64, 56, 72), dtype=numpy.int32)
    room[1::2, ::2, 1::2] = mask
    return room[1::2, ::2, 1::2]


def grey(dtype):
    return lambda mask: numpy.where(mask, 7, 100).astype(dtype)


ARRAYS = {
    "bool, C": (lambda mask: mask, {}),
    "bool, F": (numpy.asfortranarray, {}),
    "bool, negative strides": (turned, {}),
    "bool, every second": (lambda mask: numpy.repeat(numpy.repeat(mask, 2, 0), 2, 2)[::2, :, ::2], {}),
    "uint8": (grey("u1"), {"pore": 7}),
    "int8": (grey("i1"), {"solid": 100}),
    "uint16, big endian": (grey(">u2"), {"pore": range(0, 50)}),
    "int32, spaced": (spaced, {"pore": 1}),
    "int64": (grey("i8"), {"pore": [7]}),
    "uint64, F": (lambda mask: numpy.asfortranarray(grey("u8")(mask)), {"pore": 7}),
    "float16": (grey("f2"), {"pore": ":50"}),
    "float32, big endian": (grey(">f4"), {"pore": 7.0}),
    "float64": (grey("f8"), {"solid": "50:"}),
}
OPTIONS = [("x", "periodic"), ("y", "sealed"), ("z", "mirror"), ("x", "pressure")]


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_of_any_kind_have_the_bits_of_the_command(name, mask, command):
    make, rule = ARRAYS[name]
    ours = pm.solve(make(mask), voxel_size="2 um", boundary="periodic", tolerance=1e-2, **rule)
    # In the file of an array in C order z runs fastest.
    theirs, _ = command(mask.astype("u1"), "--axes", "zyx", "--pore", "1", "--voxel-size", "2um",
                        "--boundary", "periodic", "--tolerance", "1e-2")
    assert comparable(ours.as_dict()) == comparable(theirs)


@pytest.mark.parametrize("direction, boundary", OPTIONS)
@pytest.mark.parametrize("axes", ["xyz", "zyx"])
def test_faces_and_directions_have_the_bits_of_the_command(direction, boundary, axes, mask, command):
    array = mask if axes == "xyz" else mask.transpose(2, 1, 0)
    ours = pm.solve(array, axes=axes, direction=direction, boundary=boundary, tolerance=1e-2)
    theirs, _ = command(mask.astype("u1"), "--axes", "zyx", "--pore", "1", "--voxel-size", "1um", "--direction",
                        direction, "--boundary", boundary, "--tolerance", "1e-2")
    for flow in theirs["flow"]:
        flow.update(dict.fromkeys(["permeability_m2", "permeability_darcy", "permeability_mD"]))
    assert ours[direction]["permeability_voxel2"] == theirs["flow"][0]["permeability_voxel2"]
    assert ours["image"]["pore_space_hash"] == theirs["image"]["pore_space_hash"]
    assert ours[direction]["iteration_error"] == theirs["flow"][0]["iteration_error"]
    assert ours[direction]["steps"] == theirs["flow"][0]["steps"]


def test_tensor_and_fields_are_those_of_the_command(mask, command):
    ours = pm.solve(mask, voxel_size=2e-6, direction="xyz", boundary="periodic", fields="npy", tolerance=1e-2)
    theirs, folder = command(mask.astype("u1"), "--axes", "zyx", "--pore", "1", "--voxel-size", "2um", "--direction",
                             "xyz", "--boundary", "periodic", "--fields", "npy", "--tolerance", "1e-2")
    assert comparable(ours.as_dict()) == comparable(theirs)
    assert (ours.tensor_m2 == numpy.array(theirs["permeability_tensor_m2"])).all()
    for axis in "xyz":
        velocity = numpy.load(folder / f"velocity_{axis}.npy")
        assert (ours[axis].velocity == velocity.transpose(2, 1, 0, 3)).all()
        for name in ("pressure", "part"):
            theirs_of_axis = numpy.load(folder / f"{name}_{axis}.npy")
            assert (getattr(ours[axis], name) == theirs_of_axis.transpose(2, 1, 0)).all()


def test_warnings_are_those_of_the_command_where_the_program_closes_the_image(command):
    stair = numpy.repeat(numpy.tril(numpy.ones((4, 4), bool))[None], 6, 0)  # narrow pores whose opposite faces do not match
    ours = pm.solve(stair, voxel_size="2um", tolerance=1e-2)
    theirs, _ = command(stair.astype("u1"), "--axes", "zyx", "--pore", "1", "--voxel-size", "2um", "--tolerance", "1e-2")
    assert ours["warnings"] == theirs["warnings"] and 'boundary="sealed"' in ours.warnings[0] and "the program closed the image" in ours.warnings[0]
    assert len(ours.warnings) > 1 and pm.estimate(stair)["warnings"] == ours.warnings[:1]


def test_saved_files_are_those_of_the_command(mask, command, tmp_path):
    ours = pm.solve(mask, voxel_size=2e-6, boundary="periodic", fields=True, tolerance=1e-2)
    _, theirs = command(mask.astype("u1"), "--axes", "zyx", "--pore", "1", "--voxel-size", "2um", "--boundary",
                        "periodic", "--fields", "--tolerance", "1e-2")
    ours.save(tmp_path / "saved")
    for name in ["plane_flux.csv", "fields_x.vti"]:
        assert (tmp_path / "saved" / name).read_bytes() == (theirs / name).read_bytes()
    assert {path.name for path in theirs.iterdir()} <= {path.name for path in (tmp_path / "saved").iterdir()}


def test_a_path_gives_what_an_array_gives(mask, tmp_path):
    numpy.save(tmp_path / "image.npy", mask.astype("u1"))
    from_file = pm.solve(tmp_path / "image.npy", axes="xyz", pore=1, voxel_size="3um", boundary="sealed", tolerance=1e-2)
    from_array = pm.solve(mask, voxel_size="3um", boundary="sealed", tolerance=1e-2)
    assert from_file.k_m2 == from_array.k_m2
    assert from_file["image"]["pore_space_hash"] == from_array["image"]["pore_space_hash"]


def test_refined_arrays_and_images_have_the_voxels_of_the_command(mask, packing, command):
    theirs, _ = command(mask.astype("u1"), "--axes", "zyx", "--pore", "1", "--voxel-size", "2um", "--refine", "2",
                        "--boundary", "periodic", "--tolerance", "5e-2")
    for image in (mask, packing):
        ours = pm.solve(image, voxel_size="2um", refine=2, boundary="periodic", tolerance=5e-2, walls="voxels")
        assert ours.k_m2 == theirs["flow"][0]["permeability_m2"]
        assert ours["image"]["voxel_size_m"] == theirs["image"]["voxel_size_m"]


def test_walls_between_voxels_are_those_of_what_was_generated():
    """SC spheres of solid fraction 0.4: K of half as large voxels, with the walls of both images between voxels."""
    k = {walls: pm.solve(pm.generate("sc", size=24, porosity=0.6), walls=walls).k_voxel2
         for walls in ("voxels", "sub-voxel")}
    fine = pm.solve(pm.generate("sc", size=48, porosity=0.6), walls="sub-voxel").k_voxel2 / 4
    assert k["sub-voxel"] == pytest.approx(fine, rel=5e-3)
    assert k["voxels"] < 0.98 * fine
    with pytest.raises(pm.InputError, match="only an image of signed distances"):
        pm.solve(numpy.ones((8, 8, 8), dtype=bool), walls="sub-voxel")


def test_an_array_of_signed_distances_has_walls_between_voxels():
    """SC spheres: those of generate, given as distances to their surface; and what is no distance."""
    size, radius = 24, 24 * (0.4 * 3 / (4 * numpy.pi)) ** (1 / 3)
    across = numpy.arange(size) + 0.5 - size / 2
    x, y, z = numpy.meshgrid(across, across, across, indexing="ij")
    distance = numpy.sqrt(x**2 + y**2 + z**2) - radius
    ours = pm.solve(distance, walls="sub-voxel").k_voxel2
    assert ours == pytest.approx(pm.solve(pm.generate("sc", size=size, porosity=0.6), walls="sub-voxel").k_voxel2, rel=2e-3)
    assert pm.solve(distance.astype("f4"), walls="sub-voxel").k_voxel2 == pytest.approx(ours, rel=1e-5)
    with pytest.raises(pm.InputError, match="Divide them by the length of a voxel"):
        pm.solve(2e-6 * distance, walls="sub-voxel")
