# SPDX-License-Identifier: Apache-2.0
"""Tells what flows with inertia say: the coefficients, each flow, and why the list ended where it did."""
import inertia_figures
from input_files import child, children, number, text
from quantities import NBSP, NOT_KNOWN, count, length, measured, percent, plain

ENDS = {  # end: (symbol, word, class, what it means)
    "complete": ("✓", "every flow of the list is steady", "good", ""),
    "unsteady": ("▲", "the list ends where the flow oscillates", "warn",
                 "Here the flow does not come to rest: it oscillates or is chaotic, so it has no K that does not change with "
                 "time, and none is given. The flows at smaller Reynolds numbers are steady, and their K holds. The reason lies in the medium, not "
                 "in the voxels; more steps do not help."),
    "unresolved": ("▲", "the list ends where voxels are too large", "warn",
                   "Here the layers in which the fluid is sheared are too thin for these voxels, so the flow was not "
                   "solved. What was found at smaller Reynolds numbers holds. An image in smaller voxels goes further."),
    "step_limit": ("▲", "the list ends at the step limit", "warn",
                   "Here the flow was still changing when its steps were used up, and nothing is said of whether it becomes "
                   "steady. What was found at smaller Reynolds numbers holds."),
    "diverged": ("✕", "the list ends where the flow diverged", "bad",
                 "Here the computation broke down, and gave no number. What was found at smaller Reynolds numbers holds."),
    "interrupted": ("▲", "the list was stopped", "warn", "The run was stopped from outside. What is listed holds."),
}


def inertia(flow, key):
    """Gives what the page shows of the flows with inertia along one axis, or None where none were asked for."""
    found = child(flow, "inertia")
    if not found:
        return None
    direction = text(flow, "direction") or "?"
    symbol, word, mood, meaning = ENDS.get(text(found, "end"), ("?", "how the list ended is not known", "warn", ""))
    points = children(found, "points")
    why = text(found, "why") or ""
    svg = inertia_figures.resistance_figure(flow, f"inertia-{key}", direction)
    return {
        "direction": direction, "symbol": symbol, "word": word, "mood": mood, "meaning": meaning,
        "why": why + ("" if not why or why.endswith(".") else "."), "is_complete": text(found, "end") == "complete",
        "facts": facts(found, len(points)), "short": in_short(found, points), "rows": [row_of(point) for point in points],
        "definition": definition(found),
        "figure": {"title": "How inertia takes from K", "svg": svg, "caption": caption(flow, points)} if svg else None,
    }


def definition(found):
    """Says what Re and the columns are."""
    size, voxels = number(found, "length_m"), number(found, "length_voxel")
    of = f"{plain(voxels, 4)}{NBSP}voxels" if voxels is not None else "a length that is not known"
    of += f" ({length(float(f'{size:.4g}'))})" if size else ""
    return (f"Re = U l / ν, where U is the superficial velocity and l = {of}. K = ν U / g is apparent: g drives the flow, "
            "per mass. K₀ is K of creeping flow, without inertia. The bound is on K, for the iteration; voxels add their "
            "own error. Water and air are at 20 °C; the gradient is what drives that flow of them.")


def rounded(value, digits=3):
    """Writes a number with so many digits, with zeros in place of those before the point that are not known."""
    return measured(float(f"{value:.{digits}g}"), digits) if value is not None else NOT_KNOWN


def with_confidence(value, relative, unit=""):
    """Writes a coefficient with the half width of its interval."""
    size = rounded(value)
    return size + (f" ± {percent(relative)}" if relative is not None else "") + (f" {unit}" if unit else "")


def window_of(fit):
    first, last = number(fit, "first_reynolds"), number(fit, "last_reynolds")
    return f"Re {plain(first, 3)} to {plain(last, 3)}" if None not in (first, last) else "not known"


def gradients_of(onset):
    """Gives the gradients of water and air, where the voxel size is known: " (water 2.7e6 Pa/m, ...)"."""
    both = [(fluid, number(onset, f"pressure_gradient_{fluid}_pa_m")) for fluid in ("water", "air")]
    known = [f"{fluid} {rounded(value, 2)}{NBSP}Pa/m" for fluid, value in both if value is not None]
    return f" ({', '.join(known)})" if known else ""


def facts(found, flows):
    """Gives (what, value, remark) of the coefficients."""
    rows = []
    line, weak = child(found, "forchheimer"), child(found, "weak_inertia")
    if line:
        spread = number(line, "relative_confidence_95")
        per_m = number(line, "beta_per_m")
        beta = with_confidence(per_m, spread, "1/m") if per_m is not None else \
            with_confidence(number(line, "beta_per_voxel"), spread, "1/voxel")
        rows.append(("Forchheimer's β", beta,
                     f"95 % interval; g = ν U/K_F + β U², from {count(number(line, 'points'))} flows at {window_of(line)}"))
        rows.append(("c_F = β √K₀", with_confidence(number(line, "c_F"), spread), "the same without unit"))
        apart = number(line, "worst_residual")
        if apart is not None:
            rows.append(("farthest from the line", percent(apart), "of K₀/K − 1; beyond 3 % a flow is left out"))
    else:
        rows.append(("Forchheimer's β", "none", "fewer than four flows with inertia lie on a line" if flows else
                     "no flow with inertia was solved"))
    if weak:
        coefficient, spread = number(weak, "coefficient"), number(weak, "confidence")
        relative = spread / coefficient if spread is not None and coefficient else None
        rows.append(("weak inertia, w", with_confidence(coefficient, relative),
                     f"K₀/K = 1 + {plain(number(weak, 'linear'), 2)} Re + w Re², from {count(number(weak, 'points'))} flows at {window_of(weak)}, which show "
                     f"Re to the power {plain(number(weak, 'exponent'), 3)}"))
    for key, words in (("one_percent_less", "K is 1 % down at"), ("ten_percent_less", "K is 10 % down at")):
        onset = child(found, key)
        if onset:
            rows.append((words, f"Re {measured(number(onset, 'reynolds'), 3)}", gradients_of(onset).strip(" ()")))
        elif flows:
            rows.append((words, "not reached" if is_short_of(found, 0.01 if key == "one_percent_less" else 0.1) else
                         "below the first flow", "by the flows that were solved"))
    return rows


def is_short_of(found, share):
    """Tells whether no flow has lost this share of K."""
    return all((number(point, "resistance") or 1) < 1 / (1 - share) for point in children(found, "points"))


def in_short(found, points):
    """Says in one sentence what the first page tells of inertia."""
    words = []
    onset = child(found, "one_percent_less")
    if onset:
        words.append(f"K is 1 % lower at Re {measured(number(onset, 'reynolds'), 2)}{gradients_of(onset)}")
    line = child(found, "forchheimer")
    if number(line, "c_F") is not None:
        words.append(f"c_F = {with_confidence(number(line, 'c_F'), number(line, 'relative_confidence_95'))}")
    last = max((number(point, "reynolds") or 0 for point in points), default=0)
    solved = f"{len(points)} {'flow' if len(points) == 1 else 'flows'}" + (f" up to Re {plain(last, 3)}" if points else "")
    return f"With inertia: {'; '.join([solved, *words])}"


def row_of(point):
    """Gives the cells of one flow."""
    metres = number(point, "apparent_permeability_m2")
    gradient = lambda fluid: "–" if (value := number(point, f"pressure_gradient_{fluid}_pa_m")) is None else rounded(value)
    return [measured(number(point, "reynolds"), 4),
            measured(metres, 4) if metres is not None else "–",
            measured(number(point, "apparent_permeability_voxel2"), 5), measured(number(point, "resistance"), 5),
            percent(number(point, "iteration_error")), count(number(point, "steps")), gradient("water"), gradient("air")]


COLUMNS = ("Re", "K, m²", "K, voxel²", "K₀/K", "bound on K", "steps", "water, Pa/m", "air, Pa/m")


def caption(flow, points):
    """Says what the figure shows, and leaves out."""
    below = sum((number(point, "resistance") or 1) <= 1 for point in points)
    words = "Both axes are logarithmic. Laws are full lines where they were fitted, dotted beyond."
    if inertia_figures.weak_of(flow) is None and inertia_figures.line_of(flow) is None:
        words = "Both axes are logarithmic. No law was fitted."
    return words + (f" Not here, because no inertia is seen: {below} of {len(points)} flows." if below else "")
