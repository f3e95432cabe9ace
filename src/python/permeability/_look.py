# SPDX-License-Identifier: Apache-2.0
"""look. Its arguments are the options of `permeability look`; a test compares both."""
import json

from ._arguments import option_values, reject_unknown
from ._arrays import ArrayAxes, numpy_array
from ._core_guard import core, look_table
from ._errors import UsageError
from ._image import PoreImage, as_given, axes_of, take_mask
from ._signatures import arguments_of, with_options
from ._sources import is_path, texts_of_path

_OF_THE_SCREEN = ("json",)


class Look(dict):
    """What an image is, with the keys of `permeability look --json`. As text it is the screen of the command."""

    def __init__(self, facts, screen, axes=ArrayAxes("xyz")):
        super().__init__(facts)
        self._screen = screen
        self._axes = axes

    def __str__(self):
        return self._screen

    def __repr__(self):
        nx, ny, nz = self["image"]["dims"]
        chosen = next((pores for pores in self["pores"] if pores["is_chosen"]), None)
        parts = [f"Look at {nx} x {ny} x {nz} voxels", f"porosity {chosen['porosity']:.4f}" if chosen else "", self._axes.say("x")]
        return "<" + ", ".join(filter(None, parts)) + ">"

    def _repr_html_(self):
        import html

        return f"<pre>{html.escape(self._screen)}</pre>"

    def __reduce__(self):
        return type(self), (dict(self), self._screen, self._axes)


def _options():
    """Gives the options that are arguments here, by the name of the argument."""
    return {name: option for name, option in arguments_of(look_table()).items() if name not in _OF_THE_SCREEN}


@with_options(_options())
def look(image, *, axes=None, **options):
    """Looks at an image before anybody has said what is pore.

    It finds sizes, histogram, thresholds with the porosity of each, what is connected along each axis, sizes of pores and
    throats, faults of the scan, and what `solve` would take here.

    Parameters
    ----------
    {options}

    Returns
    -------
    Look
        A dict that prints as a screen of text. "solve_arguments" of it make `solve` take the pores that were looked at.

    Raises
    ------
    InputError
        There is no image, or the value of an argument is not what it must be.
    UsageError
        Arguments are unknown or contradict each other.

    Examples
    --------
    >>> import numpy
    >>> import permeability as pm
    >>> bed = pm.generate("packing", size=24, radius=4, seed=1).numpy()
    >>> grey = numpy.where(bed, 40, 160).astype("uint8")
    >>> seen = pm.look(grey)
    >>> result = pm.solve(grey, voxel_size="5 um", boundary="periodic", **seen["solve_arguments"])
    >>> round(result.porosity, 3) == round(float(bed.mean()), 3)
    True
    """
    reject_unknown(options, _options(), "look")
    mask = take_mask(options)
    if is_path(image):
        if mask is not None:
            raise UsageError("mask= is an array, and the image is a path (whose axes are those of its file). Give the path "
                             "of a mask, or the image as an array")
        given, texts = None, texts_of_path(image, axes, options)
    else:
        given = as_given(image, axes, mask)
        says_nothing = all(options.get(name) is None for name in ("pore", "solid", "labels"))
        if not isinstance(image, PoreImage) and says_nothing and numpy_array(image).dtype == bool:
            options["pore"] = True
        texts = option_values(options)
    facts, screen = core().look(given, texts)
    return Look(json.loads(facts), screen, axes_of(given, axes))
