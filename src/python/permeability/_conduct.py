# SPDX-License-Identifier: Apache-2.0
"""conduct. Its arguments are the options of `permeability conduct`; a test compares both."""
from ._arguments import option_values, reject_unknown, text_bytes
from ._arrays import require_axes, with_direction
from ._conduction import Conduction
from ._core_guard import conduct_table, core
from ._errors import UsageError
from ._image import as_given, axes_of, take_mask
from ._solve import arguments_of, describe_arguments, image_and_values, is_path


def _options():
    """Gives the options that are arguments here, by the name of the argument."""
    return arguments_of(conduct_table())


def _phases_and_values(image, axes, options):
    """Gives an image of several phases and options as the compiled module takes them. It reads a path once a phase."""
    mask = take_mask(options)
    if is_path(image):
        require_axes("xyz" if axes is None else axes)
        if mask is not None:
            raise UsageError("mask= is an array, and the image is a path (whose axes are those of its file). Give the path "
                             "of a mask, or the image as an array")
        return None, {"input": text_bytes("path", image), **option_values({"axes": axes, **with_direction(options, "xyz")})}
    given = as_given(image, axes, mask)
    return given, option_values(with_direction(options, axes_of(given, None)))


def conduct(image, *, axes=None, **options):
    """Gives what the pores of an image conduct of what diffuses, of an electric current or of heat, as a Conduction:
    formation factor, tortuosity and relative conductivity, each between two bounds that are proven for the body of the
    voxels. The solid conducts nothing, and voxels are joined through faces only.

    image: an array with three axes, of bool (True is pore) or of numbers (`pore`, `solid` or `labels` says which are
        pore); a PoreImage of `read` or `generate`; or a path. No order, stride or type of it is copied.
    conductivity: in place of `pore`, a dict of what the voxels of grey values conduct: {0: 1, 1: 0.05}, {range(0, 90):
        1, (90, 91): 0.1}. Others conduct nothing. The image is an array or a path then.
    axes: "xyz" or "zyx", the order of the axes of the array; "xyz" where nothing is said, as PoreSpy has it. Stacks of
        slices, as tifffile and scikit-image read them, are "zyx". Directions and the tensor are those of x, y, z.

    Pores that no way joins from end to end are a result: the formation factor is infinite. What is found has no unit
    but that of `bulk`, and needs no voxel size. Ctrl-C ends a run within a second. Raises InputError for a value that
    cannot be, UsageError for arguments that are unknown or contradict each other, DeviceError and OutOfMemory, with a
    sentence that says what to do. The other arguments are the options of `permeability conduct`:

    """
    reject_unknown(options, _options(), "conduct")
    prepare = image_and_values if options.get("conductivity") is None else _phases_and_values
    return Conduction(core().conduct(*prepare(image, axes, options)))


conduct.__doc__ += describe_arguments(_options())
