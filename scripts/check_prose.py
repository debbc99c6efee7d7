#!/usr/bin/env python3
"""Counts the patterns that docs/STYLE.md forbids and compares them with a committed baseline that may only fall.

The script reads comments (src, tests, cuda, shaders, scripts), documents (*.md) and message ids (po/*.pot). It also
counts identifiers that contain a synonym banned by the table in docs/GLOSSARY.md. A count above the baseline is an
error. `--rebase` lowers the baseline to today's counts and refuses to raise it.

Usage: check_prose.py [--root FOLDER] [--rebase] [--show PATTERN [MODULE]]
       --show prints every place where PATTERN occurs
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

BASELINE = "scripts/prose_baseline.json"
CODE = {".cpp", ".hpp", ".h", ".inc", ".inl", ".def", ".cu", ".cuh", ".frag", ".vert", ".glsl"}
SCRIPTS = {".py", ".sh", ".cmake"}
# Files that quote bad prose on purpose, or that are not written by us.
SKIPPED = ("docs/STYLE.md", "docs/GLOSSARY.md", "scripts/check_prose", "tests/ptx/corpus/", "tests/ptx/golden/", "third_party/")

VERBS = (r"(?:is|are|was|were|has|have|had|can|may|does|do|did|will|would|should|must|comes?|goes|go|"
         r"makes?|needs?|takes?|asks?|reads?|writes?|prints?|stores?|stays?|stands?|waits?|wants?|holds?|gets?|gives?|says?)")
PATTERNS = {
    "what-clause": re.compile(r"(?<!\w)what (?:\w+ ){0,3}?" + VERBS + r"\b(?![^.;]*\?)", re.IGNORECASE),
    "who": re.compile(r"(?<![\w-])(?:who|whoever|whom|nobody|somebody)\b", re.IGNORECASE),
    "fragment": re.compile(r"^(?:Of|That|Those|Where|Whose|Which|What|Who|As|To|By|For|With|In which|None|Whether)\s"),
    "position": re.compile(r"\b(?:lies|lay|stands|stood|beside|behind)\b", re.IGNORECASE),
    "dialect": re.compile(r"\b(?:anew|mend(?:s|ed|ing)?|in vain|likewise|as a rule|all the same|at last|"
                          r"whichever|thereby|whereof|is told|are told|is said|are said)\b", re.IGNORECASE),
    "too": re.compile(r", too(?:[.,;:)]|$)"),
    "become-of": re.compile(r"\b(?:becomes?|made|makes?|comes?) of\b", re.IGNORECASE),
    "none-clause": re.compile(r"[;:,] none(?:[.:;,]| (?:where|of|if|for|when)|$)"),
    "is-no": re.compile(r"\b(?:is|are) no (?!longer\b|more\b|such\b|need\b|way\b)", re.IGNORECASE),
    "long-sentence": re.compile(r"(?:[^\s,.!?;:]+[ ,]+){30,}[^\s,.!?;:]+[.!?;:]"),
}
LINE_LIMIT = 120
# Words of an identifier in snake_case or camelCase.
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
IDENTIFIER = re.compile(r"\b[A-Za-z_]\w{2,}\b")
# Names of the standard library that contain a banned word.
FOREIGN = {"time_since_epoch"}


def tracked_files(root):
    """Returns the paths that git tracks or would add, relative to `root`."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=True, capture_output=True, text=True).stdout
    return sorted(path for path in set(filter(None, listed.split("\0"))) if (root / path).is_file())


def module_of(path):
    """Returns the unit of the baseline that a path belongs to: src/simt, tests/ui, docs, po, ..."""
    parts = path.split("/")
    if len(parts) > 2 and parts[0] in ("src", "tests"):
        return "/".join(parts[:2])
    return parts[0] if len(parts) > 1 else "."


def split_code(line):
    """Returns the code and the comment of a line of C++; a mark inside a string is no comment."""
    quote = None
    k = 0
    while k < len(line):
        c = line[k]
        if quote:
            if c == "\\":
                k += 1
            elif c == quote:
                quote = None
        elif c == '"':
            quote = c
        elif line.startswith("//", k):
            return line[:k], line[k:].lstrip("/!<").strip()
        k += 1
    return line, None


def comment_blocks(text, mark):
    """Yields (line number, text) of each comment; consecutive comment lines are one comment."""
    number, block = 0, []
    for k, line in enumerate(text.splitlines(), 1):
        if mark == "//":
            code, comment = split_code(line)
        else:
            stripped = line.strip()
            code, comment = ("", stripped[1:].strip()) if stripped.startswith("#") and not stripped.startswith("#!") else (line, None)
        if comment is not None and not code.strip():
            if not block:
                number = k
            block.append(comment)
            continue
        if block:
            yield number, " ".join(block)
            block = []
        if comment:
            yield k, comment
    if block:
        yield number, " ".join(block)


def document_paragraphs(text):
    """Yields (line number, text) of each paragraph, list item or table row outside of code blocks."""
    number, block, fenced = 0, [], False
    for k, line in enumerate(text.splitlines() + [""], 1):
        stripped = line.strip()
        if stripped.startswith("```"):
            fenced = not fenced
        starts = stripped.startswith(("- ", "* ", "|", "#", ">")) or re.match(r"\d+\. ", stripped)
        if block and (not stripped or starts or fenced):
            yield number, " ".join(block)
            block = []
        if stripped and not fenced and not line.startswith("    ") and not stripped.startswith("```"):
            if not block:
                number = k
            block.append(re.sub(r"`[^`]*`", "`code`", re.sub(r"^(?:[-*#>|]+|\d+\.) *", "", stripped)))
    return


def message_ids(text):
    """Yields (line number, text) of each message id in a template of translations."""
    for match in re.finditer(r'^msgid(?:_plural)? ((?:"(?:[^"\\]|\\.)*"\s*)+)', text, re.MULTILINE):
        message = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', match.group(1)))
        if message:
            yield text.count("\n", 0, match.start()) + 1, message.replace("\\n", " ").replace('\\"', '"')


def banned_words(root):
    """Returns the words that docs/GLOSSARY.md bans from identifiers: the column "not" of its tables."""
    path = root / "docs/GLOSSARY.md"
    words, column = set(), None
    if not path.is_file():
        return words
    for line in path.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.strip().startswith("|"):
            column = None
        elif "not" in [cell.lower() for cell in cells]:
            column = [cell.lower() for cell in cells].index("not")
        elif column is not None and column < len(cells):
            # Prose in parentheses explains an exception, so words in it are not banned.
            for word in re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", cells[column])):
                words.add(word.lower())
    return words


def texts_of(path, text):
    """Yields (line number, text) of the prose in a file."""
    suffix = pathlib.PurePosixPath(path).suffix
    if suffix in CODE:
        yield from comment_blocks(text, "//")
    elif suffix in SCRIPTS or path == ".ci/run":
        yield from comment_blocks(text, "#")
    elif suffix == ".md":
        yield from document_paragraphs(text)
    elif suffix == ".pot":
        yield from message_ids(text)


def find(root):
    """Yields (pattern, module, place, excerpt) of every hit in the tree, and ("comment words", ...) once for each comment."""
    banned = banned_words(root)
    for path in tracked_files(root):
        if path.startswith(SKIPPED):
            continue
        suffix = pathlib.PurePosixPath(path).suffix
        if suffix not in CODE | SCRIPTS | {".md", ".pot"} and path != ".ci/run":
            continue
        text = (root / path).read_text(errors="replace")
        module = module_of(path)
        for number, prose in texts_of(path, text):
            place = f"{path}:{number}"
            for name, pattern in PATTERNS.items():
                if name == "fragment" and suffix in (".md", ".pot"):
                    continue
                for match in pattern.finditer(prose):
                    yield name, module, place, prose[max(0, match.start() - 30):match.end() + 40]
            closes_namespace = re.fullmatch(r"namespace( [\w:]+)?", prose)
            if suffix in CODE and path.startswith("src/") and not closes_namespace:
                for _ in prose.split():
                    yield "comment-words", module, place, ""
        if suffix == ".md":
            fenced = False
            for number, line in enumerate(text.splitlines(), 1):
                fenced ^= line.startswith("```")
                if len(line) > LINE_LIMIT and not fenced and not line.lstrip().startswith(("|", "![", "[")):
                    yield "long-line", module, f"{path}:{number}", line[:60]
        if suffix in (".cpp", ".hpp") and banned:
            for number, line in enumerate(text.splitlines(), 1):
                code = re.sub(r'"(?:[^"\\]|\\.)*"', '""', split_code(line)[0])
                for identifier in IDENTIFIER.findall(code):
                    if identifier in FOREIGN:
                        continue
                    words = {word.lower() for word in WORD.findall(identifier)} | {identifier.lower()}
                    for word in words & banned:
                        yield "banned-identifier", module, f"{path}:{number}", f"{identifier} ({word})"


def count(root):
    """Returns counts as {pattern: {module: number}}."""
    counts = collections.defaultdict(collections.Counter)
    for name, module, _, _ in find(root):
        counts[name][module] += 1
    return {name: dict(sorted(modules.items())) for name, modules in sorted(counts.items())}


def worse(counts, baseline):
    """Yields a message for each count above its baseline."""
    for name, modules in counts.items():
        for module, number in modules.items():
            allowed = baseline.get(name, {}).get(module, 0)
            if number > allowed:
                yield f"{module}: {number} x {name}, {allowed} allowed (check_prose.py --show {name} {module})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--rebase", action="store_true")
    parser.add_argument("--show", nargs="+", metavar=("PATTERN", "MODULE"))
    arguments = parser.parse_args()
    root = arguments.root
    if arguments.show:
        for name, module, place, excerpt in find(root):
            if name == arguments.show[0] and module in (arguments.show[1:] or [module]):
                print(f"{place}: {excerpt}")
        return 0
    counts = count(root)
    path = root / BASELINE
    baseline = json.loads(path.read_text()) if path.is_file() else None
    problems = list(worse(counts, baseline)) if baseline is not None else []
    if arguments.rebase and not problems:
        path.write_text(json.dumps(counts, indent=1) + "\n")
    for problem in problems:
        print(f"check_prose.py: {problem}", file=sys.stderr)
    if problems:
        print("check_prose.py: docs/STYLE.md has the rules with examples", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
