# SPDX-License-Identifier: Apache-2.0
"""Turns arguments of Python into the options of the program, which are texts, and images into what the compiled module
takes."""
import numbers
import os

from ._errors import InputError, UsageError


def _length(value):
    if isinstance(value, str):
        return value.replace(" ", "")
    return f"{float(value)!r}m"


def _voxel_size(value):
    if isinstance(value, str) or isinstance(value, numbers.Real):
        return _length(value)
    return ",".join(_length(edge) for edge in value)


def _grey(value):
    """Gives grey values as the program reads them: 0, [0, 2], range(0, 90), "0:89" or True."""
    if isinstance(value, str):
        return value.replace(" ", "")
    if isinstance(value, range):
        if value.step != 1 or not value:
            raise InputError(f"Grey values cannot be {value!r} (a range counts by one and has a value). Give a list")
        return f"{value[0]}:{value[-1]}"
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:
        value = value.item()
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(value)
    return ",".join(_grey(one) for one in value)


def _box(value):
    if isinstance(value, str):
        return value.replace(" ", "")
    return ",".join(f"{'' if low is None else low}:{'' if high is None else high}" for low, high in value)


def _size(value):
    if isinstance(value, (str, numbers.Integral)):
        return str(value)
    return "x".join(str(length) for length in value)


def _numbers(value):
    if isinstance(value, (str, numbers.Real)):
        return str(value)
    return ",".join(repr(number) for number in value)


_WRITERS = {"voxel_size": _voxel_size, "pore": _grey, "solid": _grey, "crop": _box, "size": _size, "shift": _numbers, "reynolds": _numbers,
            "thickness": _length}


def option_texts(arguments):
    """Gives the options for arguments that are not None. A switch that is False is left out."""
    texts = {}
    for name, value in arguments.items():
        if value is None:
            continue
        if name in _WRITERS:
            text = _WRITERS[name](value)
        elif isinstance(value, bool):
            if not value:
                continue
            text = "true"
        elif isinstance(value, float):
            text = repr(value)
        else:
            text = os.fspath(value) if isinstance(value, os.PathLike) else str(value)
        if not text:
            raise InputError(f"{name}= is empty. Give a value, or leave it out")
        texts[name.replace("_", "-")] = text
    return texts


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
    if axes not in ("xyz", "zyx"):
        raise InputError(f"axes= cannot be {axes!r} (it names the order of the axes of the array). Give 'xyz' or 'zyx'")
    array = numpy_array(image)
    interface = array.__array_interface__
    strides = interface["strides"] or tuple(array.strides)
    return (array, interface["data"][0], interface["typestr"], array.shape, strides, axes)


def reject_unknown(options, known, function):
    for name in options:
        if name not in known:
            import difflib

            close = difflib.get_close_matches(name, known, 1)
            raise UsageError(f"{function} has no argument {name}=. " +
                             (f"Did you mean {close[0]}=?" if close else f"See help(permeability.{function})"))
