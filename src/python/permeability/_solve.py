# SPDX-License-Identifier: Apache-2.0
"""solve and estimate. Their arguments are the options of `permeability solve`; a test compares both."""
import warnings

from ._arguments import option_values, plain, reject_unknown
from ._arrays import numpy_array, require_axes, with_direction
from ._core_guard import core, option_table
from ._errors import NotConverged, NotConvergedWarning, as_python
from ._image import PoreImage, as_given, axes_of, read, take_mask
from ._progress import progress_teller

# Options of the command that say where files are and what the terminal shows.
_OF_THE_COMMAND = {"input", "output", "overwrite", "report", "figures", "json", "brief", "quiet", "timings",
                   "config", "grains", "help", "dims", "dtype", "endian", "offset", "allow-outside", "transport", "share-gpus"}


# Options that say how a file is read.
_OF_THE_FILE = ("pore", "solid", "labels", "crop", "mask", "resample")


def arguments_of(table):
    """Gives the options of a table that are arguments here, by the name of the argument."""
    return {option["name"].replace("-", "_"): option for option in table if option["name"] not in _OF_THE_COMMAND}


def _options():
    return arguments_of(option_table())


def _prepare(image, axes, options, function):
    reject_unknown(options, [*_options(), "progress", "strict"], function)
    return image_and_values(image, axes, options, (*_OF_THE_FILE, "refine", "coarsen"))


def is_path(image):
    return isinstance(image, (str, bytes)) or hasattr(image, "__fspath__")


def image_and_values(image, axes, options, of_the_file=_OF_THE_FILE):
    """Gives an image and options as the compiled module takes them. An image that is a path is read, with the options
    `of_the_file` and the voxel size."""
    if is_path(image):
        require_axes("xyz" if axes is None else axes)
        own = {name: options.pop(name) for name in of_the_file if options.get(name) is not None}
        image = read(image, voxel_size=options.pop("voxel_size", None), axes=axes, **own)
    given = as_given(image, axes, take_mask(options))
    options = with_direction(options, axes_of(given, None))
    rules = ("pore", "solid", "labels")
    if not isinstance(image, PoreImage) and all(options.get(name) is None for name in rules):
        if numpy_array(image).dtype == bool:
            options["pore"] = True
    return given, option_values(options)


def solve(image, *, axes=None, progress=None, strict=False, **options):
    """Gives the permeability of an image, as a Result.

    image: an array with three axes, of bool (True is pore) or of numbers (`pore`, `solid` or `labels` says which are
        pore); a PoreImage of `read` or `generate`; or a path. No order, stride or type of it is copied.
    axes: "xyz" or "zyx", the order of the axes of the array; "xyz" where nothing is said, as PoreSpy has it. Stacks of
        slices, as tifffile and scikit-image read them, are "zyx".
    progress: True shows a bar (tqdm, where it is there), or a function that is called about 20 times a second with a
        dict: phase, steps, permeability_voxel2, error, seconds, seconds_left.
    strict: raise NotConverged where a flow did not reach its steady state, in place of a warning.

    checkpoint, every, max_time: a folder in which the run saves what it needs to go on, how often ("10min"), and after
        what time it ends with what is known ("55min", or "slurm"). The same call goes on from there.

    Ctrl-C ends a run within a second. Raises InputError, UsageError, DeviceError or OutOfMemory, with a sentence that
    says what to do. The other arguments are the options of `permeability solve`:

    """
    given, texts = _prepare(image, axes, options, "solve")
    with progress_teller(progress) as tell:
        solved = core().solve(given, texts, tell)
    files = {"result.json": solved["result"], "convergence.csv": solved["convergence"],
             "result.csv": solved["table"], "plane_flux.csv": solved["plane_flux"], "reynolds.csv": solved["reynolds"], "views.json": solved["views"]}
    from ._result import Result

    result = Result(files, solved["fields"], axes_of(given, axes), solved.get("frame"))
    if not result.converged:
        message = _why_not(result)
        if plain(strict):
            raise NotConverged(message, result)
        warnings.warn(message, NotConvergedWarning, stacklevel=2)
    return result


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


def estimate(image, *, axes=None, progress=None, **options):
    """Gives what `solve` would take with the same arguments, as an Estimate: a dict, with bytes and seconds. It finds
    which pores conduct, and how wide they are, and steps nothing."""
    given, texts = _prepare(image, axes, options, "estimate")
    with progress_teller(progress) as tell:
        found = Estimate(core().estimate(given, texts, tell))
    found["warnings"] = [as_python(text) for text in found["warnings"]]
    return found


def describe_arguments(arguments):
    """Gives a line of help for each argument."""
    lines = []
    for name, option in arguments.items():
        default = option["default_words"] or option["default"]
        value = option["value"] or "bool"
        words = " ".join(option["help"].split())
        lines.append(f"    {name} ({value}{'; default ' + default if default else ''}): {words}")
    return "\n".join(lines)


solve.__doc__ += describe_arguments(_options())
