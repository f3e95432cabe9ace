# SPDX-License-Identifier: Apache-2.0
"""look. Its arguments are the options of `permeability look`; a test compares both."""
import json

from ._arguments import option_values, reject_unknown, text_bytes
from ._arrays import ArrayAxes, numpy_array, require_axes
from ._core_guard import core, look_table
from ._errors import UsageError
from ._image import PoreImage, as_given, axes_of, take_mask
from ._solve import arguments_of, describe_arguments, is_path

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


def look(image, *, axes=None, **options):
    """Looks at an image before anybody has said what is pore, and gives a Look: a dict with the keys of `permeability look
    --json`, which prints as the screen of the command. Sizes, histogram, thresholds with the porosity of each, what is
    connected along each axis, sizes of pores and throats, faults of the scan, and what `solve` would take here.

    image: an array with three axes, of bool (True is pore) or of numbers; a PoreImage; or a path. Nothing of it is
        copied.
    axes: "xyz" or "zyx", the order of the axes of the array; "xyz" where nothing is said.

    "solve_arguments" of a Look are those that make `solve` take the pores that were looked at:
    solve(image, voxel_size=..., **look(image)["solve_arguments"]). Raises InputError where there is no image. The other
    arguments are the options of `permeability look`:

    """
    reject_unknown(options, _options(), "look")
    mask = take_mask(options)
    if is_path(image):
        require_axes("xyz" if axes is None else axes)
        if mask is not None:
            raise UsageError("mask= is an array, and the image is a path (whose axes are those of its file). Give the path "
                             "of a mask, or the image as an array")
        given, options = None, {"axes": axes, **options}
        texts = {"input": text_bytes("path", image), **option_values(options)}
    else:
        given = as_given(image, axes, mask)
        says_nothing = all(options.get(name) is None for name in ("pore", "solid", "labels"))
        if not isinstance(image, PoreImage) and says_nothing and numpy_array(image).dtype == bool:
            options["pore"] = True
        texts = option_values(options)
    facts, screen = core().look(given, texts)
    return Look(json.loads(facts), screen, axes_of(given, axes))


look.__doc__ += describe_arguments(_options())
