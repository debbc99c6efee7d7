// Assignments: gates compare a submission's measurements with the course kernel's. Format: docs/ASSIGNMENTS.md.
#pragma once

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/experiment.hpp"
#include "lesson/lesson.hpp"
#include "session/session.hpp"

namespace warpscope::lesson {

struct Gate {
    std::string name;
    Expression holds;
    Words says; // message of a failed gate; "": the expression
    double points = 1;
};

struct Assignment {
    std::string title;
    std::filesystem::path file;
    RunSpec run;                      // course's kernel, called "reference" in expressions
    std::filesystem::path begin_with; // initial text; "": the course's kernel
    std::vector<RunSpec> cases;       // gates must hold in all
    std::vector<Gate> gates;
};

[[nodiscard]] Result<Assignment> read_assignment(const std::filesystem::path& file);
/// Recognizes an assignment by its gates, because experiments have the same extension.
[[nodiscard]] bool is_assignment_file(const std::filesystem::path& file);
/// Returns the first case's launch of the course kernel.
[[nodiscard]] Result<session::Request> first_launch(const Assignment& assignment, const catalog::Catalog& catalog);

struct GateResult {
    std::string name;
    bool passed = false;
    std::string why;
    /// Measurement of the failed case: "shared.passes is 405504 (goal: at most 1126)". If all pass, that of the last
    /// case, after "with noise:64x64 in blocks of 32x32x1: ".
    std::string measured = {};
};

struct Grade {
    std::vector<GateResult> gates;
    double points = 0, max = 0;

    [[nodiscard]] bool passed() const { return std::ranges::all_of(gates, &GateResult::passed); }
};

struct CaseWatch {
    std::atomic<bool> cancel{false};
    std::atomic<size_t> done{0};
};

using References = std::vector<std::shared_ptr<const session::RunResult>>;

[[nodiscard]] Result<References> make_references(const Assignment& assignment, const catalog::Catalog& catalog,
                                                 CaseWatch* watch);

[[nodiscard]] std::optional<Diagnostic> assignment_error(const Assignment& assignment, const References& references);

/// Returns why a text is refused: includes other than headers by relative names, NUL bytes, or `.incbin`.
[[nodiscard]] std::optional<std::string> submission_error(std::string_view text);

/// Runs a submission on the emulator. If it cannot run, all gates fail; an error means a broken assignment.
[[nodiscard]] Result<Grade> grade(const Assignment& assignment, const References& references,
                                  const std::filesystem::path& submission);

/// `text`: nullopt for the course's kernel.
[[nodiscard]] Result<Grade> grade_text(const Assignment& assignment, const References& references,
                                       const std::optional<std::string>& text, CaseWatch* watch);

[[nodiscard]] std::string measured_words(const Expression& condition, const Names& names);

} // namespace warpscope::lesson
