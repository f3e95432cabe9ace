# SPDX-License-Identifier: Apache-2.0
"""Gives functions whose arguments are options of the program a signature and a docstring that name each of them.

Both are made from the tables of the program when the function is first asked for. The stubs of such functions are made
of the same (permeability/_option_types.py).
"""
import inspect
import re
import textwrap
import typing
from os import PathLike

from ._option_words import NEED_ANOTHER, TEXTS, TYPES, TYPES_OF_VALUES

_MARK = "    {options}\n"  # the line of a docstring that becomes the options
_WIDTH = 100

Length = typing.Union[str, float]
Grey = typing.Union[bool, int, float, str, range, typing.Sequence[typing.Union[int, float]]]
_NAMES = {**vars(typing), "Length": Length, "Grey": Grey, "PathLike": PathLike, "ArrayLike": typing.Any}


# Options of the command that say where files are and what the terminal shows.
_OF_THE_COMMAND = ("input", "output", "overwrite", "report", "figures", "json", "brief", "quiet", "timings", "config", "grains",
                   "help", "dims", "dtype", "endian", "offset", "allow-outside", "transport", "share-gpus")


def arguments_of(table, leave_out=_OF_THE_COMMAND):
    """Gives the options of a table that are arguments here, by the name of the argument."""
    return {option["name"].replace("-", "_"): option for option in table if option["name"] not in leave_out}


def type_of(name, value):
    """Gives the type of an argument as a checker reads it, and as a person does. `value` is what the command calls it."""
    if name in TYPES:
        return TYPES[name]
    if value in TYPES_OF_VALUES:
        return TYPES_OF_VALUES[value]
    choices = value.split("|")
    return ("Literal[" + ", ".join(f'"{choice}"' for choice in choices) + "]",
            "{" + ", ".join(f"'{choice}'" for choice in choices) + "}")


def default_of(option):
    """Gives the value that an argument has where nothing is said, or None where that depends on others: only some kinds of
    geometry have the option, or it has more than one default."""
    text, words = option["default"], option["default_words"]
    if not option["value"]:
        return False
    is_of_some_kinds = option["help"].endswith(")") and "(for " in option["help"]
    if not text or words and not words.startswith(text) or is_of_some_kinds or option["name"].replace("-", "_") in NEED_ANOTHER:
        return None
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _in_python(text, options):
    """Writes what the help of the command says of other options: `tau`, and boundary="sealed"."""
    def argument(found):
        name, word = found[1].replace("-", "_"), found[2]
        choices = options[name]["value"].split("|") if name in options else ()
        return f'{name}="{word}"' if word in choices else f"`{name}`" + (f" {word}" if word else "")

    return re.sub(r"--([a-z][a-z0-9-]*[a-z0-9]|[a-z])(?: ([a-z][a-z0-9-]*))?", argument, text)


def _sentence(text):
    text = re.sub(r"; `\w+` may be left out$", "", " ".join(text.split()))
    end = "" if text.endswith((".", "!", "?")) else "."
    return (text[0].upper() + text[1:] if re.match(r"[a-z-]+ ", text) else text) + end


def _parts_of(text, choices):
    """Gives what a text says in general, and what it says of each choice: "trt: the usual one; bgk: for comparisons"."""
    named = "|".join(map(re.escape, choices))
    head, *parts = re.split(rf"(?:^|\n|; )({named}): ", text)
    return head, dict(zip(parts[::2], parts[1::2]))


def describe(name, option, options):
    """Gives the entry of an argument as numpydoc has it. One that is no option of the command has a text of its own."""
    head, choices = _parts_of(_in_python(option["help"], options), option["value"].split("|"))
    default, words = default_of(option), option["default_words"] or option["default"]
    type_words = type_of(name, option["value"])[1]
    how = "" if option.get("is_needed") else ", optional" if default is None else f", default {default!r}"
    text = _sentence(TEXTS.get(name, head))
    if default is None and words and (name not in TEXTS or words == option["default"]):
        text += f" By default: {_in_python(words, options)}."
    lines = [f"{name} : {type_words}{how}", *_wrapped(text, "    ", "    "), *([""] if choices else [])]
    for choice, meaning in choices.items():
        lines += _wrapped(f"- {choice if choice.isupper() else repr(choice)}: {meaning}", "    ", "      ")
    return "\n".join(lines) + ("\n" if choices else "")


def _wrapped(text, first, others):
    return textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)


def _as_option(argument, options):
    """Gives what a table says, or would say, of an argument that the function names itself."""
    known = options.get(argument.name, {"name": argument.name, "value": "-", "help": ""})
    return {**known, "default": "", "default_words": "", "is_needed": argument.default is argument.empty}


def with_options(options, *, without=()):
    """Decorates a function whose further arguments are `options`, by name as `arguments_of` gives them. A line {options}
    of its docstring becomes the entries of all arguments that have none there."""
    def decorate(function):
        own = {argument.name: argument for argument in inspect.signature(function).parameters.values()
               if argument.kind is not argument.VAR_KEYWORD}
        further = {name: option for name, option in options.items() if name not in own and name not in without}
        typed = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default_of(option),
                                   annotation=eval(f"Optional[{type_of(name, option['value'])[0]}]", dict(_NAMES)))
                 for name, option in further.items()]
        function.__signature__ = inspect.Signature([*own.values(), *typed])
        function.further_options = further
        if function.__doc__:  # which python -OO leaves out
            listed = {**{name: _as_option(argument, options) for name, argument in own.items()}, **further}
            entries = "\n".join(describe(name, option, options) for name, option in listed.items()
                                if f"    {name} : " not in function.__doc__)
            function.__doc__ = function.__doc__.replace(_MARK, textwrap.indent(entries, "    ") + "\n")
        return function

    return decorate
