#!/usr/bin/env python3
"""Compares the emulator's counts with a GPU's hardware counters (Nsight Compute, `ncu`).

Usage: gpu_counters.py [--program FILE] [--model DEVICE] [--table FILE.md] [--counters FILE.json] [--keep FOLDER]
                       [TARGET...]
  TARGET      NAME, NAME/VARIANT, FILE.toml or FILE.cu:KERNEL; default: every variant of the course
  --program   the warpscope program; default build/release/warpscope
  --model     a device with the GPU's compute capability, as for warpscope; default "H100 SXM"
  --table     writes docs/HARDWARE_COUNTERS.md
  --counters  writes the counters with card, driver and date; the tab GPU shows assets/hardware_counters.json
  --keep      keeps ncu's output and the reports in a folder

Each target runs once: the emulator counts the launch on its PTX, and ncu counts the same launch on the GPU, which
runs machine code made from that PTX. Divergent branches of the PTX count only if they are branches of the machine code,
as nvdisasm shows it. Differences are either known (reason_for) or errors. If ptxas adds branches, ncu runs once more
and counts divergence by instruction: the added branches must explain the difference.
Exit status: 0 everything agrees or has a known reason, 1 something differs, 3 no GPU, no ncu, or no permission.
"""
import argparse
import concurrent.futures
import csv
import datetime
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Counter of this script: (metrics of ncu that are added, path of the emulator's number in the report)
COUNTERS = {
    "load sectors": (["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"], "global.load_sectors"),
    "load requests": (["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"], "global.load_requests"),
    "store sectors": (["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"], "global.store_sectors"),
    "store requests": (["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"], "global.store_requests"),
    "shared requests": (["smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum",
                         "smsp__inst_executed_op_shared_atom.sum"], "shared.requests"),
    "shared passes": (["memory_l1_wavefronts_shared"], "shared.passes"),
    "divergent branches": (["smsp__sass_branch_targets_threads_divergent.sum"], "sass.surviving_divergent_branches"),
    "warp instructions": (["smsp__inst_executed.sum"], "instructions.warp"),
    "thread instructions": (["smsp__thread_inst_executed.sum"], "instructions.thread"),
}
FURTHER_METRICS = [
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
    "l1tex__t_requests_pipe_tex_mem_texture.sum",
    "l1tex__t_sectors_pipe_tex_mem_texture.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
]
DIVERGENT = "smsp__sass_branch_targets_threads_divergent"
# Machine code has other instructions than PTX, so these two are shown and not compared.
NOT_COMPARED = {"warp instructions", "thread instructions"}
# Counters that are compared in the table of the documents.
TABLE = ["load sectors", "store sectors", "load requests", "store requests", "shared requests", "shared passes",
         "divergent branches"]


def value_at(report, path):
    """Returns the number at a path such as "global.load_sectors"."""
    for key in path.split("."):
        report = report[key]
    return report


def reason_for(name, emulator, hardware, row):
    """Returns a known reason for a difference, or None. Each reason is checked against other counters of the launch."""
    further = row["further"]
    if name.startswith(("load", "store")) and row["findings"] > 0 and hardware > emulator:
        return "fault"  # the emulator carries out no access outside of all buffers
    if name.startswith("load") and further["l1tex__t_requests_pipe_tex_mem_texture.sum"] > 0:
        return "texture"  # the texture unit counts its own requests, on a layout of its own
    for kind in ("load", "store"):
        sectors, requests = row[f"{kind} sectors"], row[f"{kind} requests"]
        # ptxas combines accesses to 64 or 128 bits: fewer requests, and no more sectors.
        if name.startswith(kind) and requests[1] < requests[0] and sectors[1] <= sectors[0]:
            return "merged"
        if name.startswith(kind) and row["atomics"] > 0 and hardware > emulator:
            return "atomics"  # lanes that leave a retry loop one by one store alone
    requests, passes = row["shared requests"], row["shared passes"]
    if name.startswith("shared") and requests[1] < requests[0] and passes[1] <= passes[0]:
        return "merged"
    # Instructions whose lanes are all predicated off are executed and take no pass.
    if name == "shared requests" and hardware > emulator and passes[0] == passes[1]:
        return "predicated"
    if name == "shared passes" and row["shared atomics"] > 0:
        return "atomics"  # lanes that add different amounts to a bank are served one by one
    if name == "divergent branches" and hardware > emulator and row["own"]:
        # Divisions, roots and unrolled loops have branches of their own.
        return "own" if row["own divergent"] in (None, hardware - emulator) else None
    return None


def own_branches(report):
    """Returns the branches that ptxas adds: [{"kernel", "file", "line", "address", "cause"}]."""
    return [{"kernel": plain_kernel_name(kernel["kernel"]), **branch}
            for kernel in report["sass"]["kernels"] for branch in kernel["own"]]


def own_text(own):
    """Returns "division (line 9), root (line 12)" for branches that ptxas adds."""
    places = {}
    for branch in own:
        places.setdefault(branch["cause"], set()).add(branch["line"])
    return ", ".join(f"{cause} (line{'s' if len(lines) > 1 else ''} {', '.join(map(str, sorted(lines)))})"
                     for cause, lines in sorted(places.items()))


def branches_by_address(text, launches):
    """Returns {(kernel, address from its start): divergent branches} of the first launches in the CSV of ncu's source
    page, for branch instructions; None if this ncu does not count them."""
    kernels = {plain_kernel_name(launch["kernel"]) for launch in launches}
    counts, kernel, column, start, seen = {}, "", None, None, 0
    for line in csv.reader(io.StringIO(text)):
        if line and line[0] == "Kernel Name":
            kernel, column, start = plain_kernel_name(line[1]), None, None
            seen += kernel in kernels
        elif "Source" in line and "Address" in line:
            address, source = line.index("Address"), line.index("Source")
            column = next((k for k, name in enumerate(line) if DIVERGENT in name or "Divergent Branch" in name), None)
            if column is None:
                return None
        elif column is not None and len(line) > column and line[address].startswith("0x"):
            at = int(line[address], 16)
            start = at if start is None else start
            if kernel in kernels and seen <= len(launches) and re.search(r"\b(BRA|BRX|JMP|JMX)", line[source]):
                key = kernel, at - start
                counts[key] = counts.get(key, 0) + int(number(line[column]))
    return counts or None


def count_own_divergence(own, counts):
    """Returns how often the branches that ptxas adds split a warp, or None if ncu counted other code."""
    if counts is None or any((branch["kernel"], branch["address"]) not in counts for branch in own):
        return None
    return sum(counts[branch["kernel"], branch["address"]] for branch in own)


def ncu_rows(text):
    """Yields {column: text} for each kernel launch in ncu's raw CSV, which may follow other lines."""
    lines = text.splitlines()
    start = next((k for k, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return
    rows = csv.DictReader(io.StringIO("\n".join(lines[start:])))
    for row in rows:
        if row["ID"]:  # the first row holds units
            yield row


def number(text):
    """Returns the number that ncu prints with separators of thousands."""
    return float(text.replace(",", "")) if text else 0.0


def plain_kernel_name(name):
    """Returns "blur" for "blur<int>(float const*, int)" and for "ns::blur(float*)"."""
    return re.sub(r"^(?:void )?(?:\w+::)*", "", re.split(r"[<(]", name)[0]).strip()


def measure(target, options):
    """Runs a target under ncu. Returns {"target", "row"} or {"target", "error"}."""
    folder = pathlib.Path(options.keep or tempfile.mkdtemp()) / re.sub(r"\W+", "-", target)
    folder.mkdir(parents=True, exist_ok=True)
    report_file, log = folder / "report.json", folder / "ncu.csv"
    metrics = sorted({metric for names, _ in COUNTERS.values() for metric in names} | set(FURTHER_METRICS))
    command = [options.ncu, "--target-processes", "all", "--csv", "--page", "raw", "--print-units", "base",
               "--log-file", str(log), "--metrics", ",".join(metrics), *options.runner, options.program, "run", target,
               "--device", "gpu", "--model", options.model, "--sass", "--report", str(report_file)]
    # ncu repeats a kernel for its counters, so that one with a known fault takes longer than its usual limit.
    environment = {**os.environ, "WARPSCOPE_GPU_LIMIT": "20"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    log_text = log.read_text() if log.is_file() else ""
    if "ERR_NVGPUCTRPERM" in log_text:
        return {"target": target, "error": "no permission to read the GPU's counters", "fatal": True}
    if not report_file.is_file():
        return {"target": target, "error": (done.stderr.strip().splitlines() or ["no report"])[-1][:200]}
    report = json.loads(report_file.read_text())
    own = own_branches(report)
    launches = report.get("launches") or [report["launch"]]
    names = {plain_kernel_name(launch["kernel"]) for launch in launches}
    rows = [row for row in ncu_rows(log_text) if plain_kernel_name(row["Kernel Name"]) in names]
    if len(rows) < len(launches):
        return {"target": target, "error": f"ncu saw {len(rows)} of {len(launches)} launches"}
    rows = rows[:len(launches)]
    row = {"warps": sum(launch["warps"] for launch in launches),
           "atomics": report["atomics"]["requests"],
           "shared atomics": report["atomics"].get("operations_on_shared_memory", 0),
           "findings": report["finding_count"],
           "PTX branches": report["divergence"]["divergent_branches"],
           "own": own,
           "own divergent": None}
    for name, (sources, path) in COUNTERS.items():
        row[name] = (int(value_at(report, path)), int(sum(number(r.get(s, "")) for r in rows for s in sources)))
    row["further"] = {metric: int(sum(number(r.get(metric, "")) for r in rows)) for metric in FURTHER_METRICS}
    row["device"] = report["device"]
    emulator, hardware = row["divergent branches"]
    if hardware > emulator and own:
        row["own divergent"] = count_own_divergence(
            own, profile_instructions(target, launches, folder, options, environment))
    return {"target": target, "row": row}


def profile_instructions(target, launches, folder, options, environment):
    """Runs a target under ncu and returns branches_by_address(), or None if this ncu cannot count them."""
    profile = folder / "instructions"
    pathlib.Path(f"{profile}.ncu-rep").unlink(missing_ok=True)  # of an earlier run with --keep
    command = [options.ncu, "--target-processes", "all", "--section", "SourceCounters", "--export", str(profile),
               "--force-overwrite", *options.runner, options.program, "run", target, "--device", "gpu",
               "--model", options.model]
    subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    page = [options.ncu, "--import", f"{profile}.ncu-rep", "--page", "source", "--print-source", "sass", "--csv"]
    done = subprocess.run(page, capture_output=True, text=True, cwd=ROOT)
    (folder / "instructions.csv").write_text(done.stdout)
    return branches_by_address(done.stdout, launches) if done.returncode == 0 else None


def judge(row):
    """Returns ({counter: reason}, [counters that differ without a known reason])."""
    reasons, unknown = {}, []
    for name in COUNTERS:
        emulator, hardware = row[name]
        if name in NOT_COMPARED or emulator == hardware:
            continue
        reason = reason_for(name, emulator, hardware, row)
        if reason:
            reasons[name] = reason
        else:
            unknown.append(name)
    return reasons, unknown


def cell(row, name, reasons):
    """Returns a cell of the table: one number if both agree, else emulator/hardware and the reason's letter."""
    emulator, hardware = row[name]
    if emulator == hardware:
        return f"{emulator}"
    return f"{emulator}/{hardware} {reasons[name][0] if name in reasons else '?'}"


INTRODUCTION = """# Hardware counters

The emulator counts on PTX; a profiler counts on machine code. To compare both on your own card:

    scripts/gpu_counters.py box_blur/naive my_kernel.cu:blur      # variants, kernels, or experiment files (TOML)
    scripts/gpu_counters.py --table docs/HARDWARE_COUNTERS.md --counters assets/hardware_counters.json   # the course

The script needs Nsight Compute (`ncu`). For other cards than H100 and H200, name a device of the same compute
capability with `--model`. To add your card, run the script with `--counters FILE.json` and send the file.

## The counters

Each number is the sum over all launches of the variant.

| column | metric of `ncu` |
|---|---|
| load sectors, store sectors | `l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum`, `_op_st` |
| load requests, store requests | `l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum`, `_op_st` |
| shared requests | `smsp__inst_executed_op_shared_ld.sum` + `_st` + `_atom` |
| shared passes | `memory_l1_wavefronts_shared` |
| divergent branches | `smsp__sass_branch_targets_threads_divergent.sum` |
| PTX | none: the emulator's divergent branches, with those that the machine code lacks |

- **Sectors, requests, passes:** as in the [glossary](GLOSSARY.md#memory). Global atomics are in no column.
- **Shared passes:** `l1tex__data_pipe_lsu_wavefronts_mem_shared` has more: one for each request without active lanes,
  and usually one to three for each warp, even in kernels without shared memory.
- **Bank conflicts:** passes - requests, if no access has more than 32 bits. transpose/tiled has 405 504 - 24 576 =
  380 928. `l1tex__data_bank_conflicts_pipe_lsu_mem_shared` varies: it was 380 933 and 380 935 in two runs.
- **Divergent branches:** the emulator's count, without branches of the PTX that `ptxas` replaces by predicated
  instructions, selections, or exits. `warpscope check NAME/VARIANT --sass` shows the
  [form of each branch](TOOLS.md#check---sass).
- **In the window:** the tab GPU compares the columns up to the divergent branches with those of the run.

## The course on a GPU

{device}, driver {driver}, {date}. {summary}

The table has the variants in which a number differs, and all of box blur, transpose, convolution, and scan.
[hardware_counters.json](../assets/hardware_counters.json) has every variant. A cell with two numbers is
emulator/hardware, with the reason:

| letter | reason | how the script checks it |
|---|---|---|
| m | merged: `ptxas` combines accesses to 64 or 128 bits | fewer requests, and no more sectors or passes |
| p | predicated: a request whose lanes are all masked has no pass | more shared requests with equal passes |
| o | own: `ptxas` adds branches to divisions, roots, and loops | they diverge as often as the counts differ |
| t | texture: the texture unit has counters of its own | the launch has texture requests |
| f | fault: the emulator executes no access outside of all buffers | findings, and more accesses on the GPU |
| a | atomics: the hardware orders and repeats them in its own way | the launch has atomics |
| ? | unknown | |

{rows}
## Differences by example

- **m**, matmul/tiled: for each tile, a warp has 2 stores and 32 loads. `ptxas` merges 16 of the loads to four of 128
  bits. Of 34 requests, 22 remain: 120 warps x 4 tiles x 22 = 10 560. Each wide load takes two passes: 120 x 4 x 26 =
  12 480.
- **m**, box_blur/running_sums: in each of 3584 steps, a warp has 4 stores and 8 loads; `ptxas` leaves 6. Requests:
  3584 x 10 = 35 840. Each of these loads has 13 312 passes in all steps: 14 336 + 6 x 13 312 = 94 208 instead of
  14 336 + 8 x 13 312 = 120 832.
- **p**, reduction/segmented: a block of 8 warps adds in 8 steps. In these, 4 + 6 + 6 x 7 = 52 warps have no active
  lane. On the PTX they skip two loads and a store. The machine code executes them masked: 4 blocks x 52 x 3 = 624 =
  804 - 180.
- **f**: missing_guard guards the load but not the store, and half_guard neither below the picture. In
  wrong_pitch_index, only the store's index is wrong.
- **a**, atomics_tour/exchange: the lanes leave a loop of `atomicCAS` one by one. On the GPU, each then stores alone:
  2 + 32 requests, 2 x 4 + 32 sectors. On the emulator, they meet again first: 3 requests, 3 x 4 sectors.
- **a**, histogram/aggregated: on the GPU, lanes that add to the same bank take one pass each (`ATOMS.ADD`). On the
  emulator, lanes with the same bin share one. The other histograms add 1; the GPU merges these lanes as well
  (`ATOMS.POPC.INC`).
"""

OWN_BRANCHES = """
## Branches that ptxas adds

This table explains the rows with an `o`. `ncu` counts divergence by instruction in another run; *counted there* are the
divergent branches at all instructions that belong to no branch of the PTX. Their lines follow, also those of branches
that did not diverge. The branch of a division or root leads to a slow path for special operands. *Unknown* is a branch
in the double-precision `log`.

| variant | more on the GPU | counted there | cause |
|---|---:|---:|---|
"""

# Experiments that classes profile first. The table has all of their variants.
ALWAYS_SHOWN = ("box_blur/", "transpose/", "convolution/", "scan/")


def page(results, device, driver):
    """Returns the document: the variants that differ, with reasons, and those of ALWAYS_SHOWN."""
    compared = [result for result in results if "row" in result]
    agreeing = sum(all(result["row"][name][0] == result["row"][name][1] for name in TABLE[:2] + TABLE[5:6])
                   for result in compared)
    unknown = [f"{result['target']} ({', '.join(judge(result['row'])[1])})" for result in compared
               if judge(result["row"])[1]]
    left_out = [result["target"] for result in results if "row" not in result]
    branches = sum(len(set(result["row"]["divergent branches"])) == 1 for result in compared)
    reasons = f"Without a known reason: {', '.join(unknown)}." if unknown else "Every difference has a known reason."
    summary = (f"{len(compared)} of {len(results)} variants are compared. In {agreeing} of them, global sectors and "
               f"shared passes are equal; in {branches}, divergent branches are. {reasons} "
               f"Not compared, because they are wrong on purpose or did not run: {', '.join(left_out) or 'none'}.")
    rows = ["|variant|" + "|".join(TABLE) + "|PTX|\n", "|---|" + "---:|" * (len(TABLE) + 1) + "\n"]
    for result in compared:
        row = result["row"]
        if result["target"].startswith(ALWAYS_SHOWN) or any(row[name][0] != row[name][1] for name in TABLE):
            known, _ = judge(row)
            rows.append(f"|{result['target']}|" + "|".join(cell(row, name, known) for name in TABLE) +
                        f"|{row['PTX branches']}|\n")
    own = [result for result in compared if judge(result["row"])[0].get("divergent branches") == "own"]
    if own:
        rows.append(OWN_BRANCHES)
    for result in own:
        emulator, hardware = result["row"]["divergent branches"]
        counted = result["row"]["own divergent"]
        rows.append(f"| {result['target']} | {hardware - emulator} | {'not counted' if counted is None else counted} | "
                    f"{own_text(result['row']['own'])} |\n")
    text = INTRODUCTION.format(device=device, driver=driver, date=datetime.date.today(), summary=summary,
                               rows="".join(rows))
    return "\n".join(textwrap.fill(line, 120) if line.startswith(device) else line for line in text.split("\n"))


def counters_file(results, device, driver):
    """Returns the contents of assets/hardware_counters.json, one line for each variant."""
    lines = []
    for result in results:
        if "row" not in result:
            continue
        pairs = [result["row"][name] for name in TABLE]
        entry = {"emulator": [pair[0] for pair in pairs], "hardware": [pair[1] for pair in pairs]}
        lines.append(f"    {json.dumps(result['target'])}: {json.dumps(entry)}")
    head = {"device": device, "driver": driver, "date": str(datetime.date.today()), "counters": TABLE}
    fields = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    return "{\n" + ",\n".join(fields) + ",\n  \"variants\": {\n" + ",\n".join(lines) + "\n  }\n}\n"


def driver_version():
    return subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"],
                          capture_output=True, text=True).stdout.split("\n")[0]


def course(options):
    """Returns NAME/VARIANT of every variant of the course."""
    command = [*options.runner, options.program, "list", "--json"]
    listed = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    return [f"{experiment['name']}/{variant['name']}" for experiment in json.loads(listed.stdout)
            for variant in experiment["variants"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--program", default=str(ROOT / "build/release/warpscope"))
    parser.add_argument("--runner", default="",
                        help="command that starts the program, such as scripts/gpu_window.sh --egl")
    parser.add_argument("--model", default="H100 SXM")
    parser.add_argument("--table")
    parser.add_argument("--counters")
    parser.add_argument("--keep")
    options = parser.parse_args()
    options.ncu = shutil.which("ncu") or "/usr/local/cuda/bin/ncu"
    options.runner = options.runner.split()
    os.environ.setdefault("WARPSCOPE_CUDA_DIR", str(ROOT / "cuda"))
    if not os.access(options.ncu, os.X_OK):
        print("gpu_counters.py: ncu is missing: install Nsight Compute or the CUDA Toolkit", file=sys.stderr)
        return 3
    results, errors, agreeing, explained, unknown = [], 0, 0, {}, 0
    # ncu profiles one program at a time; others prepare theirs meanwhile.
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for result in pool.map(lambda target: measure(target, options), options.targets or course(options)):
            results.append(result)
            if result.get("fatal"):
                print(f"gpu_counters.py: {result['error']}; see ncu's documentation of ERR_NVGPUCTRPERM",
                      file=sys.stderr)
                return 3
            if "error" in result:
                errors += 1
                print(f"{result['target']}: not compared: {result['error']}", flush=True)
                continue
            reasons, differing = judge(result["row"])
            for reason in set(reasons.values()):
                explained[reason] = explained.get(reason, 0) + 1
            unknown += bool(differing)
            agreeing += not reasons and not differing
            told = [f"{name} {result['row'][name][0]} / {result['row'][name][1]}" +
                    (f" ({reasons[name]})" if name in reasons else " DIFFERS") for name in (*reasons, *differing)]
            print(f"{result['target']}: {', '.join(told) or 'equal'}", flush=True)
    print(f"{agreeing} equal in every counter; known reasons: {explained or 'none'}; {unknown} differ; "
          f"{errors} not compared")
    device = next((r["row"]["device"] for r in results if "row" in r), "no GPU")
    if options.table:
        pathlib.Path(options.table).write_text(page(results, device, driver_version()))
    if options.counters:
        pathlib.Path(options.counters).write_text(counters_file(results, device, driver_version()))
    if options.keep:
        (pathlib.Path(options.keep) / "results.json").write_text(json.dumps(results, indent=1))
    return 1 if unknown or errors == len(results) else 0


if __name__ == "__main__":
    sys.exit(main())
