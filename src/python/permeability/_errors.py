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


class FailedPointWarning(UserWarning):
    """A point of a sweep could not be solved: its row has the reason, and no K."""


_CLASSES = {"input": InputError, "usage": UsageError, "device": DeviceError, "memory": OutOfMemory, "other": Error}
_NAME = r"--([a-z][a-z0-9-]*[a-z0-9]|[a-z])"


@functools.lru_cache(maxsize=None)
def _words_of_options():
    """Gives the words that the value of each option may be."""
    from ._core_guard import conduct_table, option_table, recipe_table  # which know the errors of this file
    tables = [*recipe_table(), *conduct_table(), *option_table()]
    return {option["name"]: set(option["value"].split("|")) for option in tables}


def _argument(option):
    """Gives the name of an argument for an option of this program; options of other programs stay."""
    return option[1].replace("-", "_") + "=" if option[1] in _words_of_options() else option[0]


def _with_value(option):
    if option[1] not in _words_of_options():
        return option[0]
    name = option[1].replace("-", "_")
    words = option[2].split("|")
    if not set(words) <= _words_of_options()[option[1]]:
        return f"{name}= {option[2]}"
    return " or ".join(f'{name}="{word}"' for word in words)


def as_python(text):
    """Writes options as arguments: '--max-steps 40' becomes 'max_steps=40', and '--pore' becomes 'pore='."""
    text = text.replace("--axes zyx where z runs fastest", "--axes xyz where z runs fastest")  # an array says it the other way
    text = re.sub(_NAME + r" ([a-z][a-z0-9-]*(?:\|[a-z][a-z0-9-]*)*)", _with_value, text)
    text = re.sub(r"\bpermeability (solve|look|conduct|generate|sweep)\b", r"permeability.\1", text)
    text = re.sub(_NAME + r" (?=[\d:'<])", _argument, text)
    return re.sub(_NAME, _argument, text)


def error_of(kind, text):
    """Gives the exception for an error of the program."""
    return _CLASSES[kind](as_python(text))
