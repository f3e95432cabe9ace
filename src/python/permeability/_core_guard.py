# SPDX-License-Identifier: Apache-2.0
"""Loads the compiled module, where it can work."""
import atexit
import os

for _name in ("_interpreters", "_xxsubinterpreters"):  # the name before Python 3.13
    try:
        _interpreters = __import__(_name)
    except ImportError:
        continue
    if _interpreters.get_current() != _interpreters.get_main():
        raise ImportError("permeability cannot be imported here (this is not the main interpreter of the process). Import "
                          "it there, or start processes with multiprocessing.get_context('spawn')")
    break

# Threads of OpenMP that wait spin for milliseconds and take the processors from those that work, unless this is set
# before its library is loaded.
if "GOMP_SPINCOUNT" not in os.environ and "OMP_WAIT_POLICY" not in os.environ:
    os.environ["GOMP_SPINCOUNT"] = "2000"
    from . import _core
    del os.environ["GOMP_SPINCOUNT"]
else:
    from . import _core

atexit.register(_core.end_all)


def core():
    """Gives the compiled module. What works with several threads raises DeviceError in a process that was forked after
    such work."""
    return _core


def version():
    return _core.version()


def commit():
    return _core.commit()


def option_table():
    return _core.solve_options()


def conduct_table():
    return _core.conduct_options()


def look_table():
    return _core.look_options()


def recipe_table():
    return _core.recipe_options()
