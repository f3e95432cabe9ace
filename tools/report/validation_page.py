# SPDX-License-Identifier: Apache-2.0
"""Gives what the page of `permeability validate` shows, from validation.json, with the failed cases first."""
import re

import provenance as origin
from input_files import InputError, child, children, number, numbers, text, texts
from quantities import NOT_KNOWN, count, duration, measured, percent, plain
from validation_curve_figures import curve_figures
from validation_figures import MOST_CASES, error_figure
from validation_ratio_figures import array_figures, ratio_figure

TEMPLATE = "validation.html.j2"


def describe(folder, content, command):
    """Gives the values of the template. Throws InputError when there are no cases."""
    cases = children(content, "cases")
    if not cases:
        raise InputError(f"cannot use {folder / 'validation.json'} (it holds no case). Run validate again")
    failed = [case for case in cases if not has_passed(case)]
    mode = text(content, "mode")
    return {
        "title": "Validation",
        "subtitle": "Computed permeabilities against exact solutions and published values"
                    + (f", {mode} run" if mode else ""),
        "passed": len(cases) - len(failed), "total": len(cases), "all_passed": not failed,
        "failed": [describe_case(case, []) for case in failed],
        "checks": sum(len(children(case, "checks")) for case in cases),
        "facts": facts(content, cases),
        "over_reference": [describe_part(part, cases, place) for place, part in enumerate(children(content, "parts"))],
        "arrays": [{"title": title, "svg": svg, "caption": ""} for title, svg in array_figures(cases)],
        "skipped": [describe_skipped(one) for one in children(content, "skipped")],
        "compared": describe_comparison(child(content, "compared_with")),
        "other_scheme": content.get("has_scheme_of_the_limits") is False,
        "groups": list(groups(cases)),
        "has_equal": any(number(level, "equal_volume_error") is not None
                         for case in cases for level in children(case, "levels")),
        "not_validated": texts(content, "not_validated"),
        "provenance": origin.program_rows(content) + origin.machine_rows(content) + origin.setting_rows(content)
        + [("resolutions", resolutions_in_words(content)), ("mode", mode or NOT_KNOWN)] + origin.time_rows(content),
        "command": origin.shell_text(origin.command_of(content, command)),
    }


def describe_part(part, cases, place):
    """Gives the row of one part and its figure."""
    name = text(part, "part") or "others"
    bias, spread = number(part, "bias"), number(part, "spread")
    members = [case for case in cases if text(case, "part") == name]
    svg = ratio_figure(members, name, f"ratio-{slug(name, place)}")
    return {"name": name, "cases": count(number(part, "cases")), "inside": count(number(part, "inside")),
            "bias": percent(bias, sign=True) if bias is not None else "–",
            "spread": percent(spread) if spread is not None else "–",
            "figure": {"title": with_capital(name), "svg": svg, "caption": ""} if svg else None}


def describe_comparison(compared):
    """Gives what changed since an earlier validation, or None where it was not asked for. Changes come first."""
    rows = [{"case": text(value, "case") or "unnamed", "resolution": plain(number(value, "resolution"), 6),
             "then": plain(number(value, "then"), 8), "now": plain(number(value, "now"), 8),
             "change": percent(number(value, "change"), sign=True) if number(value, "change") is not None else "–",
             "changed": value.get("beyond_iteration_error") is True} for value in children(compared, "values")]
    verdict = {True: "passed", False: "failed"}
    verdicts = [f"{text(one, 'case') or 'unnamed'}: {verdict.get(one.get('passed_then'), 'not run')} then, "
                f"{verdict.get(one.get('passed_now'), 'not run')} now" for one in children(compared, "changed_verdicts")]
    if not rows and not verdicts:
        return None
    rows.sort(key=lambda row: not row["changed"])
    return {"file": text(compared, "file"), "version": text(compared, "version"), "commit": text(compared, "commit"),
            "rows": rows, "verdicts": verdicts, "changed": sum(row["changed"] for row in rows),
            "both": sum(row["change"] != "–" for row in rows)}


def describe_skipped(one):
    return {"cases": ", ".join(texts(one, "cases")), "why": text(one, "why") or "the file does not say why"}


def has_passed(case):
    """Tells whether a case or check has passed. One that does not say so has not."""
    return case.get("passed") is True


def has_exact_reference(case):
    """Tells whether the distance from the reference is an error: a band of correlations only says what is likely."""
    return (number(child(case, "reference"), "relative_error") or 0) <= 0.01


def has_figures(case):
    """Tells whether a case compares no permeability, but figures and curves of a flow."""
    return isinstance(case.get("curves"), list) and number(child(case, "reference"), "permeability") is None


def describe_by_figures(case, key):
    """Gives what the page shows of such a case: its figures with their limits and reasons, and its curves."""
    figures_of_case = [describe_figure(check) for check in children(case, "checks")]
    for before, here in reversed(list(zip(figures_of_case, figures_of_case[1:]))):
        if here["reason"] == before["reason"]:  # it is said once
            here["reason"] = None
    return {"title": with_capital(text(case, "title") or text(case, "name") or "unnamed"), "name": text(case, "name"),
            "source": text(child(case, "reference"), "source"), "passed": has_passed(case), "checks": figures_of_case,
            "curves": list(curve_figures(case, f"curve-{key}"))}


def describe_figure(check):
    """Gives one figure: what it is, its value, what is allowed, why, and whether it is within that, beyond, or open."""
    as_percent = (text(check, "what") or "").startswith("error")
    write = (lambda value, digits: percent(value, digits)) if as_percent else plain
    value, low, high, spread = (number(check, key) for key in ("value", "low", "limit", "uncertainty"))
    shown = write(value, 4) + (f" ± {write(spread, 2)}" if spread else "") if value is not None else "–"
    if as_percent and high is not None:
        allowed = f"up to {write(high, 3)}"
    else:
        allowed = " ".join(word + write(limit, 4) for word, limit in (("from ", low), ("to ", high)) if limit is not None)
    passed = check.get("passed") is True
    return {"what": with_capital(text(check, "what") or "a figure"), "value": shown, "allowed": allowed or "no limit known",
            "reason": text(check, "reason"), "outcome": text(check, "outcome") if value is None else None, "passed": passed,
            "is_open": passed and value is None}


def shows_convergence(case):
    return has_exact_reference(case) and len(children(case, "levels")) > 1


def resolutions_in_words(content):
    return ", ".join(f"{value:g}" for value in numbers(content, "resolutions") if value == value) or NOT_KNOWN


def facts(content, cases):
    """Gives short facts: (what, value)."""
    finest = [(max((number(level, "resolution") or 0, abs(error)) for level in children(case, "levels")
                   if (error := number(level, "error")) is not None), case)
              for case in cases if has_exact_reference(case) and any(number(level, "error") is not None for level in children(case, "levels"))]
    rows = [("resolutions", resolutions_in_words(content))]
    if finest:
        (_, error), case = max(finest, key=lambda it: it[0][1])
        rows.append(("largest error, each at its finest", f"{percent(error)} ({text(case, 'name') or 'unnamed'})"))
    return rows + [("device", text(content, "device") or NOT_KNOWN), ("time", duration(number(content, "seconds")))]


def slug(name, place):
    """Gives a name as that of a file may hold it, with its place before it: '2-other-programs'."""
    return "-".join([str(place + 1), *re.findall("[a-z0-9]+", name.lower())])


def groups(cases):
    """Gives the groups in the order of their first case, in each the failed cases first."""
    names = list(dict.fromkeys(text(case, "group") or "others" for case in cases))
    for place, name in enumerate(names):
        members = [case for case in cases if (text(case, "group") or "others") == name]
        members.sort(key=has_passed)
        judged_as_a_whole = [case for case in members if has_figures(case)]
        members = [case for case in members if not has_figures(case)]
        resolutions = sorted({number(level, "resolution") for case in members for level in children(case, "levels")}
                             - {None})
        yield {"name": name, "title": with_capital(name), "resolutions": [f"{value:g}" for value in resolutions],
               "passed": sum(map(has_passed, members + judged_as_a_whole)), "total": len(members + judged_as_a_whole),
               "by_figures": [describe_by_figures(case, slug(text(case, "name") or "unnamed", n)[:60])
                              for n, case in enumerate(judged_as_a_whole)],
               "cases": [describe_case(case, resolutions) for case in members],
               "figures": list(figures(members, name, slug(name, place)))}


def figures(members, name, key):
    """Gives figures with as many cases as one can tell apart, about equally many in each."""
    members = [case for case in members if shows_convergence(case)]
    if not members:
        return
    count_of_figures = -(-len(members) // MOST_CASES)
    each = -(-len(members) // count_of_figures)
    for place in range(count_of_figures):
        part = members[place * each:(place + 1) * each]
        meanings = {text(case, "resolution_is") for case in part}
        across = meanings.pop() if len(meanings) == 1 else None
        svg = error_figure(part, across or "resolution", f"error-{key}-{place + 1}", f"Error against resolution: {name}")
        if svg:
            more = f", {place + 1} of {count_of_figures}" if count_of_figures > 1 else ""
            yield {"title": with_capital(name) + more, "svg": svg, "caption": ""}


def with_capital(name):
    return name[:1].upper() + name[1:]


def describe_case(case, resolutions):
    """Gives one row: the reference, a cell for each resolution, order and limit, checks."""
    reference = child(case, "reference")
    levels = {number(level, "resolution"): level for level in children(case, "levels")}
    checks = [describe_check(check) for check in children(case, "checks")]
    return {
        "title": text(case, "title") or text(case, "name") or "unnamed", "name": text(case, "name"),
        "group": text(case, "group"), "resolution_is": text(case, "resolution_is"),
        "reference": measured(number(reference, "permeability"), 5), "unit": text(reference, "unit"),
        "source": text(reference, "source"),
        "series": describe_series(child(case, "series")),
        "tensors": [tensor for level in children(case, "levels") for tensor in describe_tensors(level)],
        "reference_error": percent(error) if (error := number(reference, "relative_error")) else None,
        "cells": [describe_level(levels.get(resolution)) for resolution in resolutions],
        **describe_orders(case), **describe_extrapolation(case),
        "passed": has_passed(case), "checks": checks, "failed_checks": [check for check in checks if not check["passed"]],
    }


def describe_series(series):
    """Says what the series gives, or gives None without one."""
    value, difference = number(series, "permeability"), number(series, "difference")
    if value is None:
        return None
    return (f"{measured(value, 6)}, {percent(difference, sign=True)} from the reference"
            f" ({text(series, 'source') or NOT_KNOWN})")


def describe_tensors(level):
    """Gives the tensor that was found and the known one, as rows of words, where a level has both."""
    rows = [(what, level.get(key)) for what, key in (("found", "tensor_voxel2"), ("known", "known_tensor_voxel2"))]
    for what, tensor in rows:
        if isinstance(tensor, list) and all(isinstance(row, list) for row in tensor):
            yield {"what": what, "rows": [[plain(number({"k": value}, "k"), 5) for value in row] for row in tensor]}


def describe_orders(case):
    """Gives the order of the error, and below it the one observed between grids."""
    of_error, observed = number(case, "order_of_error"), number(case, "observed_order")
    return {"order": measured(of_error, 3) if of_error is not None else "–",
            "order_between_grids": f"{measured(observed, 3)} between grids" if observed is not None else None}


def describe_extrapolation(case):
    """Gives the value at voxel size zero (Richardson's, else that of two terms) and the errors of both."""
    kinds = [("richardson", "Richardson"), ("two_term", "two terms")]
    values = [(number(case, key), number(case, f"{key}_error"), name) for key, name in kinds]
    known = [value for value in values if value[0] is not None]
    return {"limit": measured(known[0][0], 5) if known else "–",
            "limit_errors": [f"{percent(error, sign=True)}, {name}" for _, error, name in known if error is not None]}


def describe_level(level):
    """Gives what a cell of the table holds, or None when the case has no such resolution."""
    if level is None:
        return None
    spread, equal, iteration = (number(level, key) for key in ("spread", "equal_volume_error", "iteration_error"))
    voxels, sigma = number(level, "voxel_estimate"), number(level, "voxel_two_sigma")
    return {"error": percent(number(level, "error"), sign=True), "spread": percent(spread) if spread else None,
            "permeability": measured(number(level, "permeability"), 5),
            "equal": percent(equal, sign=True) if equal is not None else None,
            "more": ", ".join(part for part in (
                f"{count(number(level, 'placements'))} placements" if (number(level, "placements") or 1) > 1 else "",
                f"iteration {percent(iteration)}" if iteration is not None else "",
                f"voxels estimated {percent(voxels, sign=True)} ± {percent(sigma)}" if None not in (voxels, sigma) else "",
                duration(number(level, "seconds")) if number(level, "seconds") is not None else "") if part)}


def describe_check(check):
    """Says what was checked, what was found and what was allowed."""
    value, low, high = (number(check, key) for key in ("value", "low", "limit"))
    if low is not None and high is not None:
        allowed = f"allowed from {plain(low, 3)} to {plain(high, 3)}"
    elif low is not None:
        allowed = f"allowed from {plain(low, 3)}"
    else:
        allowed = f"allowed up to {plain(high, 3)}" if high is not None else "no limit known"
    uncertainty = number(check, "uncertainty")
    shown = plain(value, 3) + (f" ± {plain(uncertainty, 2)}" if value is not None and uncertainty else "")
    outcome = text(check, "outcome") if value is None else None
    return {"what": text(check, "what") or "a check", "value": shown, "allowed": f"{allowed}: {outcome}" if outcome else allowed,
            "reason": text(check, "reason"), "passed": check.get("passed") is True}
