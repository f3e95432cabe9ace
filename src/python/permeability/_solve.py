# SPDX-License-Identifier: Apache-2.0
"""solve and estimate. Their arguments are the options of `permeability solve`; a test compares both."""
import warnings

from ._arguments import option_values, plain, reject_unknown
from ._arrays import direction_word, numpy_array, require_axes, with_direction
from ._core_guard import core, option_table
from ._errors import NotConverged, NotConvergedWarning, as_python
from ._image import PoreImage, as_given, axes_of, take_mask
from ._progress import progress_teller
from ._signatures import arguments_of, with_options
from ._sources import _HOW_IT_IS_READ, is_path, read

OF_THE_FILE_OF_A_FLOW = (*_HOW_IT_IS_READ, "refine", "coarsen")


def _options():
    return arguments_of(option_table())


def map_arguments():
    """Gives the names of the options that many images may share: none is of the files or the time of one run."""
    return [name for name in _options() if name not in ("checkpoint", "every", "max_time", "network")]


def _prepare(image, axes, options, function):
    reject_unknown(options, [*_options(), "progress", "strict"], function)
    return image_and_values(image, axes, options, OF_THE_FILE_OF_A_FLOW)


def read_path(image, axes, options, of_the_file=_HOW_IT_IS_READ):
    """Reads an image that is a path, with those of the options that say how; others as they are. A direction that is a
    number, that of an axis of the array in the file, becomes a letter."""
    if not is_path(image):
        return image
    require_axes("xyz" if axes is None else axes)
    if options.get("direction") is not None:
        options["direction"] = direction_word(options["direction"], axes or "xyz")
    own = {name: options.pop(name) for name in of_the_file if options.get(name) is not None}
    return read(image, voxel_size=options.pop("voxel_size", None), axes=axes, **own)


def image_and_values(image, axes, options, of_the_file=_HOW_IT_IS_READ):
    """Gives an image and options as the compiled module takes them. An image that is a path is read, with the options
    `of_the_file` and the voxel size."""
    image = read_path(image, axes, options, of_the_file)
    given = as_given(image, axes, take_mask(options))
    options = with_direction(options, axes_of(given, None))
    rules = ("pore", "solid", "labels")
    if not isinstance(image, PoreImage) and all(options.get(name) is None for name in rules):
        if numpy_array(image).dtype == bool:
            options["pore"] = True
    return given, option_values(options)


@with_options(_options())
def solve(image, *, axes=None, progress=None, strict=False, **options):
    """Gives the permeability of an image.

    Ctrl-C ends a run within a second.

    Parameters
    ----------
    {options}

    Returns
    -------
    Result
        K of each direction with its bound, checks, warnings and, where they are asked for, fields.

    Raises
    ------
    InputError
        The image, or the value of an argument, is not what it must be.
    UsageError
        Arguments are missing, are unknown or contradict each other.
    DeviceError, OutOfMemory
        A device is absent or fails, or its memory does not suffice.
    NotConverged
        A flow did not reach its steady state, and `strict` is True.

    Warns
    -----
    NotConvergedWarning
        A flow did not reach its steady state.

    Examples
    --------
    A slit that is four voxels wide, in an image that is half solid: K is about 4^2 / 12 / 2.

    >>> import numpy
    >>> import permeability as pm
    >>> im = numpy.ones((4, 8, 4), dtype=bool)
    >>> im[:, :4] = False
    >>> result = pm.solve(im, voxel_size="2 um", boundary="periodic")
    >>> round(result.k_voxel2, 2)
    0.69

    A stack of slices, as tifffile reads it, with the grey values 0 to 89 as pores:

    >>> stack = numpy.where(im.transpose(2, 1, 0), 60, 120).astype("uint8")
    >>> pm.solve(stack, axes="zyx", pore=range(0, 90), boundary="periodic").k_voxel2 == result.k_voxel2
    True
    """
    given, texts = _prepare(image, axes, options, "solve")
    with progress_teller(progress) as tell:
        result = solve_prepared(given, texts, axes, tell)
    require_converged(result, strict)
    return result


def solve_prepared(given, texts, axes, tell):
    """Gives the Result of an image and options as image_and_values gives them."""
    solved = core().solve(given, texts, tell)
    files = {"result.json": solved["result"], "convergence.csv": solved["convergence"],
             "result.csv": solved["table"], "plane_flux.csv": solved["plane_flux"], "reynolds.csv": solved["reynolds"], "views.json": solved["views"]}
    from ._result import Result

    return Result(files, solved["fields"], axes_of(given, axes), solved.get("frame"))


def require_converged(result, strict, of_what=""):
    """Warns where a flow did not reach its steady state, or raises NotConverged, with `of_what` before the sentence."""
    if not result.converged:
        message = of_what + _why_not(result)
        if plain(strict):
            raise NotConverged(message, result)
        warnings.warn(message, NotConvergedWarning, stacklevel=3)


def _why_not(result):
    """Says which flows did not reach their steady state, and what to do."""
    bad = [flow for flow in result.flows if not flow.converged]
    creeping = "; ".join(f"{flow.direction}: {flow['diverged_because'] or flow.stop}" for flow in bad
                         if not flow.is_creeping_converged)
    if any(flow.stop == "interrupted" for flow in bad):
        return (f"The run was stopped before its end ({creeping}). The same call with checkpoint= and a longer max_time= "
                "goes on from there")
    if creeping:
        return (f"The flow is not converged ({creeping}). Give it more steps with max_steps=, or look at "
                "result.warnings")
    ends = "; ".join(f"{flow.direction}: {as_python(flow.inertia.why or flow.inertia.end)}" for flow in bad)
    return f"The list of reynolds= is not complete ({ends}). What was solved before is in the inertia of the flow"


class Estimate(dict):
    """What a run would take: dims, porosity, device, warnings, and of each flow its bytes, steps, seconds and tau.

    bytes, seconds: of the largest flow, and of all flows. The seconds are those of the machine that "seconds_are_for" of a
    flow names: idle cores of a recent server, or an idle H200.
    """

    bytes = property(lambda self: max((flow["bytes"] or 0 for flow in self["flows"]), default=0))
    seconds = property(lambda self: sum(flow["seconds"] or 0 for flow in self["flows"]))


@with_options(_options())
def estimate(image, *, axes=None, progress=None, **options):
    """Gives what `solve` would take with the same arguments.

    It finds which pores conduct, and how wide they are, and steps nothing.

    Parameters
    ----------
    {options}

    Returns
    -------
    Estimate
        A dict with bytes and seconds.

    Raises
    ------
    InputError, UsageError, DeviceError, OutOfMemory
        As `solve` does.

    Examples
    --------
    >>> import permeability as pm
    >>> bed = pm.generate("packing", size=24, radius=4, seed=1)
    >>> pm.estimate(bed, direction="xyz").bytes > 1000
    True
    """
    given, texts = _prepare(image, axes, options, "estimate")
    with progress_teller(progress) as tell:
        found = Estimate(core().estimate(given, texts, tell))
    found["warnings"] = [as_python(text) for text in found["warnings"]]
    return found
