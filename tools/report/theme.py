# SPDX-License-Identifier: Apache-2.0
"""Decides how figures look: colours that follow the page's light or dark, and how a figure becomes SVG text.

A figure is drawn with stand-in colours, one for each name below. In the SVG text they become var(--name), which
style.css defines for light, dark and print. The series colours are those of Okabe and Ito (2008), made lighter or
darker, so that they differ for colour-blind readers; every series also has a marker of its own.
"""
import base64
import io
import re

import matplotlib
import numpy as np
import PIL.features
import PIL.Image
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from quantities import plain

SERIES = 6
NAMES = ["ink", "soft", "line", "surface", "solid", "good", "bad", "way"] + [f"series-{n}" for n in range(1, SERIES + 1)]
COLOURS = {name: f"#0101{place:02x}" for place, name in enumerate(NAMES, start=16)}
MARKERS = "osD^vP"
DRAWN = []  # (key, label, figure) of each figure since begin(), for figure_files
LEFT_OUT_RGB = (0xE6, 0x9F, 0x00)  # pores that no flow reaches, in pictures of voxels, which cannot follow the theme
PORE_RGB = (0x4A, 0x90, 0xC9)


def colour(name):
    """Gives the stand-in colour of a name."""
    return COLOURS[name]


def series(place):
    """Gives (colour, marker) of the series at a place, from 0."""
    return COLOURS[f"series-{place % SERIES + 1}"], MARKERS[place % SERIES]


def begin():
    """Sets matplotlib up, whatever the user's own settings are. It is called before the first figure of a page."""
    DRAWN.clear()
    matplotlib.rcdefaults()
    matplotlib.rcParams.update({
        "svg.fonttype": "none", "svg.hashsalt": "permeability", "font.family": "sans-serif", "font.size": 10,
        "font.sans-serif": ["DejaVu Sans"], "text.color": colour("ink"), "axes.unicode_minus": True,
        "axes.edgecolor": colour("soft"), "axes.labelcolor": colour("soft"), "axes.titlecolor": colour("soft"),
        "axes.facecolor": "none", "figure.facecolor": "none", "savefig.facecolor": "none", "axes.titlesize": 10,
        "axes.titlelocation": "left", "axes.titlepad": 10, "axes.linewidth": 0.8, "axes.spines.top": False,
        "axes.spines.right": False, "axes.grid": True, "axes.axisbelow": True, "grid.color": colour("line"),
        "grid.linewidth": 0.8, "xtick.color": colour("soft"), "ytick.color": colour("soft"), "lines.linewidth": 1.8,
        "xtick.labelsize": 9.5, "ytick.labelsize": 9.5, "xtick.major.size": 3, "ytick.major.size": 0,
        "xtick.minor.size": 0, "ytick.minor.size": 0, "legend.frameon": False, "legend.fontsize": 9.5,
        "legend.labelcolor": colour("ink"), "legend.handlelength": 1.6, "legend.borderaxespad": 0.0,
        "patch.edgecolor": colour("ink"), "image.interpolation": "none", "hatch.color": colour("soft"),
    })


def new_figure(width=4.6, height=3.2):
    """Gives (figure, axes). Sizes are in inches of 72 SVG units, so that text on a telephone has the px given here."""
    figure = Figure(figsize=(width, height), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.05, h_pad=0.05)
    return figure, figure.add_subplot()


def label_axes(axes, across, up):
    """Names both axes. The name of the upward one stands above its top, where it is read without turning the head."""
    axes.set_xlabel(across)
    axes.set_title(up)


def legend_above(axes, entries=None):
    """Puts a legend between title and axes, in as many columns as its names allow, and cuts longer names.

    `entries` are (handle, label); without them everything that has a label is named.
    """
    entries = list(zip(*axes.get_legend_handles_labels())) if entries is None else entries
    if not entries:
        return
    handles, labels = map(list, zip(*entries))
    longest = max(map(len, labels))
    columns = 4 if longest < 7 else 3 if longest < 12 else 2 if longest < 21 else 1
    labels = [label if len(label) <= 42 else label[:41] + "…" for label in labels]
    labels = [label.replace("$", "\\$") for label in labels]  # without the backslash it would be read as a formula
    legend = axes.legend(handles, labels, loc="lower left", bbox_to_anchor=(0.0, 1.01), ncols=columns,
                         columnspacing=1.2)
    legend.set_in_layout(False)
    rows = -(-len(labels) // columns)
    axes.set_title(axes.get_title(loc="left"), pad=12 + 15 * rows)


def plain_ticks(axis, digits=6):
    """Makes tick labels without matplotlib's own notation of offsets and powers."""
    axis.set_major_formatter(FuncFormatter(lambda value, position: plain(value, digits)))


def smaller(encoded):
    """Gives a picture, whose PNG is given in base64, as an address of data: with a palette where 256 colours suffice,
    and otherwise as WebP, which has a tenth of the bytes; where this Python cannot write it, with 256 colours too."""
    encoded = "".join(encoded.split())
    picture = PIL.Image.open(io.BytesIO(base64.b64decode(encoded))).convert("RGBA")
    pixels = np.ascontiguousarray(np.asarray(picture)).view(np.uint32)[..., 0]
    colours, places = np.unique(pixels, return_inverse=True)
    buffer = io.BytesIO()
    if len(colours) <= 256:
        rgba = colours.view(np.uint8).reshape(-1, 4)
        small = PIL.Image.fromarray(places.reshape(pixels.shape).astype(np.uint8), "P")
        small.putpalette(rgba[:, :3].tobytes())
        small.save(buffer, "PNG", transparency=rgba[:, 3].tobytes(), optimize=True)
    elif PIL.features.check("webp"):
        picture.save(buffer, "WEBP", quality=84, method=4)
        return f"data:image/webp;base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"
    else:
        picture.quantize(256, method=PIL.Image.Quantize.FASTOCTREE).save(buffer, "PNG", optimize=True)
    return f"data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"


def to_svg(figure, key, label):
    """Gives SVG text to stand inside HTML: named, coloured by the page, with ids that begin with `key`. Links to
    rows of the page, "#row-7", stay as they are.

    `label` says in words what there is to see; it is escaped here. The bytes depend on the figure only.
    """
    DRAWN.append((key, label, figure))
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = buffer.getvalue().decode("utf-8")
    svg = svg[svg.index("<svg"):]
    svg = re.sub(r"<metadata>.*?</metadata>|<style[^>]*>.*?</style>|<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<defs>\s*</defs>\s*", "", svg)
    svg = re.sub(r'\bid="', f'id="{key}-', svg)
    svg = re.sub(r'\bxlink:href="#(?!row-)', f'href="#{key}-', svg).replace("xlink:href=", "href=")
    svg = svg.replace(' target="_blank"', "")  # newer matplotlib has links open another window
    svg = svg.replace("url(#", f"url(#{key}-")
    for name, stand_in in COLOURS.items():
        svg = svg.replace(stand_in, f"var(--{name})")
    svg = re.sub(r"data:image/png;base64,([^\"]*)", lambda found: smaller(found.group(1)), svg)
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)
    box = re.search(r'viewBox="[^"]*"', svg).group(0)
    words = label.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return re.sub(r"^<svg[^>]*>", lambda head: f'<svg {box} role="img" aria-label="{words}">', svg).strip()
