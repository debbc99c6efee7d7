#!/usr/bin/env python3
"""Collects the visible texts of experiments, lessons and assignments in a .pot file.

Usage: course_texts.py [FILE]      default: standard output. scripts/update_po.sh calls it.
"""
import json
import pathlib
import sys
import tomllib

# Keys of visible texts, by table. Other keys have names, expressions or code.
SHOWN = {
    "experiment": ["title", "topic", "summary", "captions"],
    "variant": ["title", "summary", "captions"],
    "bug": ["symptom", "question"],
    "parameter": ["title", "help", "choices"],
    "buffer": ["labels"],
    "chart": ["title", "sweep_title", "reference_title", "unit"],
    "lesson": ["title", "summary"],
    "step": ["name", "text"],
    "question": ["ask", "explain", "names", "goal_words"],
    "beside": ["names"],
    "choice": ["says", "means"],
    "why": ["says"],
    "assignment": ["title"],
    "gate": ["name", "says"],
}
UNITS = {"question": "unit", "buffer": "unit"}


def texts_of(table, kind):
    """Yields (place, text, whether it is a unit) of a table and its subtables."""
    for key, value in table.items():
        if key in SHOWN.get(kind, []):
            for text in value if isinstance(value, list) else [value]:
                yield f"{kind}.{key}", text, False
        elif UNITS.get(kind) == key:
            yield f"{kind}.{key}", value, True
        elif kind == "buffer" and key == "derived":
            yield "buffer.derived", value[0], False
        elif isinstance(value, dict):
            yield from texts_of(value, key)
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, dict):
                    yield from texts_of(item, key)


def is_translated(text):
    """Returns whether the text contains words and is not only code."""
    return any(c.isalpha() for c in text) and not (text.startswith("`") and text.count("`") == 2 and text.endswith("`"))


def quoted(text):
    """Quotes a text for a .po file, one string per line of text."""
    lines = text.splitlines(keepends=True)
    if len(lines) <= 1:
        return json.dumps(text, ensure_ascii=False)
    return "\n".join(['""'] + [json.dumps(line, ensure_ascii=False) for line in lines])


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    files = [(path, "experiment") for path in sorted(root.glob("cuda/*/experiment.toml"))]
    files += [(path, "experiment") for path in sorted(root.glob("assets/lessons/*/experiment.toml"))]
    files += [(path, "lesson") for path in sorted(root.glob("assets/lessons/*.lesson.toml"))]
    files += [(path, "assignment") for path in sorted(root.glob("assets/assignments/*.toml"))]
    found = {}
    for path, kind in files:
        with path.open("rb") as file:
            for where, text, is_unit in texts_of(tomllib.load(file), kind):
                if is_translated(text):
                    entry = found.setdefault((text, is_unit), ([], []))
                    for value, where_list in ((path.relative_to(root), entry[0]), (where, entry[1])):
                        if value not in where_list:
                            where_list.append(value)
    out = ["# Texts of the course's experiments, lessons and assignments. Made by scripts/update_po.sh; do not edit.",
           'msgid ""', 'msgstr ""', r'"Project-Id-Version: warpscope\n"', r'"MIME-Version: 1.0\n"',
           r'"Content-Type: text/plain; charset=UTF-8\n"', r'"Content-Transfer-Encoding: 8bit\n"', ""]
    for (text, is_unit), (places, kinds) in found.items():
        out.append(f"#. {', '.join(kinds)}")
        out.append("#: " + " ".join(str(place) for place in places))
        out.append('msgctxt "course unit"' if is_unit else 'msgctxt "course"')
        out.append(f"msgid {quoted(text)}")
        out += [f"msgid_plural {quoted(text)}", 'msgstr[0] ""', 'msgstr[1] ""', ""] if is_unit else ['msgstr ""', ""]
    words = "\n".join(out)
    if len(sys.argv) > 1:
        pathlib.Path(sys.argv[1]).write_text(words, encoding="utf-8")
    else:
        print(words, end="")


main()
