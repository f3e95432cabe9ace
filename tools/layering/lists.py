"""Finds what no CMakeLists.txt names: a source that is never compiled, a test that never runs.

A list names a file by its path from the list's folder, or from the root after ${PROJECT_SOURCE_DIR}. Where the name has the
variable of a foreach, it stands for the file of each value.
"""
import pathlib
import posixpath
import re

LISTED = re.compile(r"\.(cpp|cu)$|_test\.py$")
COMMENT = re.compile(r"#[^\n]*")
WORD = re.compile(r'[^\s()<>:;"]+')
LOOP = re.compile(r"\bforeach\((\w+) ([^)]*)\)")


def named_in(path, text):
    """Gives the paths from the root that the CMakeLists.txt at `path` may mean by its words."""
    text = COMMENT.sub("", text)
    folder = pathlib.PurePosixPath(path).parent
    loops = LOOP.findall(text)
    for word in WORD.findall(text):
        word = word.replace("${PROJECT_SOURCE_DIR}/", "/").replace("${CMAKE_CURRENT_SOURCE_DIR}/", "")
        words = [word]
        for variable, values in loops:
            if f"${{{variable}}}" in word:
                words += [word.replace(f"${{{variable}}}", value) for value in values.split()]
        for word in words:
            yield word[1:] if word.startswith("/") else posixpath.normpath(folder / word)


def check(names, lists):
    """Gives (path, line, complaint) for each of the files `names` that no list (path -> text) names."""
    named = {path for name, text in lists.items() for path in named_in(name, text)}
    for name in names:
        if LISTED.search(name) and name not in named:
            what = "never runs" if "_test." in name else "is never compiled"
            yield name, 1, f"{what}: no CMakeLists.txt names it. Add it to the nearest"
