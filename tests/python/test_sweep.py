# SPDX-License-Identifier: Apache-2.0
"""A sweep has a row for each point, shows itself as a table, and tells which points are no answer."""
import pickle
import warnings

import pytest

import permeability as pm

QUICK = {"boundary": "periodic", "tolerance": 1e-2}


def test_a_sweep_has_a_row_for_each_point():
    rows = pm.sweep(["sc", "fcc"], [0.5, 0.7], size=12, **QUICK)
    assert [(row["kind"], row["porosity"]) for row in rows] == [("sc", 0.5), ("sc", 0.7), ("fcc", 0.5), ("fcc", 0.7)]
    assert all(row["k_voxel2"] > 0 and row["failed"] is None for row in rows)
    assert all(row["warnings"] == row["result"].warnings for row in rows)
    assert pickle.loads(pickle.dumps(rows))[3]["result"].k_voxel2 == rows[3]["k_voxel2"]


def test_a_point_without_an_answer_is_told():
    with pytest.warns(pm.FailedPointWarning, match="1 of 2 points could not be solved.*sc at porosity 1.5") as told:
        rows = pm.sweep("sc", [0.6, 1.5], size=12, **QUICK)
    assert [str(warning.filename) for warning in told] == [__file__]
    assert rows[0]["k_voxel2"] > 0 and rows[0]["failed"] is None
    assert rows[1]["k_voxel2"] is None and rows[1]["result"] is None and "porosity" in rows[1]["failed"]
    with pytest.raises(pm.InputError, match="porosity"):
        pm.sweep("sc", [0.6, 1.5], size=12, strict=True, **QUICK)
    with pytest.raises(pm.InputError, match="No point of the sweep could be solved.*sc at porosity 1.5"):
        pm.sweep("sc", 1.5, size=12, **QUICK)


def test_a_flow_that_does_not_end_is_told_once_for_all_points():
    few = {"max_steps": 2, "tolerance": 1e-5, "method": "plain"}
    with pytest.warns(pm.NotConvergedWarning, match="2 of 2 points did not reach.*sc at porosity 0.6.*sc at porosity 0.7") as told:
        rows = pm.sweep("sc", [0.6, 0.7], size=12, **few)
    assert len(told) == 1 and all(row["stop"] != "converged" and row["failed"] is None for row in rows)
    with pytest.raises(pm.NotConverged) as error:
        pm.sweep("sc", [0.6, 0.7], size=12, strict=True, **few)
    assert error.value.result.k_voxel2 == rows[0]["k_voxel2"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pm.sweep("sc", 0.6, size=12, **QUICK)


def test_a_sweep_shows_itself_as_a_table():
    with pytest.warns(pm.FailedPointWarning):
        rows = pm.sweep("packing", [0.5, 1.5], size=12, seed=[3, 4], recipe={"radius": 3}, **QUICK)
    lines = repr(rows).split("\n")
    assert len(lines) == 5 and "voxel^2" in lines[0] and "packing" in lines[1] and "failed" in lines[3]
    assert rows._repr_html_().count("<tr>") == 5 and "<script" not in rows._repr_html_()
    rows[0]["stop"] = "<script>"
    assert "<script" not in rows._repr_html_()
    assert repr(pm.sweep([], [], size=12)) and repr(pm.sweep("sc", 0.6, size=12, direction="xyz", **QUICK))


def test_pandas_takes_the_rows():
    pandas = pytest.importorskip("pandas", reason="pandas is not here")
    table = pandas.DataFrame(pm.sweep("sc", [0.6, 0.7], size=12, **QUICK))
    assert list(table["porosity"]) == [0.6, 0.7] and table["k_voxel2"].is_monotonic_increasing
