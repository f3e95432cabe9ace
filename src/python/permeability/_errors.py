# SPDX-License-Identifier: Apache-2.0
"""What can go wrong. Each error is one sentence: what, why, and what to do."""
import functools
import re


class Error(Exception):
    """Every error of this package."""


class InputError(Error, ValueError):
    """An image, or the value of an argument, is not what it must be."""


class UsageError(Error, TypeError):
    """Arguments are missing, are unknown or contradict each other."""


class DeviceError(Error, RuntimeError):
    """A device is absent or fails."""


class OutOfMemory(DeviceError, MemoryError):
    """The memory of a device does not suffice."""


class NotConverged(Error, RuntimeError):
    """A flow did not reach its steady state, and strict=True asks for it. `result` has what was reached."""

    def __init__(self, message, result=None):
        super().__init__(message)
        self.result = result

    def __reduce__(self):
        return type(self), (str(self), self.result)


class NotConvergedWarning(UserWarning):
    """A flow did not reach its steady state."""


_CLASSES = {"input": InputError, "usage": UsageError, "device": DeviceError, "memory": OutOfMemory, "other": Error}
_NAME = r"--([a-z][a-z0-9-]*[a-z0-9]|[a-z])"


@functools.lru_cache(maxsize=None)
def _words_of_options():
    """Gives the words that the value of each option may be."""
    from ._core_guard import option_table  # which knows the errors of this file
    return {option["name"]: set(option["value"].split("|")) for option in option_table()}


def _with_value(option):
    name = option[1].replace("-", "_")
    return f'{name}="{option[2]}"' if option[2] in _words_of_options().get(option[1], ()) else f"{name}= {option[2]}"


def as_python(text):
    """Writes options as arguments: '--max-steps 40' becomes 'max_steps=40', and '--pore' becomes 'pore='."""
    text = re.sub(_NAME + r" ([a-z][a-z0-9-]*)", _with_value, text)
    text = re.sub(_NAME + r" (?=[\d:'<])", lambda option: option[1].replace("-", "_") + "=", text)
    return re.sub(_NAME, lambda option: option[1].replace("-", "_") + "=", text)


def error_of(kind, text):
    """Gives the exception for an error of the program."""
    return _CLASSES[kind](as_python(text))
