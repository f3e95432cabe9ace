# SPDX-License-Identifier: Apache-2.0
"""Writes the figures of a page as files for papers and slides: SVG, PDF, and CSV with the numbers that they show.

Files are named after the kind of page and the figure: sweep-permeability.svg, .pdf and .csv. Pictures of voxels have no
CSV. A page draws with stand-in colours, which these files replace by those of a printed page.
"""

import csv
import io
import re

import numpy as np
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.container import ErrorbarContainer

import theme
from input_files import InputError

MARK = "made by permeability"


def printed_colours(style):
    """Gives stand-in -> colour of the page on paper, from the text of style.css."""
    block = style[style.index("@media print") :]
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
    return {stand_in: found[name] for name, stand_in in theme.COLOURS.items()}


def write_all(folder, prefix, style, overwrite, inputs=()):
    """Writes every figure that was drawn since theme.begin() and gives the names. Throws InputError, OSError."""
    colours = printed_colours(style)
    contents = {}
    for key, label, figure in theme.DRAWN:
        repaint(figure, colours)
        for points in figure.findobj(Collection):
            points.set_urls(None)  # links lead to places of the page
        stem = f"{prefix}-{key}"
        for ending, metadata in (("svg", {"Date": None, "Creator": MARK}), ("pdf", {"CreationDate": None, "Creator": MARK})):
            buffer = io.BytesIO()
            figure.savefig(buffer, format=ending, metadata={**metadata, "Title": label}, facecolor="white")
            contents[f"{stem}.{ending}"] = buffer.getvalue()
        if dots := getattr(figure, "picture_dpi", None):  # for a slide
            buffer = io.BytesIO()
            figure.savefig(buffer, format="png", dpi=dots, metadata={"Software": MARK, "Title": label}, facecolor="white")
            contents[f"{stem}.png"] = buffer.getvalue()
        rows = table_of(figure)
        if rows:
            contents[f"{stem}.csv"] = text_of(rows).encode("utf-8")
    folder.mkdir(exist_ok=True)
    for name in contents:
        path = folder / name
        if path.exists() and any(one.exists() and path.samefile(one) for one in inputs):
            raise InputError(f"cannot write {path} (the figures are made from it). Name another folder")
        if not overwrite:
            require_own(folder, name)
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return sorted(contents)


def require_own(folder, name):
    """Throws InputError for a file that is there and was not made here: its SVG says who made it."""
    drawing = (folder / name).with_suffix(".svg")
    own = drawing.is_file() and MARK.encode() in drawing.read_bytes()
    if (folder / name).exists() and not own:
        raise InputError(
            f"cannot write {folder / name} (it is there already, and nothing says that this program wrote it). "
            "Name another folder"
        )


def repaint(figure, colours):
    """Replaces the stand-in colours of everything in a figure."""

    def real(value):
        try:
            return colours.get(to_hex(value))
        except (TypeError, ValueError):
            return None

    for artist in figure.findobj():
        for part in ("color", "facecolor", "edgecolor", "markerfacecolor", "markeredgecolor"):
            get, put = getattr(artist, f"get_{part}", None), getattr(artist, f"set_{part}", None)
            if get is None or put is None:
                continue
            value = get()
            several = isinstance(value, np.ndarray) and value.ndim == 2
            new = [real(one) for one in value] if several else real(value)
            if several and new and all(new):
                put(new)
            elif not several and new:
                put(new)


def table_of(figure):
    """Gives the numbers that a figure shows: its own `table` where it brings one, otherwise those of its lines and
    points as rows (series, x, y, low, high). The first row names the columns. A picture of voxels has none."""
    rows = list(getattr(figure, "table", []))
    if rows:
        return rows
    for axes in figure.axes:
        bars = {container[0]: container for container in axes.containers if isinstance(container, ErrorbarContainer)}
        for line in axes.get_lines():
            label = bars[line].get_label() if line in bars else line.get_label()
            if not str(label) or str(label).startswith("_"):
                continue
            ends = ends_of(bars.get(line))
            for place, (x, y) in enumerate(line.get_xydata()):
                rows.append((label, x, y, *(ends[place] if place < len(ends) else ("", ""))))
        if rows and rows[0][0] != "series":
            rows.insert(0, ("series", axes.get_xlabel() or "x", axes.get_title(loc="left") or "y", "low", "high"))
    return rows


def ends_of(container):
    """Gives the lower and the upper end of each bar of an errorbar; nothing without bars."""
    if container is None or not container.has_yerr:
        return []
    return [(segment[0][1], segment[1][1]) for segment in container[2][0].get_segments()]


def safe_cell(value):
    """Gives text that no spreadsheet computes and that no terminal takes for a command; numbers as they are."""
    if not isinstance(value, str):
        return value
    shown = re.sub(r"[\x00-\x1f\x7f-\x9f]", lambda found: f"\\x{ord(found[0]):02x}", value)
    shown = re.sub(r";(?=\s*[=+\-@＝＋－＠])", r"\\x3b", shown)
    try:
        float(shown)
        return shown
    except ValueError:
        return "'" + shown if re.match(r"\s*[=+\-@＝＋－＠]", shown) else shown


def text_of(rows):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in rows:
        writer.writerow([f"{value:.8g}" if isinstance(value, float) else safe_cell(value) for value in row])
    return text.getvalue()
