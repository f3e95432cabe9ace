# SPDX-License-Identifier: Apache-2.0
"""Turns arguments of Python into the options of the program: numbers, truth values, and texts as users type them."""
import numbers
import os
import reprlib

from ._errors import InputError, UsageError


def plain(value):
    """Gives the value of a scalar of NumPy, pandas or the like, and of an array without axes; others as they are."""
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        if getattr(value, "mask", False):
            raise ValueError("it is masked")
        value = value.item()
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return int(value)
    is_decimal = isinstance(value, numbers.Number) and not isinstance(value, numbers.Complex)  # a Decimal is no Real
    if (isinstance(value, numbers.Real) or is_decimal) and not isinstance(value, bool):
        return float(value)
    return value


def several(value):
    """Gives the values of an argument that is one value or several."""
    value = _in_metres(value)
    is_one = isinstance(plain(value), (str, bytes, numbers.Number, type(None))) or not hasattr(value, "__iter__")
    return [value] if is_one else list(value)


def _word(value):
    value = plain(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (str, os.PathLike)):
        return os.fsdecode(value)
    raise TypeError(f"it is of type {type(value).__name__}")


def _words(value):
    return ",".join(map(_word, several(value)))


def _in_metres(value):
    """Gives the metres of a quantity with a unit, as pint and astropy have them; others as they are."""
    for number in ("magnitude", "value"):
        if hasattr(value, number) and hasattr(value, "to") and hasattr(value, "unit" if number == "value" else "units"):
            return getattr(value.to("m"), number)
    return value


def _length(value):
    value = plain(_in_metres(value))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{float(value)!r}m"
    return _word(value).replace(" ", "")


def _grey(value):
    """Gives grey values as the program reads them: 0, [0, 2], range(0, 90), "0:89" or True."""
    if isinstance(value, range):
        if value.step != 1 or not value:
            raise ValueError("a range counts by one and has a value")
        return f"{value[0]}:{value[-1]}"
    value = plain(value)
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        return _word(value).replace(" ", "")
    if isinstance(value, bytes):
        raise TypeError("it is of type bytes")
    if isinstance(value, tuple) and len(value) == 2:
        _require_no_pair(*map(plain, value))
    return ",".join(map(_grey, value))


class _TwoReadings(ValueError):
    """A value that reads in two ways; `advice` names both."""

    def __init__(self, why, advice):
        super().__init__(why)
        self.advice = advice


def _require_no_pair(first, last, advice="{{0}}range({}, {}) for the range, {{0}}[{}, {}] for the two values"):
    """Raises _TwoReadings for a tuple of two numbers, which reads as a range and as two values, unless both are the same."""
    if any(isinstance(end, bool) or not isinstance(end, (int, float)) for end in (first, last)) or last == first:
        return
    low, high = min(first, last), max(first, last)
    is_whole = isinstance(low, int) and isinstance(high, int)
    if is_whole and high - low == 1:
        return
    if not is_whole:
        advice = '{{0}}"{}:{}" for the range, {{0}}[{}, {}] for the two values'
    raise _TwoReadings("a pair may be a range or two values", advice.format(low, high + 1 if is_whole else high, first, last))


def _phases(value):
    """Gives "0=1,1=0.05" for a dict of what grey values conduct; a key is one of them, a range, or several."""
    if isinstance(value, str):
        return value.replace(" ", "")
    for grey in value:
        if isinstance(grey, tuple) and len(grey) == 2:
            _require_no_pair(*map(plain, grey), "as a key range({}, {}) for the range, \"{},{}\" for the two values")
    return ",".join(f"{one}={_word(conductivity)}" for grey, conductivity in value.items()
                    for one in _grey(grey).split(","))


def _whole(value):
    value = plain(value)
    return _word(int(value) if isinstance(value, float) and value.is_integer() else value)


def _box(value):
    if isinstance(value, str):
        return value.replace(" ", "")
    return ",".join(f"{'' if low is None else _whole(low)}:{'' if high is None else _whole(high)}" for low, high in value)


def _dtype(value):
    if isinstance(value, str):
        return value
    import numpy

    dtype = numpy.dtype(value)
    if not dtype.isnative:
        raise ValueError("the order of its bytes is an argument of its own, endian=")
    return dtype.name


_WRITERS = {"voxel_size": lambda value: ",".join(map(_length, several(value))), "thickness": _length, "reynolds_length": _length,
            "pore": _grey, "solid": _grey, "conductivity": _phases, "crop": _box, "shift": _words, "reynolds": _words, "fields": _words, "dtype": _dtype,
            "size": lambda value: "x".join(map(_whole, several(value))),
            "dims": lambda value: "x".join(map(_whole, several(value))),
            "path": os.fsdecode, "folder": os.fsdecode, "page": os.fsdecode, "centres": os.fsdecode, "network": os.fsdecode, "checkpoint": os.fsdecode}


def text_bytes(name, value):
    """Gives the value of an argument as the bytes of a text: the path of a file need not be UTF-8. Raises InputError for
    what cannot be a value."""
    try:
        text = os.fsencode(_WRITERS.get(name, _word)(value))
        if b"\0" in text:
            raise ValueError("it has a null character")
    except (TypeError, ValueError, ArithmeticError, AttributeError) as error:
        advice = getattr(error, "advice", "what the help of the function says").format(f"{name}=")
        raise InputError(f"{name}= cannot be {reprlib.repr(value)} ({error}). Give {advice}") from None
    if not text:
        raise InputError(f"{name}= is empty. Give a value, or leave it out")
    return text


def _option_value(name, value):
    """Gives a number or a truth value as it is, and all else as the bytes of a text."""
    try:
        known = plain(_in_metres(value) if name == "voxel_size" else value)
    except (TypeError, ValueError, ArithmeticError, AttributeError):
        return text_bytes(name, value)  # which says what is wrong
    if name == "voxel_size" and isinstance(known, (int, float)) and not isinstance(known, bool):
        return float(known)  # metres
    if name in _WRITERS or not isinstance(known, (bool, int, float)) or abs(known) >= 2**63:
        return text_bytes(name, value)
    return known


def option_values(arguments):
    """Gives the options of the program for arguments that are not None, by name."""
    return {name.replace("_", "-"): _option_value(name, value) for name, value in arguments.items() if value is not None}


# What other programs call an argument of this one.
_KNOWN_ELSEWHERE = {"axis": "direction", "flow_axis": "direction", "resolution": "voxel_size", "voxel_length": "voxel_size",
                    "voxelsize": "voxel_size", "spacing": "voxel_size", "dx": "voxel_size", "verbose": "progress",
                    "tol": "tolerance", "rtol": "tolerance", "max_iter": "max_steps", "maxiter": "max_steps",
                    "n_jobs": "threads", "num_threads": "threads", "n_workers": "threads", "phase": "pore", "void": "pore"}


def reject_unknown(options, known, function):
    for name in options:
        if name not in known:
            import difflib

            elsewhere = _KNOWN_ELSEWHERE.get(name.lower())
            close = [elsewhere] if elsewhere in known else difflib.get_close_matches(name, known, 1)
            raise UsageError(f"{function} has no argument {name}=. " +
                             (f"Did you mean {close[0]}=?" if close else f"See help(permeability.{function})"))
