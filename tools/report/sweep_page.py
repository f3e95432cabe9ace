# SPDX-License-Identifier: Apache-2.0
"""Gives what the page of `permeability sweep` shows, from sweep.json: K against porosity, of one kind or of several."""

import pathlib

import conduct_findings
import provenance as origin
from input_files import InputError, child, children, number, numbers, positive, text, texts
from quantities import NOT_KNOWN, count, duration, length, measured, percent, permeability_units, plain, shortened, times
from solve_page import mark_of
from sweep_figures import deviation_figure, factor_figure, group_of, groups_of, permeability_figure, segmentations_figure, varied_figure

TEMPLATE = "sweep.html.j2"


def describe(folder, content, command):
    """Gives the values of the template. Throws InputError when there are no points."""
    points = children(content, "points")
    if not points:
        raise InputError(f"cannot use {folder / 'sweep.json'} (it holds no point). Run sweep again")
    factor, unit = unit_of(points)
    varied = varied_of(content)
    warnings = grouped_warnings(content, points, varied)
    above_zero = [point for point in points if (number(point, "permeability_voxel2") or 0) > 0]
    curves = children(content, "curves")
    size = [value for value in numbers(content, "size") if value == value]
    geometry = (text(content, "geometry") or "a geometry").replace(",", ", ")
    finished = all(text(point, "stop") in ("converged", "not_percolating", "unresisted") for point in points)
    return {
        "title": title(content, geometry, varied),
        "kind": f"sweep of {varied['what'] if varied else 'porosity'}",
        "subtitle": (f"{times(size)} voxels" if size else "size not known") + size_in_words(content),
        "media": list(dict.fromkeys(medium for point in points if (medium := text(point, "medium")))),
        "warnings": warnings,
        **headline(points, above_zero, factor, unit),
        "range": range_in_words([value * factor for value in values_of(above_zero, "permeability_voxel2")])
        if worst_of(points)
        else None,  # then it is the headline
        "unit": unit,
        "porosities": range_in_words(values_of(above_zero, "porosity"), 3),
        "total": len(points),
        "converged": sum(text(point, "stop") == "converged" for point in points),
        "verdict": verdict(points, finished, bool(warnings)),
        "facts": facts(content, points),
        "figures": [it for it in figures(points, curves, children(content, "overlay"), factor, unit, varied) if it["svg"]],
        "points": [describe_point(point, factor, name, varied) for name, point in in_series(points)],
        "curves": described_curves(curves),
        "notes": notes(content, points),
        "columns": columns_of(points, varied),
        "provenance": run_rows(content, size),
        "command": origin.shell_text(origin.command_of(content, command)),
    }


def varied_of(content):
    """Gives what makes one image many, as {key, what, column}, or None for kinds of geometry."""
    of = {
        "threshold": {"what": "a threshold", "column": "threshold", "across": "threshold, grey value"},
        "grow": {"what": "the growth of grains", "column": "growth, voxels", "across": "growth of the grains, voxels"},
    }
    key = text(content, "varied")
    return {"key": key, **of[key]} if key in of else None


def title(content, geometry, varied):
    """Names what was swept: the file, or the kinds of geometry."""
    if not varied:
        return f"Permeability against porosity: {shortened(geometry)}"
    name = pathlib.PurePath(text(content, "input") or "").name or "an image"
    return f"Permeability of {shortened(name)} against {'its threshold' if varied['key'] == 'threshold' else 'the growth of its grains'}"


def name_of_point(point, varied):
    """Names a point in a few words: "threshold 90", "fcc at porosity 0.310"."""
    if varied and number(point, varied["key"]) is not None:
        return f"{varied['key']} {plain(number(point, varied['key']))}"
    return f"{text(point, 'geometry') or ''} at porosity {measured(number(point, 'porosity'), 3)}".strip()


def grouped_warnings(content, points, varied):
    """Gives each warning once, as a sentence, with the points that have it."""
    found = {warning: [] for warning in texts(content, "warnings")}
    for point in points:
        for warning in dict.fromkeys(texts(point, "warnings")):
            found.setdefault(warning, []).append(name_of_point(point, varied))
    sentences = []
    for warning, names in found.items():
        where = "" if len(names) in (0, len(points)) else ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        sentences.append(f"{where}{': ' if where else ''}{warning if where else warning[:1].upper() + warning[1:]}.")
    return [sentence[:1].upper() + sentence[1:] for sentence in sentences]


def in_series(points):
    """Gives (name of the series, point), series by series, in the order in which the sweep has them."""
    return [
        (name, point)
        for name, _, own in groups_of(points)
        for point in sorted(own, key=lambda point: number(point, "porosity") or 0.0)
    ]


def worst_of(points):
    """Gives the point with the largest deviation from its reference, or None."""
    known = [point for point in points if number(point, "deviation") is not None]
    return max(known, key=lambda point: abs(number(point, "deviation")), default=None)


def headline(points, above_zero, factor, unit):
    """Gives the largest deviation, which says what the sweep is worth; without a reference the range of K."""
    worst = worst_of(points)
    if worst is None:
        return {
            "what": "Permeability",
            "headline": range_in_words([value * factor for value in values_of(above_zero, "permeability_voxel2")]),
            "headline_unit": unit,
            "where": None,
        }
    return {
        "what": "Largest deviation from the reference",
        "headline": percent(number(worst, "deviation"), sign=True),
        "headline_unit": "",
        "where": name_of_point(worst, None),
    }


def verdict(points, finished, is_warned):
    """Gives (symbol, words, mood): points that are not complete, references outside, and warnings are not passed over."""
    if not finished:
        return "▲", "not all points complete", "warn"
    held = [holds for point in points if isinstance(holds := point.get("interval_holds_reference"), bool)]
    words = f"{sum(held)} of {len(held)} intervals hold their reference" if held else "all points complete"
    if not all(held):
        return "▲", words, "warn"
    return ("▲", f"{words}, with warnings", "warn") if is_warned else ("✓", words, "good")


def described_curves(curves):
    """Gives each reference once, however many series it is drawn for."""
    named = {(text(curve, "name") or "unnamed", text(curve, "source")): None for curve in curves}
    return [{"name": name, "source": source} for name, source in named]


def notes(content, points):
    """Gives what a reader must know of the numbers, as sentences."""
    sentences = []
    if children(content, "curves") and not any(number(point, "reference_permeability_voxel2") is not None for point in points):
        sentences.append("The curves are laws that others found for media like this one, and no references for these points.")
    if any(number(point, "interval_low_voxel2") is not None for point in points):
        sentences.append(
            "K of the smooth body that the image samples lies in its interval in 95 of 100 cases. K is as solved, so that "
            "it may stand at one end of it where the voxels make it too large or too small."
        )
    if any(child(point, "conduction") for point in points):
        sentences.append(
            "F is the formation factor: of voxels between bounds that are proven, of bodies with walls between voxels with "
            "two sigma; of several images that of their mean conductivity. Tortuosity is porosity times F."
        )
    if any(number(point, "deviation_at_voxels") is not None for point in points):
        sentences.append(
            "K is compared with the reference at the radius that was asked for, and with that at the porosity that "
            "the voxels have."
        )
    return sentences + [
        f"There is no reference for {reason}." for reason in content.get("no_reference", []) if isinstance(reason, str)
    ]


def columns_of(points, varied):
    """Says which columns the table of points needs."""

    def has(key):
        return any(number(point, key) is not None for point in points)

    return {
        "geometry": len(groups_of(points)) > 1,
        "varied": varied["column"] if varied else None,
        "asked": has("porosity_asked"),
        "radius": has("radius") and not has("permeability_over_d2"),
        "over_d2": has("permeability_over_d2"),
        "interval": has("interval_low_voxel2"),
        "reference": has("reference_permeability_voxel2"),
        "at_voxels": has("deviation_at_voxels"),
        "series": has("series_difference"),
        "conduction": any(child(point, "conduction") for point in points),
    }


def values_of(points, key):
    return [value for point in points if (value := number(point, key)) is not None]


def unit_of(points):
    """Gives (factor from voxel², unit) that suits the point in the middle, and so the others."""
    pairs = sorted(
        (voxel2, number(point, "permeability_m2"))
        for point in points
        if (voxel2 := number(point, "permeability_voxel2")) and number(point, "permeability_m2")
    )
    return permeability_units(*pairs[len(pairs) // 2])[0] if pairs else (1.0, "voxel²")


def size_in_words(content):
    voxel_size_m = positive(content, "voxel_size_m")
    return f" of {length(voxel_size_m)}" if voxel_size_m else ""


def range_in_words(values, digits=4):
    """Writes "low to high", one number when they are the same, None when there is none."""
    if not values:
        return None
    low, high = measured(min(values), digits), measured(max(values), digits)
    return low if low == high else f"{low} to {high}"


def facts(content, points):
    """Gives short facts: (what, value)."""
    rows = []
    at_voxels = values_of(points, "deviation_at_voxels")
    if at_voxels:
        rows.append(("largest deviation at the porosity of the voxels", percent(max(at_voxels, key=abs), sign=True)))
    exponent = child(content, "exponent")
    if number(exponent, "value") is not None:
        half, count_of = number(exponent, "confidence_95"), number(exponent, "points")
        interval = f" ± {plain(half, 2)} (95 %, {count(count_of)} points)" if half is not None else ""
        rows.append(("exponent of K over the porosity", plain(number(exponent, "value"), 3) + interval))
    errors = values_of(points, "iteration_error")
    if errors:
        rows.append(("largest iteration error", percent(max(errors))))
    radius = number(content, "radius")
    if radius is not None:
        rows.append(("radius", f"{plain(radius)} voxels"))
    if boundary := text(content, "boundary"):
        rows.append(("faces", boundary))
    if crop := text(content, "crop"):
        rows.append(("part of the image", crop))
    return rows + [("device", text(content, "device") or NOT_KNOWN), ("time", duration(number(content, "seconds")))]


def figures(points, curves, overlay, factor, unit, varied):
    scaled = all(
        number(point, "permeability_over_d2") is not None or number(point, "permeability_voxel2") is None for point in points
    )
    dimensionless = scaled and any(number(point, "permeability_over_d2") is not None for point in points)
    quantity = ("permeability_over_d2", 1.0) if dimensionless else ("permeability_voxel2", factor)
    label = "K over the diameter squared" if dimensionless else f"K in {unit}"
    if varied:
        yield {
            "title": f"Permeability and {varied['column'].split(',')[0]}",
            "svg": varied_figure(points, varied, factor, f"K in {unit}", "varied"),
            "caption": "Computed points with their intervals. A K of 0 has no point.",
        }
        yield {
            "title": f"The image at each {varied['column'].split(',')[0]}",
            "svg": segmentations_figure(points, varied, "segmentations"),
            "caption": "The middle slice across z: pores blue on solid.",
        }
    has_reference = any(number(point, "reference_permeability_voxel2") is not None for point in points)
    yield {
        "title": "Permeability and porosity",
        "svg": permeability_figure(points, curves, overlay, quantity, label, "permeability"),
        "caption": f"Computed points with their intervals, {'reference curves' if has_reference else 'curves'}, and published points "
        "where they were given. The porosity is that of the voxels.",
    }
    yield {
        "title": "Formation factor and porosity",
        "svg": factor_figure(points, "factor"),
        "caption": "Computed points between their proven bounds, of the voxels. An infinite F has no point.",
    }
    yield {
        "title": "Deviation from the reference",
        "svg": deviation_figure(points, "deviation"),
        "caption": "Filled: from the reference at the radius asked for, with the interval. Hollow: from that at the porosity of "
        "the voxels.",
    }


def describe_point(point, factor, name, varied):
    """Gives one row of the table."""
    symbol, word, mood = mark_of(text(point, "stop"), bool(texts(point, "warnings")), ("?", text(point, "stop") or NOT_KNOWN, "warn"))
    if point.get("interval_holds_reference") is False and text(point, "stop") == "converged":
        symbol, word, mood = "▲", "reference outside", "warn"
    value, reference = number(point, "permeability_voxel2"), number(point, "reference_permeability_voxel2")
    known = text(point, "stop") != "diverged" and value is not None

    def share(key, sign=False):
        return percent(number(point, key), sign=sign) if number(point, key) is not None and known else "–"

    estimated = number(point, "voxel_estimate") is not None

    return {
        "geometry": name,
        "varied": plain(number(point, varied["key"])) if varied else "",
        "porosity": measured(number(point, "porosity")),
        "asked": plain(number(point, "porosity_asked"), 4) if number(point, "porosity_asked") is not None else "–",
        "radius": plain(number(point, "radius"), 4) if number(point, "radius") is not None else "–",
        "value": measured(value * factor, 5) if known else "no value",
        "over_d2": (
            measured(number(point, "permeability_over_d2"), 4) if number(point, "permeability_over_d2") is not None else "–"
        ),
        "error": share("iteration_error") if value else "–",
        "interval": interval_of(point, factor) if value and known else "–",
        "voxels": f"voxels {share('voxel_estimate', sign=True)} ± {share('voxel_two_sigma')}" if estimated and value else "",
        "reference": measured(reference * factor, 5) if reference is not None else "–",
        "deviation": share("deviation", sign=True),
        "at_voxels": share("deviation_at_voxels", sign=True),
        "series": series_difference(point),
        "factor": conduct_findings.in_words(child(point, "conduction"), "formation_factor"),
        "tortuosity": conduct_findings.in_words(child(point, "conduction"), "tortuosity"),
        "symbol": symbol,
        "word": word,
        "mood": mood,
        "steps": count(number(point, "steps")),
        "time": duration(number(point, "seconds")),
    }


def interval_of(point, factor):
    """Gives "3.81 to 4.02", with as many digits as tell both ends apart."""
    low, high = (number(point, f"interval_{end}_voxel2") for end in ("low", "high"))
    if low is None or high is None:
        return "–"
    digits = 3 if high - low > 0.02 * high else 4
    return f"{measured(low * factor, digits)} to {measured(high * factor, digits)}"


def series_difference(point):
    """Gives the series over the exact value, less 1, with three decimals: it is 1e-13 where few spheres are."""
    value = number(point, "series_difference")
    if value is None:
        return "–"
    shown = round(100 * value, 3)
    return f"{'+' if shown > 0 else ''}{plain(shown, 4)} %" if shown else "0.000 %"


def image_rows(content):
    """Gives rows of what was swept: the image, or the kinds of geometry."""
    rows = [("image", text(content, "input")), ("part of the image", text(content, "crop")),
            ("which voxels are pore", text(content, "segmentation")), ("flow along", text(content, "direction"))]  # fmt: skip
    found = [(what, value) for what, value in rows if value]
    return [*(found if text(content, "varied") else [("geometry", text(content, "geometry") or NOT_KNOWN)]),
            *([("faces", text(content, "boundary"))] if text(content, "boundary") else [])]  # fmt: skip


def run_rows(content, size):
    """Gives the table that tells where the result comes from."""
    tau = number(content, "tau")
    return (
        origin.program_rows(content)
        + [
            *image_rows(content),
            ("size", f"{times(size)} voxels" if size else NOT_KNOWN),
            ("voxel size", length(positive(content, "voxel_size_m"))),
        ]
        + origin.machine_rows(content)
        + origin.setting_rows(content)
        + [("tau", plain(tau) if tau is not None else "chosen by the program for each point")]
        + origin.time_rows(content)
    )
