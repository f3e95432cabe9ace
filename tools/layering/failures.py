"""Finds where a failed allocation would end the program without a word, or would be taken for something else.

A region of OpenMP whose body may throw hands exceptions on (core/processors/first_error.hpp, or its own catch); one whose body does not
says so in the line of its pragma. A handler of std::exception says what becomes of a shortage of memory: it stands behind one
of std::bad_alloc, or speaks of memory in its first lines. Text in memory is read by TextStream (core/text_file.hpp).
"""
import re

PARALLEL = re.compile(r"^\s*#\s*pragma\s+omp\s+parallel\b")
NOTHING_THROWS = "// nothing in it throws"
HANDS_ON = re.compile(r"\.guard\(|catch \(\.\.\.\)")
CATCHES_ALL = re.compile(r"catch \(const std::exception\b")
HANDLER = re.compile(r"catch \(")
STREAM = re.compile(r"\bstd::i?stringstream\b")
STREAM_FILE = "src/core/text_file.hpp"


def statement_after(lines):
    """Gives the statement that the first of these lines begins: to its ';', or to the end of its block."""
    text, parentheses, braces = "", 0, 0
    for char in "\n".join(line for line in lines if not line.lstrip().startswith("#")):
        text += char
        parentheses += {"(": 1, ")": -1}.get(char, 0)
        braces += {"{": 1, "}": -1}.get(char, 0)
        if parentheses == 0 and braces == 0 and char in ";}":
            break
    return text


def is_told(lines, number):
    """Says whether the handler in line `number` (from 0) knows of a shortage of memory."""
    if "memory" in " ".join(lines[number : number + 3]):
        return True
    before = lines[max(0, number - 20) : number]
    tries = [place for place, line in enumerate(before) if re.search(r"\btry \{", line)]
    return any("std::bad_alloc" in line for line in before[tries[-1] if tries else 0 :] if HANDLER.search(line))


def check(name, lines, code):
    """Gives (line number, complaint) for a file of src/; `code` are its lines without comments and strings."""
    for number, line in enumerate(lines):
        if PARALLEL.match(line) and NOTHING_THROWS not in line and not HANDS_ON.search(statement_after(code[number + 1 :])):
            yield number + 1, "is a parallel region that an exception would leave (core/processors/first_error.hpp), or does not say that nothing in it throws"
        if CATCHES_ALL.search(code[number]) and not is_told(lines, number):
            yield number + 1, "catches std::exception and does not say what becomes of a shortage of memory (std::bad_alloc)"
        if STREAM.search(code[number]) and name != STREAM_FILE:
            yield number + 1, "reads text by a stream that takes a shortage of memory for its end; use core/text_file.hpp"
