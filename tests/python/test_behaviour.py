# SPDX-License-Identifier: Apache-2.0
"""What a user of the package meets: arguments, errors, results that travel, and runs that are watched and stopped."""
import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import warnings

import numpy
import pytest

import permeability as pm
from permeability import _core
from permeability._errors import as_python

QUICK = {"boundary": "periodic", "tolerance": 1e-2}


def solve_in_child(answers):
    try:
        answers.put(pm.solve(numpy.ones((4, 4, 4), "u1"), pore=1, boundary="sealed").k_voxel2)
    except pm.DeviceError as error:
        answers.put(str(error))


def ask_child(method):
    context = multiprocessing.get_context(method)
    answers = context.SimpleQueue()
    child = context.Process(target=solve_in_child, args=(answers,))
    child.start()
    child.join(60)  # a child that waits for threads that it does not have waits for ever
    assert child.exitcode == 0
    return answers.get()


def test_a_graph_of_five_lines_gives_millidarcies(mask):
    result = pm.solve(mask, voxel_size="2.25 um", direction="xyz", **QUICK)
    assert result.tensor_m2.shape == (3, 3)
    assert result["x"].k_mD == pytest.approx(result["x"].k_m2 / 9.869233e-16, rel=1e-6)
    assert 0 < result.error <= 1e-2
    assert result["image"]["porosity"] == mask.mean()
    with pytest.raises(pm.InputError, match="this run has the directions x, y, z"):
        result.k_mD


def test_numbers_need_a_rule_and_bools_do_not(mask):
    with pytest.raises(pm.InputError, match=r"pore=0 or pore=1"):
        pm.solve(mask.astype("u1"), **QUICK)
    assert pm.solve(mask, **QUICK).k_voxel2 == pm.solve(mask.astype("u1"), pore=1, **QUICK).k_voxel2
    assert pm.solve(~mask, pore=False, **QUICK).k_voxel2 == pm.solve(mask, **QUICK).k_voxel2


@pytest.mark.parametrize("arguments, kind, words", [
    ({"tolerence": 1}, pm.UsageError, "Did you mean tolerance=?"),
    ({"tolerance": 2}, pm.InputError, "tolerance= cannot be 2"),
    ({"direction": "w"}, pm.InputError, "direction="),
    ({"axes": "yxz"}, pm.InputError, "axes= cannot be 'yxz'"),
    ({"voxel_size": "3"}, pm.InputError, "unit"),
    ({"voxel_size": -1.0}, pm.InputError, "-1"),
    ({"voxel_size": (1e-6, 1e-6, 2e-6)}, pm.UsageError, 'resample="cubic"'),
    ({"boundary": "closed"}, pm.InputError, "boundary="),
    ({"progress": 3}, pm.InputError, "progress= cannot be 3"),
    ({"device": "cpu", "precision": "float16"}, pm.DeviceError, 'or precision="float32"'),
    ({"magic": 0.1, "collision": "bgk"}, pm.UsageError, 'magic= is given with collision="bgk"'),
    ({"max_steps": 1}, pm.InputError, "Give 2 or more"),
    ({"pore": 3, "solid": 4}, pm.UsageError, "pore= and solid= are both given"),
    ({"pore": 9}, pm.InputError, "all solid"),
])
def test_bad_arguments_are_one_sentence_in_the_words_of_python(arguments, kind, words, mask):
    with pytest.raises(kind) as error:
        pm.solve(mask, **arguments)
    assert words in str(error.value)
    assert "\n" not in str(error.value)
    assert "--" not in str(error.value)


@pytest.mark.parametrize("image", [numpy.ones(3), numpy.ones((2, 2, 2, 1)), numpy.ones((2, 2, 2), complex), numpy.ones((0, 2, 2)),
                                   numpy.array([[["a"]]]), numpy.ma.masked_array(numpy.ones((2, 2, 2)), True), None,
                                   "there_is_no_such_file.tif"])
def test_what_is_no_image_is_refused(image):
    with pytest.raises(pm.InputError):
        pm.solve(image, pore=1, voxel_size="1um")


def test_options_become_arguments_in_messages():
    assert as_python("Raise --max-steps above 40") == "Raise max_steps= above 40"
    assert as_python("Say --pore 0 or --pore 255") == "Say pore=0 or pore=255"
    assert as_python("add --precision float64, or -1") == 'add precision="float64", or -1'
    assert as_python("Make the whole program with cmake --install or --radius 3") == \
        "Make the whole program with cmake --install or radius=3"


def test_a_flow_that_does_not_converge_is_a_result_with_a_warning(mask):
    with pytest.warns(pm.NotConvergedWarning, match="max_steps="):
        result = pm.solve(mask, boundary="periodic", max_steps=20)
    assert result.stop == "step_limit" and not result.converged and result.k_voxel2 > 0
    with pytest.raises(pm.NotConverged) as error:
        pm.solve(mask, boundary="periodic", max_steps=20, strict=True)
    assert error.value.result.steps == 20


def test_pores_that_do_not_percolate_have_no_permeability():
    image = numpy.zeros((6, 6, 6), bool)
    image[1:3, 1:3, 1:3] = True
    result = pm.solve(image, boundary="sealed")
    assert result.k_voxel2 == 0 and result.stop == "not_percolating" and result.converged


def test_a_slice_is_two_dimensional_whatever_its_sides_do():
    image = numpy.zeros((9, 10, 1), bool)
    image[:, 2:8] = True  # a slit of 6 voxels along x
    for boundary in ("auto", "sealed", "mirror", "periodic"):
        result = pm.solve(image, boundary=boundary, direction="xy", tolerance=1e-4)
        assert result["x"].k_voxel2 == pytest.approx(0.6 * (36 / 12 + 1 / 24), rel=1e-3)
        assert any(warning.startswith("one slice: ") for warning in result.warnings)
        assert numpy.isnan(result.tensor_voxel2[2]).all() and result.tensor_voxel2[1, 1] == 0
    assert any(each.startswith("along z: the image has one voxel") for each in pm.solve(image, direction="z").warnings)


def test_results_travel(mask):
    result = pm.solve(mask, fields=True, voxel_size=1e-6, **QUICK)
    copy = pickle.loads(pickle.dumps(result))
    assert copy.as_dict() == result.as_dict()
    assert (copy["x"].velocity == result["x"].velocity).all()
    assert repr(copy) == repr(result)


def test_fields_are_views_whose_mean_is_the_flux(mask):
    result = pm.solve(mask, fields=True, **QUICK)
    velocity = result["x"].velocity
    assert velocity.shape == (*mask.shape, 3) and velocity.dtype == numpy.float32
    assert velocity.base is not None and not velocity.flags.owndata
    assert velocity[..., 0].mean(dtype=float) == pytest.approx(result["x"].k_voxel2, rel=1e-6)
    assert not velocity[~mask].any() and not result["x"].pressure[~mask].any()
    assert ((result["x"].part > 0) == mask).all()
    kept = velocity[3, 3, 3].copy()
    del result
    gc.collect()
    assert (velocity[3, 3, 3] == kept).all()


def test_xarray_has_the_axes_of_the_image(mask):
    pytest.importorskip("xarray")
    data = pm.solve(mask, fields=True, voxel_size="2um", **QUICK).to_xarray()
    assert data.velocity_x.dims == ("x", "y", "z", "component")
    assert float(data.x[0]) == 1e-6
    with pytest.raises(pm.InputError, match="fields=True"):
        pm.solve(mask, **QUICK).to_xarray()


def test_progress_is_told_and_its_errors_leave(mask):
    seen = []
    image = numpy.repeat(numpy.repeat(numpy.repeat(mask, 3, 0), 3, 1), 3, 2)
    pm.solve(image, boundary="periodic", tolerance=1e-3, progress=seen.append)
    known = [moment.get("permeability_voxel2") for moment in seen]
    assert all(k is None or k > 0 for k in known) and all(moment.get("error") is None for moment, k in zip(seen, known) if k is None)
    assert seen and all("phase" in moment for moment in seen)
    assert seen[-1]["steps"] > 0

    def refuse(moment):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        pm.solve(image, boundary="periodic", tolerance=1e-5, progress=refuse)


def test_the_interpreter_goes_on_while_a_flow_is_solved(mask):
    image = numpy.repeat(numpy.repeat(numpy.repeat(mask, 3, 0), 3, 1), 3, 2)
    ticks = []
    over = threading.Event()

    def tick():
        while not over.wait(0.005):
            ticks.append(None)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    pm.solve(image, boundary="periodic", tolerance=1e-3)
    during = len(ticks) - before
    over.set()
    thread.join()
    assert during > 10  # of some hundred


STOPPED = """
import os, signal, sys, threading, time
import numpy, permeability as pm
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it otherwise
image = pm.generate("overlap", size=160, porosity=0.3, radius=6, seed=1)
sent = []

def send():
    sent.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)

threading.Timer(float(sys.argv[1]), send).start()
try:
    pm.solve(image, boundary="periodic", tolerance=1e-5, device="cpu", threads=1)
except KeyboardInterrupt:
    print(time.process_time() - sent[0])
"""


@pytest.mark.parametrize("moment", [0.02, 0.3, 1.0, 2.5])
def test_control_c_leaves_within_a_second_of_work(moment):
    done = subprocess.run([sys.executable, "-c", STOPPED, str(moment)], capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1


def test_a_gpu_gives_the_bits_of_a_cpu(mask):
    if why := _core.why_no_cuda():
        pytest.skip(f"there is no GPU: {why}")
    found = [pm.solve(mask, device=device, fields=True, **QUICK) for device in ("cuda", "cpu")]
    assert found[0].k_voxel2 == found[1].k_voxel2
    assert (found[0]["x"].velocity == found[1]["x"].velocity).all()


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_eight_threads_give_the_same_bits(mask, device):
    if device == "cuda" and (why := _core.why_no_cuda()):
        pytest.skip(f"there is no GPU: {why}")
    found = []

    def work():
        found.append(pm.solve(mask, fields=True, threads=1, device=device, **QUICK))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({result.k_voxel2 for result in found}) == 1 and len(found) == 8
    assert all((result["x"].velocity == found[0]["x"].velocity).all() for result in found)


def test_a_process_forked_after_a_solve_says_so_and_ends(mask):
    pm.solve(mask, **QUICK)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of threads here
        assert "spawn" in ask_child("fork")
    assert ask_child("spawn") > 0


def test_estimates_step_nothing(mask, packing):
    forecast = pm.estimate(mask, direction="xyz", boundary="periodic")
    assert [flow["direction"] for flow in forecast["flows"]] == ["x", "y", "z"]
    assert forecast.bytes > 1e5 and forecast.seconds > 0 and forecast["dims"] == mask.shape
    assert pm.estimate(packing, boundary="periodic")["porosity"] == packing.porosity
    assert {flow["seconds_are_for"] for flow in pm.estimate(mask, threads=1, device="cpu", boundary="periodic")["flows"]} \
        == {"1 idle core of a recent server"}


def test_images_are_read_and_made(tmp_path, packing):
    assert packing.dims == (32, 28, 36) and packing.numpy().sum() == packing.pore_voxels
    assert numpy.asarray(packing).dtype == bool
    numpy.save(tmp_path / "image.npy", packing.numpy("zyx").astype("u1"))
    image = pm.read(tmp_path / "image.npy", pore=1)
    assert image.pore_space_hash == packing.pore_space_hash and image.voxel_size_m is None
    assert pm.read(tmp_path / "image.npy", solid=1, voxel_size="2um").voxel_size_m == 2e-6
    with pytest.raises(pm.InputError, match="pore="):
        pm.read(tmp_path / "image.npy")
    with pytest.raises(pm.UsageError, match="known already"):
        pm.solve(image, pore=0)


def test_nothing_is_replaced_without_being_asked(mask, tmp_path):
    result = pm.solve(mask, **QUICK)
    (tmp_path / "result.json").write_text("mine")
    with pytest.raises(pm.InputError, match="overwrite="):
        result.save(tmp_path)
    assert (tmp_path / "result.json").read_text() == "mine"
    result.save(tmp_path, overwrite=True)
    result.save(tmp_path)


def test_a_report_is_a_page_of_its_own(mask, tmp_path):
    pytest.importorskip("matplotlib")
    pytest.importorskip("jinja2")
    result = pm.solve(mask, voxel_size="2um", fields=True, **QUICK)
    result.report(tmp_path / "page.html")
    assert "<html" in (tmp_path / "page.html").read_text(encoding="utf-8")
    result.report(tmp_path / "page.html")  # a page of its own may be replaced
    (tmp_path / "mine.html").write_text("mine")
    with pytest.raises(pm.InputError, match="overwrite"):
        result.report(tmp_path / "mine.html")
    pm.solve(mask, **QUICK).report(tmp_path / "other.html")  # without pictures of the flow, which it says
    assert "fields=True" in (tmp_path / "other.html").read_text(encoding="utf-8")


def test_reynolds_numbers_may_be_a_list_or_words():
    array = pm.generate("sc", size=12, porosity=0.7)
    given = [pm.solve(array, voxel_size="10um", tolerance=1e-2, reynolds=numbers).flows[0]["inertia"]["points"]
             for numbers in ([0.1, 0.3], "0.1,0.3")]
    assert [point["reynolds"] for point in given[0]] == [point["reynolds"] for point in given[1]]
    assert len(given[0]) == 2
    with pytest.raises(pm.InputError, match="1 follows 3"):
        pm.solve(array, voxel_size="10um", reynolds=[3, 1])


def test_a_gas_has_its_k_beside_k(tmp_path):
    plates = numpy.ones((4, 14, 4), dtype=bool)
    plates[:, :2, :] = False
    given = dict(voxel_size="1um", tolerance=1e-2, gas="n2", pressure="2bar", temperature=300)
    run = pm.solve(plates, **given)
    gas = run.gas
    assert gas.factor == pytest.approx(1 + gas.b_pa / 2e5) and gas.k_m2 == pytest.approx(run.k_m2 * gas.factor)
    assert gas.k_mD == pytest.approx(run.k_mD * gas.factor) and gas.interval_mD[0] < gas.interval_mD[1]
    assert gas.b_interval_pa[0] < gas.b_pa < gas.b_interval_pa[1] and 0 < gas.knudsen < 0.1
    assert gas["gas"] == "n2" and gas["klinkenberg_b_pa"] == run["flow"][0]["gas"]["klinkenberg_b_pa"]
    assert repr(gas).startswith("<n2: K = ")
    assert pm.solve(plates, **{**given, "temperature": "26.85C"}).gas.b_pa == pytest.approx(gas.b_pa)
    thin = pm.solve(plates, **{**given, "voxel_size": "1nm"}).gas
    assert thin.k_m2 is None and thin.factor is None and thin.interval_m2 is None and thin.knudsen > 1
    assert pm.solve(plates, voxel_size="1um", tolerance=1e-2).gas is None
    for wrong, words in (({"gas": "neon"}, "air, n2"), ({"pressure": 2}, "bare number"), ({"accommodation": 0}, "accommodation")):
        with pytest.raises(pm.InputError, match=words):
            pm.solve(plates, **{**given, **wrong})


def test_flows_with_inertia_have_arrays_and_coefficients(tmp_path):
    cell = pm.generate("sc", size=12, porosity=0.7)
    run = pm.solve(cell, voxel_size="10um", tolerance=1e-2, reynolds=[0.1, 0.3])
    inertia = run.inertia
    assert len(inertia) == 2 and inertia.complete and inertia.end == "complete" and inertia.why is None
    numpy.testing.assert_allclose(inertia.reynolds, inertia.reynolds_asked, rtol=0.03)
    numpy.testing.assert_allclose(inertia.k_m2, inertia.k_voxel2 * 1e-10)  # (10 um)^2
    numpy.testing.assert_allclose(inertia.resistance, run.k_voxel2 / inertia.k_voxel2)
    assert (inertia.error <= 1e-2).all() and (inertia.steps > 0).all()
    assert (inertia.pressure_gradient_water_pa_m > inertia.pressure_gradient_air_pa_m).all()  # rho nu^2 is larger
    assert inertia.length_m == pytest.approx(inertia.length_voxel * 1e-5)
    assert inertia.beta_per_m is None and inertia.forchheimer_window is None  # two flows make no line
    assert inertia["points"] == run["flow"][0]["inertia"]["points"]
    assert run.converged and "2 Reynolds numbers" in repr(run)
    run.save(tmp_path / "run")
    assert len((tmp_path / "run" / "reynolds.csv").read_text().splitlines()) == 3
    assert pm.solve(cell, voxel_size="10um", tolerance=1e-2).inertia is None


def test_a_list_of_reynolds_numbers_that_ends_early_is_not_converged():
    cell = pm.generate("sc", size=12, porosity=0.7)
    options = dict(voxel_size="10um", tolerance=1e-2, reynolds=[0.1, 1000])
    with pytest.warns(pm.NotConvergedWarning, match=r"reynolds= is not complete \(x: .*make the voxels"):
        run = pm.solve(cell, **options)
    assert not run.converged and run["x"].is_creeping_converged
    assert run.inertia.end == "unresolved" and len(run.inertia) == 1
    with pytest.raises(pm.NotConverged) as caught:
        pm.solve(cell, strict=True, **options)
    assert caught.value.result.inertia.k_voxel2[0] == run.inertia.k_voxel2[0]


def test_forchheimers_coefficients_are_those_of_result_json():
    line = {"beta_per_m": 3e4, "beta_per_voxel": 0.3, "c_F": 0.5, "relative_confidence_95": 0.02, "first_reynolds": 2.0,
            "last_reynolds": 9.0}
    inertia = pm.Inertia({"points": [], "forchheimer": line, "weak_inertia": {"coefficient": 0.07},
                          "one_percent_less": {"reynolds": 0.4}, "ten_percent_less": None, "end": "unsteady",
                          "why": "It oscillates", "unsteady": {"swing": 0.01}})
    assert (inertia.beta_per_m, inertia.beta_per_voxel, inertia.c_F, inertia.beta_error) == (3e4, 0.3, 0.5, 0.02)
    assert inertia.forchheimer_window == (2.0, 9.0) and inertia.weak_coefficient == 0.07
    assert inertia.reynolds_1_percent == 0.4 and inertia.reynolds_10_percent is None
    assert not inertia.complete and inertia.why == "It oscillates" and inertia.reynolds.shape == (0,)
    assert inertia.unsteady == {"swing": 0.01}
