#!/usr/bin/env python3
"""Tests make_site.py with an empty page: links, pictures, and live experiments of the site."""
import html.parser
import pathlib
import subprocess
import sys
import tempfile
import tomllib
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import make_site  # noqa: E402

ROOT = make_site.ROOT
REPOSITORY = "https://example.org/warpscope/blob/main"
LARGEST_STYLE = 200  # lines


class Page(html.parser.HTMLParser):
    """Links, pictures, anchors and live places of a page."""

    def __init__(self, file):
        super().__init__()
        self.links, self.pictures, self.anchors, self.live, self.text = [], [], set(), {}, ""
        self.place = None
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        classes = (values.get("class") or "").split()
        if "id" in values:
            self.anchors.add(values["id"])
        if "live" in classes:
            self.place = values["id"]
        for key in ("href", "src"):
            if key in values:
                self.links.append(values[key])
        if tag == "img":
            self.pictures.append(values)
        if tag == "a" and "open" in classes:
            self.live[self.place] = values["href"]

    def handle_data(self, data):
        self.text += data


def build(folder, *options):
    """Builds the site with an empty page in a folder. Returns make_site.py's process."""
    page = folder / "page"
    page.mkdir(exist_ok=True)
    (page / "index.html").write_text("<!DOCTYPE html><title>Warpscope</title>")
    return subprocess.run([ROOT / "scripts/make_site.py", "--page", page, "--output", folder / "site", *options],
                          capture_output=True, text=True)


def target_of(link):
    return link.split("app/index.html#")[1]


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.folder.name)
        made = build(folder)
        if made.returncode != 0:
            raise RuntimeError(made.stderr)
        cls.site = folder / "site"
        cls.pages = {file: Page(file) for file in sorted(cls.site.rglob("*.html")) if file.parent.name != "app"}
        cls.experiments = {}
        for file in (ROOT / "cuda").glob("*/experiment.toml"):
            variants = tomllib.loads(file.read_text()).get("variant", [{"name": "basic"}])
            cls.experiments[file.parent.name] = {variant["name"] for variant in variants}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def assert_target_exists(self, target):
        name, _, rest = target.partition("/")
        if name == "lesson":
            self.assertTrue((ROOT / f"assets/lessons/{rest}.lesson.toml").is_file(), target)
        else:
            self.assertIn(name, self.experiments)
            if rest:
                self.assertIn(rest, self.experiments[name], target)

    def test_links_lead_to_files(self):
        for file, page in self.pages.items():
            for link in page.links:
                if link.startswith("data:"):
                    continue
                address, _, part = link.partition("#")
                self.assertNotRegex(address, r"^(/|\w+:)", f"{file.name} leaves the site")
                target = (file.parent / address).resolve() if address else file
                self.assertTrue(target.is_file(), f"{file.name}: {link}")
                if target in self.pages and part:
                    self.assertIn(part, self.pages[target].anchors, f"{file.name}: {link}")

    def test_live_links_name_experiments(self):
        for page in self.pages.values():
            for link in page.links:
                if "app/index.html#" in link:
                    self.assert_target_exists(target_of(link))

    def test_pictures_have_texts(self):
        for file, page in self.pages.items():
            for picture in page.pictures:
                self.assertTrue(picture.get("alt"), f"{file.name}: {picture}")
                self.assertGreater(int(picture["width"]), 0)

    def test_gallery_has_every_experiment(self):
        live = self.pages[self.site / "gallery/index.html"].live
        self.assertEqual(set(live), set(self.experiments))
        for name, link in live.items():
            self.assertEqual(target_of(link).split("/")[0], name)

    def test_lessons_are_all_there(self):
        live = self.pages[self.site / "lessons/index.html"].live
        names = {file.name.removesuffix(".lesson.toml") for file in (ROOT / "assets/lessons").glob("*.lesson.toml")}
        self.assertEqual({target_of(link) for link in live.values()}, {f"lesson/{name}" for name in names})

    def test_guide_pages_follow_each_other(self):
        names = sorted(file.stem for file in (ROOT / "docs/guide").glob("[0-9]*.md"))
        for name, following in zip(names, names[1:]):
            self.assertIn(f"{following}.html", self.pages[self.site / f"guide/{name}.html"].links)
            self.assertIn(f"{name}.html", self.pages[self.site / f"guide/{following}.html"].links)

    def test_pictures_of_the_guide_are_live(self):
        live = self.pages[self.site / "guide/05-see-what-memory-costs.html"].live
        self.assertEqual(target_of(live["sectors"]), "transpose/naive_row")
        self.assertEqual(target_of(live["banks"]), "transpose/tiled")
        self.assertIn("lesson", self.pages[self.site / "guide/10-give-a-lecture.html"].live)

    def test_edited_kernels_stay_pictures(self):
        page = self.pages[self.site / "guide/08-change-the-kernel.html"]
        self.assertEqual((len(page.pictures), page.live), (1, {}))

    def test_documents_elsewhere_become_text(self):
        page = self.pages[self.site / "guide/06-step-through-a-block.html"]
        self.assertIn("TIME.md has the details", " ".join(page.text.split()))

    def test_documents_elsewhere_become_links(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            self.assertEqual(build(folder, "--repository", REPOSITORY + "/").returncode, 0)
            links = Page(folder / "site/guide/07-find-a-bug.html").links
            self.assertIn(f"{REPOSITORY}/docs/REPORT.md#kinds-of-finding", links)

    def test_files_hold_no_path_of_this_machine(self):
        for file in self.site.rglob("*"):
            if file.suffix in (".html", ".css", ".js"):
                text = file.read_text()
                self.assertNotIn(str(ROOT), text, file.name)
                self.assertNotIn(self.folder.name, text, file.name)

    def test_style_stays_short(self):
        lines = (self.site / "site.css").read_text().splitlines()
        self.assertLess(len(lines), LARGEST_STYLE)
        self.assertNotIn("url(", "".join(lines))

    def test_other_files_are_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "site").mkdir()
            (folder / "site/mine.txt").write_text("mine")
            made = build(folder)
            self.assertIn("has other files", made.stderr)
            self.assertTrue((folder / "site/mine.txt").exists())

    def test_missing_page_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run([ROOT / "scripts/make_site.py", "--page", folder, "--output", f"{folder}/site"],
                                  capture_output=True, text=True)
            self.assertEqual(made.returncode, 1)
            self.assertIn("Run scripts/web.sh", made.stderr)


if __name__ == "__main__":
    unittest.main()
