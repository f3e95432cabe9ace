# SPDX-License-Identifier: Apache-2.0
"""Says in sentences what the rows of streaming.json tell: which scheme is fastest, where a scheme that steps the full box
overtakes the program's own, and what fits the device."""

import math

from quantities import NBSP, measured, percent
from input_files import positive
from streaming_rows import box_in_words, content_in_words, fastest_blocks, grouped, size_in_words, speed_in_words

OWN = "compact"  # the lattice that the program solves with, which holds pore voxels only
MOST_BOXES = 3  # that are named one by one


def findings(rows):
    """Gives the sentences, in the order in which they are read."""
    return [*fastest(rows), *overtaking(rows), *what_fits(rows), *what_does_not_fit(rows)]


def joined(words):
    """Writes a list: a, b and c."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def are_apart(one, other):
    """Tells whether two speeds differ by more than the deviations of both together."""
    return abs(one.speed - other.speed) > math.hypot(one.deviation, other.deviation)


def lead_in_words(first, second):
    """Says by how much a row is before another."""
    ratio = first.speed / second.speed
    words = f"{percent(ratio - 1)} faster than" if ratio < 2 else f"{measured(ratio, 2)}{NBSP}times as fast as"
    doubt = "" if are_apart(first, second) else ", which is less than their deviations"
    return f"{words} {second.scheme}{doubt}"


def rankings(rows):
    """Gives for each box that has a speed its rows, one a scheme, the fastest first."""
    found = [list(fastest_blocks(own).values()) for own in grouped(rows, lambda row: row.box).values()]
    return [ranking for ranking in found if ranking]


def winners(rows):
    """Gives (scheme, in how many boxes it is fastest), the most frequent first."""
    found = grouped([ranking[0] for ranking in rankings(rows)], lambda row: row.scheme)
    return sorted(((scheme, len(own)) for scheme, own in found.items()), key=lambda item: -item[1])


def fastest(rows):
    """Says which scheme is fastest in how many boxes, and by how much before the next one."""
    compared = [ranking for ranking in rankings(rows) if len(ranking) > 1]
    if not compared:
        return
    if len(compared) == 1:
        first, second = compared[0][:2]
        yield (
            f"{first.scheme} is the fastest, with {speed_in_words(first.speed)}{NBSP}MFLUPS; it is "
            f"{lead_in_words(first, second)}, the next ({box_in_words(first)})."
        )
        return
    for scheme, own in grouped(compared, lambda ranking: ranking[0].scheme).items():
        own = sorted(own, key=lambda ranking: ranking[0].speed / ranking[1].speed)
        where = f"all {len(own)} boxes" if len(own) == len(compared) else f"{len(own)} of {len(compared)} boxes"
        parts = [f"{lead_in_words(*own[0][:2])} ({box_in_words(own[0][0])})"]
        if len(own) > 1:
            parts = [f"at the least {parts[0]}", f"at the most {lead_in_words(*own[-1][:2])} ({box_in_words(own[-1][0])})"]
        yield f"{scheme} is the fastest in {where}. It is {joined(parts)}."


def rivals(rows):
    """Gives for each box that has both (the row of compact, the fastest row of a scheme that steps the full box)."""
    for ranking in rankings(rows):
        own = [row for row in ranking if row.scheme == OWN]
        others = [row for row in ranking if row.scheme != OWN]
        if own and others:
            yield own[0], others[0]


def overtaking(rows):
    """Says where, over the porosity, a scheme that steps the full box overtakes compact, or that none does."""
    pairs = list(rivals(rows))
    ahead = [(own, other) for own, other in pairs if other.speed > own.speed and are_apart(own, other)]
    if not pairs:
        return
    if not ahead:
        own, other = max(pairs, key=lambda pair: pair[1].speed / pair[0].speed)
        distance = other.speed / own.speed - 1
        behind = "slower" if distance < 0 else "faster, which is less than their deviations"
        yield (
            f"No scheme that steps the full box overtakes {OWN} in these boxes. {other.scheme} comes nearest: "
            f"it is {percent(abs(distance))} {behind} ({box_in_words(own)})."
        )
        return
    for common, own in by_porosity([row for pair in pairs for row in pair]):
        yield from overtaking_in(common, sorted(rivals(own), key=lambda pair: pair[0].porosity))


def by_porosity(rows):
    """Gives (a row that says what is common, rows) of each kind of content and size. An empty box belongs to all."""
    empty = grouped([row for row in rows if row.kind == "empty"], lambda row: row.size)
    filled = grouped([row for row in rows if row.kind != "empty"], lambda row: (row.kind, row.size, row.radius))
    joined_sizes = {size for _, size, _ in filled}
    for (_, size, _), own in filled.items():
        yield own[0], own + empty.get(size, [])
    for size, own in empty.items():
        if size not in joined_sizes:
            yield own[0], own


def overtaking_in(common, pairs):
    """Says it of one content and size; `pairs` are ordered by porosity."""
    place = f"In {size_in_words(common.size)}, {content_in_words(common, porosity=False)}, "
    ahead = [other.speed > own.speed and are_apart(own, other) for own, other in pairs]
    if not any(ahead):
        yield f"{place}no scheme that steps the full box overtakes {OWN}."
        return
    own, other = pairs[ahead.index(True)]
    at = f"porosity{NBSP}{measured(own.porosity, 3)}"
    if all(ahead) or ahead[0]:
        always = " and at every porosity above it" if len(pairs) > 1 and all(ahead) else ""
        yield f"{place}a scheme that steps the full box is ahead of {OWN} at {at}{always}: {lead_of(other, own)}."
        return
    below_own, below = pairs[ahead.index(True) - 1]
    before, after = below.speed - below_own.speed, other.speed - own.speed
    share = min(max(-before / (after - before), 0.0), 1.0) if after > before else 1.0
    about = below_own.porosity + share * (own.porosity - below_own.porosity)
    yield (
        f"{place}{other.scheme} overtakes {OWN} between porosities {measured(below_own.porosity, 3)} and "
        f"{measured(own.porosity, 3)}, at about {measured(about, 2)} on a straight line."
    )


def lead_of(first, second):
    return f"{first.scheme} is {lead_in_words(first, second)}"


def what_fits(rows):
    """Says which cube fits by which scheme, at the lowest porosity and at the highest."""
    known = [row for row in rows if positive(row.source, "largest_cube")]
    if not known:
        return
    low, high = min(known, key=lambda row: row.porosity), max(known, key=lambda row: row.porosity)
    for one in [low] if low.porosity == high.porosity else [low, high]:
        cubes = {}
        for row in known:
            if row.box == one.box:
                cubes[row.scheme] = max(positive(row.source, "largest_cube"), cubes.get(row.scheme, 0))
        by_cube = grouped(cubes, lambda scheme: cubes[scheme])
        parts = [f"{edge:.0f}³ with {joined(schemes)}" for edge, schemes in sorted(by_cube.items(), reverse=True)]
        yield f"The largest cube that fits at porosity{NBSP}{measured(one.porosity, 3)} is {'; '.join(parts)}."


def what_does_not_fit(rows):
    """Says which of the boxes did not fit, with which scheme."""
    without = grouped([row for row in rows if row.speed is None], lambda row: row.box)
    for own in list(without.values())[:MOST_BOXES]:
        names = list(dict.fromkeys(row.scheme for row in own))
        yield f"{joined(names)} {'do' if len(names) > 1 else 'does'} not fit the device ({box_in_words(own[0])})."
    left = len(without) - MOST_BOXES
    if left > 0:
        yield f"In {left} more {'box' if left == 1 else 'boxes'} a scheme does not fit; the table shows which."
