# SPDX-License-Identifier: Apache-2.0
"""Shows how far a run is."""
import contextlib
import math
import sys

from ._arguments import plain
from ._errors import InputError


class _Bar:
    """A bar of tqdm: from a bound of 1 to the tolerance, on a logarithmic scale, as far as that is known."""

    def __init__(self, tqdm):
        self._bar = tqdm(total=100, unit="%", bar_format="{desc} |{bar}| {elapsed}")

    def __call__(self, moment):
        self._bar.set_description_str(_in_words(moment), refresh=False)
        seconds, left = moment.get("seconds"), moment.get("seconds_left")
        if seconds is not None and left is not None and seconds + left > 0:
            self._bar.n = max(self._bar.n, math.floor(100 * seconds / (seconds + left)))
        self._bar.refresh()

    def close(self):
        self._bar.close()


class _Line:
    """A line on stderr that changes twice a second."""

    def __init__(self):
        self._calls = 0

    def __call__(self, moment):
        self._calls += 1
        if self._calls % 10 == 0 and sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K" + _in_words(moment))
            sys.stderr.flush()

    def close(self):
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")


def _in_words(moment):
    if moment.get("steps") is None:
        return moment["phase"]
    words = f"{moment['direction']}  {moment['steps']} steps"
    if moment.get("permeability_voxel2") is not None:
        words += f"  K {moment['permeability_voxel2']:.5g} voxel^2"
        if moment.get("error") is not None:
            words += f" +- {100 * moment['error']:.2g} %"
    return words


@contextlib.contextmanager
def progress_teller(progress):
    """Gives the function that is called while a run works, or None."""
    progress = plain(progress)
    if progress is None or progress is False:
        yield None
    elif progress is True:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            shown = _Line()
        else:
            shown = _Bar(tqdm)
        try:
            yield shown
        finally:
            shown.close()
    elif callable(progress):
        yield progress
    else:
        raise InputError(f"progress= cannot be {progress!r} (it is True, None or a function of one dict). "
                         "Leave it out")
