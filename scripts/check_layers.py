#!/usr/bin/env python3
"""Checks that #include lines follow the declared order.

- A module includes only what the table "Modules" of docs/ARCHITECTURE.md lets it use, directly or through another module.
- A module of facts does not include language.
- Within a module a folder includes only folders of a lower level, except commands.hpp and view_model.hpp of any
  folder. src/levels.txt lists the levels. Folders `web` are exempt.

Usage: check_layers.py [ROOT]     prints every violation and exits with 1 if there is one
"""
import pathlib
import re
import subprocess
import sys

CODE = (".cpp", ".hpp")
WITHOUT_SENTENCES = ("insight",)
# Headers of plain structs that features of a module exchange
DATA = ("commands.hpp", "view_model.hpp")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def tracked_files(root):
    """Returns the paths below src/ and tests/ that git tracks or would add."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "src", "tests"],
        check=True, capture_output=True, text=True).stdout
    paths = sorted(set(filter(None, listed.split("\0"))))
    return [pathlib.PurePosixPath(path) for path in paths if (root / path).is_file()]


def used_modules(root):
    """Returns {module: modules it may include}, from the table in docs/ARCHITECTURE.md and closed transitively."""
    text = (root / "docs/ARCHITECTURE.md").read_text().split("\n## Modules\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([\w, ]*)\|$", text, re.MULTILINE)
    uses = {module: set(re.findall(r"\w+", used)) for module, used in rows}

    def closed(module, above):
        if module in above:
            sys.exit(f"docs/ARCHITECTURE.md: modules use each other in a circle: {' -> '.join([*above, module])}")
        return uses[module].union(*(closed(used, [*above, module]) for used in uses[module]))

    return {module: closed(module, []) for module in uses}


def folder_levels(root):
    """Returns {folder of src/: its level}, from src/levels.txt."""
    levels = {}
    for line in (root / "src/levels.txt").read_text().splitlines():
        module, _, rest = line.partition(":")
        if line.startswith("#") or not rest:
            continue
        for level, folders in enumerate(rest.split("|")):
            for folder in folders.split():
                levels[module if folder == "." else f"{module}/{folder}"] = level
    return levels


def wrong_includes(root, files):
    """Yields a message for each #include line that points up or sideways."""
    uses = used_modules(root)
    levels = folder_levels(root)
    # Skips MODULE/web: in builds for browsers, its files replace files in other folders of the module.
    sources = [file.relative_to("src") for file in files
               if file.parts[0] == "src" and file.suffix in CODE and file.parts[2] != "web"]
    folders = {str(file.parent) for file in sources}
    layered = {folder.split("/")[0] for folder in folders if "/" in folder}
    for folder in sorted(folders | set(levels)):
        module = folder.split("/")[0]
        if folder not in folders:
            yield f"src/levels.txt: src/{folder} holds no C++ file"
        elif module not in uses:
            yield f"src/{folder}: not in the table of modules in docs/ARCHITECTURE.md"
        elif module in layered and folder not in levels:
            yield f"src/{folder}: has no level; add it to the line of {module} in src/levels.txt"

    for file in sources:
        module, folder = file.parts[0], str(file.parent)
        text = (root / "src" / file).read_text()
        for match in INCLUDE.finditer(text):
            target = pathlib.PurePosixPath(match[1])
            other, other_folder = target.parts[0], str(target.parent)
            place = f"src/{file}:{text.count(chr(10), 0, match.start()) + 1}: includes {target}, but"
            if other != module and other in uses and other not in uses.get(module, {other}):
                yield f"{place} {module} does not use {other}"
            elif module in WITHOUT_SENTENCES and other == "language":
                yield f"{place} {module} has no sentences: make them from its facts in another module"
            elif (other == module and other_folder != folder and target.name not in DATA and folder in levels and
                  other_folder in levels and
                  levels[other_folder] >= levels[folder]):
                yield f"{place} {other_folder} is not below {folder} in src/levels.txt"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    root = root if root.is_dir() else root.parent.parent
    files = tracked_files(root)
    problems = list(wrong_includes(root, files))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
