# SPDX-License-Identifier: Apache-2.0
"""Shows and prints pages of made-up folders in a headless Chromium.

    browser_test.py [SUITE...]     suites: Widths Paper

Exits 77, and says why, when matplotlib, Jinja2, Chromium or pdftotext is missing.
"""

import pathlib
import shutil
import sys
import tempfile
import unittest

import browser

REPORT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "report"


def skip(why):
    print(f"report_page: Skipped\n{why}")
    sys.exit(77)


try:
    import jinja2  # noqa: F401
    import matplotlib  # noqa: F401
except ImportError as missing:
    skip(f"{sys.executable} has no {missing.name}")
if not browser.find_chromium():
    skip("no Chromium here (package chromium)")
if not shutil.which("pdftotext"):
    skip("no pdftotext here (package poppler-utils)")

sys.path.insert(0, str(REPORT))
import examples
import pages

MOST_BYTES = 1_500_000
A4_PX = 688  # 210 mm less two margins of 14 mm, at 96 px an inch

# Gives what is cut: what stands beyond the window and cannot be scrolled to, cells and captions that are narrower than
# their words, cells that something covers, and words of figures outside their frame. `scrolls` says whether boxes may
# scroll.
CUT = """(scrolls => {
  const wide = document.documentElement.clientWidth, found = [];
  const name = e => e.tagName + ' ' + e.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40);
  const box = e => { for (let p = e.parentElement; p; p = p.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(p).overflowX)) return p; return null; };
  for (const e of document.querySelectorAll('body *:not(svg *)')) {
    const r = e.getBoundingClientRect();
    if (!r.width || !e.checkVisibility()) continue;
    if ((r.right > wide + 1 || r.left < -1) && !(scrolls && box(e))) found.push('beyond the window: ' + name(e));
    const spills = e.scrollWidth > e.clientWidth + 2 && e.clientWidth > 0;
    if (spills && getComputedStyle(e).overflowX !== 'auto' && getComputedStyle(e).display !== 'inline')
      found.push('wider than its place: ' + name(e));
    if (spills && getComputedStyle(e).overflowX === 'auto' && !scrolls) found.push('scrolls: ' + name(e));
  }
  for (const e of scrolls ? [] : document.querySelectorAll('td, th')) {
    const r = e.getBoundingClientRect();
    const at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    if (e.checkVisibility() && at && !e.contains(at)) found.push('covered: ' + name(e));
  }
  for (const svg of document.querySelectorAll('svg')) {
    const frame = svg.getBoundingClientRect();
    for (const words of svg.querySelectorAll('text')) {
      const r = words.getBoundingClientRect();
      if (r.right > frame.right + 2 || r.left < frame.left - 2 || r.top < frame.top - 2 || r.bottom > frame.bottom + 2)
        found.push('outside its figure: ' + words.textContent);
    }
  }
  return [...new Set(found)];
})"""

# Gives the outcomes, which the class `mark` has, that one cannot see without scrolling to the right.
HIDDEN_OUTCOMES = """(() => [...document.querySelectorAll('.mark')].filter(e => {
  const r = e.getBoundingClientRect();
  if (!r.width || !e.checkVisibility()) return false;
  const at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
  const inside = r.left >= 0 && r.right <= document.documentElement.clientWidth;
  return !inside || !(at && (e.contains(at) || at.contains(e)));
}).map(e => e.textContent.trim() + ' of ' + (e.closest('tr') || e.closest('section')).textContent.trim().slice(0, 30)))()"""
STICKING = """[...document.querySelectorAll('body *')].filter(e => getComputedStyle(e).position === 'sticky')
  .map(e => e.tagName + ' ' + e.textContent.trim())"""
COLUMN_HEADS = "[...document.querySelectorAll('thead th')].map(e => e.innerText.trim()).filter(Boolean)"


class InBrowser(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.browser = cls.enterClassContext(browser.Browser(browser.find_chromium()))
        cls.place = pathlib.Path(place.name)
        examples.write_all(cls.place)
        cls.paper = cls.place / "page.pdf"
        cls.pages = {}
        for folder in sorted(cls.place.iterdir()):
            cls.pages[folder.name] = folder / "page.html"
            cls.pages[folder.name].write_text(pages.make_page(folder, []), encoding="utf-8")
        assert {"solve", "batch", "validation", "sweep"} <= set(cls.pages)

    def look_at_each(self, look):
        """Calls look(page) for every page, and fails where one of them fails."""
        for name, page in self.pages.items():
            with self.subTest(name):
                look(page)


class Widths(InBrowser):
    def looks_well(self, page, width):
        self.assertEqual(self.browser.open(page, width, 60000), [], "the page asked the network")
        self.assertEqual(self.browser.evaluate("document.documentElement.scrollWidth"), width)
        self.assertEqual(self.browser.evaluate(CUT + "(true)"), [])
        self.assertEqual(self.browser.evaluate(HIDDEN_OUTCOMES), [])

    def test_at_400_px_nothing_is_cut_and_every_outcome_is_seen(self):
        self.look_at_each(lambda page: self.looks_well(page, 400))

    def test_at_1100_px_nothing_is_cut_and_every_outcome_is_seen(self):
        self.look_at_each(lambda page: self.looks_well(page, 1100))

    def test_at_1100_px_no_table_of_usual_names_scrolls(self):
        for name in ("solve", "solve_budget", "batch", "batch_tiles", "validation", "sweep"):
            with self.subTest(name):
                self.browser.open(self.pages[name], 1100)
                self.assertEqual(self.browser.evaluate(CUT + "(false)"), [])

    def test_the_outcome_stands_in_the_first_window(self):
        def look(page):
            for width in (400, 1100):
                self.browser.open(page, width, 900)
                bottom = self.browser.evaluate("document.querySelector('.headline').getBoundingClientRect().bottom")
                self.assertLess(bottom, 900)

        self.look_at_each(look)

    def test_a_click_on_a_point_leads_to_its_row(self):
        for name, row in (("batch", 23), ("batch_one", 1), ("batch_xyz", 7)):
            self.browser.open(self.pages[name], 400)
            click = f"document.querySelector('svg a[href=\"#row-{row}\"]').dispatchEvent(new MouseEvent('click'))"
            self.browser.evaluate(click)
            top = "document.querySelector(':target').getBoundingClientRect().top"
            self.assertEqual(self.browser.evaluate("document.querySelector(':target').id"), f"row-{row}")
            self.assertTrue(-1 < self.browser.evaluate(top) < 900, name)

    def test_what_is_cut_would_be_found(self):
        page = self.place / "cut.html"
        page.write_text(
            "<!DOCTYPE html><body style='margin:0'><p style='width:500px'>wide</p><p style='width:50px;"
            "overflow:hidden;white-space:nowrap'>a sentence that is longer</p><p style='margin-left:450px'>"
            "<b class='mark'>out</b></p><svg width='90' height='20'><text x='80' y='9'>word</text></svg>",
            encoding="utf-8",
        )
        self.browser.open(page, 400)
        found = " ".join(self.browser.evaluate(CUT + "(true)"))
        for words in ("beyond the window: P wide", "wider than its place: P a sentence", "outside its figure: word"):
            self.assertIn(words, found)
        self.assertEqual(
            self.browser.evaluate(HIDDEN_OUTCOMES.replace(".closest('section')", ".parentElement")), ["out of out"]
        )
        page.write_text(
            "<!DOCTYPE html><table><tr><td>under</td><td>free</td></tr></table><p style='position:absolute;left:0;top:0;"
            "margin:0;width:45px;height:60px'></p>",
            encoding="utf-8",
        )
        self.browser.open(page, 400)
        self.assertEqual(self.browser.evaluate(CUT + "(false)"), ["covered: TD under"])
        page.write_text("<!DOCTYPE html><img src='http://127.0.0.1:9/a.png'>", encoding="utf-8")
        self.assertEqual(self.browser.open(page, 400), ["http://127.0.0.1:9/a.png"])

    def test_pages_are_small(self):
        self.look_at_each(lambda page: self.assertLess(page.stat().st_size, MOST_BYTES))


class Paper(InBrowser):
    def test_on_a4_nothing_is_cut(self):
        self.browser.ask("Emulation.setEmulatedMedia", media="print")
        self.addCleanup(self.browser.ask, "Emulation.setEmulatedMedia", media="")

        def look(page):
            self.browser.open(page, A4_PX, 60000)
            self.assertEqual(self.browser.evaluate(CUT + "(false)"), [])
            # What sticks to the edge of a window sticks to a wrong place of a sheet, and covers what stands there.
            self.assertEqual(self.browser.evaluate(STICKING), [])

        self.look_at_each(look)

    def test_every_column_is_printed(self):
        def look(page):
            self.browser.open(page, 1100)
            heads = self.browser.evaluate(COLUMN_HEADS)
            printed = " ".join(" ".join(self.browser.print_pages(self.paper)).split())
            for head in heads:
                self.assertIn(head.split()[-1], printed)

        self.look_at_each(look)

    def test_the_first_sheet_has_value_verdict_image_and_methods(self):
        for name in ("solve", "solve_budget"):
            self.browser.open(self.pages[name], 1100)
            sheets = self.browser.print_pages(self.paper)
            self.assertLessEqual(len(sheets), 8)
            first = " ".join(sheets[0].split())
            for words in (
                "7.402",
                "Converged within the",
                "0.1 % after 280",
                "The image",
                "lattice Boltzmann method on the D3Q19 lattice [1]",
                "Cite the program as",
                "Guo, C. Zheng, B. Shi",
            ):
                self.assertIn(words, first)
        self.assertIn("Along x: throats of about 2.9 voxels.", first)
        self.assertIn("A second one.", first)


if __name__ == "__main__":
    unittest.main()
