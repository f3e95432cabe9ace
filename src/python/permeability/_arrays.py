# SPDX-License-Identifier: Apache-2.0
"""Arrays of NumPy as the compiled module takes them."""
import mmap
import reprlib

from ._errors import InputError

AXES = ("xyz", "zyx")


def require_axes(axes):
    if axes not in AXES:
        raise InputError(f"axes= cannot be {reprlib.repr(axes)} (it names the order of the axes of the array). Give 'xyz' or 'zyx'")


def require_whole_file(array):
    """Raises InputError where the memory of an array is a map of a file that is shorter than the map. Reading behind the
    end of the file would end this process by a signal. A file that is cut short later still does."""
    offset = 0
    while array is not None and not isinstance(array, mmap.mmap):
        offset = max(offset, getattr(array, "offset", 0) or 0)  # of a memmap, from the start of the file
        array = array.obj if isinstance(array, memoryview) else getattr(array, "base", None)
    if array is None:
        return
    try:
        missing = offset - offset % mmap.ALLOCATIONGRANULARITY + len(array) - array.size()
    except (OSError, ValueError):  # a map without a file, or one that is closed
        return
    if missing > 0:
        raise InputError(f"The array is a map of a file that has become {missing} bytes too short (it was cut after it "
                         "was opened). Open it again")


def numpy_array(image):
    import numpy

    array = numpy.asanyarray(image)
    if isinstance(array, numpy.ma.MaskedArray):
        raise InputError("The image is a masked array (what a masked voxel is cannot be told). Fill it, for example "
                         "with image.filled(0)")
    if array.ndim != 3:
        raise InputError(f"The image has {array.ndim} axes (its shape is {array.shape}). Give an array with three axes; "
                         "a single slice has one of length 1")
    return array


def given_array(image, axes):
    """Gives an array as the compiled module takes it. Its memory is not copied."""
    array = numpy_array(image)
    require_whole_file(array)
    interface = array.__array_interface__
    strides = interface["strides"] or tuple(array.strides)
    return (array, interface["data"][0], interface["typestr"], array.shape, strides, axes)
