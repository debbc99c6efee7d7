#!/usr/bin/env python3
"""Tests gpu_counters.py without a GPU: how it reads ncu's output, and which differences it explains."""
import argparse
import functools
import json
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import gpu_counters  # noqa: E402

NCU = '''==PROF== Connected to process 7
"ID","Process ID","Kernel Name","a.sum","b"
"","","","sector",""
"0","7","blur(float *, int)","1,024","3"
"1","7","void ns::scan<int>(int *)","12",""
'''


# ncu's source page has a table for each launch. The first address of a table is arbitrary.
PAGE_HEAD = ('"Address","Source","Instructions Executed","Predicated-On Thread Instructions Executed",'
             '"Divergent Branches","Access Size","L1 Wavefronts Shared"')
SOURCE_PAGE = f'''"Kernel Name","blur(float *, int)"
{PAGE_HEAD}
"0x7f00","      LDC R1, c[0x0][0x28]","8","256","0","32","0"
"0x7f10","@!P0  BRA 0x7f0040","8","256","6","-","0"
"0x7f20","@P1   BRA 0x7f0010","8","256","2","","0"
"0x7f30","@P1   BRA 0x7f0010","8","256","0","","0"
"0x7f40","@!P2  STS.64 [R4], R6","1,120","420","0","64","112"
"Kernel Name","scale(float *)"
{PAGE_HEAD}
"0x8f00","@P0   BRA 0x8f0040","8","256","5","-","0"
"Kernel Name","blur(float *, int)"
{PAGE_HEAD}
"0x9f00","      LDC R1, c[0x0][0x28]","8","256","0","32","0"
"0x9f10","@!P0  BRA 0x9f0040","8","256","1","","0"
'''

OWN = [{"kernel": "blur", "file": "blur.cu", "line": 9, "address": 0x10, "cause": "division"},
       {"kernel": "blur", "file": "blur.cu", "line": 7, "address": 0x30, "cause": "division"},
       {"kernel": "blur", "file": "blur.cu", "line": 9, "address": 0x20, "cause": "root"}]


def row(**changed):
    """Returns counters that agree, except for the given ones."""
    agreed = {name: (10, 10) for name in gpu_counters.COUNTERS}
    further = {metric: 0 for metric in gpu_counters.FURTHER_METRICS}
    return {**agreed, "warps": 4, "atomics": 0, "shared atomics": 0, "PTX branches": 30, "own": [],
            "own divergent": None, "stack": 0, "findings": 0, "further": further,
            **{name.replace("_", " "): value for name, value in changed.items()}}


def instruction(opcode, executions, lanes, predicated=False, divergent=0, bits=32, passes=None):
    if passes is None:
        passes = executions if opcode.startswith(("LDS", "STS", "ATOMS")) else 0
    return {"opcode": opcode, "predicated": predicated, "executions": executions, "lanes": lanes,
            "divergent": divergent, "passes": passes, "bits": bits}


HEAD = {"device": "GPU", "driver": "1.2", "date": "2026-11-29", "versions": {"ncu": "ncu 2025.3.1"}}

# Replaces ncu and the program: writes the report and the counters of one launch.
FAKE_NCU = """#!/usr/bin/env python3
import csv, json, pathlib, sys
arguments = sys.argv
if "--version" in arguments:
    print("NVIDIA (R) Nsight Compute\\nVersion 2025.3.1.0 (build 1)")
    sys.exit()
names = arguments[arguments.index("--metrics") + 1].split(",")
target = arguments[arguments.index("run") + 1]
launch = {"kernel": "kernel", "warps": 1}
if "crash" in target:
    sys.exit(1)
report = {"launch": launch, "device": "GPU", "compiler": "NVRTC 13.0", "finding_count": 0,
          "atomics": {"requests": 3, "requests_on_shared_memory": 1, "sectors": 2, "operations_on_shared_memory": 32},
          "global": {"load_requests": 1, "load_sectors": 4, "store_requests": 0, "store_sectors": 0},
          "shared": {"requests": 0, "passes": 0, "passes_ideal": 0},
          "local": {"load_requests": 0, "load_sectors": 0, "store_requests": 0, "store_sectors": 0},
          "divergence": {"divergent_branches": 0}, "instructions": {"warp": 10, "thread": 320},
          "sass": {"surviving_divergent_branches": 0, "kernels": [{"kernel": "kernel", "stack_bytes": 0, "own": []}]}}
pathlib.Path(arguments[arguments.index("--report") + 1]).write_text(json.dumps(report))
values = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 1, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 4,
          "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum": 2, "smsp__inst_executed.sum": 20,
          "smsp__thread_inst_executed.sum": 480}
if "wrong" in target:
    values["l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"] = 5
with open(arguments[arguments.index("--log-file") + 1], "w") as file:
    out = csv.writer(file, quoting=csv.QUOTE_ALL)
    out.writerow(["ID", "Kernel Name", *names])
    out.writerow(["", "", *["" for _ in names]])
    out.writerow(["0", "kernel(int *)", *[values.get(name, 0) for name in names]])
"""

CORPUS_KERNEL = """// launch: grid 2 block 64 shared 256
// out: zero
// expect: nothing
__global__ void kernel(int* data, int* out, int n) {}
"""


class WithFakeNcu(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "ncu").write_text(FAKE_NCU)
        (self.folder / "ncu").chmod(0o755)

    def run_script(self, *arguments):
        path = f"{self.folder}:{os.environ['PATH']}"
        script = ["gpu_counters.py", "--program", "/bin/true", "--keep", str(self.folder / "keep"), *arguments]
        with unittest.mock.patch.dict(os.environ, PATH=path), unittest.mock.patch.object(sys, "argv", script), \
                unittest.mock.patch("builtins.print"):
            return gpu_counters.main()

    def test_difference_of_atomics_is_an_error(self):
        self.assertEqual(self.run_script("a/right"), 0)
        self.assertEqual(self.run_script("a/right", "a/wrong"), 1)

    def test_missing_targets_are_an_error(self):
        self.assertEqual(self.run_script("a/right", "a/crash"), 1)
        with unittest.mock.patch.dict(gpu_counters.ACCEPTED_FAILURES, {"a/crash": "without a report"}):
            self.assertEqual(self.run_script("a/right", "a/crash"), 0)

    def test_accepted_failures_need_their_error(self):
        loop = {"target": "bug_museum/endless_loop", "error": "time limit on the GPU"}
        self.assertTrue(gpu_counters.is_accepted_failure(loop))
        self.assertFalse(gpu_counters.is_accepted_failure({**loop, "error": gpu_counters.FAULT}))
        self.assertFalse(gpu_counters.is_accepted_failure({**loop, "target": "scan/naive"}))
        self.assertFalse(gpu_counters.is_accepted_failure({**loop, "target": "halo_exchange/forgotten_exchange"}))
        self.assertFalse(gpu_counters.is_accepted_failure({**loop, "target": "halo_exchange/exchange"}))
        self.assertTrue(gpu_counters.is_accepted_failure({"target": "a/b", "error": "timing"}))
        self.assertFalse(gpu_counters.is_accepted_failure({"target": "a/b", "error": gpu_counters.NO_TIME}))

    def test_run_continues_after_a_cut(self):
        self.assertEqual(self.run_script("a/right"), 0)
        kept = self.kept()["results"][0]["row"]
        kept["warps"] = 77
        unchecked = {**kept, "load requests": (8, 4)}
        (self.folder / "keep/results.json").write_text(json.dumps({**self.kept(), "results": [
            {"target": "a/right", "row": kept}, {"target": "a/late", "error": gpu_counters.NO_TIME},
            {"target": "a/unchecked", "row": unchecked}]}))
        self.assertEqual(self.run_script("a/first", "a/right", "a/late", "a/unchecked", "--continue"), 0)
        rows = [(of["target"], of["row"]["warps"]) for of in self.kept()["results"]]
        self.assertEqual(rows, [("a/first", 1), ("a/right", 77), ("a/late", 1), ("a/unchecked", 1)])

    def test_results_are_kept_at_once(self):
        with unittest.mock.patch("gpu_counters.write_results", lambda *_: 5):
            self.assertEqual(self.run_script("a/right", "a/b"), 5)
        self.assertEqual([of["target"] for of in self.kept()["results"]], ["a/right", "a/b"])

    def test_no_target_starts_after_the_limit(self):
        self.assertEqual(self.run_script("a/right", "--seconds", "0"), 1)
        stored = json.loads((self.folder / "keep/results.json").read_text())
        self.assertEqual(stored["results"], [{"target": "a/right", "error": "no time left"}])

    def test_corpus_is_compared_and_stored(self):
        corpus = self.folder / "corpus" / "bounds"
        corpus.mkdir(parents=True)
        (corpus / "a_fixed.cu").write_text(CORPUS_KERNEL)
        (corpus / "wrong_fixed.cu").write_text(CORPUS_KERNEL)
        (corpus / "heap_fixed.cu").write_text(CORPUS_KERNEL.replace("{}", "{ malloc(8); }"))
        (corpus / "a_bug.cu").write_text(CORPUS_KERNEL)
        prepare = functools.partial(gpu_counters.prepare_corpus, corpus=corpus.parent)
        table, counters = self.folder / "page.md", self.folder / "counters.json"
        with unittest.mock.patch("gpu_counters.prepare_corpus", prepare):
            status = self.run_script("a/right", "--corpus", "--table", str(table), "--counters", str(counters))
        self.assertEqual(status, 1, "one kernel differs")
        stored = json.loads(counters.read_text())
        self.assertEqual(stored["corpus"], {"kernels": 3, "compared": 2, "equal": 1, "different": {},
                                            "unknown": ["bounds/wrong"], "skipped": {"device library": 1}})
        self.assertEqual(list(stored["corpus kernels"]), ["bounds/a", "bounds/wrong"])
        self.assertEqual(stored["skipped corpus kernels"], {"bounds/heap": "device library"})
        self.assertEqual(stored["versions"]["ncu"], "ncu 2025.3.1.0")
        page = " ".join(table.read_text().split())
        self.assertIn("Of 3 repaired kernels, 2 are compared: 1 are equal in every counter", page)
        self.assertIn("|bounds/wrong|4|1|2/5(?)||?|", page)
        self.assertNotIn("|bounds/a|", page)
        self.assertNotIn("**p**", page, "no row has this reason")
        self.assertIn("1 are equal in every counter: in these 1, global sectors", page)
        again = self.folder / "again.md"
        with unittest.mock.patch.object(sys, "argv", ["gpu_counters.py", "--table", str(again), "--from",
                                                      str(self.folder / "keep/results.json")]), \
                unittest.mock.patch("builtins.print"):
            self.assertEqual(gpu_counters.main(), 1)
        self.assertEqual(again.read_text(), table.read_text())


    def test_kernels_that_repeat_are_kept(self):
        corpus = self.folder / "corpus" / "bounds"
        corpus.mkdir(parents=True)
        for name in ("waits", "wrong_waits"):
            (corpus / f"{name}_fixed.cu").write_text(CORPUS_KERNEL.replace("{}", "{ while (atomicAdd(out, 0)); }"))
        prepare = functools.partial(gpu_counters.prepare_corpus, corpus=corpus.parent)
        with unittest.mock.patch("gpu_counters.prepare_corpus", prepare):
            self.run_script("a/right", "--corpus", "--try-all")
            kept = self.kept()["corpus"]
            self.assertEqual([kept[0]["row"]["atomic requests"], kept[1]["error"]], [[2, 2], "timing"])
            self.run_script("a/right", "--corpus")
        self.assertEqual([of["error"] for of in self.kept()["corpus"]], ["timing", "timing"])

    def test_missing_kernels_join_stored_ones(self):
        corpus = self.folder / "corpus" / "bounds"
        corpus.mkdir(parents=True)
        for name in ("a", "b", "wrong"):
            (corpus / f"{name}_fixed.cu").write_text(CORPUS_KERNEL)
        stored = {**HEAD, "results": [{"target": "c/d", "row": row()}], "corpus": [
            {"target": "bounds/a", "row": row()}, {"target": "bounds/b", "error": "no time left"},
            {"target": "bounds/wrong", "row": row(atomic_requests=(10, 12))}]}
        (self.folder / "stored.json").write_text(json.dumps(stored))
        prepare = functools.partial(gpu_counters.prepare_corpus, corpus=corpus.parent)
        missing = ("--from", str(self.folder / "stored.json"), "--missing")
        with unittest.mock.patch("gpu_counters.prepare_corpus", prepare), \
                unittest.mock.patch("gpu_counters.driver_version", lambda: HEAD["driver"]):
            self.run_script(*missing, "--seconds", "0")
            kept = self.kept()["corpus"]
            self.assertEqual([kept[0]["row"]["atomic requests"], kept[1]["error"]], [[10, 10], "no time left"])
            self.assertEqual(self.run_script(*missing), 1)
        kept = self.kept()
        self.assertEqual(kept["results"][0]["target"], "c/d")
        requests = {kernel["target"]: kernel["row"]["atomic requests"] for kernel in kept["corpus"]}
        self.assertEqual(requests, {"bounds/a": [10, 10], "bounds/b": [2, 2], "bounds/wrong": [2, 5]})

    def test_named_targets_replace_stored_ones(self):
        corpus = self.folder / "corpus" / "bounds"
        corpus.mkdir(parents=True)
        for name in ("a", "b"):
            (corpus / f"{name}_fixed.cu").write_text(CORPUS_KERNEL)
        stored = {**HEAD, "results": [{"target": target, "row": row()} for target in ("c/d", "c/e")],
                  "corpus": [{"target": target, "row": row()} for target in ("bounds/a", "bounds/b")]}
        (self.folder / "stored.json").write_text(json.dumps(stored))
        prepare = functools.partial(gpu_counters.prepare_corpus, corpus=corpus.parent)
        with unittest.mock.patch("gpu_counters.prepare_corpus", prepare), \
                unittest.mock.patch("gpu_counters.driver_version", lambda: HEAD["driver"]):
            self.assertEqual(self.run_script("--from", str(self.folder / "stored.json"), "c/e", "corpus:bounds/b"), 0)
        kept = self.kept()
        requests = {of["target"]: of["row"]["atomic requests"] for of in kept["results"] + kept["corpus"]}
        self.assertEqual(requests, {"c/d": [10, 10], "c/e": [2, 2], "bounds/a": [10, 10], "bounds/b": [2, 2]})

    def kept(self):
        return json.loads((self.folder / "keep/results.json").read_text())


    def test_counts_with_reversed_blocks(self):
        (self.folder / "a.cu").write_text(CORPUS_KERNEL.replace("{}", "{ out[blockIdx.x] = n; }"))
        (self.folder / "a.toml").write_text(gpu_counters.corpus_experiment(self.folder / "a.cu", CORPUS_KERNEL))
        program = self.folder / "program"
        report = {"global": {"load_requests": 1, "load_sectors": 4, "store_requests": 0, "store_sectors": 0},
                  "shared": {"requests": 0, "passes": 0, "passes_ideal": 0},
          "local": {"load_requests": 0, "load_sectors": 0, "store_requests": 0, "store_sectors": 0},
                  "atomics": {"requests": 3, "requests_on_shared_memory": 1, "sectors": 2},
                  "instructions": {"warp": 10, "thread": 320}}
        (self.folder / "report.json").write_text(json.dumps(report))
        program.write_text(f'#!/bin/sh\nfor last; do :; done\ncp {self.folder}/report.json "$last"\n')
        program.chmod(0o755)
        options = argparse.Namespace(program=str(program), runner=[], model="H100 SXM")
        counts = gpu_counters.count_in_other_orders(self.folder / "a.toml", options, repeats=1)
        self.assertEqual([(of["load sectors"], of["atomic requests"]) for of in counts], [(4, 2), (4, 2)])
        self.assertIn("out[(gridDim.x - 1 - blockIdx.x)] = n", (self.folder / "a_reversed.cu").read_text())
        self.assertIn("a_reversed.cu", gpu_counters.source_of(self.folder / "a_reversed.toml"))


def planted_errors(counted):
    """Yields (counter, row) with one of the GPU's numbers changed a little or much."""
    for name in gpu_counters.TABLE:
        emulator, hardware = counted[name]
        for wrong in {hardware + 1, hardware - 1, round(hardware * 1.1), round(hardware * 0.9), int(hardware * 1.5)}:
            if wrong not in (emulator, hardware) and hardware > 0:
                yield name, {**counted, name: (emulator, wrong)}


LOADS = [instruction("LDG.E", 10, 320), instruction("STG.E", 10, 320), instruction("REDG.E.ADD", 10, 320),
         instruction("STL", 10, 320), instruction("BRA", 10, 320, divergent=10)]

# Rows with one reason each, and instructions that add up to the GPU's numbers
EXPLAINED = {
    "predicated": row(shared_requests=(40, 64), shared_passes=(40, 40), instructions=[
        *LOADS, instruction("LDS", 20, 640), instruction("STS", 44, 640, predicated=True, passes=20)]),
    # matmul/tiled on an H200
    "merged": row(shared_requests=(16320, 10560), shared_passes=(16320, 12480), instructions=[
        *LOADS, instruction("STS", 960, 30720), instruction("LDS", 7680, 245760),
        instruction("LDS.128", 1920, 61440, bits=128, passes=3840)]),
    # scan/brent_kung on an H200, with other instructions
    "omitted": row(shared_requests=(62, 60), shared_passes=(62, 60), instructions=[
        *LOADS, *[instruction("LDS", 2, 40)] * 30]),
    "atomics": row(shared_requests=(20, 20), shared_passes=(30, 90), shared_atomics=320, instructions=[
        *LOADS, instruction("LDS", 10, 320), instruction("ATOMS.ADD", 10, 320, passes=80)]),
    "beyond": row(store_requests=(9, 10), store_sectors=(9, 10), findings=32, bytes=[1280, 1152], instructions=LOADS),
    "wide": row(load_requests=(20, 10), bytes=[1280, 1280], instructions=[
        instruction("LDG.E.64", 10, 160, bits=64), *LOADS[1:]]),
    "registers": row(local_requests=(20, 10), local_sectors=(80, 40), stack=8, instructions=LOADS),
    "stack": row(local_requests=(0, 10), local_sectors=(0, 40), stack=8, instructions=LOADS),
    # uninitialised/padding_copy on an H200
    "interleaved": row(local_requests=(8, 12), stack=64, instructions=[
        *LOADS[:3], LOADS[4], *[instruction("STL.64", 1, 32, bits=64), instruction("STL.U8", 1, 32, bits=8)] * 4]),
}


class GpuCounters(unittest.TestCase):
    def test_planted_errors_have_no_reason(self):
        for title, counted in EXPLAINED.items():
            shared = [] if any(of["opcode"].startswith("LDS") for of in counted["instructions"]) else [
                instruction("LDS", 10, 320)]
            counted = {"bytes": [1280, 1280], **counted, "instructions": counted["instructions"] + shared}
            self.assertTrue(gpu_counters.judge(counted)[0], title)
            self.assertEqual(gpu_counters.judge(counted)[1] + gpu_counters.unchecked_counters(counted), [], title)
            sectors = {"known sectors": {kind: counted[f"{kind} sectors"][1] for kind in ("load", "store")}}
            for name, wrong in planted_errors({**counted, **sectors}):
                self.assertTrue(gpu_counters.judge(wrong)[1], f"{title}: {name} {counted[name]} {wrong[name]}")

    def test_textures_explain_exact_numbers(self):
        fetched = row(load_requests=(40, 0), load_sectors=(90, 0))
        fetched["further"]["l1tex__t_requests_pipe_tex_mem_texture.sum"] = 80
        reasons = {"load sectors": "texture", "load requests": "texture"}
        self.assertEqual(gpu_counters.judge(fetched), (reasons, []))
        self.assertEqual(gpu_counters.unchecked_counters(fetched), [])
        for name in reasons:
            self.assertTrue(gpu_counters.judge({**fetched, name: (fetched[name][0], 1)})[1])

    def test_reasons_without_a_profile_are_unchecked(self):
        self.assertEqual(gpu_counters.unchecked_counters(row(load_requests=(10, 5))), ["load requests"])
        self.assertEqual(gpu_counters.unchecked_counters(row()), [])
        self.assertTrue(gpu_counters.needs_profile(row(load_requests=(10, 5))))
        self.assertTrue(gpu_counters.needs_profile(row(own=OWN)))
        self.assertTrue(gpu_counters.needs_profile(row()), "sectors of atomics are sums over instructions")
        self.assertFalse(gpu_counters.needs_profile(row(atomic_requests=(0, 0), atomic_sectors=(0, 0))))

    def test_sectors_by_instruction_must_prove_themselves(self):
        load = {**instruction("LDG.E", 10, 320), "sectors": 10}
        results = [{"row": row(instructions=[load])} for _ in range(2)] + [
            {"row": row(load_sectors=(12, 10), instructions=[{**load, "sectors": 9}])}]
        gpu_counters.add_known_sectors(results)
        self.assertEqual(results[2]["row"]["known sectors"], {"load": 9}, "not for stores, which lack the column")
        load["sectors"] = 40
        gpu_counters.add_known_sectors(results)
        self.assertEqual(results[2]["row"]["known sectors"], {})

    def test_models_fit_the_card(self):
        self.assertEqual(gpu_counters.choose_model("NVIDIA H200", "9.0"), "H200 SXM")
        self.assertEqual(gpu_counters.choose_model("NVIDIA H100 80GB HBM3", "9.0"), "H100 SXM")
        self.assertEqual(gpu_counters.choose_model("NVIDIA L40", "8.9"), "RTX 4090")
        self.assertIsNone(gpu_counters.choose_model("a card", "99.0"))
        known = (gpu_counters.ROOT / "src/base/devices/device_model.cpp").read_text()
        for model in (*gpu_counters.MODELS.values(), *gpu_counters.NAMED_MODELS.values()):
            self.assertIn(f'{{"{model}"', known)

    def test_installed_script_finds_the_program(self):
        with tempfile.TemporaryDirectory() as name:
            program = pathlib.Path(name) / "bin/warpscope"
            program.parent.mkdir()
            program.touch(mode=0o755)
            with unittest.mock.patch("gpu_counters.ROOT", pathlib.Path(name) / "share/warpscope"):
                self.assertEqual(gpu_counters.find_program(), str(program))
                program.unlink()
                with unittest.mock.patch("shutil.which", lambda _: "/elsewhere/warpscope"):
                    self.assertEqual(gpu_counters.find_program(), "/elsewhere/warpscope")

    def test_files_keep_their_folder(self):
        with tempfile.TemporaryDirectory() as name:
            file = pathlib.Path(name).resolve() / "a.cu"
            file.touch()
            self.addCleanup(os.chdir, os.getcwd())
            os.chdir(name)
            self.assertEqual(gpu_counters.given_targets(["a.cu:blur", "scan/naive"]), [f"{file}:blur", "scan/naive"])

    def test_runs_on_two_cards_stay_apart(self):
        run = {**HEAD, "results": [], "corpus": []}
        with self.assertRaises(SystemExit):
            gpu_counters.merged_results([run, {**run, "driver": "9"}])

    def test_varying_numbers_replace_stored_ones(self):
        runs = [{**HEAD, "results": [], "corpus": [{"target": "a/b", **result}]}
                for result in ({"row": row()}, {"error": gpu_counters.VARIES}, {"error": "no report"})]
        merged = gpu_counters.merged_results(runs)
        self.assertEqual(merged["corpus"][0].get("error"), "no report")
        self.assertIn("row", gpu_counters.merged_results([runs[0], runs[2]])["corpus"][0])

    def test_folders_and_lists_name_targets(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file in ("a.toml", "a.cu", "b.cu", "notes.md"):
                (folder / file).touch()
            (folder / "list.txt").write_text(f"# kernels\nscan/naive\n\n{folder}\n")
            expected = ["scan/naive", f"{folder}/a.toml", f"{folder}/b.cu"]
            self.assertEqual(gpu_counters.given_targets([f"{folder}/list.txt"]), expected)

    def test_corpus_launch_follows_comment(self):
        text = gpu_counters.corpus_experiment(pathlib.Path("/a/b_fixed.cu"), CORPUS_KERNEL)
        for line in ("grid = [2]", "block = [64]", "shared = 256", "contents = 0", 'source = "/a/b_fixed.cu"'):
            self.assertIn(line, text.split("\n"))
        self.assertIn('type = "u8"\nshape = [16384]', gpu_counters.corpus_experiment(
            pathlib.Path("/a/b.cu"), CORPUS_KERNEL.replace("int* data", "unsigned char* data")))
        unwritten = CORPUS_KERNEL.replace("out: zero", "out: unwritten")
        self.assertNotIn("contents = 0", gpu_counters.corpus_experiment(pathlib.Path("/a/b.cu"), unwritten))

    def test_corpus_skips_what_varies(self):
        self.assertIsNone(gpu_counters.reason_to_skip(CORPUS_KERNEL + "// malloc"))
        self.assertEqual(gpu_counters.reason_to_skip(CORPUS_KERNEL + "while (atomicAdd(out, 0) == 0) {}"),
                         "timing")
        cooperative = CORPUS_KERNEL.replace("shared 256", "shared 0 cooperative")
        self.assertEqual(gpu_counters.reason_to_skip(cooperative), "cooperative or clustered launch")

    def test_most_of_the_corpus_is_compared(self):
        with tempfile.TemporaryDirectory() as folder:
            prepared = gpu_counters.prepare_corpus(pathlib.Path(folder))
        self.assertGreater(sum(reason is None for _, _, reason in prepared), 150)
        self.assertLessEqual({reason for _, _, reason in prepared} - {None}, set(gpu_counters.SKIPPED))

    def test_atomics_have_no_reason(self):
        self.assertEqual(gpu_counters.judge(row(atomic_requests=(10, 12)))[1], ["atomic requests"])

    def test_local_memory_needs_a_checked_reason(self):
        self.assertEqual(gpu_counters.judge(row(local_requests=(10, 0)))[0], {"local requests": "registers"})
        self.assertEqual(gpu_counters.judge(row(local_requests=(10, 0), stack=8))[1], ["local requests"])
        self.assertEqual(gpu_counters.judge(row(local_requests=(10, 12)))[1], ["local requests"])
        self.assertEqual(gpu_counters.judge(row(local_requests=(10, 12), stack=8))[0], {"local requests": "stack"})

    def test_equal_totals_must_not_hide_added_branches(self):
        hidden = row(divergent_branches=(10, 10), own=OWN, own_divergent=2)
        self.assertEqual(gpu_counters.judge(hidden)[1], ["divergent branches"])
        self.assertFalse(gpu_counters.has_equal_survivors(hidden))
        self.assertTrue(gpu_counters.has_equal_survivors(row(divergent_branches=(3, 10), own=OWN, own_divergent=7)))

    def test_lanes_that_meet_late_access_the_same_bytes(self):
        # bounds/local_after_the_return on an H200
        counted = row(store_sectors=(8, 32), store_requests=(2, 8), local_requests=(178, 336), stack=32,
                      bytes=[256, 256], instructions=[
                          instruction("LDG.E", 10, 64), instruction("STG.E", 8, 64),
                          instruction("BMOV.32.CLEAR", 7, 99),
                          instruction("ST.E.STRONG.SYS", 72, 200), instruction("STL", 136, 500),
                          instruction("LDL", 128, 400)])
        reasons = {"store sectors": "late", "store requests": "late", "local requests": "stack, late"}
        self.assertEqual(gpu_counters.judge(counted), (reasons, []))
        counted["bytes"] = [256, 252]
        self.assertEqual(gpu_counters.judge(counted)[1], ["store sectors", "store requests"])
        counted["bytes"] = [256, 256]
        counted["instructions"][2] = instruction("BMOV.32", 7, 99)
        self.assertEqual(gpu_counters.judge(counted)[1], ["store sectors", "store requests"])

    def test_lanes_leave_loops_of_atomics_late(self):
        # atomics_tour/exchange on an H200: each of 31 branches makes one more store
        counted = {"atomics": 34, "atomic_requests": (34, 34), "divergent_branches": (31, 31),
                   "store_sectors": (12, 40)}
        reasons = {"store sectors": "late", "store requests": "late"}
        self.assertEqual(gpu_counters.judge(row(store_requests=(3, 34), **counted)), (reasons, []))
        unknown = ["store sectors", "store requests"]
        self.assertEqual(gpu_counters.judge(row(store_requests=(3, 35), **counted))[1], unknown, "one store too many")
        counted["atomics"] = 0
        self.assertEqual(gpu_counters.judge(row(store_requests=(3, 34), **counted))[1], unknown)

    def test_cells_have_a_letter_for_each_reason(self):
        counted = row(local_requests=(178, 336))
        reasons = {"local requests": "stack, late"}
        self.assertEqual(gpu_counters.cell(counted, "local requests", reasons), "178/336(s,l)")
        self.assertEqual(gpu_counters.words_of(["stack, late", "late"]), {"stack", "late"})

    def test_faults_are_named(self):
        fault = "error: While running the kernel on the GPU: an illegal address.\nThe same launch on the emulator: x"
        self.assertEqual(gpu_counters.failure_of(1, fault, ""), "fault on the GPU")
        self.assertEqual(gpu_counters.failure_of(9, "", "==ERROR== LaunchFailed"), "fault on the GPU")
        self.assertEqual(gpu_counters.failure_of(9, "", '"0","kernel","(!) nan"'), "fault on the GPU")
        self.assertEqual(gpu_counters.failure_of(0, "", '"0","kernel","(!) nan"'), "ended without a report")
        slow = "The kernel had not ended after 20 s on the GPU and was stopped.\nhint"
        self.assertEqual(gpu_counters.failure_of(1, slow, ""), "time limit on the GPU")
        self.assertEqual(gpu_counters.failure_of(1, "first\nlast\n", ""), "last")

    def test_errors_of_the_gpu_are_kept(self):
        found = f"{gpu_counters.ON_EMULATOR}uninitialised_read at a.cu:2"
        error = gpu_counters.failure_of(1, f"note\nerror: No memory is left.\n{found}\n", "")
        self.assertEqual(error, f"No memory is left.\n{found}")
        self.assertIn(": a/b (No memory is left; emulator: uninitialised read).",
                      gpu_counters.left_out_text([{"target": "a/b", "error": error}]))
        self.assertEqual(gpu_counters.failure_of(1, found, ""), found)

    def test_kernels_with_notes_are_skipped(self):
        noted = CORPUS_KERNEL.replace("expect: nothing", "expect: note:race_same_value")
        self.assertEqual(gpu_counters.reason_to_skip(noted), "emulator note")
        self.assertEqual(gpu_counters.skip_reason({"error": "not correct"}), "emulator note", "earlier version")
        self.assertEqual(gpu_counters.reason_to_skip(noted.replace("note:", "")), "expected finding")
        self.assertEqual(gpu_counters.skip_reason({"error": "no report"}), "fault on the GPU", "earlier version")

    def test_page_groups_variants_by_reason(self):
        results = [{"target": f"a/{k}", "row": of} for k, of in enumerate([
            row(), row(shared_requests=(10, 12)), row(load_requests=(10, 5), shared_requests=(10, 12)),
            row(shared_requests=(10, 5), shared_passes=(10, 5))])]
        self.assertEqual(gpu_counters.agreement_by_reason(results),
                         "1 are equal in every counter, 1 differ only by p, 1 differ only by m and p: in these 3, "
                         "global sectors and shared passes are equal. 1 differ in sectors or passes.")

    def test_local_requests_count_words(self):
        # uninitialised/unwritten_local on an H200
        stores = [instruction("STL.128", 8, 256, bits=128), instruction("STL", 16, 512)]
        counted = row(local_requests=(32, 56), stack=64, instructions=[*stores, instruction("LDL", 8, 256)])
        self.assertEqual(gpu_counters.judge(counted), ({"local requests": "interleaved"}, []))
        self.assertEqual(gpu_counters.judge({**counted, "local requests": (33, 56)})[1], ["local requests"])
        self.assertEqual(gpu_counters.judge({**counted, "local requests": (32, 55)})[1], ["local requests"])
        counted["instructions"].append(instruction("LD.E", 8, 256))
        self.assertEqual(gpu_counters.judge(counted)[0], {"local requests": "stack"})

    def test_called_functions_have_a_stack(self):
        # heap_and_stack/endless_recursion on an H200: 8 saves and 8 loads in each of 17 calls
        counted = row(local_requests=(0, 272), instructions=[instruction("STL", 136, 4000),
                                                             instruction("LDL", 136, 4000)])
        self.assertEqual(gpu_counters.judge(counted), ({"local requests": "stack"}, []))
        counted["instructions"].pop()
        self.assertEqual(gpu_counters.judge(counted)[1], ["local requests"])

    def test_shared_atomics_do_not_hide_masked_requests(self):
        # bounds/next_array_atomic on an H200: 16 of 64 threads store twice
        stores = [instruction("STS", 2, 16, predicated=True, passes=1) for _ in range(2)]
        counted = row(shared_requests=(8, 10), shared_passes=(8, 10), shared_atomics=128, instructions=[
            *stores, instruction("ATOMS.POPC.INC.32", 2, 64), instruction("ATOMS.ADD", 2, 64, passes=4),
            instruction("LDS", 1, 16), instruction("LDS", 1, 16)])
        reasons = {"shared requests": "predicated", "shared passes": "atomics"}
        self.assertEqual(gpu_counters.judge(counted), (reasons, []))
        stores[0].update(lanes=64)
        self.assertEqual(gpu_counters.judge(counted)[1], ["shared requests"], "one store less is masked")

    def test_eliminated_loads_are_missing_in_machine_code(self):
        # flags_and_fences/third_reader_forgotten on an H200
        counted = row(shared_requests=(28, 32), shared_passes=(28, 20), instructions=[
            instruction("STS", 8, 2, predicated=True, passes=2), instruction("STS", 8, 256), instruction("LDS", 8, 256),
            instruction("STS", 8, 2, predicated=True, passes=2)], **{"PTX shared loads": 2})
        reasons = {"shared requests": "predicated, merged", "shared passes": "merged"}
        self.assertEqual(gpu_counters.judge(counted), (reasons, []))
        counted["PTX shared loads"] = 1
        self.assertEqual(gpu_counters.judge(counted)[1], ["shared requests", "shared passes"])
        result = {"target": "flags_and_fences/third_reader_forgotten", "row": row()}
        gpu_counters.add_ptx_facts(result)
        self.assertEqual((result["row"]["PTX shared loads"], result["row"]["PTX polls"]), (2, False))
        self.assertEqual(gpu_counters.count_shared_loads("ld.shared.v4.f32 {%f1};\nld.volatile.shared.u32 %r1"), 5)

    def test_warpsync_splits_lanes_with_different_masks(self):
        # barriers/vote_without_oneself on an H200
        counted = row(divergent_branches=(0, 1), instructions=[instruction("WARPSYNC.EXCLUSIVE", 1, 32, divergent=1)])
        self.assertEqual(gpu_counters.judge(counted), ({"divergent branches": "warpsync"}, []))
        counted["instructions"].append(instruction("BRA", 1, 32, divergent=1))
        counted["instructions"][0]["divergent"] = 0
        self.assertEqual(gpu_counters.judge(counted)[1], ["divergent branches"])

    def test_other_orders_show_dependence_on_order(self):
        # flags_and_fences/look_that_promises_nothing on an H200: no block sees the flag
        counted = row(load_requests=(7, 0), load_sectors=(7, 0), store_requests=(8, 1), store_sectors=(8, 1))
        self.assertEqual(gpu_counters.judge(counted)[1], ["load sectors", "load requests"], "too few to be merged")
        counted["other orders"] = [{name: 0 for name in ("load requests", "load sectors")},
                                   {name: 1 for name in ("store requests", "store sectors")}]
        self.assertEqual(set(gpu_counters.judge(counted)[0].values()), {"depends"})

    def test_polls_depend_on_the_order(self):
        # races_in_shared/votes_of_tiles_of_two_warps on an H200
        counted = row(shared_requests=(4531, 28), shared_passes=(4531, 53))
        self.assertEqual(gpu_counters.judge(counted)[1], ["shared requests", "shared passes"])
        result = {"target": "races_in_shared/votes_of_tiles_of_two_warps", "row": counted}
        gpu_counters.add_ptx_facts(result)
        self.assertEqual(set(gpu_counters.judge(counted)[0].values()), {"depends"})

    def test_storing_loops_do_not_poll(self):
        loop = "$L1:\n ld.volatile.u32 %r1, [%rd1];\n{}@%p1 bra $L1;\n"
        self.assertTrue(gpu_counters.has_poll(loop.format("")))
        self.assertFalse(gpu_counters.has_poll(loop.format(" st.u32 [%rd2], %r1;\n")))
        self.assertFalse(gpu_counters.has_poll(loop.replace("volatile", "global").format("")))

    def test_loads_of_matrices_are_shared_requests(self):
        self.assertIn("smsp__inst_executed_op_ldsm.sum", gpu_counters.COUNTERS["shared requests"][0])
        counts = {("blur", 0): {"text": "LDSM.16.M88.4 R4, [R2]", "executions": 8, "lanes": 256}}
        self.assertEqual([found["opcode"] for found in gpu_counters.notable_instructions(counts)], ["LDSM.16.M88.4"])
        self.assertEqual(gpu_counters.number("n/a"), 0, "older versions lack the metric")

    def test_reads_versions(self):
        self.assertEqual(gpu_counters.version_of("/nowhere/ncu"), "")

    def test_reads_rows_after_messages(self):
        rows = list(gpu_counters.ncu_rows(NCU))
        self.assertEqual([gpu_counters.plain_kernel_name(r["Kernel Name"]) for r in rows], ["blur", "scan"])
        self.assertEqual([gpu_counters.number(r["a.sum"]) for r in rows], [1024, 12])
        self.assertEqual(gpu_counters.number(rows[1]["b"]), 0)

    def test_equal_counters_need_no_reason(self):
        self.assertEqual(gpu_counters.judge(row()), ({}, []))

    def test_more_sectors_have_no_reason(self):
        self.assertEqual(gpu_counters.judge(row(load_sectors=(10, 12))), ({}, ["load sectors"]))

    def test_accesses_beyond_buffers_have_a_reason(self):
        self.assertEqual(gpu_counters.judge(row(store_sectors=(10, 12), findings=1))[0], {"store sectors": "beyond"})

    def test_fewer_requests_are_merged(self):
        self.assertEqual(gpu_counters.judge(row(load_requests=(10, 5))), ({"load requests": "merged"}, []))

    def test_fewer_requests_with_more_sectors_differ(self):
        found = gpu_counters.judge(row(load_requests=(10, 5), load_sectors=(10, 11)))
        self.assertEqual(found, ({}, ["load sectors", "load requests"]))

    def test_more_shared_requests_need_equal_passes(self):
        self.assertEqual(gpu_counters.judge(row(shared_requests=(10, 12)))[0], {"shared requests": "predicated"})
        self.assertEqual(gpu_counters.judge(row(shared_requests=(10, 12), shared_passes=(10, 12)))[1],
                         ["shared requests", "shared passes"])

    def test_more_branches_need_some_of_the_assembler(self):
        self.assertEqual(gpu_counters.judge(row(divergent_branches=(10, 2)))[1], ["divergent branches"])
        self.assertEqual(gpu_counters.judge(row(divergent_branches=(0, 1)))[1], ["divergent branches"])
        self.assertEqual(gpu_counters.judge(row(divergent_branches=(0, 1), own=OWN))[0], {"divergent branches": "own"})

    def test_counts_by_instruction_must_explain_branches(self):
        self.assertEqual(gpu_counters.judge(row(divergent_branches=(3, 10), own=OWN, own_divergent=7))[1], [])
        self.assertEqual(gpu_counters.judge(row(divergent_branches=(3, 10), own=OWN, own_divergent=6))[1],
                         ["divergent branches"])

    def test_counts_divergence_of_own_branches(self):
        launch = {"kernel": "blur(float*, int)"}
        own = [dict(branch) for branch in OWN]
        counts = gpu_counters.instructions_by_address(SOURCE_PAGE, [launch, launch])
        divergent = {place: found["divergent"] for place, found in counts.items()}
        self.assertEqual(divergent, {("blur", 0): 0, ("blur", 0x10): 7, ("blur", 0x20): 2, ("blur", 0x30): 0,
                                     ("blur", 0x40): 0})
        self.assertEqual(gpu_counters.count_own_divergence(own, counts), 9)
        first = gpu_counters.instructions_by_address(SOURCE_PAGE, [launch])
        self.assertEqual(first["blur", 0x10]["divergent"], 6, "the second launch was not requested")

    def test_notable_instructions_access_memory_or_diverge(self):
        counts = gpu_counters.instructions_by_address(SOURCE_PAGE, [{"kernel": "blur"}])
        notable = gpu_counters.notable_instructions(counts)
        self.assertEqual([found["opcode"] for found in notable], ["BRA", "BRA", "STS.64"])
        self.assertEqual(notable[2], {"opcode": "STS.64", "predicated": True, "executions": 1120, "lanes": 420,
                                      "divergent": 0, "bits": 64, "passes": 112})

    def test_other_code_is_not_counted(self):
        counts = gpu_counters.instructions_by_address(SOURCE_PAGE, [{"kernel": "blur"}])
        elsewhere = [{**OWN[0], "address": address} for address in (0x70, 0x40)]
        for own in elsewhere:
            self.assertIsNone(gpu_counters.count_own_divergence([own], counts), "no branch is there")
        self.assertIsNone(gpu_counters.count_own_divergence(OWN, None))
        page = '"Kernel Name","blur"\n"Address","Source"\n"0x0","NOP"\n'
        self.assertIsNone(gpu_counters.instructions_by_address(page, [{"kernel": "blur"}]))

    def test_code_without_branches_is_counted(self):
        page = ('"Kernel Name","blur"\n"Address","Source","Instructions Executed",'
                '"Predicated-On Thread Instructions Executed"\n"0x0","STS [R4], R6","8","32"\n')
        counts = gpu_counters.instructions_by_address(page, [{"kernel": "blur"}])
        self.assertEqual(gpu_counters.notable_instructions(counts),
                         [{"opcode": "STS", "predicated": False, "executions": 8, "lanes": 32}])

    def test_names_causes_of_own_branches(self):
        report = {"sass": {"kernels": [{"kernel": "blur(float*, int)", "own": [
            {name: value for name, value in branch.items() if name != "kernel"} for branch in OWN]}]}}
        self.assertEqual(gpu_counters.own_branches(report), OWN)
        page = gpu_counters.page([{"target": "a/b", "row": row(divergent_branches=(3, 10), own=OWN, own_divergent=7)}],
                                 HEAD)
        self.assertIn("|3/10(o)|30|", page)
        self.assertIn("- **o**, ", page)

    def test_counters_file_keeps_card_with_numbers(self):
        results = [{"target": "a/b", "row": row(load_requests=(10, 5))}, {"target": "a/c", "error": "no report"}]
        stored = json.loads(gpu_counters.counters_file(results, HEAD))
        self.assertEqual((stored["device"], stored["driver"], list(stored["variants"])), ("GPU", "1.2", ["a/b"]))
        self.assertEqual(stored["unknown"], [])
        unknown = json.loads(gpu_counters.counters_file([{"target": "a/b", "row": row(load_sectors=(1, 2))}], HEAD))
        self.assertEqual(unknown["unknown"], ["a/b"])
        variant = stored["variants"]["a/b"]
        at = stored["counters"].index("load requests")
        self.assertEqual((variant["emulator"][at], variant["hardware"][at]), (10, 5))
        self.assertEqual(variant["reasons"], {"load requests": "merged"})
        self.assertEqual(variant["PTX branches"], 30)

    def test_page_marks_unknown_differences(self):
        page = gpu_counters.page([{"target": "a/b", "row": row(load_sectors=(10, 12))}], HEAD)
        self.assertIn("|a/b|10/12(?)|10|", page)
        self.assertIn("|10|30|?|\n", page)
        self.assertIn("Without a known reason: a/b (load sectors)", " ".join(page.split()))

    def test_page_has_equal_variants(self):
        results = [{"target": "a/b", "row": row(store_sectors=(0, 0))}, {"target": "a/c", "row": row()},
                   {"target": "c/d", "error": "no report"}]
        page = gpu_counters.page(results, HEAD)
        self.assertIn("|a/b|10||10|", page)
        self.assertIn("|a/c|10|10|10|", page)
        self.assertIn("Every difference is attributed. Failed on the GPU: c/d (fault on the GPU).",
                      " ".join(page.split()))

    def test_sums_give_numbers_of_the_gpu(self):
        counted = {"target": "bug_museum/half_guard", "row": row(
            load_sectors=(461, 492), store_sectors=(461, 492), load_requests=(180, 192), store_requests=(180, 192))}
        sums = ["461+5x2+7x3=492", "180+3x4=192"]
        self.assertEqual(gpu_counters.sums_of(counted), sums)
        counted["row"]["load requests"] = (180, 193)
        self.assertEqual(gpu_counters.sums_of(counted), [*sums, "?"])
        self.assertEqual(gpu_counters.product_of("(1+2+4)x3"), 21)

    def test_stored_differences_have_sums(self):
        stored = json.loads((gpu_counters.ROOT / "assets/hardware_counters.json").read_text())
        found = 0
        for target, entry in stored["variants"].items():
            pairs = dict(zip(stored["counters"], zip(entry["emulator"], entry["hardware"])))
            pairs["reasons"] = entry.get("reasons", {})
            found += bool(sums := gpu_counters.sums_of({"target": target, "row": pairs}))
            self.assertNotIn("?", sums, target)
        self.assertGreater(found, 25)

    def test_instructions_are_not_judged(self):
        counted = row(warp_instructions=(10, 25))
        self.assertEqual(gpu_counters.judge(counted), ({}, []))
        entry = json.loads(gpu_counters.counters_file([{"target": "a/b", "row": counted}], HEAD))
        self.assertEqual(list(entry["not judged"]), ["warp instructions", "thread instructions"])
        self.assertEqual(entry["variants"]["a/b"]["not judged"], [[10, 25], [10, 10]])
        page = " ".join(gpu_counters.page([{"target": "a/b", "row": counted}], HEAD).split())
        self.assertIn("The GPU executes 2.50 to 2.50 times as many (warp), or 1.00 to 1.00 (thread).", page)

    def test_waits_for_other_accesses_are_limited(self):
        def judged(conflicts, passes=(14, 14), **others):
            counted = row(bank_conflicts=conflicts, shared_passes=passes, **others)
            counted["further"] |= {gpu_counters.IDEAL_PASSES: 10, gpu_counters.ARBITRATION: 5}
            return gpu_counters.judge(counted)

        queued = {"bank conflicts": "queued"}
        self.assertEqual(judged((4, 4)), ({}, []))
        self.assertEqual(judged((4, 9)), (queued, []))
        self.assertEqual(judged((4, 10))[1], ["bank conflicts"], "more than the GPU's waits")
        self.assertEqual(judged((4, 3))[1], ["bank conflicts"], "fewer than its instructions have")
        self.assertEqual(judged((5, 6))[1], ["bank conflicts"], "the instructions have four")
        self.assertEqual(judged((2, 4)), ({"bank conflicts": "merged"}, []), "12 passes were ideal, of these 10 remain")
        lanes = [*LOADS, instruction("LDS", 10, 320), instruction("ATOMS.ADD", 10, 320, passes=80)]
        more = {"passes": (30, 90), "shared_requests": (20, 20), "shared_atomics": 320, "instructions": lanes}
        self.assertEqual(judged((10, 80), **more)[0]["bank conflicts"], "atomics")
        self.assertEqual(judged((10, 82), **more)[0]["bank conflicts"], "atomics, queued")

    def test_page_counts_checked_reasons(self):
        checked = row(local_requests=(0, 10), stack=8, instructions=LOADS)
        results = [{"target": f"a/{k}", "row": of} for k, of in enumerate([checked, row(load_requests=(10, 5)), row()])]
        self.assertEqual(gpu_counters.checked_text(results),
                         " Of 2 differing variants and kernels, 1 were checked by instruction.")
        self.assertEqual(gpu_counters.checked_text(results[:1]),
                         " Of 1 differing variants and kernels, 1 were checked by instruction.")
        fetched = row(load_requests=(40, 0), load_sectors=(90, 0))
        fetched["further"]["l1tex__t_requests_pipe_tex_mem_texture.sum"] = 80
        self.assertEqual(gpu_counters.checked_text([*results, {"target": "a/t", "row": fetched}]),
                         " Of 3 differing variants and kernels, 1 were checked by instruction, 1 (q and t) by other counters of "
                         "the GPU.")
        entry = json.loads(gpu_counters.counters_file(results, HEAD))["variants"]["a/1"]
        self.assertEqual(entry["unchecked"], ["load requests"])

    def test_page_says_why_variants_are_left_out(self):
        told = gpu_counters.left_out_text([
            {"target": "a/b", "error": "The same launch on the emulator: out_of_bounds at b.cu:2, block (0, 0, 0)"},
            {"target": "a/c", "error": "time limit on the GPU"}, {"target": "a/d", "row": row()}])
        self.assertEqual(told, " Failed on the GPU (the emulator's findings need not be the causes): a/b (emulator: "
                               "out of bounds), a/c (time limit on the GPU).")
        told = gpu_counters.left_out_text([
            {"target": "bug_museum/endless_loop", "error": "time limit on the GPU"},
            {"target": "a/b", "error": "2048 threads.\nThe same launch on the emulator: invalid_launch at b.cu:2"}])
        self.assertEqual(told, " Failed on the GPU: bug_museum/endless_loop (never ends), a/b (invalid launch).")
        self.assertEqual(gpu_counters.left_out_text([{"target": "a/d", "row": row()}]), "")

    def test_page_counts_equal_atomics(self):
        results = [{"target": f"a/{k}", "row": row(atomic_requests=pair, local_requests=(0, 0))}
                   for k, pair in enumerate([(3, 3), (2, 2), (0, 0)])]
        self.assertEqual(gpu_counters.requests_text(results),
                         " All 2 variants with global atomics have equal atomic requests. No variant uses local "
                         "memory.")
        results[0]["row"]["atomic requests"] = (3, 4)
        self.assertIn(" Of 2 variants with global atomics, 1 have equal atomic requests.",
                      gpu_counters.requests_text(results))

    def test_kernels_with_two_reasons_are_counted(self):
        corpus = [{"target": "a/b", "row": row(load_requests=(10, 5), shared_requests=(10, 12))},
                  {"target": "a/c", "row": row(load_requests=(10, 5))},
                  {"target": "a/d", "error": "depends on the order of threads"}, {"target": "a/e", "error": "a crash"}]
        told = gpu_counters.corpus_text(corpus)
        self.assertIn("2 differ (merged 2, predicated 1; 1 for more than one).", told)
        self.assertIn("2 are skipped: timing 1, not measured 1. *Timing*: ", told)
        told = gpu_counters.corpus_text([{"target": "a/b", "error": gpu_counters.VARIES}])
        self.assertIn("Numbers vary in a/b.", told)

    def test_lines_do_not_begin_with_a_sign(self):
        for width in range(90, 121):
            text = gpu_counters.wrapped(f"- {'x' * width} 405 504 - 24 576 = 380 928\n  in a kernel")
            self.assertFalse([line for line in text.split("\n")[1:] if line.strip().startswith("-")], width)
            self.assertIn("405 504 - 24 576", text)
            self.assertIn("(2 + 6", gpu_counters.wrapped(f"- {'x' * width} (2 + 6 x 3)"))


if __name__ == "__main__":
    unittest.main()
