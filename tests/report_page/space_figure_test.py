# SPDX-License-Identifier: Apache-2.0
"""Tests the picture of a flow in space: what hides what, what is marked, what the page says, and what is refused.

    space_figure_test.py [SUITE...]     suites: SpaceScenes SpacePages

Exits 77, and says why, when matplotlib or Jinja2 is missing.
"""

import json
import struct
import unittest

from page_test import InFolder  # exits where a package is missing, and finds tools/report

import numpy as np

import examples
import figure_files
import pages
import space_examples
import space_figures
import space_picture
from html_complaints import shown_text
from input_files import InputError


class SpaceScenes(unittest.TestCase):
    def scene(self, share, pixels=240):
        scene = space_picture.Scene(np.asarray(share, dtype=np.float32), pixels)
        return scene, *scene.draw_body()

    def at(self, scene, picture, point):
        across, down, _ = scene.project(np.array([point], dtype=float))
        return picture[int(round(float(down[0]))), int(round(float(across[0])))]

    def test_solid_is_seen_but_in_the_quarter_that_is_cut_away(self):
        scene, picture, depth = self.scene(np.zeros((20, 20, 20)))
        self.assertEqual(self.at(scene, picture, (10, 0, 5))[3], 1)  # the front below
        self.assertAlmostEqual(float(self.at(scene, depth, (10, 0, 5))), float(scene.project([[10, 0, 5]])[2][0]), delta=0.1)
        far = scene.project(np.array([[10.0, 10.0, 15.0]]))[2][0]  # the cut, behind the quarter
        self.assertAlmostEqual(float(self.at(scene, depth, (10, 10, 15))), float(far), delta=0.1)
        self.assertEqual(float(np.isfinite(depth).mean()), float((picture[..., 3] == 1).mean()))

    def test_where_all_is_pore_nothing_is_seen(self):
        _, picture, depth = self.scene(np.ones((12, 9, 10)))
        self.assertEqual(picture.max(), 0)
        self.assertTrue(np.isinf(depth).all())

    def test_a_wall_behind_pores_stands_where_the_share_is_half(self):
        share = np.ones((30, 30, 30))
        share[:, 20:, :] = 0  # solid from b = 20 on
        scene, _, depth = self.scene(share)
        for point in ((8, 20, 8), (22, 20, 12)):
            seen = float(self.at(scene, depth, point))
            self.assertAlmostEqual(seen, float(scene.project(np.array([point], dtype=float))[2][0]), delta=0.3)

    def test_each_ray_agrees_with_one_that_takes_small_steps(self):
        noise = np.random.default_rng(5)
        share = space_picture.smoothed(noise.random((14, 15, 16)).astype(np.float32), 3)
        share = (share > np.median(share)).astype(np.float32)
        scene, _, depth = self.scene(share, 60)
        wide, tall = scene.pixels
        differ = 0
        for place in noise.integers(0, wide * tall, 250):
            across = (place % wide + 0.5) / scene.scale + scene.low[0]
            up = scene.low[1] + scene.span[1] - (place // wide + 0.5) / scene.scale
            steps = np.arange(-60, 60, 0.02)
            line = across * space_picture.RIGHT + up * space_picture.UP + steps[:, None] * space_picture.AWAY
            inside = ((line > 0) & (line < scene.size)).all(axis=1)
            inside &= ~((line[:, 1] < scene.cut[0]) & (line[:, 2] > scene.cut[1]))
            solid = scene.solid.at([line[:, axis].astype(np.float32) for axis in range(3)]) >= 0.5
            hits = np.flatnonzero(inside & solid)
            seen = depth[place // wide, place % wide]
            if not hits.size or not np.isfinite(seen):
                differ += bool(hits.size) != bool(np.isfinite(seen))
            else:
                differ += abs(float(steps[hits[0]]) - float(seen)) > 0.3
        self.assertLessEqual(differ, 5)  # of 250: rays that graze a wall

    def test_balls_hide_each_other_and_walls_hide_balls(self):
        scene, picture, depth = self.scene(np.zeros((20, 20, 20)))
        before = picture.copy()
        red, blue = np.array([[1.0, 0, 0, 1]]), np.array([[0, 0, 1.0, 1]])
        inside = np.array([[10.0, 15.0, 5.0]] * 2)
        space_picture.draw_balls(scene, picture, depth, space_picture.beads(scene, inside + [[0, 0, 0], [1, 0, 0]],
                                                                            np.repeat(red, 2, 0), 1.0), 3.0, 1.0)
        self.assertTrue((picture == before).all())
        near, far = np.array([[8.0, 2, 14], [12.0, 2, 14]]), np.array([[8.0, 6, 14], [12.0, 6, 14]])
        for line, shade in ((near, red), (far, blue)):  # the far one comes last, and stays behind
            shift = (scene.project(near)[1] - scene.project(line)[1]).mean() / scene.scale
            line = line + shift * -space_picture.UP
            shift = (scene.project(near)[0] - scene.project(line)[0]).mean() / scene.scale
            line = line + shift * space_picture.RIGHT
            balls = space_picture.beads(scene, line, np.repeat(shade, 2, 0), 1.0)
            space_picture.draw_balls(scene, picture, depth, balls, 3.0, 0.0)
        middle = self.at(scene, picture, (10, 2, 14))
        self.assertGreater(middle[0], middle[2])

    def test_the_space_is_turned_so_that_the_widest_way_is_seen(self):
        for direction in "xyz":
            view = {"direction": direction, "space": space_examples.space(direction)}
            space = space_figures.turned(space_figures.read_space(view))
            self.assertEqual(space.axes[0], direction)
            self.assertEqual(space.share.shape, tuple(int(side) for side in space.dims))
            _, b, c = space.share.shape
            self.assertTrue((space.way[:, 1] <= b / 2 + 1e-6).all() and (space.way[:, 2] > c / 2).all())
            solid = np.argwhere(space.share == 0).mean(axis=0) + 0.5  # the grain stays in the middle
            self.assertLess(np.abs(solid - np.array(space.share.shape) / 2).max(), 1.1)

    def test_a_quarter_turn_moves_points_as_cells(self):
        space = space_figures.read_space({"direction": "x", "space": space_examples.space("x")})
        share = np.ones(space.share.shape)
        share[3, 4, 5] = 0
        space.share, space.way, space.throat = share, np.array([[3.5, 4.5, 5.5]]), np.array([3.5, 4.5, 5.5])
        turned = space_figures.turned(space)
        self.assertEqual(turned.share[tuple(turned.way[0].astype(int))], 0)

    def test_lengths_of_the_bar_are_round(self):
        for voxels, size, words in ((37, 2e-6, "50 µm"), (240, 2e-6, "200 µm"), (90, None, "50 voxels"), (3000, 1e-6, "2 mm")):
            length, said = space_figures.round_length(voxels, size)
            self.assertEqual(said, words)
            self.assertLessEqual(length, voxels)


class SpacePages(InFolder):
    def setUp(self):
        super().setUp()
        self.pixels = space_figures.DRAWN_PIXELS, space_figures.PIXELS
        space_figures.DRAWN_PIXELS, space_figures.PIXELS = 200, 160

    def tearDown(self):
        space_figures.DRAWN_PIXELS, space_figures.PIXELS = self.pixels
        super().tearDown()

    def folder(self, name, directions="x", **changes):
        views = examples.views(directions)
        for flow in views["flow"]:
            flow["space"] = space_examples.space(flow["direction"], **changes)
        folder = examples.solve_folder(self.place / name, directions)
        (folder / "views.json").write_text(json.dumps(views), encoding="utf-8")
        return folder

    def test_each_direction_has_a_picture_with_what_it_shows(self):
        page = self.sound_page(self.folder("run", "xyz"))
        self.assertEqual(page.count('<figure class="space">'), 3)
        text = shown_text(page)
        for words in ("flow along y", "speed over the mean superficial speed", "widest way, throat 16 µm",
                      "The 12 lines start at the inlet", "16 µm across (3 voxels)"):
            self.assertIn(words, text)
        self.assertNotIn("blocks of", text)

    def test_a_coarse_picture_says_so(self):
        text = shown_text(self.sound_page(self.folder("run", edge=2)))
        self.assertIn("throat about 16 µm", text)
        self.assertIn("Drawn from blocks of 2 voxels along each edge, the way from blocks of 2.", text)

    def test_without_a_way_or_lines_the_rest_is_drawn(self):
        text = shown_text(self.sound_page(self.folder("run", widest_way=None, lines=0)))
        self.assertNotIn("widest way", text)
        self.assertIn("The 0 lines", text)

    def test_an_image_too_thin_has_no_picture(self):
        self.assertNotIn('class="space"', self.sound_page(self.folder("run", dims=(24, 20, 3))))

    def test_a_page_without_space_is_as_before(self):
        self.assertNotIn('class="space"', self.sound_page(examples.solve_folder(self.place / "run", "x")))

    def test_bytes_depend_on_the_folder_alone(self):
        view = examples.views("x", with_space=True)["flow"][0]
        self.assertEqual(*(space_figures.space_figure(view, 1e-6, "flow-x") for _ in range(2)))

    def test_what_does_not_fit_is_refused(self):
        good = space_examples.space("x")
        for changes in (dict(share="AAAA"), dict(share="?"), dict(cells=[24, 20]),
                                         dict(cells=[1e9, 1e9, 1e9]), dict(points=good["points"][:-16]),
                                         dict(points=space_examples.encode([float("nan")] * 4 * 9 * 12)),
                                         dict(points_of_lines=[1, 2])):  # fmt: skip
            with self.assertRaises(InputError, msg=str(changes)[:80]) as caught:
                space_figures.read_space({"direction": "x", "space": {**good, **changes}})
            self.assertIn("cannot use views.json", str(caught.exception))

    def test_the_figure_is_a_picture_for_a_slide_too(self):
        pages.make_page(self.folder("run"), [])
        names = figure_files.write_all(self.place / "figures", "solve", pages.read_style(), False)
        for ending in ("svg", "pdf", "png"):
            self.assertIn(f"solve-flow-x.{ending}", names)
        self.assertNotIn("solve-flow-x.csv", names)
        png = (self.place / "figures" / "solve-flow-x.png").read_bytes()
        width, height = struct.unpack(">II", png[16:24])
        self.assertGreaterEqual(width, 1200)
        self.assertLess(height, 2 * width)
        self.assertIn(figure_files.MARK.encode(), png[:400])


if __name__ == "__main__":
    unittest.main()
