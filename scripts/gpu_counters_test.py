#!/usr/bin/env python3
"""Tests gpu_counters.py without a GPU: how it reads ncu's output, and which differences it explains."""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import gpu_counters  # noqa: E402

NCU = '''==PROF== Connected to process 7
"ID","Process ID","Kernel Name","a.sum","b"
"","","","sector",""
"0","7","blur(float *, int)","1,024","3"
"1","7","void ns::scan<int>(int *)","12",""
'''


# The source page has a table for each launch. Addresses count from an unknown start.
SOURCE_PAGE = '''"Kernel Name","blur(float *, int)"
"Address","Source","# Samples","smsp__sass_branch_targets_threads_divergent"
"0x7f00","LDC R1, c[0x0][0x28]","0","0"
"0x7f10","@!P0 BRA 0x7f0040","0","6"
"0x7f20","@P1 BRA 0x7f0010","0","2"
"0x7f30","@P1 BRA 0x7f0010","0","0"
"Kernel Name","scale(float *)"
"Address","Source","# Samples","smsp__sass_branch_targets_threads_divergent"
"0x8f00","@P0 BRA 0x8f0040","0","5"
"Kernel Name","blur(float *, int)"
"Address","Source","# Samples","smsp__sass_branch_targets_threads_divergent"
"0x9f00","LDC R1, c[0x0][0x28]","0","0"
"0x9f10","@!P0 BRA 0x9f0040","0","1"
'''

OWN = [{"kernel": "blur", "file": "blur.cu", "line": 9, "address": 0x10, "cause": "division"},
       {"kernel": "blur", "file": "blur.cu", "line": 7, "address": 0x30, "cause": "division"},
       {"kernel": "blur", "file": "blur.cu", "line": 9, "address": 0x20, "cause": "root"}]


def row(**changed):
    """Returns counters that agree, except for the given ones."""
    agreed = {name: (10, 10) for name in gpu_counters.COUNTERS}
    further = {metric: 0 for metric in gpu_counters.FURTHER_METRICS}
    return {**agreed, "warps": 4, "atomics": 0, "shared atomics": 0, "PTX branches": 30, "own": [], "own divergent": None,
            "findings": 0, "further": further, **{name.replace("_", " "): value for name, value in changed.items()}}


class GpuCounters(unittest.TestCase):
    def test_reads_rows_after_messages(self):
        rows = list(gpu_counters.ncu_rows(NCU))
        self.assertEqual([gpu_counters.plain_kernel_name(r["Kernel Name"]) for r in rows], ["blur", "scan"])
        self.assertEqual([gpu_counters.number(r["a.sum"]) for r in rows], [1024, 12])
        self.assertEqual(gpu_counters.number(rows[1]["b"]), 0)

    def test_equal_counters_need_no_reason(self):
        self.assertEqual(gpu_counters.judge(row()), ({}, []))

    def test_more_sectors_have_no_reason(self):
        self.assertEqual(gpu_counters.judge(row(load_sectors=(10, 12))), ({}, ["load sectors"]))

    def test_accesses_outside_of_buffers_are_faults(self):
        self.assertEqual(gpu_counters.judge(row(store_sectors=(10, 12), findings=1))[0], {"store sectors": "fault"})

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
        counts = gpu_counters.branches_by_address(SOURCE_PAGE, [launch, launch])
        self.assertEqual(counts, {("blur", 0x10): 7, ("blur", 0x20): 2, ("blur", 0x30): 0})
        self.assertEqual(gpu_counters.count_own_divergence(OWN, counts), 9)
        first = gpu_counters.branches_by_address(SOURCE_PAGE, [launch])
        self.assertEqual(first["blur", 0x10], 6, "the second launch was not requested")

    def test_other_code_is_not_counted(self):
        self.assertIsNone(gpu_counters.count_own_divergence(OWN, {("blur", 0x10): 7}))
        self.assertIsNone(gpu_counters.count_own_divergence(OWN, None))
        page = '"Kernel Name","blur"\n"Address","Source"\n"0x0","NOP"\n'
        self.assertIsNone(gpu_counters.branches_by_address(page, [{"kernel": "blur"}]))

    def test_names_causes_of_own_branches(self):
        report = {"sass": {"kernels": [{"kernel": "blur(float*, int)", "own": [
            {name: value for name, value in branch.items() if name != "kernel"} for branch in OWN]}]}}
        self.assertEqual(gpu_counters.own_branches(report), OWN)
        self.assertEqual(gpu_counters.own_text(OWN), "division (lines 7, 9), root (line 9)")
        page = gpu_counters.page([{"target": "a/b", "row": row(divergent_branches=(3, 10), own=OWN, own_divergent=7)}],
                                  "GPU", "1.2")
        self.assertIn("| a/b | 7 | 7 | division (lines 7, 9), root (line 9) |", page)

    def test_counters_file_keeps_card_with_numbers(self):
        results = [{"target": "a/b", "row": row(load_requests=(10, 5))}, {"target": "a/c", "error": "no report"}]
        stored = json.loads(gpu_counters.counters_file(results, "GPU", "1.2"))
        self.assertEqual((stored["device"], stored["driver"], list(stored["variants"])), ("GPU", "1.2", ["a/b"]))
        variant = stored["variants"]["a/b"]
        at = stored["counters"].index("load requests")
        self.assertEqual((variant["emulator"][at], variant["hardware"][at]), (10, 5))

    def test_page_marks_unknown_differences(self):
        page = gpu_counters.page([{"target": "a/b", "row": row(load_sectors=(10, 12))}], "GPU", "1.2")
        self.assertIn("|a/b|10/12 ?|10|", page)
        self.assertIn("|10|30|\n", page)
        self.assertIn("Without a known reason: a/b (load sectors)", " ".join(page.split()))

    def test_page_omits_equal_variants(self):
        results = [{"target": "a/b", "row": row()}, {"target": "c/d", "error": "no report"}]
        page = gpu_counters.page(results, "GPU", "1.2")
        self.assertNotIn("|a/b|", page)
        self.assertIn("Every difference has a known reason. Not compared, because", " ".join(page.split()))

    def test_page_shows_all_variants_of_transpose(self):
        page = gpu_counters.page([{"target": "transpose/tiled", "row": row()}], "GPU", "1.2")
        self.assertIn("|transpose/tiled|10|10|", page)


if __name__ == "__main__":
    unittest.main()
