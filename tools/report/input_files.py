# SPDX-License-Identifier: Apache-2.0
"""Reads the files of an output folder, and takes values out of them without trusting them.

A file that cannot be used throws InputError, with a line "what (why). what to do". A single value that is missing,
null, of another type, not finite or beyond 1e100 is None, so that the page can say "not known".
"""
import csv
import io
import json
import math
import os

MAX_JSON_BYTES = 512 * 2**20
BEYOND = 1e100  # no quantity of this program is as large
MAX_CSV_BYTES = 128 * 2**20


class InputError(Exception):
    """The folder, or a file in it, cannot be made into a page."""


def read_text(path, max_bytes):
    """Gives the text of a file. Throws InputError when it cannot be read or is larger than max_bytes."""
    try:
        if path.stat().st_size > max_bytes:
            raise InputError(f"cannot use {path} (larger than {max_bytes // 2**20} MiB). Run the command again")
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(f"cannot read {path} ({error.strerror}). Run the command again") from error


def read_json(path):
    """Gives the JSON object in a file. NaN and Infinity, which JSON does not have, become None."""
    text = read_text(path, MAX_JSON_BYTES)
    try:
        content = json.loads(text, parse_constant=lambda name: None)
    except (ValueError, RecursionError) as error:
        raise InputError(f"cannot read {path} (not JSON: {error}). Run the command that wrote it again") from error
    if not isinstance(content, dict):
        raise InputError(f"cannot use {path} (no JSON object at its top). Run the command that wrote it again")
    return content


def read_csv(path):
    """Gives the rows of a CSV file as dictionaries of text, or None when there is no such file."""
    if not os.path.lexists(path):
        return None
    csv.field_size_limit(MAX_CSV_BYTES)
    try:
        rows = list(csv.DictReader(io.StringIO(read_text(path, MAX_CSV_BYTES))))
    except csv.Error as error:
        raise InputError(f"cannot read {path} (not CSV: {error}). Run the command that wrote it again") from error
    return [{key: value for key, value in row.items() if key and isinstance(value, str)} for row in rows]


def columns_of(rows, direction, names):
    """Gives columns of the rows of one flow direction, as lists of float. A cell that is no number becomes NaN.

    Only rows whose first name has a number are kept.
    """
    columns = {name: [] for name in names}
    for row in rows or []:
        values = [cell_number(row.get(name)) for name in names]
        if row.get("direction") == direction and math.isfinite(values[0]):
            for name, value in zip(names, values):
                columns[name].append(value)
    return columns


def cell_number(text):
    """Gives a cell of a CSV file as a float, or NaN when it is no number."""
    try:
        value = float(text)
    except (TypeError, ValueError):
        return math.nan
    return value if abs(value) < BEYOND else math.nan


def number(source, key):
    """Gives source[key] as a float, or None."""
    value = source.get(key) if isinstance(source, dict) else None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if abs(value) < BEYOND else None


def positive(source, key):
    """Gives source[key] as a float above zero, or None."""
    value = number(source, key)
    return value if value is not None and value > 1 / BEYOND else None


def text(source, key):
    """Gives source[key] as text, or None; empty text counts as none. A number is given as it is written."""
    value = source.get(key) if isinstance(source, dict) else None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) and value else None


def child(source, key):
    """Gives source[key] as a dictionary, which is empty when there is none."""
    value = source.get(key) if isinstance(source, dict) else None
    return value if isinstance(value, dict) else {}


def children(source, key):
    """Gives source[key] as a list of dictionaries and leaves out other elements."""
    value = source.get(key) if isinstance(source, dict) else None
    return [element for element in value if isinstance(element, dict)] if isinstance(value, list) else []


def texts(source, key):
    """Gives source[key] as a list of text and leaves out other elements."""
    value = source.get(key) if isinstance(source, dict) else None
    return [element for element in value if isinstance(element, str)] if isinstance(value, list) else []


def numbers(source, key):
    """Gives source[key] as a list of float, with NaN for an element that is no number."""
    value = source.get(key) if isinstance(source, dict) else None
    if not isinstance(value, list):
        return []
    found = [number({"it": element}, "it") for element in value]
    return [math.nan if element is None else element for element in found]
