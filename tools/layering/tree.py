"""Reads a repository and gives every line of it that breaks the architecture."""
import collections
import pathlib
import re

from layering import failures, lists, recipes, rules

CODE_SUFFIXES = {".cpp", ".hpp", ".cu", ".cuh", ".c", ".h"}
MOST_FILES = 40
MOST_LINES = 300
LINES_OF_HEAD = 6  # the head of a long file says in these lines why it is long
REASON = re.compile(r"Longer than 300 lines: \S")

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^()\s\\"]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"' r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)
CMAKE_CALL = re.compile(r"\b(perm_add_folder|target_link_libraries|add_library)\(\s*(\w+)")


def without(text, strings):
    """Gives `text` without comments, and if `strings` without the insides of strings; lines keep their numbers."""

    def blank(match):
        if match.group().startswith("/"):
            return "\n" * match.group().count("\n")
        return '""' + "\n" * match.group().count("\n") if strings else match.group()

    return NOT_CODE.sub(blank, text)


class Tree:
    """Holds the files of code and of CMake under `root`, read once."""

    def __init__(self, root):
        self.root = root
        self.files = {}  # path from the root -> text
        self.names = []  # the paths of all files from the root
        self.sizes = collections.Counter()  # folder -> files in it
        for top in ("src", "tests", "validation"):
            for path in sorted((root / top).rglob("*")):
                if not path.is_file() or "__pycache__" in path.parts:
                    continue
                name = path.relative_to(root).as_posix()
                self.names.append(name)
                self.sizes[str(pathlib.PurePosixPath(name).parent)] += 1
                if path.name == "CMakeLists.txt" or path.suffix in CODE_SUFFIXES:
                    self.files[name] = path.read_text(encoding="utf-8")

    def includes_of(self, name):
        """Gives the includes of a file as (line number, delimiter, header)."""
        for number, line in enumerate(without(self.files[name], strings=False).splitlines(), start=1):
            include = INCLUDE.match(line)
            if include:
                yield number, *include.groups()

    def door_headers(self):
        """Gives the headers that the headers in src/solver itself include."""
        door = [name for name in self.files if re.fullmatch(r"src/solver/[^/]+\.hpp", name)]
        return {header for name in door for _, _, header in self.includes_of(name)}

    def check(self):
        """Gives every violation as (path, line number, complaint), in order of path."""
        cmake = {name: text for name, text in self.files.items() if name.endswith("CMakeLists.txt")}
        found = [*self.check_places(), *self.check_sizes(), *self.check_circles(), *lists.check(self.names, cmake), *self.check_recipes()]
        return sorted(found)

    def check_places(self):
        """Checks that each file is in a place, and uses only what its place may use."""
        door_headers = self.door_headers()
        for name, text in self.files.items():
            lines = text.splitlines()
            if not any("SPDX-License-Identifier:" in line for line in lines[:5]):
                yield name, 1, "has no SPDX-License-Identifier line at its head"
            if name.startswith("tests/") or name.count("/") == 1:  # tests use everything; the top has only lists
                continue
            inside_references = name.startswith(rules.REFERENCES + "/")
            place = (rules.REFERENCES,) if inside_references else rules.place_of_file(name)
            if place is None:
                folder = name.rsplit("/", 1)[0].removeprefix("src/")
                yield name, 1, f"folder '{folder}' has no place in the order {' '.join(rules.FOLDERS)} or among its rooms"
            elif name.endswith("CMakeLists.txt"):
                yield from self.check_cmake(name, place, lines)
            else:
                for number, delimiter, header in self.includes_of(name):
                    for complaint in rules.check_include(place, delimiter, header, door_headers):
                        yield name, number, complaint
                code_lines = without(text, strings=True).splitlines()
                for number, code in enumerate(code_lines, start=1):
                    for complaint in rules.check_code(place, name, code):
                        yield name, number, complaint
                if name.startswith("src/"):
                    for number, complaint in failures.check(name, lines, code_lines):
                        yield name, number, complaint

    def check_recipes(self):
        """Checks that the recipes of the page name every file that they are about."""
        codes = {name: without(text, strings=True) for name, text in self.files.items() if name.startswith(("src/", "validation/"))}
        yield from recipes.check((self.root / recipes.PAGE).read_text(encoding="utf-8"), codes)

    def check_cmake(self, name, place, lines):
        """Checks each line of CMake by the rules of the target that its call makes or links, or else of its folder."""
        current, depth = place, 0
        for number, line in enumerate(lines, start=1):
            line = line.split("#")[0]
            call = CMAKE_CALL.search(line)
            if call and depth == 0:
                target = call.group(2) if call.group(2).startswith("perm_") else "perm_" + call.group(2)
                current = rules.TARGETS.get(target, place)
                if call.group(1) == "perm_add_folder" and target not in rules.TARGETS:
                    yield name, number, f"makes {target}, which is the target of no folder or room in the order"
            depth += line.count("(") - line.count(")")
            for complaint in rules.check_cmake_line(current, line):
                yield name, number, complaint
            if depth == 0:
                current = place

    def check_sizes(self):
        """Checks that no folder and no file is too large."""
        for folder, files in self.sizes.items():
            if files > MOST_FILES:
                yield folder, 1, f"holds {files} files, more than {MOST_FILES}. Give it rooms"
        for name, text in self.files.items():
            lines = text.splitlines()
            if len(lines) > MOST_LINES and not any(REASON.search(line) for line in lines[:LINES_OF_HEAD]):
                yield name, 1, (f"has {len(lines)} lines. Split it, or say why not in its first {LINES_OF_HEAD} lines: "
                                f'"Longer than {MOST_LINES} lines: <reason>"')

    def check_circles(self):
        """Checks that no folders include each other in a circle."""
        arrows = collections.defaultdict(dict)  # folder -> {folder that it includes: (file, line) of the first such}
        for name in self.files:
            for number, delimiter, header in self.includes_of(name):
                used = self.find(name, header) if delimiter == '"' else None
                if used and self.folder(used) != self.folder(name):
                    arrows[self.folder(name)].setdefault(self.folder(used), (name, number))
        for circle in circles(arrows):
            name, number = min(arrows[folder][other] for folder in circle for other in arrows[folder] if other in circle)
            yield name, number, f"closes a circle of folders that include each other: {' '.join(sorted(circle))}"

    def find(self, name, header):
        """Gives the file that an include of `name` means, or None."""
        beside = name.rsplit("/", 1)[0]
        candidates = [f"src/{header}", header, f"tests/{header}", f"{beside}/{header}"]
        return next((path for path in candidates if path in self.files), None)

    def folder(self, name):
        """Gives the folder of a file in the graph of folders. The factory and each main stand above their folder."""
        return name if name in rules.FACTORY_FILES or name.endswith("main.cpp") else name.rsplit("/", 1)[0]


def circles(arrows):
    """Gives the sets of two and more nodes that reach each other along `arrows`."""

    def reached(start):
        seen, ahead = set(), [start]
        while ahead:
            for node in arrows.get(ahead.pop(), ()):
                if node not in seen:
                    seen.add(node)
                    ahead.append(node)
        return seen

    reach = {node: reached(node) for node in list(arrows)}
    told = set()
    for node in sorted(reach):
        circle = frozenset(other for other in reach[node] if node in reach.get(other, ())) | {node}
        if len(circle) > 1 and circle not in told:
            told.add(circle)
            yield circle
