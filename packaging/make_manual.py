#!/usr/bin/env python3
"""Writes the manual page and the bash completion of warpscope, both from the program's --help.

Usage: make_manual.py PROGRAM VERSION FOLDER     writes FOLDER/warpscope.1 and FOLDER/warpscope.bash
"""
import pathlib
import re
import subprocess
import sys

COMMANDS = ("run", "capture", "step", "orders", "compare", "film", "list", "check", "gpu", "time", "record", "devices", "lesson", "grade", "bank",
            "cache", "serve")
ENTRY = re.compile(r"^  (\S.*?)(?:\s{2,}(\S.*))?$")


class Help:
    """Parsed output of `PROGRAM [COMMAND] --help`: summary, usage line, and entries (names, value, text)."""

    def __init__(self, program, command):
        text = subprocess.run([program, *command, "--help"], check=True, capture_output=True, text=True).stdout
        head, _, rest = text.partition("Usage: ")
        self.summary = " ".join(head.split())
        self.usage = rest.splitlines()[0]
        self.positionals, self.options = [], []
        entries = None
        for line in rest.splitlines()[1:]:
            entry = ENTRY.match(line)
            if line.endswith(":") and not line.startswith(" "):
                entries = self.positionals if line == "Positionals:" else self.options
            elif entry and entries is not None and not line.startswith("   "):
                names, _, value = entry[1].partition(" ")
                entries.append([names, value, entry[2] or ""])
            elif line.strip() and entries:
                entries[-1][2] = f"{entries[-1][2]} {line.strip()}".strip()


def exit_status():
    """Returns the pairs (status, meaning) in docs/COMMAND_LINE.md."""
    text = (pathlib.Path(__file__).parent.parent / "docs/COMMAND_LINE.md").read_text()
    return re.findall(r"^\| (\d+) \| (.*) \|$", text.split("| exit status |")[1], re.MULTILINE)


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def entry_roff(names, value, text):
    value = re.sub(r"^TEXT:\{(.*)\}$", r"\1", value).replace(",", "|") if "{" in value else value.split(":")[0]
    shown = " ".join(filter(None, [f"\\fB{roff(names.replace(',', ', '))}\\fR", f"\\fI{roff(value)}\\fR" if value else ""]))
    return f".TP\n{shown}\n{roff(text)}\n"


def manual(version, window, commands):
    page = [f'.TH WARPSCOPE 1 "" "warpscope {version}" "User Commands"\n',
            ".SH NAME\nwarpscope \\- microscope for CUDA kernels\n",
            ".SH SYNOPSIS\n.B warpscope\n[\\fIOPTIONS\\fR] [\\fIFILE\\fR...]\n"]
    page += [f".br\n.B {roff(command.usage.split(' [')[0])}\n[\\fIOPTIONS\\fR]"
             f"{''.join(' ' + roff(name) for name, _, _ in command.positionals)}\n" for command in commands.values()]
    page.append(".SH DESCRIPTION\n" + roff(
        "Runs CUDA kernels on pictures and grids and lays the execution over the data: which block, warp and thread owns "
        "each cell, where warps diverge, what memory accesses cost, and what a kernel does wrong. It runs on an NVIDIA "
        "GPU and, on any other machine, on an emulator that executes the kernel's PTX warp by warp. Without a command it "
        "opens its window. Kernels are compiled by NVRTC, where there is a CUDA Toolkit, or by clang.") + "\n")
    page.append(".SH OPTIONS\n" + "".join(entry_roff(*entry) for entry in window.positionals + window.options))
    for name, command in commands.items():
        page.append(f".SH COMMAND {name.upper()}\n{roff(command.summary)}\n")
        page += [entry_roff(*entry) for entry in command.positionals + command.options if "--help" not in entry[0]]
    page.append(".SH EXIT STATUS\n" + "".join(f".TP\n.B {code}\n{roff(text)}\n" for code, text in exit_status()))
    page.append(".SH ENVIRONMENT\n.TP\n.B WARPSCOPE_CUDA_DIR\n" +
                roff("folder of experiments to use in place of the installed ones") + "\n")
    page.append(".SH SEE ALSO\n.BR clang (1)\n.PP\n" + roff("/usr/share/doc/warpscope holds the documentation.") + "\n")
    return "".join(page)


def long_names(entries):
    return [name for names, _, _ in entries for name in names.split(",") if name.startswith("--")]


def choices(entries):
    """Yields (option, possible values) for options whose values --help lists."""
    for names, value, text in entries:
        listed = re.search(r"\{(.*)\}", value)
        if listed:
            yield names, listed[1].replace(",", " ")
        elif re.fullmatch(r"\w+(, \w+)* or \w+", text):
            yield names, " ".join(re.findall(r"\w+", text.replace(" or ", " ")))


def completion(window, commands):
    values = {}
    for part in [window, *commands.values()]:
        for option, words in choices(part.options):
            values[option] = " ".join(dict.fromkeys(f"{values.get(option, '')} {words}".split()))
    lines = ["# bash completion for warpscope, made from its --help", "_warpscope() {",
             "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= options= names=",
             "    compopt -o filenames 2>/dev/null", "    case $before in"]
    lines += [f"    {option}) COMPREPLY=($(compgen -W '{words}' -- \"$word\")); return ;;"
              for option, words in sorted(values.items())]
    lines += ["    esac", "    [ \"$COMP_CWORD\" -eq 1 ] || command=${COMP_WORDS[1]}", "    case $command in"]
    lines += [f"    {name}) options='{' '.join(long_names(command.options))}' ;;" for name, command in commands.items()]
    lines += [f"    *) options='{' '.join(long_names(window.options))}' ;;", "    esac",
              f"    [ \"$COMP_CWORD\" -ne 1 ] || names='{' '.join(commands)}'",
              "    case $command in",
              "    run | compare | time | record)",
              "        names=$(\"${COMP_WORDS[0]}\" list 2>/dev/null | sed -n 's/^ \\{0,2\\}\\([a-z0-9_/]*\\) - .*/\\1/p') ;;",
              "    esac",
              "    COMPREPLY=($(compgen -W \"$options $names\" -- \"$word\") $(compgen -f -- \"$word\"))",
              "}", "complete -F _warpscope warpscope", ""]
    return "\n".join(lines)


def main():
    program, version, folder = sys.argv[1:]
    window = Help(program, [])
    commands = {name: Help(program, [name]) for name in COMMANDS}
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "warpscope.1").write_text(manual(version, window, commands))
    (folder / "warpscope.bash").write_text(completion(window, commands))


if __name__ == "__main__":
    main()
