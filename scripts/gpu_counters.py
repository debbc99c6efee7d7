#!/usr/bin/env python3
"""Compares the emulator's counts with a GPU's hardware counters (Nsight Compute, `ncu`).

Usage: gpu_counters.py [--program FILE] [--model DEVICE] [--table FILE.md] [--counters FILE.json] [--keep FOLDER]
                       [--corpus [--try-all]] [--seconds N] [--from FILE.json] [--missing] [--continue] [TARGET...]
  TARGET      NAME, NAME/VARIANT, FILE.toml, FILE.cu:KERNEL, a folder of such files, FILE.txt with a target in each
              line, or corpus:FOLDER/KERNEL; default: every variant of the course
  --corpus    adds the repaired kernels of tests/metrics/corpus whose counts do not depend on timing
  --try-all   with --corpus: also measures kernels that wait or copy asynchronously, twice, and keeps those whose
              numbers repeat and have known reasons
  --no-course with --corpus: without the course
  --missing   with --from: measures the corpus kernels whose numbers are not stored or not explained, and adds them to
              the stored ones, which stay as they are
  --jobs      programs that run at a time; default: half of the cores, 2 to 8
  --seconds   starts no further target after this time
  --program   the warpscope program; default build/release/warpscope, or the installed one
  --model     a device with the GPU's compute capability, as for warpscope; default: chosen by nvidia-smi's name
  --table     writes docs/HARDWARE_COUNTERS.md
  --counters  writes the counters with card, driver and date; the tab GPU shows assets/hardware_counters.json
  --keep      keeps ncu's output and the reports in a folder, and all numbers in its results.json, also if cut off
  --continue  with --keep: measures only targets that results.json lacks, or whose reasons are not checked
  --from      judges an earlier results.json again, without a GPU; may be repeated: later files replace numbers of
              earlier ones. With targets, only these are measured, and replace their stored numbers

Each target runs once: the emulator counts the launch on its PTX, and ncu counts the same launch on the GPU, which
runs machine code made from that PTX. Divergent branches of the PTX count only if they are branches of the machine code,
as nvdisasm shows it. Differences are either known (reason_for) or errors. If ptxas adds branches, ncu runs once more
and counts divergence by instruction: without the added branches, both counts must be equal.
Exit status: 0 everything agrees or has a known reason, 1 something differs or is missing, 3 no GPU, no ncu, or no
permission.
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
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Metrics of ncu for each counter, and paths of the emulator's numbers in the report. The numbers of a list are added;
# those with a leading "-" are subtracted.
COUNTERS = {
    "load sectors": (["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"], ["global.load_sectors"]),
    "load requests": (["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"], ["global.load_requests"]),
    "store sectors": (["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"], ["global.store_sectors"]),
    "store requests": (["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"], ["global.store_requests"]),
    # The metric op_shared_ld does not count LDSM, the instruction that loads matrices.
    "shared requests": (["smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_ldsm.sum",
                         "smsp__inst_executed_op_shared_st.sum", "smsp__inst_executed_op_shared_atom.sum"],
                        ["shared.requests"]),
    "shared passes": (["memory_l1_wavefronts_shared"], ["shared.passes"]),
    "bank conflicts": (["l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"],
                       ["shared.passes", "-shared.passes_ideal"]),
    "atomic requests": (["l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
                         "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"],
                        ["atomics.requests", "-atomics.requests_on_shared_memory"]),
    # The GPU's number is the sum of the column PAGE_COLUMNS["sectors"]. The metrics l1tex__t_sectors_*_op_atom and
    # op_red count a sector again for each further lane that changes the same address.
    "atomic sectors": ([], ["atomics.sectors"]),
    "local requests": (["l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
                        "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"],
                       ["local.load_requests", "local.store_requests"]),
    "local sectors": (["l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
                       "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"],
                      ["local.load_sectors", "local.store_sectors"]),
    "divergent branches": (["smsp__sass_branch_targets_threads_divergent.sum"],
                           ["sass.surviving_divergent_branches"]),
    "warp instructions": (["smsp__inst_executed.sum"], ["instructions.warp"]),
    "thread instructions": (["smsp__thread_inst_executed.sum"], ["instructions.thread"]),
}
IDEAL_PASSES = "memory_l1_wavefronts_shared_ideal"
ARBITRATION = "l1tex__data_bank_conflicts_type_arbitration.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"
FURTHER_METRICS = [
    WAVEFRONTS,
    IDEAL_PASSES,
    ARBITRATION,
    "l1tex__t_requests_pipe_tex_mem_texture.sum",
    "l1tex__t_sectors_pipe_tex_mem_texture.sum",
]
# Leaves the clocks alone: counts do not depend on them, and other programs may use the GPU.
NCU_OPTIONS = ["--target-processes", "all", "--clock-control", "none"]
# Columns of ncu's source page
PAGE_COLUMNS = {"executions": "Instructions Executed", "lanes": "Predicated-On Thread Instructions Executed",
                "divergent": "Divergent Branches", "passes": "L1 Wavefronts Shared", "bits": "Access Size",
                "sectors": "L2 Theoretical Sectors Global"}
# Machine code has other instructions than PTX, so these two are not compared.
NOT_COMPARED = {"warp instructions", "thread instructions"}
# Counters that are stored but not judged, with the reason
UNJUDGED = {"warp instructions": "machine code has other instructions than PTX",
            "thread instructions": "machine code has other instructions than PTX"}
ON_EMULATOR = "The same launch on the emulator: "  # begins the program's line about a failed launch
CORPUS_PREFIX = "corpus:"  # begins targets that name a kernel of the corpus
VARIES, NO_TIME, FAULT = "the GPU's numbers vary", "no time left", "fault on the GPU"
TIME_LIMIT = "time limit on the GPU"
NOTE = "emulator note"
# Maps errors in results of earlier versions to today's. Those versions wrote "no report" only after faults.
EARLIER_NAMES = {"depends on the order of threads": "timing", "no report": FAULT, "not correct": NOTE,
                 "expected note": NOTE}
# Counters of memory traffic, which decide whether a variant's memory agrees
MEMORY = ["load sectors", "store sectors", "shared passes"]
# Counters that are compared in the table of the documents.
TABLE = ["load sectors", "store sectors", "load requests", "store requests", "shared requests", "shared passes",
         "bank conflicts", "atomic requests", "atomic sectors", "local requests", "local sectors", "divergent branches"]


def value_at(report, path):
    """Returns the number at a path such as "global.load_sectors", negative for "-global.load_sectors"."""
    value = report
    for key in path.lstrip("-").split("."):
        value = value[key]
    return -value if path.startswith("-") else value


# Patterns of machine instructions for each kind of memory access. The kind's counter counts all instructions of the
# first pattern. It counts those of the second, generic pattern only if the address is in the kind's memory.
OPCODES = {"load": (r"LDG\b", r"LD\b"), "store": (r"STG\b", r"ST\b"),
           "shared": (r"(LDSM?|STSM?|ATOMS)\b", r"(LD|ST|ATOM)\b"), "local": (r"(LDL|STL)\b", r"(LD|ST)\b"),
           "atomic": (r"(ATOMG|REDG)\b", r"(ATOM|RED)\b")}
NEEDS_NO_PROFILE = {"texture", "queued"}  # reasons that other counters check exactly


def is_profiled(row):
    """Returns whether the GPU's instructions were counted one by one."""
    return "instructions" in row


def found_instructions(row, pattern):
    return [found for found in row.get("instructions") or [] if re.match(pattern, found["opcode"])]


def executions_of(row, pattern, key="executions"):
    """Returns a count of the GPU's instructions with an opcode; 0 without counts by instruction."""
    return sum(found.get(key, 0) for found in found_instructions(row, pattern))


def local_words(found):
    """Returns how many words of 32 bits an instruction's executions access in local memory. L1 counts a request for
    each."""
    return found["executions"] * words(found)


def active_executions(found):
    """Returns the fewest executions of an instruction with active lanes."""
    return -(-found["lanes"] // 32) if found["predicated"] else found["executions"]


def known_conflicts(row):
    """Returns the bank conflicts of the GPU's instructions: passes beyond the ideal ones."""
    return row["shared passes"][1] - row["further"][IDEAL_PASSES]


def width(found, row):
    """Returns how many accesses of the PTX an instruction may replace; they have 32 bits if the PTX is not known."""
    return max(1, found.get("bits", 0) // row.get("PTX narrowest access", 32))


def words(found):
    """Returns how many words of 32 bits each lane accesses."""
    return max(1, found.get("bits", 0) // 32)


def global_bytes(row, kind):
    """Returns the fewest and the most bytes that the GPU's active lanes may load ("LD") or store ("ST") in global
    memory: without and with the instructions whose memory the address decides."""
    found = [(of["opcode"], of["lanes"] * of["bits"] // 8) for of in row.get("instructions") or []]
    known = sum(size for opcode, size in found if re.match(f"{kind}G\\b", opcode))
    return known, known + sum(size for opcode, size in found if re.match(f"{kind}\\b", opcode))


def add_known_sectors(results):
    """Adds the sectors that the profiled instructions add up to, if the column proves to count what the GPU's counter
    counts: in at least two rows whose sectors equal the emulator's, and in all of them."""
    rows = [result["row"] for result in results if "row" in result and is_profiled(result["row"])]
    for kind, pattern in (("load", r"LDG?\b"), ("store", r"STG?\b")):
        sums = [(executions_of(row, pattern, "sectors"), row) for row in rows]
        known = [total == row[f"{kind} sectors"][1] for total, row in sums
                 if 0 < row[f"{kind} sectors"][0] == row[f"{kind} sectors"][1]]
        for total, row in sums:
            row.setdefault("known sectors", {}).pop(kind, None)
            if len(known) > 1 and all(known):
                row["known sectors"][kind] = total


def fits_local_sectors(hardware, certain, generic):
    """Returns whether instructions may touch so many sectors of local memory. A sector has a word of eight lanes."""
    fewest = sum(-(-found["lanes"] // 8) * words(found) for found in certain)
    whole_warps = sum(4 * found["executions"] * words(found) for found in certain)
    most = sum(found["lanes"] * words(found) for found in certain + generic)
    return hardware == fewest if fewest == whole_warps and not generic else fewest <= hardware <= most


def fits_instructions(name, row):
    """Returns whether the GPU's counter is what its instructions, profiled in another run, add up to."""
    hardware, kind = row[name][1], name.split()[0]
    if name == "shared passes":
        return hardware == executions_of(row, "", "passes")
    if name == "atomic sectors":  # these are sums of the instructions' sectors
        return True
    if name == "divergent branches":  # a return to several callers may count more than once
        known = executions_of(row, r"(?!RET|CALL)", "divergent")
        return known <= hardware <= known + executions_of(row, r"RET|CALL")
    certain, generic = (found_instructions(row, pattern) for pattern in OPCODES[kind])
    if name.endswith("sectors"):
        if kind == "local":
            return fits_local_sectors(hardware, certain, generic)
        lanes = sum(found["lanes"] for found in certain + generic)
        known = row.get("known sectors", {}).get(kind, hardware)
        return row[f"{kind} requests"][1] <= hardware <= lanes and hardware == known
    if kind == "local":  # fits_local_sectors() checks sectors
        fewest = sum(active_executions(found) * words(found) for found in certain)
        return fewest <= hardware <= sum(map(local_words, certain + generic))
    # Global requests whose lanes are all masked do not arrive in L1 and are not counted there. Shared requests count
    # when executed.
    fewest = sum(found["executions"] if kind == "shared" else active_executions(found) for found in certain)
    return fewest <= hardware <= sum(found["executions"] for found in certain + generic)


def omitted_requests(row):
    """Returns how many shared requests of the PTX ptxas may have omitted: for each missing load as many as the warps
    execute another instruction."""
    missing = row.get("PTX shared loads", 0) - sum(map(words, found_instructions(row, r"LDS\b")))
    return max(0, missing) * max((found["executions"] for found in row["instructions"]), default=0)


def fits_shared_requests(row):
    """Returns whether the emulator's shared requests are between those of the GPU's instructions with active lanes and
    all requests that ptxas may have merged or omitted."""
    found, emulator = found_instructions(row, OPCODES["shared"][0]), row["shared requests"][0]
    # An execution with active lanes takes at least one pass, so there are at most as many such executions as passes.
    active = [min(of["executions"], of.get("passes", of["executions"])) if of["predicated"] else of["executions"]
              for of in found]
    most = sum(count * width(of, row) for count, of in zip(active, found)) + executions_of(row, OPCODES["shared"][1])
    if "PTX shared loads" not in row and emulator - most in {of["executions"] for of in found}:
        return True  # one load is missing
    return sum(map(active_executions, found)) <= emulator <= most + omitted_requests(row)


def fits_shared_passes(row):
    """Returns whether ptxas may have merged or omitted the emulator's additional passes."""
    passes = [(of, of.get("passes", 0)) for of in row["instructions"]]
    each = max((-(-count // of["executions"]) for of, count in passes if of["executions"] > 0), default=1)
    merged = sum(count * width(of, row) for of, count in passes)
    if "PTX shared loads" not in row and row["shared passes"][0] - merged in {count for _, count in passes}:
        return True  # one load is missing
    return row["shared passes"][0] <= merged + omitted_requests(row) * max(1, each)


def fits_global_requests(kind, row):
    """Returns whether the GPU accesses the emulator's bytes in fewer and wider requests, or fewer bytes, because ptxas
    omits accesses."""
    certain, generic = (found_instructions(row, pattern) for pattern in OPCODES[kind])
    emulator = row.get("bytes", (0, 0))[kind == "store"]
    fewest, _ = global_bytes(row, "ST" if kind == "store" else "LD")
    merged = sum(of["executions"] * width(of, row) for of in certain + generic)
    padding = sum(of["lanes"] * of["bits"] // 16 for of in certain if of["bits"] > 32)
    return fewest <= emulator + padding and row[f"{kind} requests"][0] <= merged + max(0, emulator - fewest)


def fits_atomic_passes(row):
    """Returns whether lanes that take passes one by one can explain more passes: at most one for each lane, on the
    emulator at least one for each atomic instruction."""
    atomics = found_instructions(row, r"ATOMS\b")
    passes, lanes = (sum(found.get(key, 0) for found in atomics) for key in ("passes", "lanes"))
    others = row["shared passes"][1] - passes
    return passes <= lanes and others + sum(map(active_executions, atomics)) <= row["shared passes"][0]


def fits_findings(row):
    """Returns whether the GPU's additional lanes are as many as the accesses that the emulator refused."""
    lanes = 0
    for kind, emulator in zip(("LD", "ST"), row["bytes"]):
        found = found_instructions(row, rf"{kind}G?\b")
        sizes = {of["bits"] for of in found if of["lanes"] > 0}
        if len(sizes) > 1:
            return False
        lanes += sum(of["lanes"] for of in found) - (emulator * 8 // sizes.pop() if sizes else 0)
    return lanes == row["findings"]


def accesses_equal_bytes(row):
    """Returns whether the GPU's lanes access as many bytes as the emulator's, whatever their requests."""
    return all(fewest <= emulator <= most for (fewest, most), emulator in
               zip((global_bytes(row, "LD"), global_bytes(row, "ST")), row["bytes"]))


def is_confirmed(reason, name, row):
    """Returns whether the GPU's instructions confirm a reason. True if they were not counted."""
    # possible_reasons() already compared these reasons with other counts.
    if not is_profiled(row) or reason in ("own", "warpsync") or name == "bank conflicts":
        return True
    if not fits_instructions(name, row):
        return False
    kind = name.split()[0]
    if words_of([reason]) <= {"merged", "predicated"} and name == "shared requests":
        return fits_shared_requests(row)
    if reason == "merged":
        return fits_shared_passes(row) if kind == "shared" else fits_global_requests(kind, row)
    checks = {"atomics": fits_atomic_passes, "beyond": fits_findings, "late": accesses_equal_bytes}
    return all(checks[word](row) for word in reason.split(", ") if word in checks)


def can_merge(requests):
    """Returns whether wider accesses can explain fewer requests: at most 16 bytes become one access."""
    return requests[1] < requests[0] <= 16 * requests[1]


def is_texture(name, row):
    """Returns whether texture fetches explain all loads that the GPU lacks: the texture unit counts 8 requests for
    each, and the emulator 1, 2, 4, or 8 loads, by the filter."""
    fetches = row["further"]["l1tex__t_requests_pipe_tex_mem_texture.sum"] / 8
    emulator, hardware = row["load requests"]
    sectors = row["load sectors"]
    if fetches == 0 or (emulator - hardware) / fetches not in (1, 2, 4, 8):
        return False
    return sectors[1] < sectors[0] and (sectors[1] == 0) == (hardware == 0)


def can_be_beyond(row):
    """Returns whether refused accesses can explain the GPU's additional ones: at most one request and two sectors
    each."""
    more = {name: row[name][1] - row[name][0] for name in ("load sectors", "load requests", "store sectors",
                                                         "store requests")}
    return all(0 <= count <= row["findings"] * (2 if name.endswith("sectors") else 1) for name, count in more.items())


def meets_late(row):
    """Returns whether a called function frees the barrier at which lanes wait for each other, and the lanes access the
    same bytes as on the emulator, in more requests."""
    if executions_of(row, r"BMOV\S*\.CLEAR") == 0 or not accesses_equal_bytes({"bytes": (-1, -1), **row}):
        return False
    return any(emulator in global_bytes(row, kind) and row[name][1] > row[name][0]
               for kind, name, emulator in zip(("LD", "ST"), ("load requests", "store requests"), row["bytes"]))


def leaves_a_loop_late(row):
    """Returns whether lanes that leave a loop of atomics one by one can explain more requests: each divergent branch
    makes one request more, and atomics and branches are equal."""
    atomics, branches = row.get("atomic requests", (0, 0)), row["divergent branches"]
    if row["atomics"] == 0 or atomics[0] != atomics[1] or branches[0] != branches[1]:
        return False
    more = 0
    for kind in ("load", "store"):
        requests, sectors = (row[f"{kind} {unit}"] for unit in ("requests", "sectors"))
        more += requests[1] - requests[0]
        # A request of a single lane needs at most one sector more.
        if requests[1] < requests[0] or not 0 <= sectors[1] - sectors[0] <= requests[1] - requests[0]:
            return False
    return more == branches[1]


def loads_eliminated(row):
    """Returns whether the machine code loads fewer values from shared memory than the PTX."""
    loads = found_instructions(row, r"LDS\b")
    return is_profiled(row) and sum(map(words, loads)) < row.get("PTX shared loads", 0)


def has_interleaved_words(row):
    """Returns whether the GPU executes the emulator's local accesses, and its counter has their words."""
    found = found_instructions(row, OPCODES["local"][0])
    executions = sum(of["executions"] for of in found)
    generic = executions_of(row, OPCODES["local"][1])
    return generic == 0 and list(row["local requests"]) == [executions, sum(map(local_words, found))]


def can_save_registers(row):
    """Returns whether the machine code has more local accesses than the PTX. True if they were not counted."""
    return not is_profiled(row) or executions_of(row, "|".join(OPCODES["local"])) > row["local requests"][0]


def reason_for(name, emulator, hardware, row):
    """Returns a known reason for a difference, two as "stack, late", or None. Other counters of the launch must allow
    it, and its instructions confirm it if they were counted."""
    return next((reason for reason in possible_reasons(name, emulator, hardware, row)
                 if is_confirmed(reason, name, row)), None)


def possible_reasons(name, emulator, hardware, row):
    """Yields the reasons that other counters of the launch allow."""
    kind = name.split()[0]
    if any(other.get(name, emulator) != emulator for other in row.get("other orders") or []):
        yield "depends"  # the emulator counts differently in another order of blocks
    if row.get("PTX polls") and emulator > hardware and kind in ("load", "shared"):
        yield "depends"  # on how often a warp polls until another one has stored
    if kind in ("load", "store", "divergent") and hardware > emulator and meets_late(row):
        yield "late"  # lanes that should wait for each other go on separately
    if kind in ("load", "store") and hardware > emulator and row["findings"] > 0 and can_be_beyond(row):
        yield "beyond"  # the emulator carries out no access outside of all buffers
    if kind == "load" and is_texture(name, row):
        yield "texture"  # the texture unit counts its own requests, on a layout of its own
    if kind in ("load", "store"):
        sectors, requests = row[f"{kind} sectors"], row[f"{kind} requests"]
        # ptxas combines accesses into one of 64 or 128 bits, which makes fewer requests and does not add sectors.
        if can_merge(requests) and sectors[1] <= sectors[0]:
            yield "merged"
        if hardware > emulator and leaves_a_loop_late(row):
            yield "late"
    requests, passes = row["shared requests"], row["shared passes"]
    if kind == "shared" and can_merge(requests) and passes[1] <= passes[0]:
        yield "merged"
    # Instructions whose lanes are all predicated off are executed but take no pass.
    if name == "shared requests" and hardware > emulator and (is_profiled(row) or passes[0] == passes[1]):
        yield "predicated, merged" if passes[1] < passes[0] and loads_eliminated(row) else "predicated"
    if name == "shared passes" and hardware < emulator and loads_eliminated(row):
        yield "merged"  # a register has the value
    if name == "shared passes" and row["shared atomics"] > 0 and hardware > emulator:
        yield "atomics"  # the GPU serves lanes one by one if they add different amounts to a bank
    if name == "bank conflicts":
        yield from conflict_reasons(emulator, hardware, row)
    if name == "local sectors" and row["local requests"][0] != row["local requests"][1]:
        reason = reason_for("local requests", *row["local requests"], row)
        if reason and (hardware < emulator) == (reason == "registers"):
            yield reason
    if name == "local requests" and hardware < emulator and (hardware > 0) == (row.get("stack", 0) > 0):
        yield "registers"  # ptxas keeps small arrays in registers
    if name == "local requests" and has_interleaved_words(row):
        yield "interleaved"  # L1 takes a request for each word of a wide local access
    # ptxas moves registers to local memory if there are too few, or for a call. A called function has a stack of its
    # own.
    if name == "local requests" and hardware > emulator and can_save_registers(row):
        saved = sum(map(local_words, found_instructions(row, OPCODES["local"][0])))
        causes = ["stack"] if row.get("stack", 0) > 0 or saved == hardware else []
        causes += ["late"] if meets_late(row) else []
        if causes:
            yield ", ".join(causes)
    others = executions_of(row, r"(?!BRA|BRX|JMP|JMX|RET|CALL)", "divergent")
    if name == "divergent branches" and executions_of(row, "WARPSYNC") > 0 and others == hardware - emulator > 0:
        yield "warpsync"  # lanes that name different masks run a warp operation one mask after the other
    # Machine code for divisions, roots and unrolled loops has additional branches.
    if name == "divergent branches" and hardware > emulator and row["own"] and \
            row["own divergent"] in (None, hardware - emulator):
        yield "own"


def conflict_reasons(emulator, hardware, row):
    """Yields the reasons of bank conflicts: those of the passes, and "queued" if the GPU counted more conflicts than
    its instructions have. Such conflicts are waits for other accesses, which the GPU also counts."""
    known = known_conflicts(row)
    if not 0 <= hardware - known <= row["further"][ARBITRATION]:
        return
    queued = ["queued"] if hardware > known else []
    if known == emulator and queued:
        yield "queued"
    passes = row["shared passes"]
    reason = reason_for("shared passes", *passes, row) if passes[0] != passes[1] else None
    if passes[0] == passes[1] and row["further"][IDEAL_PASSES] < passes[0] - emulator:
        reason = "merged"  # ptxas loads only the used part of a wide value, in as many passes
    if known != emulator and reason:
        yield ", ".join([reason, *queued])


def unchecked_counters(row):
    """Returns the counters whose reason no count by instruction confirms, as in results of earlier versions."""
    def is_checked(name, reason):
        if reason == "own":
            return row["own divergent"] is not None
        return is_profiled(row) or reason in NEEDS_NO_PROFILE
    return [name for name, reason in judge(row)[0].items() if not is_checked(name, reason)]


def has_equal_survivors(row):
    """Returns whether the divergent branches are equal without those that ptxas adds."""
    emulator, hardware = row["divergent branches"]
    return emulator == hardware - (row["own divergent"] or 0)


def own_branches(report):
    """Returns the branches that ptxas adds: [{"kernel", "file", "line", "address", "cause"}]."""
    return [{"kernel": plain_kernel_name(kernel["kernel"]), **branch}
            for kernel in report["sass"]["kernels"] for branch in kernel["own"]]


def instructions_by_address(text, launches):
    """Returns {(kernel, address from its start): counts} of the first launches in the CSV of ncu's source page; None if
    this ncu does not count by instruction. Counts have the instruction as "text" and the keys of PAGE_COLUMNS."""
    kernels = {plain_kernel_name(launch["kernel"]) for launch in launches}
    counts, kernel, columns, start, seen = {}, "", None, None, 0
    for line in csv.reader(io.StringIO(text)):
        if line and line[0] == "Kernel Name":
            kernel, columns, start = plain_kernel_name(line[1]), None, None
            seen += kernel in kernels
        elif "Source" in line and "Address" in line:
            address, source = line.index("Address"), line.index("Source")
            columns = {key: line.index(name) for key, name in PAGE_COLUMNS.items() if name in line}
            if not {"executions", "lanes"} <= columns.keys():  # "divergent" needs code with branches
                return None
        elif columns and len(line) > max(columns.values()) and line[address].startswith("0x"):
            at = int(line[address], 16)
            start = at if start is None else start
            if kernel in kernels and seen <= len(launches):
                found = counts.setdefault((kernel, at - start), {"text": " ".join(line[source].split())})
                for key, column in columns.items():
                    found[key] = (found.get(key, 0) if key != "bits" else 0) + int(number(line[column]))
    return counts or None


def notable_instructions(counts):
    """Returns [{"opcode", "predicated"} and counts] of instructions that reasons are checked with."""
    notable = []
    for found in counts.values():
        predicate, opcode = re.match(r"(@\S+ )?(\S+)", found["text"]).groups()
        if re.match(r"(LD|ST)([GL]|SM?)?\b|ATOM|RED|BMOV|WARPSYNC", opcode) or found.get("divergent", 0):
            notable.append({"opcode": opcode, "predicated": predicate is not None,
                            **{key: value for key, value in found.items() if key != "text"}})
    return notable


def count_own_divergence(own, counts):
    """Stores in each branch that ptxas adds how often it split a warp. Returns the sum, or None if ncu counted other
    code."""
    found = [(counts or {}).get((branch["kernel"], branch["address"])) for branch in own]
    if any(of is None or "divergent" not in of or not re.search(r"\b(BRA|BRX|JMP|JMX)", of["text"]) for of in found):
        return None
    for branch, of in zip(own, found):
        branch["divergent"] = of["divergent"]
    return sum(branch["divergent"] for branch in own)


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
    """Returns the number that ncu prints with separators of thousands; "", "-", and "n/a" are 0."""
    return float(text.replace(",", "")) if text not in ("", "-", "n/a") else 0.0


def plain_kernel_name(name):
    """Returns "blur" for "blur<int>(float const*, int)" and for "ns::blur(float*)"."""
    return re.sub(r"^(?:void )?(?:\w+::)*", "", re.split(r"[<(]", name)[0]).strip()


def measure(target, options, limit=20):
    """Runs a target under ncu. Returns {"target", "row"} or {"target", "error"}. `limit`: seconds for a kernel with a
    known fault, including those for which ncu repeats it or serves other programs."""
    if time.monotonic() > options.end:
        return {"target": target, "error": NO_TIME}
    try:
        return measure_now(target, options, limit)
    except (LookupError, ValueError, TypeError, AttributeError, OSError) as error:
        return {"target": target, "error": f"unusable report or counters: {error!r}"}


def measure_now(target, options, limit):
    begin = time.monotonic()
    folder = pathlib.Path(options.keep or tempfile.mkdtemp()) / re.sub(r"\W+", "-", target)
    folder.mkdir(parents=True, exist_ok=True)
    report_file, log = folder / "report.json", folder / "ncu.csv"
    metrics = sorted({metric for names, _ in COUNTERS.values() for metric in names} | set(FURTHER_METRICS))
    command = [options.ncu, *NCU_OPTIONS, "--csv", "--page", "raw", "--print-units", "base",
               "--log-file", str(log), "--metrics", ",".join(metrics), *options.runner, options.program, "run", target,
               "--device", "gpu", "--model", options.model, "--sass", "--report", str(report_file)]
    environment = {**os.environ, "WARPSCOPE_GPU_LIMIT": str(limit)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    log_text = log.read_text() if log.is_file() else ""
    if "ERR_NVGPUCTRPERM" in log_text:
        return {"target": target, "error": "no permission to read the GPU's counters", "fatal": True}
    if not report_file.is_file():
        return {"target": target, "error": failure_of(done.returncode, done.stderr, log_text)}
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
           "stack": max((kernel["stack_bytes"] for kernel in report["sass"]["kernels"]), default=0),
           "bytes": [report["global"].get("load_bytes", 0), report["global"].get("store_bytes", 0)],
           "own": own,
           "own divergent": None}
    for name, (sources, _) in COUNTERS.items():
        row[name] = (emulator_counts(report)[name], int(sum(number(r.get(s, "")) for r in rows for s in sources)))
    row["further"] = {metric: int(sum(number(r.get(metric, "")) for r in rows)) for metric in FURTHER_METRICS}
    row["device"] = report["device"]
    row["compiler"] = report["compiler"]
    row["seconds"] = [round(time.monotonic() - begin, 1)]
    if row["atomic requests"][1] > 0:
        row["atomic sectors"] = (row["atomic sectors"][0], None)
    if needs_profile(row) and time.monotonic() < options.end:
        begin = time.monotonic()
        counts = profile_instructions(target, launches, folder, options, environment)
        row["own divergent"] = count_own_divergence(own, counts) if own else None
        if counts and all("bits" in found for found in counts.values()):  # some versions of ncu lack sizes
            row["instructions"] = notable_instructions(counts)
            if row["atomic sectors"][1] is None:
                row["atomic sectors"] = (row["atomic sectors"][0], executions_of(row, r"(ATOMG?|REDG?)\b", "sectors"))
        row["seconds"].append(round(time.monotonic() - begin, 1))
    if row["atomic sectors"][1] is None:
        del row["atomic sectors"]
    return {"target": target, "row": row}


def needs_profile(row):
    """Returns whether a reason must be checked by instruction, or ptxas may have added branches that diverged."""
    if row["atomic requests"][1] > 0:
        return True
    reasons, unknown = judge(row)
    return bool(unknown or set(reasons.values()) - NEEDS_NO_PROFILE or (row["divergent branches"][1] and row["own"]))


def failure_of(status, stderr, log):
    """Returns why the program wrote no report: the GPU's error, and in a second line the emulator's finding."""
    is_fault = "While running the kernel on the GPU" in stderr
    if is_fault or (status == 9 and re.search(r"\(!\) nan|LaunchFailed", log)):
        return FAULT
    if "had not ended after" in stderr:
        return TIME_LIMIT
    lines = [line[:200] for line in stderr.strip().splitlines()] or ["ended without a report"]
    first = -2 if lines[-1].startswith(ON_EMULATOR) else -1  # the GPU's own error precedes the emulator's finding
    return "\n".join(lines[first:]).removeprefix("error: ")


def emulator_counts(report):
    """Returns {counter: number} of a report."""
    return {name: int(sum(value_at(report, path) for path in paths)) for name, (_, paths) in COUNTERS.items()
            if not paths[0].startswith("sass") or "sass" in report}


def profile_instructions(target, launches, folder, options, environment):
    """Runs a target under ncu and returns instructions_by_address(), or None if this ncu cannot count them."""
    profile = folder / "instructions"
    pathlib.Path(f"{profile}.ncu-rep").unlink(missing_ok=True)  # of an earlier run with --keep
    command = [options.ncu, *NCU_OPTIONS, "--section", "SourceCounters", "--export", str(profile),
               "--force-overwrite", *options.runner, options.program, "run", target, "--device", "gpu",
               "--model", options.model]
    subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    page = [options.ncu, "--import", f"{profile}.ncu-rep", "--page", "source", "--print-source", "sass", "--csv"]
    done = subprocess.run(page, capture_output=True, text=True, cwd=ROOT)
    (folder / "instructions.csv").write_text(done.stdout)
    return instructions_by_address(done.stdout, launches) if done.returncode == 0 else None


def judge(row):
    """Returns ({counter: reason}, [counters that differ without a known reason])."""
    reasons, unknown = {}, []
    for name in COUNTERS:
        if name in NOT_COMPARED or name not in row:  # results of an earlier version lack some
            continue
        emulator, hardware = row[name]
        if hardware is None:  # not counted yet
            continue
        if emulator == hardware and (name != "divergent branches" or has_equal_survivors(row)):
            continue
        reason = reason_for(name, emulator, hardware, row)
        if reason:
            reasons[name] = reason
        else:
            unknown.append(name)
    return reasons, unknown


def words_of(reasons):
    """Returns the distinct words of reason_for()."""
    return {word for reason in reasons for word in reason.split(", ")}


def letters_of(reason):
    return ",".join(word[0] for word in reason.split(", "))


def cell(row, name, reasons):
    """Returns a cell of the table: one number if both agree, else emulator/hardware and the reason's letter."""
    emulator, hardware = row[name]
    if emulator == hardware:
        return f"{emulator or ''}"
    return f"{emulator}/{hardware}({letters_of(reasons[name]) if name in reasons else '?'})"


INTRODUCTION = """# Hardware counters

The emulator counts on PTX; a profiler, on machine code. To compare both on your card:

    scripts/gpu_counters.py box_blur/naive my_kernel.cu:blur      # variants, kernels, or experiments (TOML)
    scripts/gpu_counters.py --corpus --table docs/HARDWARE_COUNTERS.md --counters assets/hardware_counters.json

The second line, which needs the repository, compares the course and the repaired kernels of `tests/metrics/corpus`.
The package has the script in `/usr/share/warpscope/scripts`. It needs Nsight Compute (`ncu`) and profiles `warpscope
run`; code from `nvcc` may differ.

To see your card in the tab GPU and in `warpscope gpu`, save the `--counters` file as
`~/.local/share/warpscope/hardware_counters.json`, or in `$XDG_DATA_HOME/warpscope`. They show it if that card is
selected, or if no stored card matches yours. To share it, open an issue.

## The counters

Numbers are sums over all launches with initial settings. To repeat one:

    ncu --metrics METRIC warpscope run NAME/VARIANT --device gpu
    warpscope run NAME/VARIANT --device emulator --sass --report -

|column|metric of `ncu`|[report](REPORT.md)|
|---|---|---|
|load sectors|`l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum`|`global.load_sectors`|
|store sectors|`l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum`|`global.store_sectors`|
|load requests|`l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum`|`global.load_requests`|
|store requests|`l1tex__t_requests_pipe_lsu_mem_global_op_st.sum`|`global.store_requests`|
|shared requests|`smsp__inst_executed_op_shared_ld.sum` + `_st` + `_atom`, `smsp__inst_executed_op_ldsm.sum`|\
`shared.requests`|
|shared passes|`memory_l1_wavefronts_shared`|`shared.passes`|
|bank conflicts|`l1tex__data_bank_conflicts_pipe_lsu_mem_shared`|`shared.passes` - `.passes_ideal`|
{further}|divergent branches|`smsp__sass_branch_targets_threads_divergent.sum`|`sass.surviving_divergent_branches`|
|PTX|none: splits at branches of the PTX|`divergence.divergent_branches`|

- **Sectors, requests, passes:** as in the [glossary](GLOSSARY.md#memory). A pass is a *wavefront* of Nsight Compute.
  Shared requests are executed instructions, even if all lanes are masked. The other requests are counted in L1, which
  fully masked instructions do not reach.{atomics}
- **Shared passes:** the column *L1 Wavefronts Shared* of the page *Source*.{wavefronts}
- **Bank conflicts:** passes beyond those that the sizes of the accesses require.
- **Atomic sectors:** distinct sectors of each request. `l1tex__t_sectors_pipe_lsu_mem_global_op_atom` and `_op_red`
  count a sector again for each lane that changes the same address.
- **Divergent branches:** executions of a branch that only some of the warp's active lanes take. A split counts once,
  although `ncu` says targets. The column PTX also has branches that `ptxas` replaces; `warpscope check NAME/VARIANT
  --sass` shows the [form of each](TOOLS.md#check---sass). *Avg. Divergent Branches* averages over
  sub-partitions.
{unjudged}- **Not compared:** texture fetches (the emulator counts global loads,
  hence t), constants, asynchronous copies, L2, and DRAM.

## The course on a GPU

{device}, driver {driver}, {date}.{versions} {summary}

The script accepts a reason only if instructions add up to the GPU's number, or other counters show it. One number: both
agree (PTX: emulator only). Two: emulator/GPU and the reason. Empty: 0. The GPU's number is smaller for m, r, t;
either for d; larger for the others. The column *sums* starts from the emulator's number or the code.

|letter|reason|
|---|---|
{legend}

{rows}
## Differences by example

{examples}"""

# Examples for the document, each shown if a row has its reason. SUMS explains the numbers.
EXAMPLES = {
    "merged": [
        "matmul/tiled: for each of 4 tiles, 120 warps have 2 stores and 32 loads. `ptxas` merges 16 loads to four of "
        "128 bits, which take two passes each, because neighboring lanes read one address. matmul/coarsened does so 768 "
        "times.",
        "box_blur/running_sums: three loads of 32 bits become one of 128, with the passes of one: four in 3072 warps, two "
        "in 512 of narrow blocks. Three other loads of 32 bits still have 3072x3+512=9728 conflicts each.",
        "scan/brent_kung, scan/coarsened: in both warps (16, 8 threads), two loads become one of 64 bits and one "
        "pass."],
    "predicated": [
        "reduction: in the last 8 steps of a block of 8 warps, 4+6+6x7=52 warps have no active lane. Each executes "
        "two loads and a store, masked. Blocks of four warps (dot_product, "
        "monte_carlo_pi) have (2+6x3)x3=60. In bug_museum/kogge_stone_missing_sync, 1+2+4 warps do.",
        "convolution/tiled: 1120 warps execute both stores of an if-else: 2240 requests, 1408 with active lanes. "
        "stencil/tiled: 3456 execute the tile's store, 2772 with active lanes. stencil/coarsened: "
        "31x15=465 times, a warp masks two loads and two stores that copy. Of the stores of loaded cells, 87 to "
        "`previous`, 30 to `current`, and 45+105 to `next` are masked; branches skip the rest."],
    "own": [
        "all six here are divisions: lanes with numerator 0 branch to a slow path. By source and input, this splits as "
        "many warps as the sums add; 4 divide floats in gram_schmidt, 2 doubles."],
    "texture": [
        "scaling: a fetch of a warp is one load (point) or four (linear) on the emulator. On the GPU, it is 8 requests "
        "of `l1tex__t_requests_pipe_tex_mem_texture`, whose total is in *sums*."],
    "beyond": [
        "bug_museum/missing_guard: the last warp is outside. In half_guard, 3x4 warps (rows 90 to 95) are, with 2 or "
        "3 sectors each; in wrong_pitch_index, 19x4 (rows 52 to 89), with 2 to 4."],
    "atomics": [
        "histogram/aggregated: the emulator lets lanes with one bin share a pass, as the GPU does if each adds 1 "
        "and ignores the result (`ATOMS.POPC.INC`). These add other amounts (`ATOMS.ADD`), one pass for "
        "each lane: by the picture's bins, 12288 requests take 74646 passes (58011 conflicts in the loop, 4347 after "
        "it), 3072 others one each."],
    "late": [
        "atomics_tour/exchange: lanes leave a loop of `atomicCAS` one by one. On the emulator, they meet: 3 stores of "
        "4 sectors. On the GPU, each passes the `BSYNC` after the loop alone."],
    "warpsync": [
        "barriers/vote_without_oneself: each half of a warp votes with its own mask (`WARPSYNC.EXCLUSIVE`)."],
    "depends": [
        "flags_and_fences/volatile_stop_flag: on the emulator, some blocks return because earlier ones set a flag. "
        "On the GPU, all 8 warps read the flag (1 sector), then data (4); in 6, one lane then sets it."],
    "stack": [
        "heap_and_stack/endless_recursion: each of 17 calls saves and restores registers by 16 instructions. Their "
        "lanes touch 4 sectors in the first call, 2 in the next 8, and 1 in the last 8."],
    "interleaved": [
        "uninitialised/padding_copy: four stores of 64 bits, four of 8. unwritten_local: in each of 8 warps, a store "
        "of 128 bits, two of 32, and a load."],
}

# Sums by target, for the texture unit's requests and for the GPU's nonzero numbers that differ from the emulator's.
SUMS = {
    "dot_product/block_reduced": ["232+8x60=712"],
    "dot_product/norm": ["29+60=89"],
    "gram_schmidt/basic": ["168+4+2=174"],
    "gram_schmidt/error": ["168+4+2=174"],
    "math_functions/float": ["0+1=1"],
    "math_functions/double": ["0+1+1=2"],
    "box_blur/running_sums": ["43008-3584x2=35840", "120832-3072x8-512x4=94208", "3x9728=29184"],
    "gaussian_blur/separable": ["0+1=1"],
    "scaling/point": ["27648x8=221184"],
    "scaling/linear": ["27648x8=221184"],
    "matmul/tiled": ["480x22=10560", "480x26=12480"],
    "matmul/coarsened": ["25536-768x12=16320", "25536-768x8=19392"],
    "atomics_tour/exchange": ["2x4+32=40", "2+32=34"],
    "monte_carlo_pi/block_reduced": ["4553+157x60=13973"],
    "monte_carlo_pi/error": ["348+12x60=1068"],
    "convolution/tiled": ["23808+2x1120-1408=24640"],
    "stencil/tiled": ["16632+3456-2772=17316"],
    "stencil/coarsened": ["19716+4x465+87+30+45+105=21843"],
    "histogram/aggregated": ["3072+74646=77718", "58011+4347=62358"],
    "reduction/shared": ["308+4x52x3=932"],
    "reduction/segmented": ["180+4x52x3=804"],
    "reduction/coarsened": ["45+52x3=201"],
    "reduction/maximum": ["180+4x52x3=804"],
    "scan/brent_kung": ["62-2=60"],
    "scan/coarsened": ["68-2=66"],
    "halo_exchange_blur/basic": ["126+20x2=166"],
    "bug_museum/missing_guard": ["147+1=148"],
    "bug_museum/half_guard": ["461+5x2+7x3=492", "180+3x4=192"],
    "bug_museum/wrong_pitch_index": ["280+40x2+21x3+15x4=483", "104+19x4=180"],
    "bug_museum/kogge_stone_missing_sync": ["187+(1+2+4)x3=208"],
    "barriers/vote_without_oneself": ["0+1=1"],
    "flags_and_fences/volatile_stop_flag": ["8x1+8x4=40", "8+8=16", "6x1=6"],
    "heap_and_stack/endless_recursion": ["17x16=272", "16x4+16x8x2+16x8=448"],
    "uninitialised/padding_copy": ["4x2+4=12"],
    "uninitialised/unwritten_local": ["8x(4+2+1)=56"],
}


def sums_of(result):
    """Returns those of SUMS that add up to one of the GPU's numbers, and "?" for each differing number without one."""
    row = result["row"]
    reasons = judge(row)[0] if "further" in row else row.get("reasons", {})
    differing = {row[name][1] for name in TABLE
                 if name in row and row[name][0] != row[name][1] and reasons.get(name) != "queued"}
    known = differing | {row.get("further", {}).get("l1tex__t_requests_pipe_tex_mem_texture.sum")}
    sums = {}
    for text in SUMS.get(result["target"], []):
        terms, total = text.split("=")
        value = sum((-1 if sign == "-" else 1) * product_of(term)
                    for sign, term in re.findall(r"([-+]?)((?:\([^)]*\)|[^-+(])+)", terms))
        if value == int(total) in known:
            sums[value] = text
    return [*sums.values(), *("?" for number in sorted(differing - sums.keys() - {0}))]


def product_of(term):
    """Returns the value of a product such as "(1+2+4)x3"."""
    value = 1
    for factor in term.split("x"):
        value *= sum(map(int, factor.strip("()").split("+")))
    return value


# Explanations of the reasons. The table shows only a reason's first letter.
LEGEND = {
    "merged": "merged: `ptxas` combines accesses into one of 64 or 128 bits, or omits some",
    "predicated": "predicated: the PTX branches around an access that machine code executes with all lanes masked: "
                  "one more request, no pass",
    "own": "own: `ptxas` adds branches to divisions, roots, and loops",
    "registers": "registers: `ptxas` keeps arrays in registers",
    "stack": "stack: `ptxas` saves registers in local memory",
    "interleaved": "interleaved: a thread's 32-bit words lie apart in local memory; L1 takes a request for each",
    "texture": "texture: the texture unit has counters of its own",
    "beyond": "beyond: the emulator omits accesses outside of all buffers",
    "queued": "queued: the GPU also counts waits for other accesses to L1 as conflicts; their number varies",
    "atomics": "atomics: lanes with one address take a pass each, where the emulator lets them share",
    "late": "late: lanes that meet on the emulator go on alone",
    "warpsync": "warpsync: lanes with different masks of a warp operation run it one mask after the other",
    "depends": "depends: on the order or speed of blocks and warps",
}

FURTHER = """|atomic requests|`l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum` + `_op_red`|`atomics.requests`\
 - `.requests_on_shared_memory`|
|atomic sectors|column *L2 Theoretical Sectors Global* of the page *Source*, sum of atomics|`atomics.sectors`|
|local requests|`l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum` + `_op_st`|`local.load_requests` + `.store_requests`|
|local sectors|`l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum` + `_op_st`|`local.load_sectors` + `.store_sectors`|
"""

CORPUS = """
## Kernels of the test corpus

{summary}

{rows}"""

def compared_columns(results):
    """Returns the counters that every result has, in the order of TABLE."""
    return [name for name in TABLE if all(name in result["row"] for result in results if "row" in result)]


def requests_text(results):
    """Returns a sentence about atomics and local memory, empty for results of an earlier version."""
    rows = [result["row"] for result in results if "row" in result]
    if not {"atomic requests", "local requests"} <= set(compared_columns(results)):
        return ""
    atomic = [row["atomic requests"] for row in rows if any(row["atomic requests"])]
    local = [row["local requests"] for row in rows if any(row["local requests"])]
    return pairs_text("global atomics", "atomic requests", atomic) + pairs_text("local memory", "local requests", local)


def checked_text(results):
    """Returns a sentence about the differing variants and kernels whose instructions were counted."""
    differing = [result["row"] for result in results if "row" in result and any(judge(result["row"]))]
    others = sum(words_of(judge(row)[0].values()) <= NEEDS_NO_PROFILE for row in differing if judge(row)[0])
    unchecked = sum(bool(unchecked_counters(row)) for row in differing)
    if not differing:
        return ""
    text = (f" Of {len(differing)} differing variants and kernels, {len(differing) - unchecked - others} were checked "
            "by instruction")
    return text + (f", {others} (q and t) by other counters of the GPU." if others else ".")


def wavefronts_text(results):
    """Returns a sentence about the profiler's other counter of passes."""
    if not any("row" in result for result in results):
        return ""
    return f" `{WAVEFRONTS.removesuffix('.sum')}` has more: one for each masked request, and a few for each warp."


def unjudged_text(results):
    """Returns entries about the counters of UNJUDGED."""
    ranges = []
    for name in UNJUDGED:
        ratios = [result["row"][name][1] / result["row"][name][0] for result in results if result["row"][name][0] > 0]
        times = "" if ranges else " times as many"
        ranges.append(f"{min(ratios, default=0):.2f} to {max(ratios, default=0):.2f}{times} ({name.split()[0]})")
    return ("- **Instructions:** not compared, because machine code has different ones. The GPU executes "
            f"{', or '.join(ranges)}.\n")


def pairs_text(use, counter, pairs):
    """Returns a sentence about the variants that use something, by their emulator's and GPU's numbers."""
    equal = sum(emulator == hardware for emulator, hardware in pairs)
    if not pairs:
        return f" No variant uses {use}."
    if equal == len(pairs):
        return f" All {equal} variants with {use} have equal {counter}."
    return f" Of {len(pairs)} variants with {use}, {equal} have equal {counter}."


def left_out_text(results):
    """Returns a sentence about the variants that have no numbers."""
    kinds, caution = [], ""
    for result in (result for result in results if "row" not in result):
        why = EARLIER_NAMES.get(result["error"], result["error"])
        if "invalid_launch" in why:
            why = "invalid launch"
        why = FAILURE_TEXTS.get((result["target"], why), why)
        finding = re.match(rf"(?:(.*)\n)?{ON_EMULATOR}(\w+) at", why)
        if finding:
            on_gpu = f"{finding.group(1).rstrip('.')}; " if finding.group(1) else ""
            why = f"{on_gpu}emulator: {finding.group(2).replace('_', ' ')}"
            caution = " (the emulator's findings need not be the causes)"
        kinds.append(f"{result['target']} ({why})")
    return f" Failed on the GPU{caution}: {', '.join(kinds)}." if kinds else ""


def agreement_by_reason(compared):
    """Returns a sentence about the variants whose sectors and passes are equal, by the reasons of other differences."""
    equal, others, groups = 0, 0, {}
    for result in compared:
        reasons, unknown = judge(result["row"])
        if any(result["row"][name][0] != result["row"][name][1] for name in MEMORY):
            others += 1
        elif reasons or unknown:
            words = words_of(reasons.values()) | ({"?"} if unknown else set())
            letters = " and ".join(sorted(word[0] for word in words))
            groups[letters] = groups.get(letters, 0) + 1
        else:
            equal += 1
    parts = [f"{equal} are equal in every counter", *(f"{count} differ only by {letters}" for letters, count in
                                                      sorted(groups.items(), key=lambda group: -group[1]))]
    return (f"{', '.join(parts)}: in these {len(compared) - others}, global sectors and shared passes are equal. "
            f"{others} differ in sectors or passes.")


def counter_table(title, results):
    """Returns a table of the results, with a sum for each differing number."""
    shown = [result for result in results if "row" in result]
    if not shown:
        return ""
    columns = [name for name in compared_columns(shown) if any(any(result["row"][name]) for result in shown)]
    rows = [f"|{title}|" + "|".join(columns) + "|PTX|sums|\n", "|---|" + "---:|" * (len(columns) + 1) + "---|\n"]
    for result in shown:
        row, (known, _) = result["row"], judge(result["row"])
        rows.append(f"|{result['target']}|" + "|".join(cell(row, name, known) for name in columns) +
                    f"|{row['PTX branches'] or ''}|{'<br>'.join(sums_of(result))}|\n")
    return "".join(rows)


def examples_of(corpus):
    """Returns the kernels with SUMS, and those that nothing explains."""
    return [kernel for kernel in corpus
            if ("row" in kernel and kernel["target"] in SUMS)
            or ("row" in kernel and judge(kernel["row"])[1])]


def page(results, head, corpus=None):
    """Returns the document."""
    compared = [result for result in results if "row" in result]
    unknown = [f"{result['target']} ({', '.join(judge(result['row'])[1])})" for result in compared
               if judge(result["row"])[1]]
    branches = sum(result["row"]["divergent branches"][0] == result["row"]["divergent branches"][1]
                   for result in compared)
    survivors = sum(has_equal_survivors(result["row"]) for result in compared)
    late = any("late" in words_of(judge(result["row"])[0].values()) for result in compared)
    attributed = f"Every difference is attributed{'; the cause of l is unproven' if late else ''}."
    reasons = f"Without a known reason: {', '.join(unknown)}." if unknown else attributed
    all_or_some = "all " if survivors == len(compared) else ""
    summary = (f"{len(compared)} of {len(results)} variants are compared. {agreement_by_reason(compared)} Divergent "
               f"branches are equal in {branches}; without those that `ptxas` adds, in {all_or_some}{survivors}."
               f"{requests_text(results)} {reasons}{checked_text(compared + (corpus or []))}{left_out_text(results)}")
    rows = [counter_table("variant", compared)]
    if corpus:
        rows.append(CORPUS.format(summary=corpus_text(corpus), rows=counter_table("kernel", examples_of(corpus))))
    versions = ", ".join(text for tool, text in head.get("versions", {}).items() if tool != "nvcc")  # nvcc is unused
    judged = [judge(result["row"]) for result in compared + [kernel for kernel in corpus or [] if "row" in kernel]]
    used = words_of(reason for known, _ in judged for reason in known.values())
    legend = [f"|{reason[0]}|{text}|" for reason, text in LEGEND.items() if reason in used]
    if any(differing for _, differing in judged):
        legend.append("|?|unknown|")
    has_further = "atomic requests" in compared_columns(results)
    atomics = "" if has_further else " Global atomics are in no column."
    text = INTRODUCTION.format(device=head["device"], driver=head["driver"], date=head["date"], summary=summary,
                               versions=f" {versions}." if versions else "", rows="".join(rows), atomics=atomics,
                               further=FURTHER if has_further else "",
                               legend="\n".join(legend), wavefronts=wavefronts_text(compared + (corpus or [])),
                               unjudged=unjudged_text(compared),
                               examples="".join(f"- **{reason[0]}**, {text}\n" for reason in EXAMPLES if reason in used
                                                for text in EXAMPLES[reason]))
    return re.sub(r"(?m)^(?![|#]|    ).+(?:\n(?![|#-]|    ).+)*", lambda found: wrapped(found.group()), text)


def wrapped(paragraph):
    """Breaks a paragraph or an entry of a list into lines, but not in a number, and not before a minus or plus, which
    would start a list."""
    indent = "  " if paragraph.startswith("- ") else ""
    text = re.sub(r"(?<=\w) ([-+]) (?=\w)", "\0\\1\0", " ".join(line.strip() for line in paragraph.split("\n")))
    text = re.sub(r"(?<=\d) (?=\d{3}\b)", "\0", text)
    return textwrap.fill(text, 120, subsequent_indent=indent, break_on_hyphens=False,
                         break_long_words=False).replace("\0", " ")


def unjudged_pairs(row):
    """Returns {counter of UNJUDGED: (emulator, hardware)}."""
    return {name: row[name] for name in UNJUDGED}


def counters_entry(row, columns):
    """Returns the numbers, and the reasons of those that differ. A reason's first letter is that of the document."""
    reasons, unknown = judge(row)
    missing = (None, None)  # the profiler did not count by instruction
    entry = {"emulator": [row.get(name, missing)[0] for name in columns],
             "hardware": [row.get(name, missing)[1] for name in columns],
             "PTX branches": row["PTX branches"],
             "not judged": list(unjudged_pairs(row).values())}
    if unchecked := unchecked_counters(row):
        entry["unchecked"] = unchecked
    return entry | ({"reasons": reasons | dict.fromkeys(unknown, "?")} if reasons or unknown else {})


def counters_file(results, head, corpus=None):
    """Returns the contents of assets/hardware_counters.json, one line for each variant and each kernel."""
    columns = compared_columns(results)
    rows = [result["row"] for result in results if "row" in result]
    head = {key: head[key] for key in ("device", "driver", "date", "versions") if key in head}
    head |= {"counters": columns, "not judged": UNJUDGED,
             "equal surviving branches": sum(has_equal_survivors(row) for row in rows),
             "unknown": [result["target"] for result in results if "row" in result and judge(result["row"])[1]]}
    if corpus:
        head["corpus"] = corpus_summary(corpus)
    fields = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    for key, of in (("variants", results), ("corpus kernels", corpus or [])):
        lines = [f"    {json.dumps(result['target'])}: {json.dumps(counters_entry(result['row'], columns))}"
                 for result in of if "row" in result]
        if lines:
            fields.append(f'  "{key}": {{\n' + ",\n".join(lines) + "\n  }")
    skipped = [f"    {json.dumps(result['target'])}: {json.dumps(skip_reason(result))}"
               for result in corpus or [] if "error" in result]
    if skipped:
        fields.append('  "skipped corpus kernels": {\n' + ",\n".join(skipped) + "\n  }")
    return "{\n" + ",\n".join(fields) + "\n}\n"


def without_comments(source):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", source, flags=re.S)


def reason_to_skip(source):
    """Returns why a corpus kernel cannot be compared, or None."""
    code = without_comments(source)
    if not re.search(r"//\s*launch: grid", source):
        return "no launch"
    if re.search(r"//\s*launch:.*cooperative", source) or "__cluster_dims__" in code or "cluster" in code:
        return "cooperative or clustered launch"
    if re.search(r"//\s*compiler: clang", source):
        return "needs clang"
    if re.search(r"//\s*expect: note:", source):
        return NOTE
    if re.search(r"//\s*(refused:|expect: (?!nothing))", source):
        return "expected finding"
    if re.search(r"\b(malloc|free|new|delete|printf|assert)\b", code):
        return "device library"  # its accesses are machine code only
    if re.search(r"cp\.async|cp\.reduce|memcpy_async|pipeline|mbarrier|\bbarrier\b(?!\.)", code):
        return "asynchronous copies"  # counted apart from loads and stores
    communicates = re.search(r"volatile|atomic|acquire|release|relaxed|clock|nanosleep|activemask", code)
    if communicates and re.search(r"\b(while|do)\b|for \(;;\)|clock|activemask", code):
        return "timing"  # it may wait or retry in loops, or read clocks
    return None


CORPUS_EXPERIMENT = """name = "{name}"
title = "{name}"
summary = "Kernel of the test corpus"
source = {source}
[block]
x = {block}
[[buffer]]
name = "data"
role = "input"
type = "{data_type}"
shape = [{data_elements}]
contents = "counting.bin"
[[buffer]]
name = "out"
role = "output"
type = "{out_type}"
shape = [{out_elements}]
owners = "any"
{contents}
[[launch]]
kernel = "kernel"
grid = [{grid}]
block = [{block}]
shared = {shared}
arguments = ["data", "out", "s32:5"]
"""


def corpus_experiment(path, source):
    """Returns the experiment that launches a corpus kernel as tests/metrics/corpus_test.cpp does."""
    grid, block, shared = re.search(r"//\s*launch: grid (\d+) block (\d+)(?: shared (\d+))?", source).groups()
    unwritten = re.search(r"//\s*out: unwritten", source)
    types = ["u8" if "char" in kind else "s32" for kind in re.search(r"kernel\(([^,]+),([^,]+),", source).groups()]
    elements = [16384 if kind == "u8" else 4096 for kind in types]
    return CORPUS_EXPERIMENT.format(name=path.stem, source=json.dumps(str(path)), grid=grid, block=block,
                                    shared=shared or 0, contents="" if unwritten else "contents = 0",
                                    data_type=types[0], out_type=types[1], data_elements=elements[0],
                                    out_elements=elements[1])


CORPUS_FOLDER = ROOT / "tests/metrics/corpus"


TRIED = {"timing", "asynchronous copies"}  # --try-all also measures kernels with these reasons to skip


def prepare_corpus(folder, corpus=CORPUS_FOLDER, tried=()):
    """Writes experiments into a folder. Returns [(name, file or None, reason to skip or None)]. Kernels that are
    skipped for a reason of `tried` have a file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "counting.bin").write_bytes(b"".join(k.to_bytes(4, "little") for k in range(4096)))
    prepared = []
    for path in sorted(corpus.rglob("*_fixed.cu")):
        source = path.read_text()
        name, reason = f"{path.parent.name}/{path.stem.removesuffix('_fixed')}", reason_to_skip(source)
        file = folder / f"{path.stem}.toml"
        is_measured = not reason or reason in tried
        if is_measured:
            file.write_text(corpus_experiment(path.resolve(), source))
        prepared.append((name, str(file) if is_measured else None, reason))
    return prepared


def measure_corpus_kernel(kernel, options):
    """Returns the result of measure(). If numbers differ without a known reason, a second run tells whether the GPU
    repeats its own."""
    name, file, reason = kernel
    if reason:
        return (file and try_kernel(name, file, options)) or {"target": name, "error": reason}
    result = {**measure(file, options), "target": name}
    add_ptx_facts(result)
    if "row" not in result or not (differing := judge(result["row"])[1]):
        return result
    again = measure(file, options).get("row")
    if again and any(again.get(counter) != result["row"][counter] for counter in differing):
        return {"target": name, "error": VARIES}
    result["row"]["other orders"] = orders = count_in_other_orders(pathlib.Path(file), options)
    for counter in judge(result["row"])[1]:
        depends = result["row"].get("PTX polls") or any(
            other.get(counter) != result["row"][counter][0] for other in orders if counter in other)
        if depends and not fits_instructions(counter, result["row"]):
            return {"target": name, "error": VARIES}  # between the runs for counters and for instructions
    return result


def try_kernel(name, file, options):
    """Returns the result of a kernel whose numbers may vary, or None unless two runs give the same ones with known
    reasons."""
    results = [{**measure(file, options), "target": name} for _ in range(2)]
    for result in results:
        add_ptx_facts(result)
    rows = [result.get("row") for result in results]
    if not all(rows) or any(judge(row)[1] for row in rows) or any(
            rows[0].get(key) != rows[1].get(key) for key in TABLE if key != "bank conflicts"):
        return None
    return results[0]


def source_of(experiment):
    """Returns the path of the kernel of corpus_experiment()."""
    return json.loads(re.search(r"^source = (.*)$", pathlib.Path(experiment).read_text(), re.M).group(1))


def add_ptx_facts(result):
    """Adds what reasons need from the stored PTX of a corpus kernel to its row."""
    ptx = ROOT / f"tests/metrics/corpus/{result['target']}_fixed.ptx"
    if "row" in result and ptx.is_file():
        text = ptx.read_text()
        result["row"] |= {"PTX shared loads": count_shared_loads(text), "PTX polls": has_poll(text),
                          "PTX narrowest access": narrowest_access(text)}


def count_shared_loads(ptx):
    """Returns how many values PTX loads from shared memory, each element of a vector by itself."""
    return sum(int(vector or 1) for vector in re.findall(r"\bld(?:\.volatile)?\.shared(?:\.v([24]))?\.", ptx))


def narrowest_access(ptx):
    """Returns the fewest bits that an instruction accesses in shared or global memory, at most 32."""
    accesses = re.findall(r"\b(?:ld|st)\.[a-z.]*(?:shared|global)[a-z.]*(?:\.v([24]))?\.[bsuf](\d+)", ptx)
    return min([int(vector or 1) * int(bits) for vector, bits in accesses] + [32])


def has_poll(ptx):
    """Returns whether PTX has a short loop that loads what other threads store, and that stores nothing."""
    lines = ptx.splitlines()
    labels = {line[:-1]: k for k, line in enumerate(lines) if re.match(r"\$\w+:$", line)}
    for k, line in enumerate(lines):
        target = re.search(r"\bbra(?:\.uni)?\s+(\$\w+);", line)
        start = labels.get(target.group(1), k) if target else k
        loop = "\n".join(lines[start:k])
        if k - 30 < start < k and re.search(r"\bld\.(acquire|volatile|relaxed)", loop) and \
                not re.search(r"^\s*(@\S+\s+)?(st|red)\b", loop, re.M):
            return True
    return False


def count_in_other_orders(file, options, repeats=8):
    """Returns [emulator_counts()]: with the blocks in reverse order, then in orders that depend on the computer."""
    source = pathlib.Path(source_of(file)).read_text()
    reverse = file.with_name(f"{file.stem}_reversed.cu")
    reverse.write_text(source.replace("blockIdx.x", "(gridDim.x - 1 - blockIdx.x)"))
    experiment, report = reverse.with_suffix(".toml"), reverse.with_suffix(".json")
    experiment.write_text(corpus_experiment(reverse, source))
    counts = []
    for target in (experiment, *[file] * repeats):
        report.unlink(missing_ok=True)
        command = [*options.runner, options.program, "run", str(target), "--device", "emulator", "--model",
                   options.model, "--report", str(report)]
        subprocess.run(command, capture_output=True, cwd=ROOT)
        if report.is_file():
            counts.append(emulator_counts(json.loads(report.read_text())))
    return counts


def corpus_summary(corpus):
    """Returns numbers of kernels. "different" and "skipped" have one for each reason."""
    summary = {"kernels": len(corpus), "compared": 0, "equal": 0, "different": {}, "unknown": [], "skipped": {}}
    for result in corpus:
        if "error" in result:
            reason = skip_reason(result)
            summary["skipped"][reason] = summary["skipped"].get(reason, 0) + 1
            continue
        reasons, unknown = judge(result["row"])
        summary["compared"] += 1
        summary["equal"] += not reasons and not unknown
        summary["unknown"] += [result["target"]] if unknown else []
        for reason in sorted(words_of(reasons.values())):
            summary["different"][reason] = summary["different"].get(reason, 0) + 1
    return summary


SKIPPED = ("no launch", "cooperative or clustered launch", "needs clang", NOTE, "expected finding",
           "device library", "asynchronous copies", "timing", FAULT, "time limit on the GPU", VARIES, NO_TIME)


def skip_reason(result):
    """Returns one of SKIPPED, or "not measured" for messages of the program and unusable output."""
    error = EARLIER_NAMES.get(result["error"], result["error"])
    return error if error in SKIPPED else "not measured"


# Targets known to fail, with patterns of their errors. Any other failure makes the script exit with 1.
ACCEPTED_FAILURES = {
    "bug_museum/block_of_2048": "invalid_launch",
    "bug_museum/endless_loop": f"instruction_budget|{TIME_LIMIT}",
    "bug_museum/wrong_tile_pitch": f"{FAULT}|out_of_bounds",
    "heap_and_stack/deep_recursion": FAULT,
}
# Texts of the document about accepted failures, by target and error
FAILURE_TEXTS = {
    ("bug_museum/endless_loop", TIME_LIMIT): "never ends",
}
MEASURED_SKIPS = {FAULT, "time limit on the GPU", NO_TIME}  # members of SKIPPED that occur only when a kernel runs


def is_accepted_failure(result):
    """Returns whether a target may be missing in the comparison."""
    error = EARLIER_NAMES.get(result["error"], result["error"])
    if result["target"] in ACCEPTED_FAILURES:
        return re.search(ACCEPTED_FAILURES[result["target"]], error) is not None
    return error in SKIPPED and error not in MEASURED_SKIPS


SKIP_MEANINGS = {
    "timing": "*Timing*: waiting or retrying loops, or clocks.",
    "device library": "*Device library*: `malloc`, `printf`, `assert`, whose code the PTX lacks.",
    NOTE: "*Emulator note*: races_in_shared/lanes_store_one_value.",
    FAULT: "The fault: heap_and_stack/deep_recursion exceeds CUDA's default stack, 1024 bytes."}


def counts_text(counts):
    return ", ".join(f"{reason} {count}" for reason, count in sorted(counts.items(), key=lambda entry: -entry[1]))


def corpus_text(corpus):
    """Returns sentences about the corpus for the document."""
    summary = corpus_summary(corpus)
    unknown = f" Without a known reason: {', '.join(summary['unknown'])}." if summary["unknown"] else ""
    different = summary["compared"] - summary["equal"] - len(summary["unknown"])
    several = sum(len(words_of(judge(result["row"])[0].values())) > 1 for result in corpus if "row" in result)
    added = f"; {several} for more than one" if several else ""
    reasons = f" ({counts_text(summary['different'])}{added})" if summary["different"] else ""
    shown = sum(any(judge(result["row"])) for result in examples_of(corpus))
    unknown += f" The table shows {shown} of the {different}." if 0 < shown < different else ""
    skipped = sum(summary["skipped"].values())
    meanings = "".join(f" {meaning}" for name, meaning in SKIP_MEANINGS.items() if name in summary["skipped"])
    varying = [result["target"] for result in corpus if "error" in result and skip_reason(result) == VARIES]
    meanings += f" Numbers vary in {', '.join(varying)}." if varying else ""
    uncounted = [result["target"] for result in corpus if "atomic sectors" not in result.get("row", TABLE)]
    meanings += f" Atomic sectors were not counted in {', '.join(uncounted)}." if uncounted else ""
    return (f"Of {summary['kernels']} repaired kernels, {summary['compared']} are compared: {summary['equal']} are "
            f"equal in every counter, {different} differ{reasons}.{unknown} {skipped} are skipped"
            f"{': ' + counts_text(summary['skipped']) if skipped else ''}.{meanings}")


def version_of(command):
    """Returns a version such as 13.0.88 that a program prints, or ""."""
    try:
        text = subprocess.run([command, "--version"], capture_output=True, text=True).stdout
    except OSError:
        return ""
    found = re.search(r"\bV(\d+(?:\.\d+)+)", text) or re.search(r"[Vv]ersion (\d+(?:\.\d+)+)", text)
    return found.group(1) if found else ""


def versions(options, rows):
    """Returns {"ncu": "ncu 2025.3.1", ...} of the tools found."""
    compiler = next((row["compiler"] for row in rows if "compiler" in row), "")
    found = {"compiler": compiler}
    for tool in ("ptxas", "nvcc", "ncu"):
        path = options.ncu if tool == "ncu" else shutil.which(tool) or f"/usr/local/cuda/bin/{tool}"
        version = version_of(path)
        found[tool] = f"{tool} {version}" if version else ""
    return {tool: text for tool, text in found.items() if text}


def driver_version():
    return (query_gpu("driver_version") or ["unknown"])[0]


def course(options):
    """Returns NAME/VARIANT of every variant of the course."""
    command = [*options.runner, options.program, "list", "--json"]
    listed = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    return [f"{experiment['name']}/{variant['name']}" for experiment in json.loads(listed.stdout)
            for variant in experiment["variants"]]


def find_program():
    """Returns the program of the repository, the one installed with this script, or the one in PATH."""
    for folder in (ROOT / "build/release", ROOT.parent.parent / "bin"):
        if os.access(folder / "warpscope", os.X_OK):
            return str(folder / "warpscope")
    return shutil.which("warpscope") or str(ROOT / "build/release/warpscope")


# MODELS: device models by compute capability. NAMED_MODELS: device models by the end of the GPU's name.
MODELS = {"6.1": "GTX 1080 Ti", "7.0": "V100 SXM2", "7.5": "T4", "8.0": "A100 40 GB", "8.6": "RTX 3090",
          "8.9": "RTX 4090", "9.0": "H100 SXM"}
NAMED_MODELS = {"H100 PCIe": "H100 PCIe", "H200": "H200 SXM", "A100-SXM4-80GB": "A100 80 GB SXM", "L4": "L4",
                "RTX 4060": "RTX 4060", "RTX 3060": "RTX 3060 12 GB"}


def choose_model(name, capability):
    """Returns a device of the program for a GPU: the same one, else one of its compute capability, else None."""
    named = [model for part, model in NAMED_MODELS.items() if re.search(rf"\b{re.escape(part)}$", name)]
    return named[0] if named else MODELS.get(capability)


def query_gpu(fields):
    """Returns what nvidia-smi says about the first GPU, one text for each field; [] without nvidia-smi."""
    try:
        done = subprocess.run(["nvidia-smi", f"--query-gpu={fields}", "--format=csv,noheader"], capture_output=True,
                              text=True)
    except OSError:
        return []
    return [text.strip() for text in done.stdout.split("\n")[0].split(",")] if done.returncode == 0 else []


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--program", default=find_program())
    parser.add_argument("--runner", default="",
                        help="command that starts the program, such as scripts/gpu_window.sh --egl")
    parser.add_argument("--model")
    parser.add_argument("--table")
    parser.add_argument("--counters")
    parser.add_argument("--keep")
    parser.add_argument("--continue", dest="continues", action="store_true")
    parser.add_argument("--corpus", action="store_true")
    parser.add_argument("--try-all", action="store_true")
    parser.add_argument("--no-course", action="store_true")
    parser.add_argument("--jobs", type=int, default=max(2, min(8, (os.cpu_count() or 2) // 2)))
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--from", dest="stored", action="append", default=[])
    parser.add_argument("--missing", action="store_true")
    options = parser.parse_args()
    if options.missing and not options.stored:
        parser.error("--missing needs --from")
    if options.continues and not options.keep:
        parser.error("--continue needs --keep")
    if options.corpus and not CORPUS_FOLDER.is_dir():
        parser.error(f"--corpus needs the repository: {CORPUS_FOLDER} does not exist")
    if not options.model:
        found = query_gpu("name,compute_cap")
        options.model = choose_model(*found) if len(found) == 2 else MODELS["9.0"]
        if not options.model:
            parser.error(f"no device of the program has the compute capability {found[1]}; name one with --model")
    options.runner = options.runner.split()
    # Makes these paths absolute, because programs run in another folder.
    options.keep = options.keep and os.path.abspath(options.keep)
    options.program = os.path.abspath(options.program) if os.path.exists(options.program) else options.program
    return options


def main():
    options = parse_options()
    stored = read_stored(options.stored) if options.stored else None
    if stored and not options.missing and not options.targets:
        return judge_again(stored, options)
    kept = pathlib.Path(options.keep or "") / "results.json"
    if options.continues and kept.is_file():
        stored = read_stored([*options.stored, kept])
    options.end = time.monotonic() + options.seconds
    options.ncu = shutil.which("ncu") or "/usr/local/cuda/bin/ncu"
    os.environ.setdefault("WARPSCOPE_CUDA_DIR", str(ROOT / "cuda"))
    if not os.access(options.ncu, os.X_OK):
        print("gpu_counters.py: ncu is missing: install Nsight Compute or the CUDA Toolkit", file=sys.stderr)
        return 3
    # Runs the program once alone, because the first run may unpack libraries.
    subprocess.run([*options.runner, options.program, "--version"], capture_output=True, cwd=ROOT)
    given = given_targets(options.targets)
    targets = [target for target in given if not target.startswith(CORPUS_PREFIX)]
    named = [target.removeprefix(CORPUS_PREFIX) for target in given if target.startswith(CORPUS_PREFIX)]
    if not given and not options.no_course and not options.missing:
        targets = course(options)
    results, corpus, head = [], [], {"device": "no GPU", "driver": driver_version(), "date": str(datetime.date.today())}

    def measured():
        rows = [result["row"] for result in results + corpus if "row" in result]
        if rows and "versions" not in head:
            head.update(device=rows[0]["device"], versions=versions(options, rows))
        run = {**head, "results": results, "corpus": corpus}
        if stored:
            run = merged_results([stored, run] if rows else [stored])
        for key, order in orders.items():
            places = {target: place for place, target in enumerate(order)}
            run[key] = sorted(run[key], key=lambda result: places.get(result["target"], -1))
        return run

    def record(result, to, title=""):
        to.append(result)
        print(title + line_of(result), flush=True)
        if options.keep and "row" in result:
            run = measured()
            keep(run["results"], run["corpus"], run, options)

    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        kernels = []
        if options.corpus or options.missing or named:
            kernels = prepare_corpus(pathlib.Path(folder), **({"tried": TRIED} if options.try_all else {}))
        if options.missing:
            kernels = missing_kernels(kernels, stored["corpus"])
        elif named:
            kernels = [kernel for kernel in kernels if kernel[0] in named]
        orders = {"results": targets, "corpus": [kernel[0] for kernel in kernels]}
        if options.continues and stored:
            again = {NO_TIME, *(TRIED if options.try_all else ())}
            done = {result["target"] for result in stored["results"] + stored["corpus"]
                    if ("row" in result and not unchecked_counters(result["row"])) or
                    result.get("error", NO_TIME) not in again}
            targets = [target for target in targets if target not in done]
            kernels = [kernel for kernel in kernels if kernel[0] not in done]
        # ncu profiles one program at a time. Meanwhile, other jobs prepare theirs.
        jobs = {pool.submit(measure, target, options): (results, "") for target in targets}
        jobs |= {pool.submit(measure_corpus_kernel, kernel, options): (corpus, "corpus ") for kernel in kernels}
        for job in concurrent.futures.as_completed(jobs):
            record(job.result(), *jobs[job])
            if job.result().get("fatal"):
                pool.shutdown(cancel_futures=True)
                return refuse(job.result())
        for result in [result for result in results if result.get("error") == TIME_LIMIT]:
            if not is_accepted_failure(result):
                results.remove(result)
                record(measure(result["target"], options, limit=180), results, "")  # no other program uses ncu now
    run = measured()
    return write_results(run["results"], run["corpus"], run, options)


def refuse(result):
    """Prints why ncu cannot run. Returns the exit status."""
    print(f"gpu_counters.py: {result['error']}; see ncu's documentation of ERR_NVGPUCTRPERM", file=sys.stderr)
    return 3


def given_targets(names):
    """Returns the targets that names, folders, and lists of them give."""
    targets = []
    for name in names:
        path = pathlib.Path(name)
        if path.is_dir():
            experiments = sorted(path.glob("*.toml"))
            described = {file.stem for file in experiments}
            targets += [str(file.resolve()) for file in experiments]
            targets += [str(file.resolve()) for file in sorted(path.glob("*.cu")) if file.stem not in described]
        elif path.suffix == ".txt":
            targets += given_targets([line.strip() for line in path.read_text().splitlines()
                                      if line.strip() and not line.startswith("#")])
        else:
            targets.append(absolute(name))
    return targets


def absolute(target):
    """Returns a target with the full path of its file, because programs run in another folder."""
    file, colon, kernel = target.partition(":")
    return f"{pathlib.Path(file).resolve()}{colon}{kernel}" if pathlib.Path(file).is_file() else target


def line_of(result):
    """Returns what the terminal says about a target."""
    if "error" in result:
        return f"{result['target']}: not compared: {result['error']}"
    reasons, differing = judge(result["row"])
    unchecked = unchecked_counters(result["row"])
    told = [f"{name} {result['row'][name][0]} / {result['row'][name][1]}" +
            (f" ({reasons[name]}{', unchecked' if name in unchecked else ''})" if name in reasons else " DIFFERS")
            for name in (*reasons, *differing)]
    return f"{result['target']}: {', '.join(told) or 'equal'}"


def read_stored(files):
    """Returns the contents of results.json of earlier runs on the same card."""
    runs = []
    for file in files:
        run = json.loads(pathlib.Path(file).read_text())
        if isinstance(run, list):  # an earlier version stored no card and no driver
            shipped = json.loads((ROOT / "assets/hardware_counters.json").read_text())
            run = {"results": run, "corpus": [], **{key: shipped[key] for key in ("device", "driver", "date")}}
        runs.append(run)
    merged = merged_results(runs)
    for result in merged["corpus"]:
        add_ptx_facts(result)
    return merged


def merged_results(runs):
    """Merges runs on the same card. Later numbers replace earlier ones, but an error replaces no numbers."""
    merged = dict(runs[-1])
    for run in runs:
        if (run["device"], run["driver"]) != (merged["device"], merged["driver"]):
            raise SystemExit(f"gpu_counters.py: runs on {run['device']}, driver {run['driver']}, and "
                             f"{merged['device']}, driver {merged['driver']}, cannot be merged")
    for key in ("results", "corpus"):
        by_target = {}
        for result in (result for run in runs for result in run[key]):
            known = by_target.get(result["target"])
            replaces = "row" in result or result["error"] == VARIES
            if known is None or replaces or ("row" not in known and result["error"] != NO_TIME):
                by_target[result["target"]] = result
        merged[key] = list(by_target.values())
    return merged


def missing_kernels(kernels, stored):
    """Returns the kernels of prepare_corpus() without stored numbers, then those whose differences are unknown."""
    known = {result["target"]: result for result in stored}
    missing, unknown = [], []
    for kernel in kernels:
        result = known.get(kernel[0])
        if result is None or "row" not in result:
            missing.append(kernel)
        elif judge(result["row"])[1]:
            unknown.append(kernel)
    return missing + unknown


def judge_again(stored, options):
    """Judges results of earlier runs."""
    add_known_sectors(stored["results"] + stored["corpus"])
    for result in stored["results"]:
        print(line_of(result))
    for result in stored["corpus"]:
        print("corpus " + line_of(result))
    return write_results(stored["results"], stored["corpus"], stored, options)


def write_results(results, corpus, head, options):
    """Prints sums and writes the requested files. Returns the exit status."""
    add_known_sectors(results + corpus)
    judged = [judge(result["row"]) for result in results if "row" in result]
    explained = {}
    for reasons, _ in judged:
        for reason in words_of(reasons.values()):
            explained[reason] = explained.get(reason, 0) + 1
    agreeing = sum(not reasons and not differing for reasons, differing in judged)
    unknown = sum(bool(differing) for _, differing in judged)
    print(f"{agreeing} equal in every counter; known reasons: {explained or 'none'}; {unknown} differ; "
          f"{len(results) - len(judged)} not compared")
    if corpus:
        print(f"corpus: {json.dumps(corpus_summary(corpus))}")
        unknown += len(corpus_summary(corpus)["unknown"])
    missing = [result for result in results + corpus if "error" in result and not is_accepted_failure(result)]
    for result in missing:
        print(f"gpu_counters.py: {result['target']} is missing: {result['error']}", file=sys.stderr)
    unchecked = sum(bool(unchecked_counters(result["row"])) for result in results + corpus if "row" in result)
    print(f"reasons without a count by instruction: {unchecked}")
    if options.keep:
        keep(results, corpus, head, options)
    if options.counters:
        pathlib.Path(options.counters).write_text(counters_file(results, head, corpus))
    if options.table:
        pathlib.Path(options.table).write_text(page(results, head, corpus))
    return 1 if unknown or missing or not any("row" in result for result in results + corpus) else 0


def keep(results, corpus, head, options):
    """Writes results.json of --keep. A file is complete at any time, so that a run may be cut off."""
    kept = {**{key: head[key] for key in ("device", "driver", "date", "versions") if key in head},
            "results": results, "corpus": corpus}
    file = pathlib.Path(options.keep) / "results.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.with_suffix(".new").write_text(json.dumps(kept, indent=1))
    os.replace(file.with_suffix(".new"), file)


if __name__ == "__main__":
    sys.exit(main())
