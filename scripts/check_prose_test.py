#!/usr/bin/env python3
"""Tests check_prose.py: plants an example of each rule in a small tree and expects a failure."""
import contextlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_prose  # noqa: E402

CLEAN = {
    "src/simt/warp.hpp": "// Warps of a block and their active masks.\nint lanes; // number of lanes\n",
    "docs/GUIDE.md": "# Guide\n\nOpen a photo. The window shows which thread owns each pixel.\n",
    "po/warpscope.pot": 'msgid ""\nmsgstr ""\n\nmsgid "idle threads"\nmsgstr ""\n',
    "docs/GLOSSARY.md": "| term | meaning | not |\n|---|---|---|\n| idle thread | launched, owns no cell | `surplus` |\n"
                        "| interval | between two barriers | `epoch` |\n",
}
PLANTED = {
    "what-clause": "Prints what kernels have stored.",
    "who": "Returns the warp who waits.",
    "fragment": "Of the kernels that ran.",
    "position": "The buffer lies in shared memory.",
    "dialect": "Draws the frame anew.",
    "too": "Counts atomics, too.",
    "become-of": "Derives the use made of it.",
    "none-clause": "Selected intervals; none: all.",
    "is-no": "Returns false if it is no kernel.",
    "long-sentence": "word " * 31 + "end.",
}


class CheckProse(unittest.TestCase):
    def counts(self, **files):
        with self.tree(files) as root:
            return check_prose.count(root)

    @contextlib.contextmanager
    def tree(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            subprocess.run(["git", "init", "-q", folder], check=True)
            for path, text in {**CLEAN, **files}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            yield root

    def run_script(self, root, *arguments):
        saved = sys.argv
        sys.argv = ["check_prose.py", "--root", str(root), *arguments]
        errors = io.StringIO()
        try:
            with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
                return check_prose.main(), errors.getvalue()
        finally:
            sys.argv = saved

    def test_clean_tree_has_no_hits(self):
        counts = self.counts()
        self.assertEqual(counts.pop("comment-words"), {"src/simt": 11})
        self.assertEqual(counts, {})

    def test_each_pattern_in_a_comment(self):
        for name, text in PLANTED.items():
            with self.subTest(name):
                found = check_prose.PATTERNS[name]
                self.assertTrue(found.search(text), text)
                counts = self.counts(**{"src/simt/new.cpp": f"// {text}\nint a;\n"})
                self.assertEqual(counts.get(name), {"src/simt": 1})

    def test_comment_continues_over_lines(self):
        counts = self.counts(**{"src/simt/new.cpp": "// Counts atomics,\n// too.\nint a;\n"})
        self.assertEqual(counts.get("too"), {"src/simt": 1})

    def test_pattern_in_a_document(self):
        self.assertEqual(self.counts(**{"docs/A.md": "The tile lies in\nshared memory.\n"}).get("position"), {"docs": 1})

    def test_long_line_in_a_document(self):
        self.assertEqual(self.counts(**{"docs/A.md": "word " * 30 + "\n"}).get("long-line"), {"docs": 1})

    def test_pattern_in_a_message(self):
        counts = self.counts(**{"po/warpscope.pot": 'msgid "This "\n"is no scene"\nmsgstr ""\n'})
        self.assertEqual(counts.get("is-no"), {"po": 1})

    def test_banned_identifier(self):
        counts = self.counts(**{"src/simt/new.cpp": "int surplusThreads;\n"})
        self.assertEqual(counts.get("banned-identifier"), {"src/simt": 1})

    def test_name_of_standard_library_is_allowed(self):
        counts = self.counts(**{"src/simt/new.cpp": "auto at = file.time_since_epoch();\nint epoch;\n"})
        self.assertEqual(counts.get("banned-identifier"), {"src/simt": 1})

    def test_string_is_no_comment_or_identifier(self):
        counts = self.counts(**{"src/simt/new.cpp": 'auto key = "surplus // lies";\n'})
        self.assertNotIn("banned-identifier", counts)
        self.assertNotIn("position", counts)

    def test_baseline_may_only_fall(self):
        bad = {"src/simt/new.cpp": "// Draws the frame anew.\nint a;\n"}
        with self.tree(bad) as root:
            (root / "scripts").mkdir()
            self.assertEqual(self.run_script(root, "--rebase")[0], 0)
            self.assertEqual(self.run_script(root)[0], 0)
            (root / "src/simt/more.cpp").write_text("// Draws it anew.\nint b;\n")
            status, errors = self.run_script(root)
            self.assertEqual(status, 1)
            self.assertIn("src/simt: 2 x dialect, 1 allowed", errors)
            self.assertEqual(self.run_script(root, "--rebase")[0], 1)
            (root / "src/simt/more.cpp").unlink()
            (root / "src/simt/new.cpp").unlink()
            self.assertEqual(self.run_script(root, "--rebase")[0], 0)
            self.assertNotIn("dialect", json.loads((root / check_prose.BASELINE).read_text()))


if __name__ == "__main__":
    unittest.main()
