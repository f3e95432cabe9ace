"""Compares the recipes of src/README.md with the code: a recipe names every file of src/ and validation/ that asks for one value of
what the recipe adds, because such a comparison compiles without the new value.

A recipe names a file or a folder by its path in src/ or from the root, in backquotes, where `*` stands for any letters. Each name in
its step that begins with "Comparisons" has such a comparison.
"""
import fnmatch
import re

PAGE = "src/README.md"
RECIPES = {  # heading -> the types whose values are compared
    "A kind of geometry": ("GeometryKind",),
    "A rule for the faces": ("Boundary", "FaceRule"),
    "A backend": ("Device",),
}
NAME = re.compile(r"`([\w.*-]+/[\w.*/-]*)`")


def lines_of(text, heading):
    """Gives (line number, line, whether it belongs to the comparisons) of each line below a heading of the page."""
    inside = comparisons = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("#"):
            inside, comparisons = line.lstrip("# ") == heading, False
        elif inside:
            if re.match(r"\d+\. ", line):
                comparisons = line.split(" ", 1)[1].startswith("Comparisons")
            yield number, line, comparisons


def covers(name, path):
    """Says whether a name on the page means this file, or a folder around it."""
    return any(fnmatch.fnmatchcase(path, top + name.rstrip("/") + end) for top in ("", "src/") for end in ("", "/*"))


def check(page, codes):
    """Gives (path, line, complaint) for the text of the page and the codes (path -> text without comments and strings)."""
    for heading, types in RECIPES.items():
        one = rf"\b(?:{'|'.join(types)})::\w+"
        comparison = re.compile(rf"(?:[=!]=|\bcase)\s*(?:\w+::)*{one}|{one}\s*[=!]=")
        lines = list(lines_of(page, heading))
        names = [(name, number, compared) for number, line, compared in lines for name in NAME.findall(line)]
        if not any(compared for _, _, compared in lines):
            yield PAGE, 1, f"has no recipe '{heading}' with a step that begins with 'Comparisons'"
            continue
        comparing = {}
        for path, code in codes.items():
            found = comparison.search(code)
            if found:
                comparing[path] = (code.count("\n", 0, found.start()) + 1, " ".join(found.group().split()))
        for path, (number, what) in comparing.items():
            if not any(covers(name, path) for name, _, _ in names):
                yield path, number, (f"compares ({what}), and the recipe '{heading}' of {PAGE} does not name the file. "
                                     f"Add `{path.removeprefix('src/')}` to its comparisons")
        for name, number, compared in names:
            if compared and not any(covers(name, path) for path in comparing):
                yield PAGE, number, f"names `{name}` among the comparisons of '{heading}', and no file of that name compares. Take it out"
