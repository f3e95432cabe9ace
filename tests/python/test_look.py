# SPDX-License-Identifier: Apache-2.0
"""look gives the object of the command, for paths, arrays and images of the package."""
import json
import pickle
import subprocess

import numpy
import pytest

import permeability as pm

OF_ONE_RUN = {"command_line", "free_memory_bytes", "input_path", "solve_command"}
OF_THE_PLACE = {"source", "format"}


@pytest.fixture(scope="module")
def grey():
    """Gives a grey image with the axes x, y, z: dark pores, bright solid."""
    mask = pm.generate("overlap", size=(24, 20, 16), porosity=0.5, radius=4, seed=2).numpy()
    spread = numpy.arange(mask.size).reshape(mask.shape) * 7919 % 23
    return (numpy.where(mask, 50, 180) + spread).astype(numpy.uint16)


def comparable(look):
    facts = {key: value for key, value in look.items() if key not in OF_ONE_RUN}
    return facts | {"image": {key: value for key, value in facts["image"].items() if key not in OF_THE_PLACE}}


def test_a_path_and_an_array_have_the_object_of_the_command(grey, program, tmp_path):
    file = tmp_path / "grey.npy"
    numpy.save(file, numpy.ascontiguousarray(grey))  # z runs fastest in the file
    said = subprocess.run([program, "look", str(file), "--json", "--axes", "zyx"], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    of_command = json.loads(said.stdout)
    of_path = pm.look(file, axes="xyz")
    assert comparable(of_path) == comparable(of_command)
    assert of_path["solve_command"] == of_command["solve_command"]
    of_array = comparable(pm.look(grey))
    for key in ("pores", "balls", "passing_ball_diameter_voxels", "flows", "grey", "solve_arguments", "faces"):
        assert of_array[key] == of_command[key], key


def test_it_prints_as_the_screen_and_travels(grey):
    look = pm.look(grey, voxel_size="2 um")
    assert "24 x 20 x 16 voxels of 2 um" in str(look) and "otsu" in str(look)
    assert all(len(line) <= 80 for line in str(look).splitlines())
    chosen = next(pores for pores in look["pores"] if pores["is_chosen"])
    assert repr(look) == f"<Look at 24 x 20 x 16 voxels, porosity {chosen['porosity']:.4f}, x = axis 0 (24 voxels)>"
    again = pickle.loads(pickle.dumps(look))
    assert again == look and str(again) == str(look)


def test_its_arguments_make_solve_take_the_same_pores(grey):
    look = pm.look(grey)
    assert look["solve_arguments"] == {"threshold": "otsu", "pore": "dark"}
    solved = pm.solve(grey, voxel_size="2 um", tolerance=1e-2, **look["solve_arguments"])
    assert solved["image"]["porosity"] == look["pores"][0]["porosity"]


def test_true_is_pore_and_known_pores_have_no_grey_values(mask, packing):
    of_mask, of_packing = pm.look(mask), pm.look(packing)
    chosen = next(pores for pores in of_mask["pores"] if pores["is_chosen"])
    assert chosen["name"] == "grey 1" and chosen["porosity"] == pytest.approx(mask.mean(), abs=1e-15)
    assert of_packing["grey"] is None and of_packing["pores"][0]["porosity"] == chosen["porosity"]


def test_odd_images_are_looked_at_and_wrong_calls_are_refused():
    assert "every voxel is 3" in pm.look(numpy.full((3, 4, 5), 3))["why_no_pores"]
    assert pm.look(numpy.full((3, 4, 5), numpy.nan))["grey"]["voxels_not_numbers"] == 60
    with pytest.raises(pm.InputError, match="axes"):
        pm.look(numpy.zeros(3))
    with pytest.raises(pm.UsageError, match="no argument direction="):
        pm.look(numpy.zeros((3, 3, 3)), direction="x")
    with pytest.raises(pm.InputError, match="missing.tif"):
        pm.look("missing.tif")
