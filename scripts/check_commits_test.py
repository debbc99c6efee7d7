#!/usr/bin/env python3
"""Tests check_commits.py on single subjects."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from check_commits import problems  # noqa: E402


class CheckCommits(unittest.TestCase):
    def test_good_subjects(self):
        for subject in ("simt: vectorize shuffles with a full mask", "ui/time: press Space to pause",
                        "merge: split the window into features"):
            self.assertEqual(problems(subject), [], subject)

    def test_long_subject(self):
        self.assertTrue(problems("simt: vectorize " + "x" * 60))

    def test_two_topics(self):
        self.assertTrue(problems("simt: vectorize shuffles; fix votes"))

    def test_missing_part(self):
        self.assertTrue(problems("Vectorize shuffles"))

    def test_other_forms_of_the_verb(self):
        for subject in ("simt: vectorized shuffles", "simt: vectorizes shuffles", "simt: vectorizing shuffles",
                        "simt: the shuffles are vectorized", "merge: issue 23", "simt: fix shuffles."):
            self.assertTrue(problems(subject), subject)


if __name__ == "__main__":
    unittest.main()
