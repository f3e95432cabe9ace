# SPDX-License-Identifier: Apache-2.0
"""pm.map: many images, in their order, side by side, with the numbers of solve."""
import gc
import threading
import time
import weakref

import numpy
import pytest

import permeability as pm

FLOW = dict(boundary="periodic", walls="voxels", device="cpu")


def packing(seed, size=20):
    return pm.generate("packing", size=size, radius=5, porosity=0.4, seed=seed)


def plates(width, size=8):
    image = numpy.ones((size, size, size), bool)
    image[:, :width] = False
    return image


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_are_those_of_solve_in_the_order_of_the_images(threads):
    images = [packing(1, 40), plates(2), packing(2), plates(3), packing(3), plates(5)]
    alone = [pm.solve(image, **FLOW) for image in images]
    together = list(pm.map(images, threads=threads, **FLOW))
    assert [(r.k_voxel2, r.steps, r.error) for r in together] == [(r.k_voxel2, r.steps, r.error) for r in alone]


def test_an_image_has_arguments_of_its_own(tmp_path):
    numpy.save(tmp_path / "plates.npy", plates(3))
    images = [plates(3), (plates(3), {"voxel_size": "2 um"}), tmp_path / "plates.npy",
              (tmp_path / "plates.npy", {"voxel_size": "2 um"})]
    options = {**FLOW, "pore": 1}
    first, second, third, fourth = pm.map(images, **options)
    assert first.k_m2 is None and third.k_m2 is None
    assert second.k_m2 == fourth.k_m2 == pytest.approx(first.k_voxel2 * 4e-12)


def test_images_are_taken_from_a_generator_as_they_are_needed():
    taken = []

    def images():
        for seed in range(100):
            taken.append(seed)
            yield plates(3)

    results = pm.map(images(), threads=1, **FLOW)
    assert not taken
    next(results)
    assert len(taken) < 8
    results.close()


def test_a_generator_that_fails_says_so_itself():
    def images():
        yield plates(3)
        raise KeyError("of the user")

    with pytest.raises(KeyError, match="of the user"):
        list(pm.map(images(), **FLOW))


def test_an_image_that_cannot_be_solved_raises_when_its_turn_comes():
    results = pm.map([plates(2), plates(8), plates(3)], **FLOW)
    assert next(results).converged
    with pytest.raises(pm.InputError, match="all solid"):
        next(results)
    assert list(results) == []


def test_or_its_error_stands_in_its_place():
    bad = plates(8)
    given = list(pm.map([plates(2), bad, "no such file.tif", plates(3)], return_exceptions=True, **FLOW))
    assert [type(one) for one in given] == [pm.Result, pm.InputError, pm.InputError, pm.Result]


def test_an_image_for_which_memory_is_short_beside_others_is_solved_alone(monkeypatch):
    from permeability import _map

    real, threads = _map.solve_prepared, []

    def short_of_memory(given, texts, axes, tell):
        threads.append(texts["threads"])
        if len(threads) == 1:
            raise pm.OutOfMemory("too little")
        return real(given, texts, axes, tell)

    monkeypatch.setattr(_map, "solve_prepared", short_of_memory)
    given = list(pm.map([plates(2), plates(3), plates(4)], threads=2, **FLOW))
    assert [one.k_voxel2 for one in given] == [pm.solve(plates(width), **FLOW).k_voxel2 for width in (2, 3, 4)]
    assert len(threads) == 4 and threads.count(2) == 1  # that one has both
    monkeypatch.setattr(_map, "solve_prepared", lambda *_: (_ for _ in ()).throw(pm.OutOfMemory("still too little")))
    with pytest.raises(pm.OutOfMemory, match="still"):
        list(pm.map([plates(2)], **FLOW))


def test_what_is_not_converged_is_told_by_its_number():
    with pytest.warns(pm.NotConvergedWarning, match="^Image 1: The flow is not converged"):
        given = list(pm.map([plates(2), (packing(1), {"max_steps": 20})], **FLOW))
    assert [one.converged for one in given] == [True, False]
    with pytest.raises(pm.NotConverged, match="^Image 0: "):
        list(pm.map([packing(1)], strict=True, max_steps=20, **FLOW))


@pytest.mark.parametrize("images, words", [("scan.tif", "one str"), (plates(2), "one ndarray"), (3, "one int"),
                                           (plates(2)[0], "one ndarray"), (packing(1), "one PoreImage")])
def test_one_image_is_refused(images, words):
    with pytest.raises(pm.InputError, match=f"cannot be {words}"):
        pm.map(images)


def test_an_array_with_four_axes_is_several_images():
    assert len(list(pm.map(numpy.stack([plates(2), plates(3)]), **FLOW))) == 2


@pytest.mark.parametrize("options, error", [
    (dict(tolerence=1), "Did you mean tolerance="), (dict(tolerance=-1), "tolerance= cannot be -1"),
    (dict(checkpoint="folder"), "map has no argument checkpoint="), (dict(progress=3), "progress= cannot be 3")])
def test_wrong_arguments_are_refused_before_any_work(options, error):
    with pytest.raises(pm.Error, match=error):
        pm.map([plates(2)], **options)
    if "progress" not in options:
        with pytest.raises(pm.Error, match=error):
            list(pm.map([(plates(2), options)], **FLOW))


def test_no_images_give_no_results():
    assert list(pm.map([])) == []


def test_progress_counts_images():
    told = []
    list(pm.map([plates(2), plates(3)], progress=lambda *numbers: told.append(numbers), **FLOW))
    list(pm.map(iter([plates(2)]), progress=lambda *numbers: told.append(numbers), **FLOW))
    assert told[:2] == [(1, 2), (2, 2)]
    assert told[2][0] == 1


def test_results_that_are_let_go_take_no_memory():
    alive = []
    for result in pm.map([plates(2)] * 6, threads=1, **FLOW):
        gc.collect()
        assert sum(reference() is not None for reference in alive) == 0
        alive.append(weakref.ref(result))
        del result


def test_leaving_the_loop_ends_the_other_solves():
    before = threading.active_count()
    slow = pm.generate("packing", size=96, radius=5, porosity=0.4, seed=1)
    for _ in pm.map([packing(1), slow, slow], threads=2, tolerance=3e-6, **FLOW):
        break
    start = time.monotonic()
    while threading.active_count() > before and time.monotonic() - start < 20:
        time.sleep(0.05)
    assert threading.active_count() <= before
    assert time.monotonic() - start < 10
