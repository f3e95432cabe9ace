# SPDX-License-Identifier: Apache-2.0
"""Gives what the page of `permeability-studies bench --streaming` shows, from streaming.json: which scheme is fastest in which box,
and what fits the device."""

import provenance as origin
from input_files import number, positive, text
from quantities import NBSP, NOT_KNOWN, bytes_of_memory, count, measured, shortened
from streaming_figures import Styles, block_figure, limit_figure, memory_figure, speed_figure
from streaming_findings import by_porosity, findings, lead_in_words, rankings, winners
from streaming_rows import box_in_words, content_in_words, grouped, read_rows, size_in_words, speed_in_words

TEMPLATE = "streaming.html.j2"
MOST_FIGURES = 4  # of a kind
LONGEST_SCHEME = 24  # characters of a name in the headline
COLLISIONS = {"trt": "TRT", "bgk": "BGK"}
SCHEMES = {
    "compact": "what the program solves with: one array of the pore voxels alone, stepped in place by the AA pattern "
    "(Bailey et al. 2009)",
    "pull": "two arrays of the full box; a voxel reads what its neighbours sent",
    "readonly": "pull through the read-only cache (Mawson and Revell 2014)",
    "shared": "pull, with the shift along x in the memory of a block (Mawson and Revell 2014)",
    "shuffle": "pull, with the shift along x in registers (Mawson and Revell 2014)",
    "push": "two arrays of the full box; a voxel writes to its neighbours, and a second pass takes over what crossed the "
    "faces (Huang et al. 2015)",
    "ghost": "one array of the full box, in place by blocks, with copies of what crosses their faces (Valero-Lara et al.)",
    "swap": "one array of the full box; a voxel collides and then swaps with its neighbours (Valero-Lara et al.)",
    **{
        f"ntemp{n}": f"one array a direction and {n} more, direction by direction, one relaxation time (Sheida et al.)"
        for n in (1, 2, 3)
    },
}
COLUMNS = [
    ("threads of a block", "on a GPU; compact and ghost choose their own"),
    ("registers", "those of a thread"),
    ("passes a step", "how often a step goes over the voxels"),
    ("steps", "how many were measured"),
    ("MFLUPS", "million updates of pore voxels a second, the median of batches, with their standard deviation"),
    ("bandwidth", "of the memory, measured beside the scheme"),
    ("bytes an update", "what an update of a pore voxel cannot avoid to move; a full box moves its solid voxels too"),
    ("limit", "the bandwidth over the bytes an update"),
    ("of the limit", "the speed over its limit"),
    ("bytes a voxel", "memory over all voxels of the box"),
    ("bytes a pore voxel", "memory over its pore voxels"),
    ("largest cube", "edge of the cube that fits the device at this porosity, computed; below it what was tried"),
]


def describe(folder, content, command):
    """Gives the values of the template. Throws InputError when there are no rows, or rows that tell nothing."""
    rows = read_rows(folder / "streaming.json", content)
    device = text(content, "device") or "a device that is not known"
    columns = columns_of(rows)
    return {
        "title": f"Streaming schemes on {'a CPU' if device == 'cpu' else shortened(device)}",
        "subtitle": subtitle(content, rows),
        **headline(rows),
        "facts": facts(content, rows),
        "findings": findings(rows),
        "warnings": warnings_of(device, rows),
        "figures": list(figures(rows)),
        "fastest": fastest_table(rows),
        "columns": columns,
        "boxes": [described_box(own) for own in grouped(rows, lambda row: row.box).values()],
        "meanings": [(name, words) for name, words in COLUMNS if columns.get(name, True)],
        "schemes": [(name, SCHEMES[name]) for name in dict.fromkeys(row.scheme for row in rows) if name in SCHEMES],
        "provenance": provenance_rows(content, rows),
        "command": origin.shell_text(origin.command_of(content, command)),
    }


def common_text(rows, key):
    """Gives the texts that rows have under a key, joined."""
    return ", ".join(dict.fromkeys(value for row in rows if (value := text(row.source, key)))) or NOT_KNOWN


def collision_of(rows):
    found = common_text(rows, "collision")
    return COLLISIONS.get(found, found)


def subtitle(content, rows):
    schemes, boxes = len({row.scheme for row in rows}), len({row.box for row in rows})
    return (
        f"{schemes} {'scheme' if schemes == 1 else 'schemes'} in {boxes} {'box' if boxes == 1 else 'boxes'}, "
        f"{common_text(rows, 'precision')}, {collision_of(rows)}, {text(content, 'date') or 'date not known'}"
    )


def headline(rows):
    """Gives the scheme that is fastest in most boxes, and whether every row could be measured."""
    without, best = sum(row.speed is None for row in rows), winners(rows)
    verdict = ("▲", f"{without} of {len(rows)} rows do not fit", "warn") if without else ("✓", "every box fits", "good")
    if not best:
        return {"headline": None, "headline_unit": "", "others": [], "verdict": ("▲", "no box fits", "warn")}
    boxes = sum(wins for _, wins in best)
    top = max((row for row in rows if row.speed), key=lambda row: row.speed)
    others = [f"{shortened(scheme, LONGEST_SCHEME)} in {wins}" for scheme, wins in best[1:]]
    speed = f"{speed_in_words(top.speed)}{NBSP}MFLUPS at the most"
    return {
        "headline": shortened(best[0][0], LONGEST_SCHEME),
        "headline_unit": "the fastest" if boxes == 1 else f"in {best[0][1]} of {boxes} boxes",
        "others": others + [f"{speed}, {shortened(top.scheme, LONGEST_SCHEME)}" if others else speed],
        "verdict": verdict,
    }


def facts(content, rows):
    """Gives short facts: (what, value)."""
    bandwidths = [value for row in rows if (value := positive(row.source, "bandwidth_gb_s"))]
    low, high = (f"{bytes_of_memory(1e9 * pick(bandwidths))}/s" for pick in (min, max)) if bandwidths else (None, None)
    return [
        ("device", text(content, "device") or NOT_KNOWN),
        ("bandwidth of its memory", NOT_KNOWN if low is None else low if low == high else f"{low} to {high}"),
        ("precision", common_text(rows, "precision")),
        ("collision", collision_of(rows)),
        ("sizes", ", ".join(dict.fromkeys(size_in_words(row.size) for row in rows))),
        ("date", text(content, "date") or NOT_KNOWN),
    ]


def warnings_of(device, rows):
    """Gives what a reader must know before the numbers are used."""
    if device.startswith("cpu"):
        yield (
            "On a CPU compact has vector instructions, and the schemes of papers are plain loops: their order of memory is "
            "compared on a GPU only."
        )
    if any((number(row.source, "fraction_of_limit") or 0) > 1.02 for row in rows):
        yield "A speed above its limit means that the box stays in the cache, which is faster than the memory."


def columns_of(rows):
    """Says which columns the table has: one without any value is left out."""
    on_gpu = any(positive(row.source, "registers") for row in rows)
    return {"threads of a block": on_gpu or len({row.block for row in rows if row.block}) > 1, "registers": on_gpu}


def figures(rows):
    """Gives the figures for which there are data, each with a title and a caption."""
    styles = Styles(rows)
    yield from several(porosity_figures(rows, styles))
    yield from several(diameter_figures(rows, styles))
    yield from several(size_figures(rows, styles))
    yield from several(block_figures(rows, styles))
    first = next(iter(grouped(rows, lambda row: row.box).values()))
    box = f"In {box_in_words(first[0])}. "
    bars = (
        ("Speed over its limit", limit_figure(first, "limit"), "The limit is the bandwidth of the memory over the bytes that "
         "an update cannot avoid." + fastest_block_note(first)),
        ("Memory and the largest cube", memory_figure(first, "memory"), "Bytes over all voxels of the box, and the edge of "
         "the largest cube that the device holds at this porosity."),
    )  # fmt: skip
    yield from ({"title": title, "svg": svg, "caption": box + caption} for title, svg, caption in bars if svg)


def several(made):
    """Gives at most so many figures of a kind, and says in the last how many are left out."""
    made = [figure for figure in made if figure["svg"]]
    left = len(made) - MOST_FIGURES
    if left > 0:
        made = made[:MOST_FIGURES]
        made[-1]["caption"] += f" {left} more like this {'is' if left == 1 else 'are'} left out; the table has the numbers."
    return made


def fastest_block_note(rows):
    """Says what was picked where a scheme was measured with several numbers of threads."""
    picked = any(len({row.block for row in own}) > 1 for own in grouped(rows, lambda row: (row.box, row.scheme)).values())
    return " Of several blocks the fastest is shown." if picked else ""


def largest_first(groups):
    """Orders groups of rows by the size of their boxes."""
    return sorted(groups, key=lambda rows: -rows[0].edge)


def porosity_figures(rows, styles):
    for place, own in enumerate(largest_first([own for _, own in by_porosity(rows)])):
        filled = next((row for row in own if row.kind != "empty"), own[0])
        empty = " The empty box has porosity 1." if any(row.kind == "empty" for row in own) else ""
        yield {
            "title": "Speed and porosity",
            "svg": speed_figure(own, styles, lambda row: row.porosity, "porosity", f"porosity-{place + 1}"),
            "caption": f"In {size_in_words(filled.size)}, {content_in_words(filled, porosity=False)}. A full box is stepped "
            f"with its solid, and only its pores are counted.{empty}{fastest_block_note(own)} After Fig. 5 of Huang et al. "
            "2015.",
        }


def diameter_figures(rows, styles):
    label = "diameter of the spheres, voxels"
    spheres = grouped([row for row in rows if row.radius], lambda row: (row.kind, row.size, row.asked))
    for place, own in enumerate(largest_first(spheres.values())):
        words = content_in_words(own[0]).replace(f" of radius{NBSP}{own[0].radius:g}", "")
        yield {
            "title": "Speed and diameter",
            "svg": speed_figure(own, styles, lambda row: 2 * row.radius, label, f"diameter-{place + 1}"),
            "caption": f"In {size_in_words(own[0].size)}, {words}.{fastest_block_note(own)} After Fig. 4 of Huang et al. 2015.",
        }


def size_figures(rows, styles):
    for place, own in enumerate(grouped(rows, lambda row: (row.kind, row.asked, row.radius)).values()):
        cubes = all(len(set(row.size)) == 1 for row in own)
        inside = "Empty boxes" if own[-1].kind == "empty" else content_in_words(own[-1]).capitalize()
        label = "edge of the box, voxels" if cubes else "edge of the cube of as many voxels"
        yield {
            "title": "Speed and size",
            "svg": speed_figure(own, styles, lambda row: round(row.edge, 3), label, f"size-{place + 1}", doubling=True),
            "caption": f"{inside}.{fastest_block_note(own)} After Fig. 10 of Valero-Lara et al.",
        }


def block_figures(rows, styles):
    for place, own in enumerate(largest_first(grouped(rows, lambda row: row.box).values())):
        level = [row.scheme for row in own if row.speed and not row.block]
        yield {
            "title": "Speed and threads of a block",
            "svg": block_figure(own, styles, f"block-{place + 1}"),
            "caption": f"In {box_in_words(own[0])}."
            + (" A level line is a scheme with blocks of its own." if level else "")
            + " After Fig. 14 of Mawson and Revell 2014.",
        }


def fastest_table(rows):
    """Gives for each box, where there are several, which scheme is fastest and which leaves room for the largest cube."""
    table = []
    for own in rankings(rows):
        cubes = [(positive(row.source, "largest_cube") or 0, row.scheme) for row in rows if row.box == own[0].box]
        cube, scheme = max(cubes, key=lambda item: item[0])
        table.append({
            "box": box_in_words(own[0]),
            "scheme": own[0].scheme,
            "speed": speed_in_words(own[0].speed),
            "lead": lead_in_words(*own[:2]) if len(own) > 1 else "–",
            "cube": f"{cube:.0f}³ with {scheme}" if cube else NOT_KNOWN,
        })  # fmt: skip
    return table if len(table) > 1 else []


def described_box(rows):
    return {"name": box_in_words(rows[0]), "rows": [described_row(row) for row in rows]}


def described_row(row):
    """Gives one row of the table. What was not measured, because the box does not fit, is a dash."""

    def shown(key, write):
        value = positive(row.source, key)
        return "–" if value is None else write(value)

    return {
        "scheme": row.scheme,
        "threads of a block": str(row.block) if row.block else "own",
        "registers": shown("registers", count),
        "passes": shown("passes_a_step", count),
        "steps": shown("steps", count),
        "speed": speed_in_words(row.speed) if row.speed else "does not fit",
        "deviation": f"±{NBSP}{measured(row.deviation, 2)}" if row.speed else "",
        "bandwidth": shown("bandwidth_gb_s", lambda value: measured(value, 4)),
        "bytes_an_update": shown("bytes_per_update", lambda value: measured(value, 4)),
        "limit": shown("limit_mflups", speed_in_words),
        "fraction": shown("fraction_of_limit", lambda value: f"{measured(100 * value, 3)}{NBSP}%"),
        "voxel": shown("bytes_per_voxel", lambda value: measured(value, 4)),
        "pore_voxel": shown("bytes_per_pore_voxel", lambda value: measured(value, 4)),
        "cube": shown("largest_cube", lambda value: f"{value:.0f}³"),
        "tried": tried(row),
    }


def tried(row):
    """Says what was found when the largest cube was tried."""
    found = (("made", positive(row.source, "allocated_cube")), ("refused", positive(row.source, "refused_cube")))
    return ", ".join(f"{edge:.0f}³ {word}" for word, edge in found if edge)


def provenance_rows(content, rows):
    """Gives the table that tells where the result comes from."""
    return [
        ("program", text(content, "program") or NOT_KNOWN),
        ("commit", common_text(rows, "commit")),
        ("device", text(content, "device") or NOT_KNOWN),
        ("processes (ranks)", common_text(rows, "ranks")),
        ("precision", common_text(rows, "precision")),
        ("collision", collision_of(rows)),
        ("date", text(content, "date") or NOT_KNOWN),
    ]
