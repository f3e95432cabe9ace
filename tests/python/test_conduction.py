# SPDX-License-Identifier: Apache-2.0
"""What a user of conduct meets: arguments, errors, results that travel, and runs that are stopped."""
import copy
import json
import math
import pickle
import subprocess
import sys
import threading

import numpy
import pytest

import permeability as pm


@pytest.mark.parametrize("arguments, kind, words", [
    ({"tolerence": 1}, pm.UsageError, "Did you mean tolerance=?"),
    ({"progress": True}, pm.UsageError, "conduct has no argument progress="),
    ({"fields": True}, pm.UsageError, "conduct has no argument fields="),
    ({"output": "there"}, pm.UsageError, "conduct has no argument output="),
    ({"tolerance": 2}, pm.InputError, "tolerance= cannot be 2"),
    ({"tolerance": 1e-9}, pm.InputError, "tolerance=1e-09 cannot be met"),
    ({"direction": "w"}, pm.InputError, "direction="),
    ({"boundary": "closed"}, pm.InputError, "boundary="),
    ({"of": "water"}, pm.InputError, "of="),
    ({"bulk": "much"}, pm.InputError, "bulk= cannot be 'much'"),
    ({"bulk": -1}, pm.InputError, "bulk="),
    ({"bulk": math.nan}, pm.InputError, "bulk="),
    ({"bulk": True}, pm.InputError, "bulk="),
    ({"bulk": [1, 2]}, pm.InputError, "of type list"),
    ({"threads": -1}, pm.InputError, "threads="),
    ({"threads": 1.5}, pm.InputError, "threads="),
    ({"axes": "yxz"}, pm.InputError, "axes= cannot be 'yxz'"),
    ({"voxel_size": "3"}, pm.InputError, "unit"),
    ({"voxel_size": (1e-6, 1e-6, 2e-6)}, pm.UsageError, 'resample="cubic"'),
    ({"pore": 3, "solid": 4}, pm.UsageError, "pore= and solid= are both given"),
    ({"refine": 2, "coarsen": 2}, pm.UsageError, "refine= and coarsen= are both given"),
    ({"refine": 9}, pm.InputError, "refine="),
    ({"conductivity": {}}, pm.InputError, "conductivity= is empty"),
    ({"conductivity": 0.5}, pm.InputError, "conductivity= cannot be 0.5"),
    ({"conductivity": {1: -1}}, pm.InputError, "conductivity= cannot be"),
    ({"conductivity": {1: "much"}}, pm.InputError, "conductivity= cannot be"),
    ({"conductivity": {1: None}}, pm.InputError, "of type NoneType"),
    ({"conductivity": {1: 0}}, pm.InputError, "nothing conducts"),
    ({"conductivity": {0: 1, 1: 1e-10}}, pm.InputError, "differ"),
    ({"conductivity": {1: 1, range(0, 2): 0.5}}, pm.InputError, "two conductivities"),
    ({"conductivity": {1: 1}, "pore": 1}, pm.UsageError, "pore="),
    ({"conductivity": {1: 1}, "coarsen": 2}, pm.UsageError, "coarsen="),
])
def test_bad_arguments_are_one_sentence_in_the_words_of_python(arguments, kind, words, mask):
    with pytest.raises(kind) as error:
        pm.conduct(mask, **arguments)
    assert words in str(error.value)
    assert "\n" not in str(error.value) and "--" not in str(error.value)


@pytest.mark.parametrize("image", [numpy.ones(3), numpy.ones((2, 2, 2), complex), numpy.ones((0, 2, 2)),
                                   numpy.zeros((3, 3, 3), bool), numpy.array([[["a"]]]), None, "there_is_no.tif",
                                   numpy.ma.masked_array(numpy.ones((2, 2, 2)), True)])
def test_what_is_no_image_is_refused(image):
    options = {} if getattr(image, "dtype", None) == bool else {"pore": 1}
    with pytest.raises(pm.InputError):
        pm.conduct(image, **options)


def test_numbers_need_a_rule_and_known_pores_take_none(mask, packing):
    with pytest.raises(pm.InputError, match=r"pore=0 or pore=1"):
        pm.conduct(mask.astype("u1"))
    with pytest.raises(pm.UsageError, match="known already"):
        pm.conduct(packing, pore=0)
    with pytest.raises(pm.UsageError, match="known already"):
        pm.conduct(packing, conductivity={0: 1})


def test_an_image_that_was_resampled_is_not_resampled_again(mask, tmp_path):
    numpy.save(tmp_path / "image.npy", mask.astype("u1"))
    refined = pm.read(tmp_path / "image.npy", pore=1, refine=2, voxel_size="2um")
    for options in ({"refine": 2}, {"coarsen": 2}, {"voxel_size": "2um"}):
        with pytest.raises(pm.UsageError, match="made from another one"):
            pm.conduct(refined, **options)


@pytest.fixture(scope="module")
def found(mask):
    return pm.conduct(mask, direction="xyz", boundary="periodic", tolerance=1e-2, bulk="2 S/m", of="current")


def assign(name):
    return lambda thing: setattr(thing, name, 1)


@pytest.mark.parametrize("change", [assign(name) for name in
                                    ["directions", "formation_factor", "tensor", "data", "warnings", "converged"]])
def test_what_was_found_cannot_be_assigned(change, found):
    with pytest.raises(AttributeError):
        change(found)
    with pytest.raises(TypeError):
        found["image"] = 1
    for name in ("lower", "upper", "mine"):
        with pytest.raises(AttributeError):
            setattr(found["x"].formation_factor, name, 1)


def test_what_was_found_stays_as_it_was(found):
    text, data, tensor = repr(found), found.data, found.tensor
    found.data["image"]["dims"][0] = 7
    found["image"]["dims"][0] = 7
    found["x"]["relative_conductivity"]["value"] = 7
    found.directions.clear()
    found.warnings.append("mine")
    found.tensor[:] = 7
    assert (repr(found), found.data) == (text, data) and (found.tensor == tensor).all()
    assert {key: found[key] for key in found} == dict(found) == data


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, *(lambda thing, p=p: pickle.loads(pickle.dumps(thing, p))
                                                             for p in range(pickle.HIGHEST_PROTOCOL + 1))])
def test_what_was_found_travels(way, found):
    other = way(found)
    assert other.data == found.data and repr(other) == repr(found)
    for name in ("formation_factor", "tortuosity", "relative_conductivity", "effective"):
        ours, theirs = getattr(found["z"], name), way(getattr(found["z"], name))
        assert (theirs, theirs.lower, theirs.upper) == (ours, ours.lower, ours.upper)
    smooth = found["z"].smooth_formation_factor
    assert way(smooth) == smooth and way(smooth).standard_deviation == smooth.standard_deviation


def test_numbers_are_floats_that_show_their_bounds():
    number = pm.Bounded(4.3021, 4.1812, 4.4471)
    assert number == 4.3021 and type(number * 2) is float and f"{number:.2f}" == "4.30"
    assert repr(number) == "4.302, between 4.181 and 4.447"
    assert json.dumps([number]) == "[4.3021]" and numpy.array([number]).dtype == float
    assert repr(pm.Bounded(0.5, 0.5, 0.5)) == "0.5 exactly" and repr(pm.Bounded(0, 0, 0)) == "0 exactly"
    assert repr(pm.Bounded(40, 20, math.inf)) == "40, between 20 and inf"
    assert repr(pm.Bounded(1.234567, 1.234561, 1.234572)) == "1.234567, between 1.234561 and 1.234572"
    assert repr(pm.Estimated(4.3, 0.0321)) == "4.3, standard deviation 0.032"


def test_the_interpreter_goes_on_while_conduction_is_found():
    image = pm.generate("overlap", size=64, porosity=0.4, radius=5, seed=1)
    ticks = []
    over = threading.Event()

    def tick():
        while not over.wait(0.005):
            ticks.append(None)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    pm.conduct(image)
    during = len(ticks) - before
    over.set()
    thread.join()
    assert during > 10


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
    pm.conduct(image, direction="xyz", tolerance=1e-5, threads=1)
except KeyboardInterrupt:
    print(time.process_time() - sent[0])
"""


@pytest.mark.parametrize("moment", [0.02, 0.3, 1.0, 2.5])
def test_control_c_leaves_within_a_second_of_work(moment):
    done = subprocess.run([sys.executable, "-c", STOPPED, str(moment)], capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 1
