#!/usr/bin/env python3
"""Builds a static site for any web server in build/web/site: gallery, lessons, guide, and the page for browsers. A
click on a picture opens the experiment in its place.

Usage: make_site.py [--page FOLDER] [--output FOLDER] [--repository ADDRESS]
Needs cmark-gfm, and the page that pack_web_page.py makes.
"""
import argparse
import html
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib
from posixpath import dirname, join, normpath, relpath

ROOT = pathlib.Path(__file__).resolve().parent.parent
GUIDE, LESSONS = "docs/guide", "assets/lessons"
SECTIONS = (("gallery/index.html", "Gallery"), ("lessons/index.html", "Lessons"), ("guide/index.html", "Guide"))
DOCUMENTS = {"docs/GALLERY.md": "gallery/index.html"}  # other documents with a page in the site
CROPPED = ' class="views" loading="lazy"'  # shows the views of a gallery's picture
LEAD = ("Warpscope is a microscope for CUDA kernels: choose a kernel, move a slider, and see every thread at work on "
        "your data. It runs in your browser, on an emulator that executes the kernel warp by warp, so you need no GPU.")

LAYOUT = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<meta name="description" content="{description}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{root}site.css">
<script src="{root}site.js" defer></script>
</head>
<body>
<header class="top">
<a class="brand" href="{root}index.html">Warpscope</a>
<nav class="topics" aria-label="Site">{sections}</nav>
<a class="button" href="{root}app/index.html">Open Warpscope</a>
</header>
<main{main_class}>
{body}
</main>
<footer>Everything runs in your browser. This site loads nothing from other servers and stores only your
settings.</footer>
</body>
</html>
"""


def fail(message):
    sys.exit(f"make_site.py: {message}")


def escaped(text):
    """Returns a text as HTML, with `code`."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def picture_size(file):
    """Returns width and height of a PNG or GIF."""
    head = file.read_bytes()[:24]
    if head.startswith(b"GIF8"):
        return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def read_experiments():
    """Returns the course in its order."""
    files = sorted((ROOT / "cuda").glob("*/experiment.toml"))
    experiments = [{"name": file.parent.name, **tomllib.loads(file.read_text())} for file in files]
    for experiment in experiments:
        experiment.setdefault("variant", [{"name": "basic"}])
    return sorted(experiments, key=lambda e: (e.get("order", 1000), e["name"]))


def read_lessons():
    files = (ROOT / LESSONS).glob("*.lesson.toml")
    lessons = [{"name": file.name.removesuffix(".lesson.toml"), **tomllib.loads(file.read_text())} for file in files]
    return sorted(lessons, key=lambda e: (e.get("order", 1000), e["name"]))


def gallery_targets():
    """Returns the variants that scripts/make_gallery.sh draws, by experiment."""
    text = (ROOT / "scripts/make_gallery.sh").read_text()
    return dict(re.findall(r'^\s*\[(\w+)\]="--experiment (\S+)[^"]*"', text, re.MULTILINE))


def picture_targets():
    """Returns the experiments and lessons that scripts/make_pictures.sh draws, by picture. Leaves out edited kernels,
    because the site has no compiler.
    """
    text = (ROOT / "scripts/make_pictures.sh").read_text().replace("\\\n", " ")
    targets = {}
    for kind, name, options in re.findall(r"^(picture|film) (\w+) (.*)$", text, re.MULTILINE):
        lesson = re.search(r"--lesson (\S+)", options)
        experiment = re.search(r"--experiment (\S+)", options)
        if lesson:
            targets[name] = f"lesson/{lesson[1]}"
        elif kind == "film":
            targets[name] = options.split()[0]
        elif experiment and "--text" not in options:
            targets[name] = experiment[1]
    return targets


class Site:
    def __init__(self, output, page, repository):
        self.output = output
        self.page = page
        self.repository = repository.rstrip("/")
        self.experiments = read_experiments()
        self.lessons = read_lessons()
        self.titles = {e["name"]: e["title"] for e in self.experiments}
        self.titles |= {f"lesson/{lesson['name']}": lesson["title"] for lesson in self.lessons}

    def write(self, path, title, body, description, main_class=""):
        root = "../" * path.count("/")
        sections = ""
        for target, name in SECTIONS:
            current = ' aria-current="page"' if dirname(target) == dirname(path) else ""
            sections += f'<a href="{root}{target}"{current}>{name}</a>'
        file = self.output / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(LAYOUT.format(title=html.escape(title), description=html.escape(description), root=root,
                                      sections=sections, body=body, main_class=main_class))

    def picture(self, path, source, alt, attributes=' loading="lazy"'):
        """Copies a picture of the repository. Returns its element for the page at `path`."""
        target = pathlib.Path(*pathlib.Path(source).parts[1:])
        (self.output / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / source, self.output / target)
        width, height = picture_size(ROOT / source)
        return (f'<img src="{relpath(target, dirname(path) or ".")}" alt="{html.escape(alt)}" width="{width}" '
                f'height="{height}"{attributes}>')

    def app_link(self, path, target):
        return relpath("app/index.html", dirname(path) or ".") + f"#{target}"

    def live_picture(self, path, target, image, label="Run it here"):
        """Returns the link that site.js replaces with the experiment."""
        return f'<a class="open" href="{self.app_link(path, target)}">{image}<span>{label}</span></a>'

    def figure(self, path, name, target, image):
        title = self.titles[target if target.startswith("lesson/") else target.split("/")[0]]
        label = "Open the lesson here" if target.startswith("lesson/") else "Run it here"
        return (f'<figure class="live" id="{name}" data-title="{html.escape(title)}">'
                f"{self.live_picture(path, target, image, label)}</figure>")

    def write_index(self):
        path = "index.html"
        ways = (("gallery", f"{len(self.experiments)} experiments",
                 "From vector addition to scans, and a museum of broken kernels. A click on a picture runs it."),
                ("lessons", f"{len(self.lessons)} lessons",
                 "Predict a number, then measure it. A lesson takes less than ten minutes."),
                ("guide", "Guide", "Ten short pages, from a first photo to a lecture."))
        cards = "".join(f'<a class="card way" href="{folder}/index.html"><div class="about"><h2>{title}</h2>'
                        f"<p>{text}</p></div></a>" for folder, title, text in ways)
        image = self.picture(path, "docs/images/window.png", "A blur of a photo: the halo of one block in the input, "
                             "the output, and the pinned thread", "")
        body = (f'<div class="hero"><div><h1>Warpscope</h1><p class="lead">{LEAD}</p>'
                f'<a class="button" href="app/index.html">Open Warpscope</a></div>'
                f'{self.figure(path, "window", "box_blur/naive", image)}</div><div class="cards ways">{cards}</div>')
        self.write(path, "Warpscope: a microscope for CUDA kernels", body, LEAD)

    def write_gallery(self):
        path = "gallery/index.html"
        drawn = gallery_targets()
        topics = {}
        for experiment in self.experiments:
            topics.setdefault(experiment["topic"], []).append(experiment)
        anchor = {topic: "topic-" + re.sub(r"\W+", "-", topic.lower()) for topic in topics}
        body = ('<h1>Gallery</h1><p class="lead">Click a picture: the experiment runs in its place. The links below it '
                'open its variants.</p><nav class="topics" aria-label="Topics">' +
                "".join(f'<a href="#{anchor[topic]}">{html.escape(topic)}</a>' for topic in topics) + "</nav>")
        for topic, experiments in topics.items():
            cards = "".join(self.gallery_card(path, e, drawn.get(e["name"], e["name"])) for e in experiments)
            body += f'<h2 id="{anchor[topic]}">{html.escape(topic)}</h2><div class="cards">{cards}</div>'
        self.write(path, "Gallery · Warpscope", body, "The experiments of Warpscope's course, each live in the page.")

    def gallery_card(self, path, experiment, target):
        name, title = experiment["name"], experiment["title"]
        image = self.picture(path, f"docs/gallery/{name}.png", f"{title} in Warpscope's window", CROPPED)
        variants = ""
        for variant in experiment["variant"]:
            address = self.app_link(path, f"{name}/{variant['name']}")
            hint = html.escape(variant.get("title", title))
            variants += f'<li><a href="{address}" title="{hint}">{variant["name"]}</a></li>'
        if len(experiment["variant"]) > 1:
            variants = f'<ul class="variants">{variants}</ul>'
        else:
            variants = ""
        return (f'<article class="card live" id="{name}" data-title="{html.escape(title)}">'
                f'{self.live_picture(path, target, image)}<div class="about"><h3>{html.escape(title)}</h3>'
                f'<p>{escaped(experiment["summary"])}</p>{variants}</div></article>')

    def write_lessons(self):
        path = "lessons/index.html"
        minutes = sum(lesson["minutes"] for lesson in self.lessons)
        cards = "".join(self.lesson_card(path, number, lesson) for number, lesson in enumerate(self.lessons, 1))
        body = ('<h1>Lessons</h1><p class="lead">Each lesson asks for a prediction. Then Warpscope measures the answer '
                f'and shows the threads that explain it. All {len(self.lessons)} together take {minutes / 60:.0f} '
                'hours.</p><p class="note">The last step of each lesson changes the kernel. This needs a compiler, '
                'which only the installed program and <code>warpscope serve</code> have.</p>'
                f'<ol class="cards">{cards}</ol>')
        self.write(path, "Lessons · Warpscope", body, "Lessons on CUDA that ask before they show.")

    def lesson_card(self, path, number, lesson):
        experiment = lesson["step"][0]["run"].split("/")[0]
        source, attributes = f"docs/gallery/{experiment}.png", CROPPED
        if not (ROOT / source).exists():
            source, attributes = f"assets/thumbnails/{lesson['name']}.png", ' loading="lazy"'
        title = html.escape(lesson["title"])
        image = self.picture(path, source, f"The kernel of the lesson “{lesson['title']}”", attributes)
        return (f'<li class="card live" id="{lesson["name"]}" data-title="{title}">'
                f'{self.live_picture(path, "lesson/" + lesson["name"], image, "Open it here")}'
                f'<div class="about"><h3>{number}. {title}</h3><p>{escaped(lesson["summary"])}</p>'
                f'<p class="sizes">{lesson["minutes"]} minutes, {len(lesson["step"])} steps</p></div></li>')

    def write_guide(self):
        files = sorted((ROOT / GUIDE).glob("[0-9]*.md"))
        titles = [re.match(r"# (.*)", file.read_text())[1] for file in files]
        start = self.document("guide/index.html", ROOT / GUIDE / "README.md")
        self.write("guide/index.html", "User guide · Warpscope", start + self.turn(files, titles, -1),
                   "A guide to Warpscope for students.", ' class="text"')
        for k, file in enumerate(files):
            path = f"guide/{file.stem}.html"
            body = re.sub(r"<p>Next: .*?</p>\s*$", "", self.document(path, file))
            body += self.turn(files, titles, k)
            self.write(path, f"{titles[k]} · Warpscope", body, titles[k], ' class="text"')

    @staticmethod
    def turn(files, titles, k):
        """Returns the links to the previous and next page of the guide."""
        links = ""
        if k > 0:
            links += f'<a rel="prev" href="{files[k - 1].stem}.html">← {html.escape(titles[k - 1])}</a>'
        elif k == 0:
            links += '<a rel="prev" href="index.html">← User guide</a>'
        if k + 1 < len(files):
            links += f'<a rel="next" href="{files[k + 1].stem}.html">{html.escape(titles[k + 1])} →</a>'
        return f'<nav class="turn" aria-label="Pages">{links}</nav>'

    def document(self, path, file):
        """Returns a Markdown file as HTML for the page at `path`."""
        text = subprocess.run(["cmark-gfm", "--extension", "table", file], check=True, capture_output=True,
                              text=True).stdout
        folder = file.parent.relative_to(ROOT).as_posix()
        targets = picture_targets()

        def replace_picture(match):
            source, alt = normpath(join(folder, html.unescape(match[1]))), html.unescape(match[2])
            name = pathlib.Path(source).stem
            image = self.picture(path, source, alt)
            return self.figure(path, name, targets[name], image) if name in targets else f"<figure>{image}</figure>"

        def replace_link(match):
            address = self.address(path, folder, html.unescape(match[1]))
            return f'<a href="{html.escape(address)}">{match[2]}</a>' if address else match[2]

        def add_anchor(match):
            words = re.sub(r"[^\w\- ]", "", html.unescape(re.sub(r"<[^>]*>", "", match[2]))).lower().replace(" ", "-")
            return f'<h{match[1]} id="{words}">{match[2]}</h{match[1]}>'

        text = re.sub(r'<p><img src="([^"]*)" alt="([^"]*)" /></p>', replace_picture, text)
        text = re.sub(r'<a href="([^"]*)">(.*?)</a>', replace_link, text, flags=re.DOTALL)
        return re.sub(r"<h(\d)>(.*?)</h\1>", add_anchor, text)

    def address(self, path, folder, link):
        """Returns a document's link for the page at `path`; "" for files of the repository without an address."""
        if re.match(r"\w+:|#", link):
            return link
        target, mark, part = link.partition("#")
        target = normpath(join(folder, target))
        if dirname(target) == GUIDE:
            name = pathlib.Path(target).stem
            return ("index" if name == "README" else name) + ".html" + mark + part
        if target in DOCUMENTS:
            return relpath(DOCUMENTS[target], dirname(path)) + mark + part
        return f"{self.repository}/{target}{mark}{part}" if self.repository else ""

    def build(self):
        if (self.output / "site.js").exists():
            shutil.rmtree(self.output)
        elif self.output.exists() and any(self.output.iterdir()):
            fail(f"{self.output} has other files. Name an empty folder")
        self.output.mkdir(parents=True, exist_ok=True)
        shutil.copytree(self.page, self.output / "app")
        for file in ("site/site.css", "site/site.js", "shell/isolation.js"):
            shutil.copy(ROOT / "src/web" / file, self.output)
        self.write_index()
        self.write_gallery()
        self.write_lessons()
        self.write_guide()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--page", metavar="FOLDER", type=pathlib.Path, default=ROOT / "build/web/page",
                        help="page for browsers (default: build/web/page)")
    parser.add_argument("--output", metavar="FOLDER", type=pathlib.Path, default=ROOT / "build/web/site",
                        help="default: build/web/site")
    parser.add_argument("--repository", metavar="ADDRESS", default="",
                        help="folder of the source code on the web; documents outside of the site become links to it")
    options = parser.parse_args()
    if shutil.which("cmark-gfm") is None:
        fail("cmark-gfm is missing (Debian: apt install cmark-gfm)")
    if not (options.page / "index.html").exists():
        fail(f"there is no page in {options.page}. Run scripts/web.sh, or name its folder with --page")
    Site(options.output, options.page, options.repository).build()
    size = sum(file.stat().st_size for file in options.output.rglob("*") if file.is_file())
    print(f"{options.output}: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
