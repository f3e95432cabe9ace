# SPDX-License-Identifier: Apache-2.0
"""Turns an output folder into the text of its page.

Each kind of folder has a module that gives what its template shows; theme, style and frame are shared. Templates
escape every value; only SVG text, which theme.to_svg escaped, is put in as it is.
"""
import os
import pathlib

import jinja2
from markupsafe import Markup

import batch_page
import conduct_page
import look_page
import solve_page
import streaming_page
import sweep_page
import theme
import validation_page
from input_files import InputError, child, read_json, text

HERE = pathlib.Path(__file__).resolve().parent
KINDS = {"result.json": solve_page, "validation.json": validation_page, "sweep.json": sweep_page,
         "streaming.json": streaming_page, "batch.json": batch_page, "conduction.json": conduct_page,
         "look.json": look_page}


def find_kind(folder, wanted=None):
    """Gives (name of the JSON file, module of its page): the one that is wanted, else the one that is there. Throws
    InputError when the folder does not hold it, holds none, or several."""
    if not folder.is_dir():
        why = "it is a file" if folder.exists() else "there is no such folder"
        raise InputError(f"cannot read {folder} ({why}). Name the output folder of solve, conduct, batch, validate, "
                         "sweep or bench --streaming")
    found = [name for name in KINDS if name == (wanted or name) and (folder / name).exists()]
    if len(found) != 1:
        why = f"it holds {' and '.join(found)}" if found else "it holds neither " + " nor ".join(KINDS)
        what = "Name one of them with --results" if found else "Name the output folder of one command"
        raise InputError(f"cannot make a page of {folder} ({why}). {what}")
    return found[0], KINDS[found[0]]


def origin_of(folder, wanted=None):
    """Gives the word by which a page says whose results it shows, as src/report/earlier_results.cpp does: the name of
    the JSON file, and a hash of what it is of."""
    name, _ = find_kind(folder, wanted)
    value = 0xCBF29CE484222325
    for byte in subject_of(name, read_json(folder / name)).encode("utf-8", errors="replace"):
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{name} {value:016x}"


def subject_of(name, content):
    """Gives what the results in a JSON file are of: an input, a list, or a kind of geometry."""
    if name == "batch.json":
        return text(content, "list_path") or ""
    if name in ("conduction.json", "look.json"):
        return text(content, "input_path") or ""
    if name not in ("result.json", "sweep.json"):
        return ""
    if name == "sweep.json" and text(content, "geometry") != "image":
        return text(content, "geometry") or ""
    source = text(child(content, "image"), "source") if name == "result.json" else None
    return text(content, "input_path") or (os.path.realpath(source) if source and os.path.exists(source) else source) or ""


def inputs_of(folder, wanted=None):
    """Lists the files that a page is made from: the image or the list, and what the folder holds."""
    name, _ = find_kind(folder, wanted)
    subject = subject_of(name, read_json(folder / name))
    return ([pathlib.Path(subject)] if subject else []) + [*folder.glob("*.json"), *folder.glob("*.csv")]


def read_style():
    return (HERE / "style.css").read_text(encoding="utf-8")


def make_page(folder, command, wanted=None):
    """Gives the page of a folder as HTML text. `command` lists the words that made the folder, if it does not say them;
    `wanted` names the JSON file of the page, where there may be several.

    Throws InputError when something in the folder cannot be used.
    """
    name, kind = find_kind(folder, wanted)
    content = read_json(folder / name)
    if content.get("schema_version") not in (None, 1):
        raise InputError(f"cannot use {folder / name} (its schema_version is {content['schema_version']}, this program "
                         "knows 1). Use the make_report that came with the program that wrote it")
    theme.begin()
    values = kind.describe(folder, content, command)
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=True,
                                     trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    return environment.get_template(kind.TEMPLATE).render(
        style=Markup(read_style()), svg=Markup, origin=origin_of(folder, name), **values)
