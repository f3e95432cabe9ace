# SPDX-License-Identifier: Apache-2.0
"""Arrays of NumPy, and what becomes one, as the compiled module takes them. Which axis is x, y and z is said by the dims
of the array (xarray), by axes=, or by nobody: then the first one is x, and results say so."""
import itertools
import mmap
import reprlib

from ._errors import InputError, UsageError

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


class ArrayAxes(str):
    """The order of the axes of an array, "zyx", or "yx" of one with two axes. It knows their lengths and names too."""

    lengths = names = ()

    def say(self, letters):
        """Gives "x = axis 0 (64 voxels)" for each of these letters that is an axis."""
        words = []
        for axis, (letter, length) in enumerate(zip(self, self.lengths)):
            name = f" {self.names[axis]!r}" if self.names else ""
            words.append((letter, f"{letter} = axis {axis}{name} ({length} voxel{'' if length == 1 else 's'})"))
        return ", ".join(text for letter, text in sorted(words) if letter in letters)


def _names_of(image, count):
    """Gives the names that xarray has for the axes of an array, or none."""
    dims = getattr(image, "dims", None)
    return dims if isinstance(dims, tuple) and len(dims) == count and all(isinstance(name, str) for name in dims) else ()


def find_axes(image, axes, shape):
    """Gives the ArrayAxes of an image of two or three axes. `axes` is what the user says, or None."""
    count = len(shape)
    names = _names_of(image, count)
    said = [name.lower() if len(name) == 1 and name.lower() in "xyz" else None for name in names] or [None] * count
    usual = "xyz"[:count]
    if axes is not None:
        if not (count == 2 and axes in ("xy", "yx")):
            require_axes(axes)
        usual = "".join(letter for letter in axes if count == 3 or letter != "z")
    orders = ["".join(letters) for letters in itertools.permutations("xyz", count)]
    fitting = [order for order in orders if all(one in (None, letter) for one, letter in zip(said, order))]
    if usual in fitting:
        order = usual
    elif axes is not None:
        raise UsageError(f"axes= is {axes!r}, which the dims of the image contradict (they are {', '.join(names)}). Leave "
                         "axes= out, or rename the dims")
    elif len(fitting) == 1:
        order = fitting[0]
    else:
        raise InputError(f"The dims of the image do not say which axis is x, y and z (they are {', '.join(names)}). Say "
                         "axes='zyx' or axes='xyz', or rename the dims")
    found = ArrayAxes(order)
    found.lengths, found.names = tuple(shape), names
    return found


def numpy_array(image):
    """Gives an array of two or three axes. Its memory is that of the image, and what a mask hides is shown."""
    import numpy

    array = numpy.asanyarray(image)
    if array.ndim not in (2, 3):
        raise InputError(f"The image has {array.ndim} axes (its shape is {array.shape}). Give an array with three axes, or "
                         "with two for a single slice")
    return array if type(array) is numpy.ndarray else numpy.asarray(array)


def _described(array, order, words):
    """Gives an array as the compiled module takes it, with the axes x, y, z."""
    for letter in "xyz":
        if letter not in order:
            array, order = array[..., None], order + letter
    array = array.transpose([order.index(letter) for letter in "xyz"])
    require_whole_file(array)
    interface = array.__array_interface__
    strides = interface["strides"] or tuple(array.strides)
    words = ", ".join([str(array.dtype), " x ".join(map(str, array.shape)), *words])
    return array, interface["data"][0], interface["typestr"], array.shape, strides, words


class GivenArray(tuple):
    """An image and its mask as the compiled module takes them, and the ArrayAxes of the array."""

    axes = ArrayAxes()


def _mask_of(image, mask):
    """Gives the mask that says what the sample is: the one that is given, and where a masked array is not masked."""
    import numpy

    if getattr(image, "mask", None) is not None and isinstance(image, numpy.ma.MaskedArray):
        if image.mask.any():
            if mask is not None:
                raise UsageError("mask= is given with a masked array (its mask says already what is outside of the sample). "
                                 "Leave mask= out, or give image.data")
            return numpy.logical_not(image.mask)
    return mask


def given_array(image, axes, mask=None):
    """Gives an image as the compiled module takes it. Its memory is not copied. `axes` is what the user says, or None."""
    array = numpy_array(image)
    found = find_axes(image, axes, array.shape)
    mask = _mask_of(image, mask)
    if mask is not None:
        mask = mask_array(mask, found, array.shape)
    given = GivenArray((_described(array, str(found), [f"{letter} = axis {found.index(letter)}" for letter in sorted(found)[:1]]), mask))
    given.axes = found
    return given


def mask_array(mask, axes, shape=None):
    """Gives the mask of an image of these axes and this shape as the compiled module takes it."""
    inside = numpy_array(mask)
    names = _names_of(mask, inside.ndim)
    own = find_axes(mask, None, inside.shape) if names and inside.ndim == len(axes) else axes
    lengths = dict(zip(own, inside.shape))
    if len(own) != inside.ndim or (shape is not None and lengths != dict(zip(axes, shape))):
        raise InputError(f"mask= does not fit the image (its shape is {inside.shape}, and that of the image {shape}). Give "
                         "a voxel of the mask for each voxel of the image, 0 outside of the sample")
    return _described(inside, str(own), [])


def is_array(value):
    """Tells whether the value of mask= is an array, and no text or path."""
    return not isinstance(value, (str, bytes)) and (hasattr(value, "shape") or isinstance(value, (list, tuple)))


def with_direction(options, axes):
    """Gives options in which the direction is a word, for an image of these axes."""
    direction = options.get("direction")
    if direction is None and len(axes) == 3:
        return options
    return {**options, "direction": direction_word("x" if direction is None else direction, axes)}


def direction_word(value, axes):
    """Gives "xy" for direction=["x", "y"], "x,y" and [0, 1], where a number is that of an axis of the array."""
    from ._arguments import plain, several

    letters = []
    for one in several(value):
        one = plain(one)
        if isinstance(one, int) and not isinstance(one, bool):
            if not 0 <= one < len(axes):
                raise InputError(f"direction= cannot be {reprlib.repr(value)} (a number is that of an axis of the array, from 0 "
                                 f"to {len(axes) - 1}). Give one of them, or x, y, z")
            one = axes[one]
        if not isinstance(one, str):
            return value  # which the program refuses
        letters += one.lower().replace(",", "").replace(" ", "")
    word = "".join(sorted(letters) if set(letters) <= set("xyz") else letters)
    if len(axes) == 2 and set(word) <= set("xyz") and not set(word) <= set(axes):
        flat = sorted(axes)
        raise InputError(f"direction= cannot be {reprlib.repr(value)} (the image is two-dimensional, along {flat[0]} and "
                         f"{flat[1]}). Give {flat[0]}, {flat[1]} or {''.join(flat)}, or add an axis for a flow through "
                         "the section, image[:, :, None]")
    return word
