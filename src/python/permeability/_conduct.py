# SPDX-License-Identifier: Apache-2.0
"""conduct. Its arguments are the options of `permeability conduct`; a test compares both."""
from ._arguments import option_values, reject_unknown
from ._arrays import with_direction
from ._conduction import Conduction
from ._core_guard import conduct_table, core
from ._errors import UsageError
from ._image import as_given, axes_of, take_mask
from ._signatures import arguments_of, with_options
from ._solve import image_and_values
from ._sources import is_path, texts_of_path


def _options():
    """Gives the options that are arguments here, by the name of the argument."""
    return arguments_of(conduct_table())


def _phases_and_values(image, axes, options):
    """Gives an image of several phases and options as the compiled module takes them. It reads a path once a phase."""
    mask = take_mask(options)
    if is_path(image):
        if mask is not None:
            raise UsageError("mask= is an array, and the image is a path (whose axes are those of its file). Give the path "
                             "of a mask, or the image as an array")
        return None, texts_of_path(image, axes, with_direction(options, "xyz" if axes is None else axes))
    given = as_given(image, axes, mask)
    return given, option_values(with_direction(options, axes_of(given, None)))


@with_options(_options())
def conduct(image, *, axes=None, **options):
    """Gives what the pores of an image conduct of what diffuses, of an electric current or of heat.

    That is formation factor, tortuosity and relative conductivity, each between two bounds that are proven for the body
    of the voxels. The solid conducts nothing, and voxels are joined through faces only. Pores that no way joins from end
    to end are a result: the formation factor is infinite. What is found has no unit but that of `bulk`, and needs no
    voxel size. Ctrl-C ends a run within a second.

    Parameters
    ----------
    {options}

    Returns
    -------
    Conduction
        Floats with bounds for each direction, the tensor and the warnings.

    Raises
    ------
    InputError
        The image, or the value of an argument, is not what it must be.
    UsageError
        Arguments are missing, are unknown or contradict each other.
    DeviceError, OutOfMemory
        A device is absent or fails, or its memory does not suffice.

    Examples
    --------
    A straight slit through half of the image: the formation factor is one over the porosity.

    >>> import numpy
    >>> import permeability as pm
    >>> im = numpy.ones((4, 8, 4), dtype=bool)
    >>> im[:, :4] = False
    >>> c = pm.conduct(im, boundary="periodic")
    >>> round(c.formation_factor, 3), round(c.tortuosity, 3)
    (2.0, 1.0)

    Grey values that conduct: pores (1), and a matrix (2) that conducts half as much.

    >>> grey = numpy.where(im, 1, 2).astype("uint8")
    >>> c = pm.conduct(grey, conductivity={1: 1.0, 2: 0.5}, boundary="periodic")
    >>> round(c.relative_conductivity, 3)
    0.75
    """
    reject_unknown(options, _options(), "conduct")
    prepare = image_and_values if options.get("conductivity") is None else _phases_and_values
    return Conduction(core().conduct(*prepare(image, axes, options)))
