# SPDX-License-Identifier: Apache-2.0
"""Tells what a run of `permeability solve` found besides K: warnings, the tensor, the checks, the error budget."""
import math

from input_files import child, children, number, numbers, text, texts
from quantities import NBSP, count, measured, percent, permeability_units, plain

BOUNDARIES = {  # what each does to K
    "periodic": "The image is repeated on all sides, and its opposite faces match as far as the program can see.",
    "recipe": "The image is one period of a medium that repeats: its faces add no error.",
    "seams": "The image is repeated on all sides. Its opposite faces do not match, so that pores end there.",
    "sealed": "Walls at the sides close pores that would go on in a larger rock.",
    "mirror": "Pores at the sides join their own mirror image.",
    "pressure": "At inlet and outlet the density is prescribed and the flow normal to the face.",
}
PARTS = (("iteration", "iteration"), ("voxel", "voxels"), ("boundary", "boundary"))  # of an error budget: key, word


def warnings_of(content):
    """Gives every warning of a run as a sentence: those of the image, of each flow and of the tensor."""
    found = texts(content, "warnings")
    for flow in children(content, "flow"):  # a file of an earlier version has these beside each flow only
        own = texts(child(flow, "checks"), "warnings")
        found += [f"along {text(flow, 'direction') or '?'}: {warning}" for warning in own
                  if not any(known.endswith(warning) for known in found)]
    return [warning[:1].upper() + warning[1:] + ("" if warning.endswith(".") else ".") for warning in found]


def is_generated(content):
    """Tells whether the image is that of a recipe, which repeats."""
    return (text(child(content, "image"), "format") or "").startswith("recipe")


def faces_in_words(content):
    """Says what the faces of the image did to K."""
    boundary = text(child(content, "solver"), "boundary")
    if boundary == "periodic" and any("does not repeat" in warning for warning in texts(content, "warnings")):
        boundary = "seams"
    elif boundary == "periodic" and is_generated(content):
        boundary = "recipe"
    return BOUNDARIES.get(boundary, "It is not known what the faces of the image did.")


def matrix(content, key):
    """Gives three rows of three numbers, with None where one is missing; nothing when it is no matrix."""
    rows = content.get(key)
    if not isinstance(rows, list) or len(rows) != 3 or not all(isinstance(row, list) and len(row) == 3 for row in rows):
        return []
    return [[number({"it": value}, "it") for value in row] for row in rows]


def tensor(content, described):
    """Gives the tensor in the unit of the largest K in `described`, with principal values and axes, or None without one.

    Between closed faces there is the diagonal only.
    """
    rows = matrix(content, "permeability_tensor_voxel2")
    known = [i for i in range(3) if rows and rows[i][i] is not None]
    if len(known) < 2:
        return None
    in_m2 = matrix(content, "permeability_tensor_m2")
    largest = max(known, key=lambda i: rows[i][i])
    factor, unit = permeability_units(rows[largest][largest], in_m2[largest][largest] if in_m2 else None)[0]
    of_largest = next((flow for flow in described if flow["direction"] == "xyz"[largest] and flow["has_value"]), None)
    if of_largest:
        factor, unit = of_largest["factor"], of_largest["unit"]
    whole = all(value is not None for row in rows for value in row)
    axes = matrix(content, "permeability_tensor_axes")
    principal = numbers(content, "permeability_tensor_principal_voxel2")
    errors = matrix(content, "permeability_tensor_error_voxel2")

    def shown(value, error):
        if value is None:
            return "–"
        return measured(value * factor, 5) + (f" ± {measured(error * factor, 2)}" if error is not None else "")

    return {
        "unit": unit, "whole": whole, "is_diagonal": all(rows[i][j] is None for i in known for j in known if i != j),
        "rows": [[shown(value, errors[i][j] if errors else None) for j, value in enumerate(row)]
                 for i, row in enumerate(rows)],
        "principal": [(measured(value * factor, 5), "(" + ", ".join(measured(part, 4) for part in axis) + ")")
                      for value, axis in zip(principal, axes)] if whole and len(principal) == 3 else [],
        "asymmetry": plain(number(content, "permeability_tensor_asymmetry"), 2) if whole else "",
    }


def checks(flows):
    """Gives rows (what, [a value for each direction], what it says) of the checks that any of the flows has."""
    found = [child(flow, "checks") for flow in flows]
    voxels = lambda value: f"{plain(value, 2)}{NBSP}voxels"
    signed = lambda value: percent(value, sign=True)
    rows = [
        ("dissipation less power", "dissipation_difference", signed,
         "Of the flow itself, over the power; 0 in a steady flow. Beyond the root of the iteration error it means that "
         "this bound is false."),
        ("viscous share", "viscous_share", percent, "Of the dissipation: what is left depends on single voxels."),
        ("leak of mass", "mass_leak", signed, "What appears inside the image, over the flux; it must be 0."),
        ("throat", "throat_diameter_voxels", voxels,
         "The largest ball that can travel through. Below 3 voxels K depends on single voxels."),
        ("pores narrower than 3 voxels", "pore_share_narrower_than_3_voxels", percent, "Of the volume of the pores."),
        ("Re < 1 in water up to", "reynolds_1_pressure_gradient_water_pa_m",
         lambda value: f"{measured(value, 2)}{NBSP}Pa/m", "K is that of creeping flow: stay well below this gradient."),
        ("Reynolds number", "reynolds_number", lambda value: plain(value, 2), "Of the run itself."),
        ("Mach number", "mach_number", lambda value: plain(value, 2),
         "Of the run itself; the fluid is compressed above 0.1."),
    ]
    table = []
    for what, key, write, meaning in rows:
        values = [number(check, key) for check in found]
        if any(value is not None for value in values):
            table.append((what, ["–" if value is None else write(value) for value in values], meaning))
    ratios = [voxel2 / carman if (voxel2 := number(flow, "permeability_voxel2")) and
              (carman := number(check, "kozeny_carman_voxel2")) else None for flow, check in zip(flows, found)]
    if any(ratios):
        table.append(("K over Kozeny-Carman's", ["–" if not ratio else plain(ratio, 2) for ratio in ratios],
                      "Far from 1 in fractures and tight rock, and where pore and solid are exchanged."))
    return table


def budget_of(flow):
    """Gives {part: its error in voxel², or None} of a flow that has an error budget, else nothing."""
    budget = child(flow, "error_budget")
    return {key: number(child(budget, key), "error_voxel2") for key, word in PARTS} if budget else {}


def voxel_estimate(flow):
    """Gives (relative, two sigma) of a flow whose result.json has the estimate of what the voxels did, else None."""
    found = child(flow, "voxel_estimate")
    values = number(found, "relative"), number(found, "two_sigma")
    return None if None in values else values


def cubes_in_words(flow):
    """Gives "−14 % ± 2 %": K of the image taken as cubes over K, less 1, and two sigma of it."""
    cubes, voxel2 = child(flow, "as_cubes"), number(flow, "permeability_voxel2")
    found, two_sigma = number(cubes, "permeability_voxel2"), number(cubes, "two_sigma")
    if None in (found, two_sigma) or not voxel2:
        return "–"
    return f"{percent(found / voxel2 - 1, sign=True)} ± {percent(two_sigma)}"


def why_not_resolved(flows):
    """Gives a sentence for each flow whose voxels let no K be corrected: which limit is not met, and what is thin."""
    found = [(text(flow, "direction") or "?", text(child(flow, "voxel_estimate"), "why_not_resolved")) for flow in flows]
    return [f"Not resolved along {direction}: {why}." for direction, why in found if why]


def error_budget(flows, described, faces):
    """Gives rows (source, [a size for each direction] or none if it is not estimated, what it is).

    `faces` says what the faces of the image did.
    """
    rows = [("iteration", [percent(flow["iteration_error"]) if flow["has_value"] and not flow["is_zero"] else "–"
                           for flow in described],
             "A bound on what further steps would still change. Below --tolerance the run ends."),
            ("flux between planes", [percent(flow["flux_spread"]) if flow["flux_spread"] is not None else "–"
                                     for flow in described],
             "Largest less smallest flux of the planes across the flow, over the mean: how steady the flow is.")]
    if any(flow["float16_difference"] is not None for flow in described):
        rows.append(("float16", [percent(difference) if (difference := flow["float16_difference"]) is not None else "–"
                                 for flow in described],
                     "By how much K in float16 differed from the final one in float32. It is corrected, not left in."))
    estimates = [voxel_estimate(flow) for flow in flows]
    if any(estimates):
        rows.append(("voxels, estimate",
                     [f"{percent(each[0], sign=True)} ± {percent(each[1])}" if each else "–" for each in estimates],
                     "How far K lies from that of the smooth pores that the image shows, and two sigma of that: from the "
                     "shear beside stepped walls and the dissipation that is not viscous. How the image was segmented "
                     "is not in it." + "".join(f" {sentence}" for sentence in why_not_resolved(flows))))
    worst = part_row(flows, "voxel", "voxels, worst case" if any(estimates) else "voxels",
                     "A bound from K in voxels of half and of twice the size: three times the larger change. How "
                     "the image was segmented is not in it.")
    if worst:
        rows.append(worst)
        if any(child(flow, "as_cubes") for flow in flows):
            rows.append(("the image taken as cubes", [cubes_in_words(flow) for flow in flows],
                         "What K changes by, with two sigma, where a program takes voxels as solid cubes: finite volumes, "
                         "finite elements and refined images go there while their cells get smaller."))
    elif not any(estimates):
        rows.append(("resolution", [], "Too few voxels across a pore, and how the image was segmented. Typically some "
                     "per cent with ten voxels across a throat and tens of per cent with three; --error-budget "
                     "bounds it, and a finer image would tell."))
    measured_here = any(budget_of(flow).get("boundary") is not None for flow in flows)  # then no other image counts
    rows.append(part_row(flows, "boundary", "boundaries",
                         "The change of K between other faces of the image." + ("" if measured_here else " " + faces))
                or spread_row(flows)
                or ("boundaries", ["none"] * len(flows) if faces == BOUNDARIES["recipe"] else [], faces))
    return rows


def spread_row(flows):
    """Gives the row of what other faces do to K, or None where no flow tells."""
    spreads = [number(flow, "face_spread") for flow in flows]
    if not any(spreads):
        return None
    return ("faces", ["–" if spread is None else percent(math.expm1(spread)) for spread in spreads],
            "The largest change of K between mirrors, walls and, where the image repeats, periodic faces, seen in voxels of "
            "three times the size.")


def part_row(flows, part, source, meaning):
    """Gives the row of one part of the error budgets, or None where no flow has a budget."""
    if not any(child(flow, "error_budget") for flow in flows):
        return None
    sizes = []
    for flow in flows:
        error, voxel2 = budget_of(flow).get(part), number(flow, "permeability_voxel2")
        sizes.append(percent(error / voxel2) if error is not None and voxel2 else "–")
    reasons = {text(child(child(flow, "error_budget"), part), "why_not") for flow in flows} - {None}
    return source, sizes, " ".join([meaning, *(f"Not known: {reason}." for reason in sorted(reasons))])


def left_out(flows, pores):
    """Gives the share of the pores that no flow reaches, over all directions: "1.2 % to 3 %"; "" when not known."""
    cells = [number(flow, "isolated_voxels") for flow in flows if text(flow, "stop") != "not_percolating"]
    if not pores or not cells or None in cells:
        return ""
    shares = [percent(value / pores) for value in sorted({min(cells), max(cells)})]
    return " to ".join(shares)


def porosity_facts(image, flows):
    """Gives (what, value) of the total porosity and of the one that the flow of each direction reaches."""
    facts = [("total porosity", measured(number(image, "porosity")))]
    connected = [measured(number(flow, "connected_porosity")) for flow in flows]
    if len(set(connected)) == 1 and len(flows) > 1:
        facts.append(("connected, each way", connected[0]))
    else:
        facts += [(f"connected along {text(flow, 'direction') or '?'}", value)
                  for flow, value in zip(flows, connected)]
    facts.append(("pore voxels", count(number(image, "pore_voxels"))))
    share = left_out(flows, number(image, "pore_voxels"))
    return facts + ([("pores left out", share)] if share else [])
