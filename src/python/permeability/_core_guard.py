# SPDX-License-Identifier: Apache-2.0
"""Loads the compiled module, and keeps it from being used where it cannot work: in a process that was forked after a
solve. There the threads of the parent are missing, and the first loop would wait for them for ever."""
import atexit
import os

# Threads of OpenMP that wait spin for milliseconds and take the processors from those that work, unless this is set
# before its library is loaded.
if "GOMP_SPINCOUNT" not in os.environ and "OMP_WAIT_POLICY" not in os.environ:
    os.environ["GOMP_SPINCOUNT"] = "2000"
    from . import _core
    del os.environ["GOMP_SPINCOUNT"]
else:
    from . import _core

from ._errors import DeviceError

_was_used = False
_is_forked = False


def _note_fork():
    global _is_forked
    _is_forked = _was_used


os.register_at_fork(after_in_child=_note_fork)
atexit.register(_core.end_all)


def core():
    """Gives the compiled module, for work. Raises DeviceError in a process that was forked after a solve."""
    global _was_used
    if _is_forked:
        raise DeviceError("permeability cannot work in this process (it was forked from one that had solved, and the "
                          "threads of that one are missing here). Start processes with "
                          "multiprocessing.get_context('spawn'), or fork before the first solve")
    _was_used = True
    return _core


def version():
    return _core.version()


def commit():
    return _core.commit()


def option_table():
    return _core.solve_options()


def recipe_table():
    return _core.recipe_options()
