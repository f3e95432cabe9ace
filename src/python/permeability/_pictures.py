# SPDX-License-Identifier: Apache-2.0
"""Pictures and tables of results, for notebooks. Those of a notebook's cell need no matplotlib."""
import html

from ._errors import InputError

# Dark to bright, from which colours between are mixed; the first is that of resting fluid.
_COLOURS = ((48, 18, 59), (41, 98, 178), (26, 165, 166), (150, 205, 80), (253, 231, 37))
_SOLID = (225, 225, 225)
_PIXELS = 160
_MILLIDARCY_M2 = 9.869233e-16


class Slice:
    """The middle plane across `normal`: arrays [second axis][first axis] of pores and speed, speed None without a flow."""

    def __init__(self, normal, axes, pore, speed, edge):
        self.normal, self.axes, self.pore, self.speed, self.edge = normal, axes, pore, speed, edge


def slices_of(result, direction):
    """Gives the middle slices of a flow: those of views.json, or of its fields, or none."""
    text = result._texts.get("views.json")
    if text is not None:
        views = next((view for view in _parsed(text)["flow"] if view["direction"] == direction), None)
        return [_slice_of_view(view) for view in views["slices"]] if views else []
    fields = result._fields.get(direction)
    return [] if fields is None else [_slice_of_fields(fields, normal) for normal in "zyx"]


def _parsed(text):
    import json

    return json.loads(text)


def _slice_of_view(view):
    import base64

    import numpy

    width, height = view["dims"]
    pore = numpy.frombuffer(base64.b64decode(view["pore"]), "u1").reshape(height, width) > 0
    speed = base64.b64decode(view["speed"])
    speed = numpy.frombuffer(speed, "<f4").reshape(height, width) if speed else None
    return Slice(view["normal"], view["axes"], pore, speed, view["voxels_a_pixel"])


def _slice_of_fields(fields, normal):
    import numpy

    axis = "zyx".index(normal)
    velocity, part = (array.take(array.shape[axis] // 2, axis) for array in (fields[0], fields[2]))
    speed = numpy.sqrt((velocity.astype(float)**2).sum(-1))
    return Slice(normal, [letter for letter in "xyz" if letter != normal], part > 0, speed, 1)


def _thick(slices):
    """Leaves out the slices that are lines, of an image of one plane."""
    return [one for one in slices if min(one.pore.shape) > 1] or slices[:1]


def png_of(one):
    """Gives a slice as the bytes of a PNG file: its speed on a scale of roots, its pores where nothing flows."""
    import struct
    import zlib

    import numpy

    step = max(1, -(-max(one.pore.shape) // (2 * _PIXELS)))
    pore = one.pore[::step, ::step]
    level = numpy.zeros(pore.shape)
    if one.speed is not None and one.speed.max() > 0:
        level = numpy.sqrt(one.speed[::step, ::step] / one.speed.max())
    stops = numpy.linspace(0, 1, len(_COLOURS))
    pixels = numpy.stack([numpy.interp(level, stops, channel) for channel in zip(*_COLOURS)], axis=-1).astype("u1")
    pixels[~pore] = _SOLID
    rows = numpy.zeros((pixels.shape[0], 1 + 3 * pixels.shape[1]), "u1")  # a filter of 0, then the row
    rows[:, 1:] = pixels.reshape(pixels.shape[0], -1)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows.tobytes())) + chunk(b"IEND", b"")


def _picture(result):
    """Gives the HTML of a slice of the first flow that has one, else nothing."""
    import base64

    for flow in result.flows:
        slices = _thick(slices_of(result, flow.direction))
        along = [one for one in slices if flow.direction in one.axes]
        for one in (along or slices)[:1]:
            what = "speed" if one.speed is not None else "pores"
            words = f"{what} along {flow.direction}, middle slice across {one.normal}"
            data = base64.b64encode(png_of(one)).decode()
            return (f'<figure style="margin:0"><img alt="{words}" width="{_PIXELS}" style="image-rendering:pixelated" '
                    f'src="data:image/png;base64,{data}"><figcaption style="font-size:80%">{words}</figcaption></figure>')
    return ""


def table(head, rows):
    """Gives a table of HTML; what stands in it is text."""
    def line(cells, tag):
        return "<tr>" + "".join(f'<{tag} style="text-align:left">{html.escape(str(cell))}</{tag}>' for cell in cells) + "</tr>"

    return "<table>" + (line(head, "th") if head else "") + "".join(line(row, "td") for row in rows) + "</table>"


def listed(warnings):
    return "<ul>" + "".join(f"<li>{html.escape(text)}</li>" for text in warnings) + "</ul>" if warnings else ""


def html_of_result(result):
    image = result["image"]
    flows = [(flow.direction, flow._k_in_words(), flow._causes(), flow.stop) for flow in result.flows]
    size = image["voxel_size_m"]
    facts = [("image", " x ".join(map(str, image["dims"])) + " voxels" + (f" of {size * 1e6:.5g} um" if size else "")),
             ("axes", result._axes.say("xyz")), ("porosity", f"{result.porosity:.5g}"), ("faces", result.boundary)]
    words = table(("along", "K, in 95 of 100 cases", "made of", "stop"), flows) + table((), [row for row in facts if row[1]])
    return (f'<div style="display:flex;gap:1em;align-items:flex-start">{_picture(result)}<div>{words}'
            f"{listed(result.warnings)}</div></div>")


def html_of_conduction(conduction):
    rows = [(name, repr(one.formation_factor), repr(one.tortuosity), repr(one.relative_conductivity))
            for name, one in conduction.directions.items()]
    return table(("along", "formation factor", "tortuosity", "relative conductivity"), rows) + listed(conduction.warnings)


def _pyplot():
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise InputError(f"There is no picture (matplotlib is missing: {error}). Install it: pip install matplotlib") from None
    return pyplot


def _show(axes, one, result):
    """Draws the speed of a slice, with lengths in micrometres where the voxel size is known. Gives the edge of a pixel."""
    import numpy

    size = result["image"]["voxel_size_m"]
    edge = one.edge * (1 if size is None else size * 1e6)
    unit = "voxels" if size is None else "um"
    height, width = one.pore.shape
    shown = numpy.where(one.pore, 0.0 if one.speed is None else one.speed, numpy.nan)
    axes.set_facecolor("0.88")
    axes.imshow(shown, extent=(0, width * edge, height * edge, 0), cmap="viridis", interpolation="nearest")
    axes.set_xlabel(f"{one.axes[0]} [{unit}]")
    axes.set_ylabel(f"{one.axes[1]} [{unit}]")
    return edge


def plot(result):
    pyplot = _pyplot()
    slices = {flow.direction: _thick(slices_of(result, flow.direction)) for flow in result.flows}
    columns = max(map(len, slices.values())) + 1
    _, grid = pyplot.subplots(len(result.flows), columns, squeeze=False, layout="constrained",
                              figsize=(3.4 * columns, 3 * len(result.flows)))
    for row, flow in zip(grid, result.flows):
        for axes, one in zip(row, slices[flow.direction]):
            _show(axes, one, result)
            axes.set_title(f"speed along {flow.direction}, across {one.normal}", fontsize="medium")
        for axes in row[len(slices[flow.direction]):-1]:
            axes.set_axis_off()
        _plot_history(row[-1], result, flow)
    return grid


def _plot_history(axes, result, flow):
    """Draws K over the steps of one flow, and what the bound of the iteration leaves."""
    import csv

    rows = [row for row in csv.DictReader((result._texts.get("convergence.csv") or "").splitlines())
            if row["direction"] == flow.direction]
    size = result["image"]["voxel_size_m"]
    scale, unit = (1, "voxel^2") if size is None else (size**2 / _MILLIDARCY_M2, "mD")
    steps, k = ([float(row[name]) for row in rows] for name in ("step", "permeability_voxel2"))
    axes.plot(steps, [scale * one for one in k], ".-")
    if flow.k_voxel2 is not None:
        axes.axhline(scale * flow.k_voxel2, color="0.5", linewidth=1)
    axes.set_xlabel("steps")
    axes.set_ylabel(f"K [{unit}]")
    axes.set_title(f"along {flow.direction}: {flow._k_in_words()}", fontsize="medium")


def plot_flow(result, direction):
    import numpy

    if direction is None and len(result.flows) > 1:
        raise InputError(f"plot_flow draws one flow (this run has the directions {', '.join(result.directions)}). Say "
                         f'direction="{result.directions[0]}"')
    flow = result.flows[0] if direction is None else result._flows.get(direction)
    if flow is None:
        raise InputError(f"There is no flow along {direction!r} (this run has {', '.join(result.directions)}). Choose one of them")
    fields = result._fields.get(flow.direction)
    if fields is None:
        raise InputError("There are no velocities to draw (this run has no fields). Solve with fields=True")
    slices = [one for one in _thick([_slice_of_fields(fields, normal) for normal in "zyx"]) if flow.direction in one.axes]
    pyplot = _pyplot()
    _, (row,) = pyplot.subplots(1, max(1, len(slices)), squeeze=False, layout="constrained", figsize=(4.5 * max(1, len(slices)), 4))
    for axes, one in zip(row, slices):
        edge = _show(axes, one, result)
        axis = "zyx".index(one.normal)
        velocity = fields[0].take(fields[0].shape[axis] // 2, axis)
        across, down = (velocity[..., "xyz".index(letter)].astype(float) for letter in one.axes)
        places = [(numpy.arange(count) + 0.5) * edge for count in one.pore.shape[::-1]]
        axes.streamplot(*places, across, down, color="white", linewidth=0.6, arrowsize=0.7, density=1.4)
        axes.set_ylim(one.pore.shape[0] * edge, 0)
        axes.set_title(f"flow along {flow.direction}, across {one.normal}", fontsize="medium")
    return row
