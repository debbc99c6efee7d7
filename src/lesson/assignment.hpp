// Assignments: a kernel to write, and gates that a submission passes or not: expressions over what is measured of it,
// beside the course's own kernel. docs/ASSIGNMENTS.md documents the file.
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::lesson {

struct Gate {
    std::string name;
    Expression holds;
    Words says; // what is said where it does not hold; none: the expression
    double points = 1;
};

struct Assignment {
    std::string title;
    std::filesystem::path file;
    RunSpec run; // the course's own kernel, which a submission stands in for; others know it as reference
    std::vector<RunSpec> cases; // changes of the launch: a gate must hold with each
    std::vector<Gate> gates;
};

[[nodiscard]] Result<Assignment> read_assignment(const std::filesystem::path& file);

struct GateResult {
    std::string name;
    bool passed = false;
    std::string why; // what kept it from passing; empty when it has
};

struct Grade {
    std::vector<GateResult> gates;
    double points = 0, most = 0;

    [[nodiscard]] bool passed() const { return std::ranges::all_of(gates, &GateResult::passed); }
};

/// Why no submission can be judged by the assignment: a gate that cannot be evaluated of the course's own kernel, or
/// that this kernel does not pass. Nothing where all is well.
[[nodiscard]] std::optional<Diagnostic> why_unfit(const Assignment& assignment, const catalog::Catalog& catalog);

/// Runs the kernel of a CUDA file in the place of the assignment's own, on the emulator, with races looked for. What
/// keeps a submission from running fails its gates. An error is one of the assignment.
[[nodiscard]] Result<Grade> grade(const Assignment& assignment, const catalog::Catalog& catalog,
                                  const std::filesystem::path& submission);

} // namespace warpscope::lesson
