# SPDX-License-Identifier: Apache-2.0
"""A result shows itself: in a line, in the cell of a notebook, as figures, and again from the folder in which it lies."""
import base64
import copy
import pickle
import re
import subprocess

import numpy
import pytest

import permeability as pm

QUICK = {"boundary": "periodic", "tolerance": 1e-2}


@pytest.fixture(scope="module")
def solved(mask):
    return pm.solve(mask, voxel_size="2 um", fields=True, **QUICK)


@pytest.fixture
def pyplot():
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    matplotlib.use("agg")
    from matplotlib import pyplot
    yield pyplot
    pyplot.close("all")


def test_its_line_has_k_in_the_unit_asked_for_and_its_interval(mask, solved):
    assert re.fullmatch(r"<Result along x: K = [\d.]+ m?D, [\d.]+ to [\d.]+ \(voxels .* %, iteration .* %\), converged; "
                        r"x = axis 0 \(32 voxels\)>", repr(solved))
    assert solved["flow"][0]["headline"]["text"] in repr(solved)
    assert " D, " in repr(pm.solve(mask, voxel_size="2 um", units="D", **QUICK))
    assert "K = 0 mD, not_percolating" in repr(pm.solve(numpy.pad(mask[:4, :4, :4] | True, 2), voxel_size="2 um"))
    assert " mD, " in repr(pm.gradient(mask, voxel_size="2 um", **QUICK)) or " D, " in repr(solved)


def test_a_flow_is_known_without_its_letter(mask, solved):
    assert (solved.velocity == solved["x"].velocity).all() and (solved.pressure == solved["x"].pressure).all()
    assert solved.boundary == "periodic" and pm.solve(mask[:-5], tolerance=1e-2, boundary="sealed").boundary == "sealed"
    assert 0 < solved.voxel_error == solved["flow"][0]["voxel_estimate"]["two_sigma"]
    both = pm.solve(mask, direction="xy", **QUICK)
    assert both.voxel_error == max(flow.voxel_error for flow in both.flows) and both["x"].velocity is None
    with pytest.raises(pm.InputError, match=r"velocity is of one flow .*r\['x'\].velocity"):
        both.velocity


@pytest.mark.parametrize("name, words", [("k", "k_mD"), ("permeability", "k_m2"), ("fields", "velocity"), ("tortuosity", "conduct"),
                                         ("wobble", "help")])
def test_what_it_has_not_says_where_it_is(name, words, solved):
    with pytest.raises(AttributeError, match=words):
        getattr(solved, name)


def test_a_sealed_run_says_so_on_every_road(mask, tmp_path):
    part = mask[:15, 3:20, :14]
    found = pm.solve(part, tolerance=1e-2, direction="xyz")
    assert found.boundary == "sealed" and any('boundary="sealed"' in text for text in found.warnings)
    assert len(found.warnings) == len(found["warnings"])
    assert found.warnings[0] in pm.estimate(part, direction="xyz")["warnings"] and "closed the image" in found._repr_html_()
    assert not any("--" in text for text in [*found.warnings, *pm.conduct(part).warnings])
    found.save(tmp_path)
    assert pm.load(tmp_path).warnings == found.warnings


def test_the_cell_of_a_notebook_has_a_picture_and_a_table(solved, mask):
    page = solved._repr_html_()
    png = base64.b64decode(re.search(r"data:image/png;base64,([^\"]+)", page)[1])
    assert png.startswith(b"\x89PNG") and "<table>" in page and solved["flow"][0]["headline"]["text"] in page
    pillow = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    import io

    pixels = numpy.asarray(pillow.open(io.BytesIO(png)))  # [y, x, colour] of the middle slice across z
    solid = (pixels == pixels[~mask[:, :, 18].T][0]).all(-1)
    numpy.testing.assert_array_equal(solid, ~mask[:, :, 18].T)
    without = pm.solve(mask, **QUICK)._repr_html_()
    assert "<img" not in without and "<table>" in without
    assert "<table>" in pm.conduct(mask)._repr_html_() and "<pre>" in pm.look(mask)._repr_html_()


def test_a_name_in_a_page_is_text(mask):
    xarray = pytest.importorskip("xarray", reason="xarray is not installed")
    page = pm.solve(xarray.DataArray(mask, dims=("<b>", "c", "d")), **QUICK)._repr_html_()
    assert "<b>" not in page and "&lt;b&gt;" in page


def test_figures_show_speed_and_history(solved, mask, pyplot):
    axes = solved.plot()
    assert axes.shape == (1, 4) and [one.get_title()[:7] for one in axes[0, :3]] == ["speed a"] * 3
    shown = axes[0, 0].images[0].get_array()
    numpy.testing.assert_array_equal(numpy.ma.getmaskarray(shown) | numpy.isnan(numpy.ma.getdata(shown)), ~mask[:, :, 18].T)
    assert axes[0, 0].get_xlabel() == "x [um]" and "K [mD]" == axes[0, 3].get_ylabel()
    assert axes[0, 3].lines[1].get_ydata()[0] == pytest.approx(solved.k_mD)
    assert pm.solve(mask, direction="xy", **QUICK).plot().shape == (2, 1)
    assert [one.get_title() for one in solved.plot_flow()] == ["flow along x, across z", "flow along x, across y"]
    flat = pm.solve(mask[:, :, 18], fields=True, direction="xy", **QUICK)
    assert flat.plot().shape == (2, 2) and len(flat.plot_flow("y")) == 1
    for call, words in ((lambda: flat.plot_flow(), "Say direction="), (lambda: flat.plot_flow("z"), "no flow along"),
                        (lambda: pm.solve(mask, **QUICK).plot_flow(), "fields=True")):
        with pytest.raises(pm.InputError, match=words):
            call()


@pytest.mark.parametrize("fields", [True, "npy", "npy,sensitivity", "vti,sensitivity", "tif", False])
def test_a_folder_gives_the_result_back(fields, mask, tmp_path):
    driven = {"gradient": "1e4Pa/m"} if fields else {}
    found = pm.solve(mask, voxel_size="2 um", fields=fields, direction="xz", **driven, **QUICK)
    found.save(tmp_path / "run")
    again = pm.load(tmp_path / "run")
    assert again.as_dict() == found.as_dict() and again["x"].k_mD == found["x"].k_mD
    names = () if fields in ("tif", False) else ("velocity", "pressure", "part", "sensitivity")
    for flow in found.flows:
        for name in names:
            first, second = getattr(flow, name), getattr(again[flow.direction], name)
            assert (first is None) == (second is None)
            if first is not None:
                numpy.testing.assert_array_equal(first, second)
                assert not second.flags.writeable
    if names:
        assert again.to_xarray()["velocity_x"].attrs == {"units": "m/s"}
        before = {file.name: file.read_bytes() for file in (tmp_path / "run").iterdir()}
        for one in (again, copy.deepcopy(again), pickle.loads(pickle.dumps(again))):
            one.save(tmp_path / "run")  # onto the files that it shows
            assert {file.name: file.read_bytes() for file in (tmp_path / "run").iterdir()} == before
        assert pm.load(tmp_path / "run", axes="zyx")["x"].part.shape == mask.shape[::-1]
    assert again._repr_html_() and "axis" not in repr(again)


def test_a_folder_of_the_command_is_a_result(mask, program, tmp_path):
    numpy.save(tmp_path / "image.npy", mask.astype("u1"))
    words = ["--axes", "zyx", "--pore", "1", "--voxel-size", "2um", "--boundary", "periodic", "--tolerance", "1e-2", "--quiet"]
    for more in ([], ["--fields"], ["--fields", "npy"], ["--crop", "4:20,:,:", "--fields"]):
        folder = tmp_path / ("run" + "".join(more).replace(":", "").replace(",", ""))
        subprocess.run([program, "solve", str(tmp_path / "image.npy"), "-o", str(folder), *words, *more], check=True)
        found = pm.load(folder)
        part = mask[4:20] if "--crop" in more else mask
        ours = pm.solve(part, voxel_size="2 um", fields=True, **QUICK)
        assert found.k_m2 == ours.k_m2
        assert (found.velocity is None) == (not more)
        if more:
            numpy.testing.assert_array_equal(found.velocity, ours.velocity)
    assert found._frame["origin"] == (8e-6, 0.0, 0.0)


def test_what_is_no_folder_of_results_is_refused(solved, tmp_path):
    def refuses(words):
        with pytest.raises(pm.InputError, match=words) as error:
            pm.load(tmp_path / "run")
        assert "\n" not in str(error.value)

    refuses("no result.json")
    solved.save(tmp_path / "run")
    whole = (tmp_path / "run" / "fields_x.vti").read_bytes()
    for broken in (whole[:5000], whole[:200], b""):
        (tmp_path / "run" / "fields_x.vti").write_bytes(broken)
        refuses("fields")
    for text in ("{", "[]", "{}", '{"image": {}, "flow": []}'):
        (tmp_path / "run" / "result.json").write_text(text)
        refuses("result.json")
    with pytest.raises(pm.InputError, match="axes="):
        pm.load(tmp_path / "run", axes="abc")


def test_a_report_needs_no_fields(mask, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    pytest.importorskip("jinja2", reason="Jinja2 is not installed")
    pm.solve(mask, voxel_size="2 um", **QUICK).report(tmp_path / "page.html")
    assert "fields=True" in (tmp_path / "page.html").read_text(encoding="utf-8")  # it says how to have pictures
