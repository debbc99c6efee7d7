#!/usr/bin/env python3
"""Puts the page for browsers together in build/web/page: a folder of static files for any web server, each also
compressed.

Usage: pack_web_page.py
Needs build/web (see web.sh), build/web/bank (`warpscope bank`), the fonts Inter and JetBrains Mono, and zstd.
"""
import gzip
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/web"
PAGE = BUILD / "page"
PROGRAMS = ("warpscope_page", "warpscope_page_one_thread")
FONT_FOLDERS = [pathlib.Path("/usr/share/fonts"), BUILD.parent / "web-root/usr/share/fonts"]
FONTS = ["Inter-Regular", "Inter-SemiBold", "JetBrainsMono-Regular", "JetBrainsMono-Bold"]
LANGUAGES = ["ru"]  # not zh_CN, because the page has no font for Chinese
LATE_PATHS = ("/bank/", "/assets/lessons/harbour-", "/assets/samples/", "/assets/thumbnails/")
FIRST_BANK = "/bank/box_blur.json.zst"  # the experiment of a first visit


def font(name):
    """Returns the file of a font."""
    for folder in FONT_FOLDERS:
        for file in sorted(folder.rglob(f"{name}.[ot]tf")):
            return file
    sys.exit(f"pack_web_page.py: the font {name} is missing (Debian: fonts-inter, fonts-jetbrains-mono)")


def packed_bank(file):
    """Returns an experiment's PTX, compressed."""
    return subprocess.run(["zstd", "-15", "-q", "-c", file], check=True, capture_output=True).stdout


def is_late(path):
    """Returns whether the window opens without this file, and loads it afterwards."""
    return path.startswith(LATE_PATHS) and path != FIRST_BANK


def contents():
    """Yields (path in the page's file system, bytes)."""
    for folder in ("cuda", "assets"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.is_file():
                yield f"/{file.relative_to(ROOT)}", file.read_bytes()
    for file in sorted((BUILD / "bank").glob("*.json")):
        yield f"/bank/{file.name}.zst", packed_bank(file)
    for name in FONTS:
        file = font(name)
        yield f"/fonts/{file.name}", file.read_bytes()
    for language in LANGUAGES:
        for file in sorted((BUILD / "locale" / language).rglob("*.mo")):
            yield f"/{file.relative_to(BUILD)}", file.read_bytes()


def archive(files):
    """Returns all files in one: the index's length in four bytes, the index, the contents."""
    index, data = [], bytearray()
    for path, content in files:
        index.append([path, len(content)])
        data += content
    head = json.dumps(index, separators=(",", ":")).encode()
    return len(head).to_bytes(4, "little") + head + data


def main():
    shutil.rmtree(PAGE, ignore_errors=True)
    shutil.copytree(ROOT / "src/web/shell", PAGE)
    for name in PROGRAMS:
        for ending in (".js", ".wasm"):
            shutil.copy(BUILD / (name + ending), PAGE)
    files = list(contents())
    early = [file for file in files if not is_late(file[0])]
    late = [file for file in files if is_late(file[0])]
    # The program lists pictures that exist, so empty files take the place of late ones. Banks need none.
    early += [(path, b"") for path, _ in late if path.endswith(".png")]
    (PAGE / "files.data").write_bytes(archive(early))
    (PAGE / "late_files.data").write_bytes(archive(late))
    names = (*(f"{name}.wasm" for name in PROGRAMS), "files.data")
    sizes = ", ".join(f'"{name}": {(PAGE / name).stat().st_size}' for name in names)
    start = PAGE / "start.js"
    start.write_text(start.read_text().replace("/*SIZES*/", sizes))
    print(f"{PAGE.relative_to(ROOT)}: {sum(f.stat().st_size for f in PAGE.iterdir()) / 1e6:.1f} MB")
    for file in list(PAGE.iterdir()):
        (PAGE / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))


if __name__ == "__main__":
    main()
