# SPDX-License-Identifier: Apache-2.0
"""Looks at a page as a browser's parser does, and gives what is wrong with it as a list of sentences."""
import html.parser
import re

VOID = {"meta", "link", "br", "img", "hr", "input"}
RAW_NUMBERS = re.compile(r"\b(nan|inf|None|null|undefined)\b")


class Reader(html.parser.HTMLParser):
    """Collects tags that do not match, resources from outside, ids, titles and the text that is shown."""

    def __init__(self):
        super().__init__()
        self.open, self.complaints, self.shown, self.ids, self.links = [], [], [], [], []
        self.tags = []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.tags.append((tag, named))
        self.ids += [named["id"]] if "id" in named else []
        if tag == "svg" and not (named.get("role") == "img" and named.get("aria-label")):
            self.complaints.append("a figure has no label")
        if tag in ("script", "link", "iframe", "object", "embed", "base"):
            self.complaints.append(f"there is a <{tag}>")
        for name, value in attributes:
            self.look_at(tag, name, value or "")
        if tag not in VOID:
            self.open.append(tag)

    def look_at(self, tag, name, value):
        if name.startswith("on"):
            self.complaints.append(f"<{tag}> has a handler {name}")
        if name in ("src", "href", "xlink:href", "srcset", "action", "data"):
            if value.startswith("#"):
                self.links.append(value[1:])
            elif not value.startswith(("data:image/png;base64,", "data:image/webp;base64,")):
                self.complaints.append(f"<{tag}> fetches {value[:60]}")
        for target in re.findall(r"url\(['\"]?([^)]*)", value):
            if target.startswith("#"):
                self.links.append(target[1:])
            else:
                self.complaints.append(f"<{tag}> fetches {target[:60]}")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.complaints.append(f"</{tag}> at {self.getpos()} closes nothing")

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            if re.search(r"@import|url\(", data):
                self.complaints.append("the style fetches something")
        else:
            self.shown.append(data)


def complaints_of(page):
    """Gives what is wrong with a page; the list is empty for a sound one."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    found = list(reader.complaints)
    if not page.startswith("<!DOCTYPE html>"):
        found.append("it does not begin with a doctype")
    if reader.open:
        found.append(f"left open: {reader.open}")
    found += [f"shows {match.group(0)!r}" for match in RAW_NUMBERS.finditer(" ".join(reader.shown))]
    doubled = {name for name in reader.ids if reader.ids.count(name) > 1}
    if doubled:
        found.append(f"ids that are there twice: {sorted(doubled)[:5]}")
    found += [f"#{name} leads nowhere" for name in set(reader.links) - set(reader.ids)]
    colours = re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL)
    if any(re.search(r"#[0-9a-fA-F]{6}\b", re.sub(r"base64,[^\"]*", "", svg)) for svg in colours):
        found.append("a figure has a colour that does not follow the theme")
    return found


def shown_text(page):
    """Gives the text that a reader sees."""
    reader = Reader()
    reader.feed(page)
    return " ".join(" ".join(reader.shown).split())


def count_tags(page, tag):
    """Counts how often a tag is there."""
    reader = Reader()
    reader.feed(page)
    return sum(name == tag for name, _ in reader.tags)
