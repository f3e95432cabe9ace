# SPDX-License-Identifier: Apache-2.0
"""What walls do to K: the field is that of the command, goes along with a result, and predicts other flows."""
import pickle

import numpy
import pytest

import permeability as pm

QUICK = {"boundary": "periodic", "tolerance": 1e-3, "device": "cpu"}


def slit():
    image = numpy.zeros((4, 20, 6), bool)
    image[:, 2:14] = True
    return image


def test_the_gradient_of_a_slit_is_that_of_its_walls():
    g = pm.gradient(slit(), precision="float64", **{**QUICK, "tolerance": 1e-6})
    assert g.relative.shape == (4, 20, 6, 6)
    assert not g.relative.flags.writeable
    assert g.relative.sum(dtype=float) == pytest.approx(6 / 12, rel=0.02)
    walls = numpy.zeros(g.relative.shape, bool)
    walls[:, 2, :, 2] = walls[:, 13, :, 3] = True
    assert ((g.relative > 0) == walls).all()
    assert g.dk_voxel2.sum() == pytest.approx(2 * 12**2 / 4 / 20, rel=0.02)  # of H^3/12/20, both walls
    assert g.dk_m2 is None
    assert "a voxel of all walls" in repr(g)
    assert (g.pits.sum(axis=(0, 2)) > 0).nonzero()[0].tolist() == [1, 14]
    assert (g.bumps.sum(axis=(0, 2)) > 0).nonzero()[0].tolist() == [2, 13]


def test_faces_keep_their_names_whatever_the_order_of_the_axes():
    image = slit()
    g = pm.gradient(image, **QUICK)
    turned = pm.gradient(image.transpose(2, 1, 0), axes="zyx", **QUICK)
    assert numpy.array_equal(turned.relative, g.relative.transpose(2, 1, 0, 3))
    assert numpy.array_equal(turned.pits, g.pits.transpose(2, 1, 0))


def test_a_result_keeps_its_sensitivity(tmp_path, mask):
    result = pm.solve(mask, fields="npy,sensitivity", voxel_size="2um", direction="xy", **QUICK)
    again = pickle.loads(pickle.dumps(result))
    again.save(tmp_path / "run")
    for direction in "xy":
        assert numpy.array_equal(again[direction].sensitivity, result[direction].sensitivity)
        saved = numpy.load(tmp_path / "run" / f"sensitivity_{direction}.npy")
        assert numpy.array_equal(saved.transpose(2, 1, 0, 3), result[direction].sensitivity)
    assert pm.solve(mask, fields=True, **QUICK).sensitivity is None


def test_one_number_has_one_gradient(mask):
    with pytest.raises(pm.UsageError, match="one direction"):
        pm.gradient(mask, direction="xy")
    with pytest.raises(pm.UsageError, match="no argument fields="):
        pm.gradient(mask, fields=True)


def test_nothing_that_flows_has_no_gradient():
    image = numpy.zeros((6, 6, 6), bool)
    image[1:3, 1:3, 1:3] = True
    g = pm.gradient(image, **QUICK)
    assert g.k_voxel2 == 0
    assert g.relative is None and g.pits is None and g.bumps is None and g.dk_voxel2 is None
