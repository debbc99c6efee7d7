#!/usr/bin/env python3
"""Checks that the files which comments and documents name exist.

- A file name in a comment of the code (race_check.hpp, metrics/results.hpp) or in a document is the end of a tracked
  path; without a folder, of one in the same module, if it is not outside of src/ and tests/. Names in capitals
  (NAME_test.cpp, FILE.cu) stand for any.
- A path without an ending in a document (`session/differences`) is a folder or a file of src/.
- A link of a document leads to a file, and #heading to a heading of it.

Usage: check_names.py [ROOT]     prints every name without a file and exits with 1 if there is one
"""
import pathlib
import re
import subprocess
import sys

CODE = {".cpp": "//", ".hpp": "//", ".h": "//", ".inc": "//", ".def": "//", ".cu": "//", ".cuh": "//", ".frag": "//",
        ".vert": "//", ".glsl": "//", ".cmake": "#", ".py": "#", ".sh": "#", ".toml": "#", ".txt": "#"}
NAME = re.compile(r"(?<![\w./<*$}{-])((?:[\w-]+/|\.\./)*[\w-]+\.(?:cpp|hpp|h|cu|cuh|inc|def|frag|vert|glsl|md|py|sh|toml))"
                  r"(?![\w/(-]|\.\w)")
PLACEHOLDER = re.compile(r"(?:^|[/_])[A-Z]{2,}[/_.](?!md$)")
FOLDER_NAME = re.compile(r"`((?:src/)?[a-z_]+(?:/[a-z_]+)+)`")
LINK = re.compile(r"\]\(([^)\s:]*)\)")
# Files outside the project: users' files in examples, tool outputs, CUDA and system headers
EXAMPLES = {
    "box_blur-naive.cu", "flip.toml", "image.cpp", "k.cu", "kernels.cu", "mine.toml", "my_kernel.cu", "my_kernel.h", "my_kernel.toml", "other.glsl", "own.cu", "own.toml", "program.cu",
    "sobel.cu", "sum.cu", "XWDFile.h", "cuda_runtime.h", "foreach_target.h", "mma.h", "stb_image.h",
}
NOT_CHECKED = ("tests/ptx/golden/", "tests/ptx/corpus/", "third_party/", "scripts/check_names")


def tracked_files(root):
    """Returns the paths that git tracks or would add."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=True, capture_output=True, text=True).stdout
    return sorted(path for path in set(filter(None, listed.split("\0"))) if (root / path).is_file())


def comments(text, mark):
    """Yields (line number, comment) of each line that has one. A mark inside a string may also begin one."""
    for number, line in enumerate(text.splitlines(), 1):
        at = line.find(mark)
        if at >= 0:
            yield number, line[at + len(mark):]


def headings(text):
    """Returns the anchors of a document's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


class Names:
    def __init__(self, root):
        self.root = root
        self.files = tracked_files(root)
        self.ends = set()     # ends of paths: "c/d.hpp" for "a/b/c/d.hpp"
        self.places = {}      # paths by the file name without folders
        for path in self.files:
            parts = path.split("/")
            self.ends.update("/".join(parts[k:]) for k in range(len(parts)))
            self.places.setdefault(parts[-1], []).append(path)

    def missing_file(self, name, file):
        plain = re.sub(r"^(\.\./)+", "", name)
        if PLACEHOLDER.search(name) or plain.split("/")[-1] in EXAMPLES:
            return False
        if "/" in plain or file.endswith(".md") or not file.startswith(("src/", "tests/")):
            return plain not in self.ends
        module = "/".join(file.split("/")[:2]) + "/"
        return not any(place.startswith(module) or not place.startswith(("src/", "tests/"))
                       for place in self.places.get(plain, ()))

    def missing_folder(self, name, file):
        """Returns whether a folder is missing. Names begin with a module or, in its README, with its folder."""
        path = pathlib.PurePosixPath(name.removeprefix("src/"))
        places = [f"src/{path}"]
        if file.startswith("src/"):
            places.append(f"{pathlib.PurePosixPath(file).parent}/{path}")
        begins = [f"{place[:len(place) - len(str(path))]}{path.parts[0]}/" for place in places]
        if not any(f.startswith(begin) for f in self.files for begin in begins):
            return False
        return not any(f == place or f.startswith((place + "/", place + ".")) for f in self.files for place in places)

    def of_code(self, file, mark):
        for number, comment in comments((self.root / file).read_text(errors="replace"), mark):
            for name in NAME.findall(comment):
                if self.missing_file(name, file):
                    yield f"{file}:{number}: names {name}, which does not exist"

    def of_document(self, file):
        text = (self.root / file).read_text()
        shown = re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.MULTILINE | re.DOTALL)
        for number, line in enumerate(shown.splitlines(), 1):
            for name in NAME.findall(line):
                if self.missing_file(name, file):
                    yield f"{file}:{number}: names {name}, which does not exist"
            for name in FOLDER_NAME.findall(line):
                if self.missing_folder(name, file):
                    yield f"{file}:{number}: names {name}, which does not exist"
            for link in LINK.findall(line):
                yield from self.of_link(file, number, link)

    def of_link(self, file, number, link):
        path, _, anchor = link.partition("#")
        target = (self.root / file).parent / path if path else self.root / file
        if not target.exists():
            yield f"{file}:{number}: links to {link}, which does not exist"
        elif anchor and target.suffix == ".md" and anchor not in headings(target.read_text()):
            yield f"{file}:{number}: links to {link}; there is no such heading"

    def problems(self):
        for file in self.files:
            suffix = pathlib.PurePosixPath(file).suffix
            if file.startswith(NOT_CHECKED):
                continue
            if suffix == ".md":
                yield from self.of_document(file)
            elif suffix in CODE:
                yield from self.of_code(file, CODE[suffix])


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    root = root if root.is_dir() else root.parent.parent
    problems = list(Names(root).problems())
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
