#!/usr/bin/env python3
"""Tests check_names.py on a small tree of its own: what it must report, and what it must not."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_names  # noqa: E402

TREE = {
    "src/render/view.hpp": "",
    "src/render/maps/owner_layer.hpp": "// Drawn by view.hpp.\n",
    "src/simt/events.hpp": "// Observers are in render/maps/owner_layer.hpp and ../render/view.hpp.\n",
    "docs/SCENES.md": "# What a file holds\n",
    "README.md": "`render/maps`, `render/maps/owner_layer`, my_kernel.cu, `NAME_test.cpp`, `box_blur/naive`,"
                 " [files](docs/SCENES.md#what-a-file-holds)\n```sh\nrun no_such.cu\n```\n",
}


class CheckNames(unittest.TestCase):
    def problems(self, **changes):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            subprocess.run(["git", "init", "-q", folder], check=True)
            for path, text in {**TREE, **changes.get("files", {})}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            return list(check_names.Names(root).problems())

    def expect(self, path, text, problem):
        self.assertEqual(self.problems(files={path: text}), [problem])

    def test_a_sound_tree(self):
        self.assertEqual(self.problems(), [])

    def test_a_moved_file(self):
        self.expect("src/simt/loop.cpp", "int a;\nint b; // see render/layer.hpp\n",
                    "src/simt/loop.cpp:2: names render/layer.hpp, which does not exist")

    def test_a_name_of_another_module(self):
        self.expect("src/simt/loop.cpp", "// view.hpp has more.\n",
                    "src/simt/loop.cpp:1: names view.hpp, which does not exist")

    def test_code_is_no_comment(self):
        self.assertEqual(self.problems(files={"src/simt/loop.cpp": 'auto file = "gone.cu";\n'}), [])

    def test_a_folder_in_a_document(self):
        self.expect("docs/A.md", "In `render/heat` it is drawn.\n",
                    "docs/A.md:1: names render/heat, which does not exist")

    def test_a_folder_in_a_module(self):
        self.expect("src/render/README.md", "`maps/owner_layer` and `maps/heat`\n",
                    "src/render/README.md:1: names maps/heat, which does not exist")

    def test_a_document(self):
        self.expect("src/simt/loop.cpp", "// docs/GONE.md says why.\n",
                    "src/simt/loop.cpp:1: names docs/GONE.md, which does not exist")

    def test_a_link(self):
        self.expect("docs/A.md", "[a](../src/gone)", "docs/A.md:1: links to ../src/gone, which does not exist")
        self.expect("docs/A.md", "[a](SCENES.md#words)", "docs/A.md:1: links to SCENES.md#words; there is no such heading")


if __name__ == "__main__":
    unittest.main()
