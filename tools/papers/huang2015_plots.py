# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of Huang et al. 2015 from the rows that tools/huang2015 measured, arranged as in the paper.

Colours are those of Okabe and Ito (2008), which differ for colour-blind readers, and every series has its own marker.
"""
import io

import matplotlib
from matplotlib.figure import Figure

CREATOR = "permeability, tools/huang2015"
LOOKS = {"push": ("#d55e00", "s"), "pull": ("#0072b2", "o"), "compact": ("#009e73", "^"), "solve": ("#0072b2", "o")}
MFLUPS = "million pore voxels a second (MFLUPS)"
ARRAYS = {"sc": "(a) simple cubic", "bcc": "(b) body-centred cubic", "fcc": "(c) face-centred cubic"}


def file_name(figure):
    return f"huang2015_{figure if figure == 'pipe' else 'fig' + figure}.svg"


def is_own(text):
    return CREATOR in text


def svg_of(figure, rows, voxels=None):
    """Gives the SVG text of a figure, of the device with most ranks where the table has several. `voxels` are the bytes
    of the porous medium, which figure 3 needs."""
    device = max(rows, key=lambda row: int(row["ranks"]))["device"]
    rows = [row for row in rows if row["device"] == device]
    matplotlib.rcParams.update({"svg.hashsalt": "permeability", "font.size": 10, "axes.grid": True,
                                "grid.color": "#dddddd", "axes.axisbelow": True, "legend.frameon": False})
    drawing = Figure(figsize={"pipe": (9, 3.6), "9": (11, 3.8)}.get(figure, (5.4, 4)), layout="constrained")
    if figure == "3":
        draw_medium(drawing, rows, voxels)
    else:
        DRAWERS[figure](drawing, rows)
    drawing.suptitle(f"{rows[0]['device']}, commit {rows[0]['commit']}", fontsize=9, color="#555555")
    text = io.StringIO()
    drawing.savefig(text, format="svg", metadata={"Creator": CREATOR, "Date": None})
    return text.getvalue()


def points_of(rows, **wanted):
    """Gives (x, value, deviation) of the rows that have these values, each x once, ordered by x."""
    chosen = {float(row["x"]): row for row in rows if all(row[key] == value for key, value in wanted.items())}
    return [(x, float(row["value"]), float(row["deviation"] or 0)) for x, row in sorted(chosen.items())]


def draw_series(axes, points, label, scheme, line="-", filled=True):
    colour, marker = LOOKS[scheme]
    across, up, bars = zip(*points)
    axes.errorbar(across, up, yerr=bars, label=label, color=colour, marker=marker, linestyle=line, capsize=2,
                  markerfacecolor=colour if filled else "white")


def draw_pipe(drawing, rows):
    speed, accuracy = drawing.subplots(1, 2)
    bars = {row["scheme"]: row for row in rows if row["quantity"] == "fraction_of_limit"}
    speeds = {row["scheme"]: float(row["value"]) for row in rows if row["quantity"] == "mflups"}
    for place, (scheme, row) in enumerate(bars.items()):
        speed.bar(place, float(row["value"]), color=LOOKS[scheme][0])
        speed.annotate(f"{speeds[scheme]:.0f} MFLUPS", (place, float(row["value"])), (0, 4), ha="center",
                       textcoords="offset points", fontsize=9)
    for row, line in zip((row for row in rows if row["quantity"] == "fraction_of_limit" and row["reference"]),
                         ("--", ":")):
        speed.axhline(float(row["reference"]), color="black", linestyle=line, label=row["reference_what"])
    speed.set_xticks(range(len(bars)), list(bars))
    speed.set_ylabel("speed over what the bandwidth permits")
    speed.set_ylim(0, 1.3)
    speed.legend(loc="upper left", fontsize=7.5)
    exact = [row for row in rows if row["quantity"] == "permeability_voxel2"]
    gaps = [float(row["x"]) for row in exact]
    errors = [abs(float(row["value"]) / float(row["reference"]) - 1) for row in exact]
    accuracy.loglog(gaps, errors, marker="o", color=LOOKS["solve"][0], label="BGK, tau 1")
    accuracy.loglog(gaps, [errors[0] * (gaps[0] / gap) ** 2 for gap in gaps], "k--", label="second order")
    accuracy.set_xticks(gaps, [f"{gap:g}" for gap in gaps], minor=False)
    accuracy.set_xticks([], minor=True)
    accuracy.set_xlabel("width of the pipe, voxels")
    accuracy.set_ylabel("|K / exact K - 1|")
    accuracy.legend()


def draw_medium(drawing, rows, voxels):
    axes = drawing.subplots()
    nx, ny, nz = map(int, rows[0]["size"].split("x"))
    start = nz // 2 * nx * ny
    plane = [list(voxels[start + y * nx:start + (y + 1) * nx]) for y in range(ny)]
    axes.imshow(plane, cmap="Greys", origin="lower", interpolation="none", vmin=0, vmax=1.6)
    axes.grid(False)
    axes.set_xlabel("x, voxels")
    axes.set_ylabel("y, voxels")
    diameter, porosity = float(rows[0]["x"]), float(rows[0]["value"])
    axes.set_title(f"z = {nz // 2}, spheres of diameter {diameter:g}, porosity {porosity:.3f}", fontsize=10)


def draw_speeds(drawing, rows, across):
    axes = drawing.subplots()
    for scheme in dict.fromkeys(row["scheme"] for row in rows):
        draw_series(axes, points_of(rows, scheme=scheme), scheme, scheme)
    for row in [row for row in rows if row["reference"]][:1]:
        axes.axhline(float(row["reference"]), color="black", linestyle=":",
                     label=f"{float(row['reference']):g}: {row['reference_what']}")
    axes.set_xlabel(across)
    axes.set_ylabel(MFLUPS)
    axes.set_ylim(bottom=0)
    axes.legend(fontsize=7.5)


def draw_scaling(drawing, rows):
    axes = drawing.subplots()
    names = {"duct": "pipe", "overlap": "spheres"}
    for scheme in dict.fromkeys(row["scheme"] for row in rows):
        for geometry in dict.fromkeys(row["geometry"] for row in rows):
            points = points_of(rows, scheme=scheme, geometry=geometry)
            draw_series(axes, points, f"{scheme}, {names.get(geometry, geometry)}", scheme, filled=geometry == "duct")
            axes.plot([x for x, _, _ in points], [points[0][1] / points[0][0] * x for x, _, _ in points], "--",
                      color=LOOKS[scheme][0], linewidth=0.7)
    for row in rows:
        if row["reference"]:
            axes.plot(float(row["x"]), float(row["reference"]), "kx", label=row["reference_what"])
    axes.plot([], [], "--", color="#555555", linewidth=0.7, label="as many times as fast")
    ranks = sorted({int(row["x"]) for row in rows})
    axes.set_xticks(ranks, [str(number) for number in ranks])
    workers = "processes" if rows[0]["device"] == "cpu" else "GPUs"
    axes.set_xlabel(f"{workers} ({rows[0]['size']} voxels on {rows[0]['x']})")
    axes.set_ylabel(MFLUPS)
    axes.set_ylim(bottom=0)
    axes.legend(fontsize=7.5)


def draw_arrays(drawing, rows):
    for axes, (geometry, name) in zip(drawing.subplots(1, 3), ARRAYS.items()):
        points = points_of(rows, geometry=geometry)
        exact = sorted((float(row["x"]), float(row["reference"])) for row in rows
                       if row["geometry"] == geometry and row["reference"])
        if exact:
            axes.plot(*zip(*exact), "k-", linewidth=1, label="Stokes flow, exact (Sangani and Acrivos)")
        if points:
            across, up, bars = zip(*points)
            axes.errorbar(across, up, yerr=bars, color=LOOKS["solve"][0], marker="o", linestyle="none", capsize=2,
                          markerfacecolor="white", label="BGK, tau 1")
        axes.set_yscale("log")
        axes.set_xlabel("porosity")
        axes.set_ylabel("K, voxel²")
        axes.set_title(name, fontsize=10)
        axes.legend(fontsize=7.5)


DRAWERS = {
    "pipe": draw_pipe,
    "4": lambda drawing, rows: draw_speeds(drawing, rows, "diameter of the spheres, voxels"),
    "5": lambda drawing, rows: draw_speeds(drawing, rows, "porosity"),
    "6": draw_scaling, "7": draw_scaling, "9": draw_arrays,
}
