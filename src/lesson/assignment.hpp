// Assignments: a kernel to write, and gates that a submission must pass. Gates are expressions over its measurements
// and those of the course's own kernel. File format: docs/ASSIGNMENTS.md.
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
    Words says; // message if it does not hold; empty: the expression
    double points = 1;
};

struct Assignment {
    std::string title;
    std::filesystem::path file;
    RunSpec run; // course's own kernel, called "reference" in expressions; a submission replaces it
    std::filesystem::path begin_with; // initial text; empty: the course's own kernel
    std::vector<RunSpec> cases;       // variations of the launch; a gate must hold in all
    std::vector<Gate> gates;
};

[[nodiscard]] Result<Assignment> read_assignment(const std::filesystem::path& file);
/// Experiments have the same extension, so this looks for gates.
[[nodiscard]] bool is_assignment_file(const std::filesystem::path& file);
/// Launch of the course's own kernel in the first case.
[[nodiscard]] Result<session::Request> first_launch(const Assignment& assignment, const catalog::Catalog& catalog);

struct GateResult {
    std::string name;
    bool passed = false;
    std::string why; // reason of failure; empty if passed
    /// Measurement of the failed case, or of the last one: "with noise:64x64 in blocks of 32x32x1: shared.passes is
    /// 405504, asked: at most 1126". Empty if nothing was compared or run.
    std::string measured = {};
};

struct Grade {
    std::vector<GateResult> gates;
    double points = 0, most = 0;

    [[nodiscard]] bool passed() const { return std::ranges::all_of(gates, &GateResult::passed); }
};

/// Progress and cancellation of a run over several cases.
struct CaseWatch {
    std::atomic<bool> cancel{false};
    std::atomic<size_t> done{0};
};

/// Runs of the course's own kernel, one per case.
using References = std::vector<std::shared_ptr<const session::RunResult>>;

/// Makes the reference runs, which serve any number of submissions. `watch` may be null.
[[nodiscard]] Result<References> make_references(const Assignment& assignment, const catalog::Catalog& catalog,
                                                 CaseWatch* watch);

/// Returns an error if the assignment itself is broken: a gate cannot be evaluated or fails for the course's own
/// kernel.
[[nodiscard]] std::optional<Diagnostic> why_unfit(const Assignment& assignment, const References& references);

/// Reason to refuse a text: it includes something other than headers next to it. Otherwise it could include the
/// course's own kernel.
[[nodiscard]] std::optional<std::string> why_refused(std::string_view text);

/// Runs a CUDA file in place of the course's own kernel, on the emulator and with race checks. Failures to run fail all
/// gates; errors mean a broken assignment.
[[nodiscard]] Result<Grade> grade(const Assignment& assignment, const References& references,
                                  const std::filesystem::path& submission);

/// Same for a text; nullopt: the course's own. `watch` may be null.
[[nodiscard]] Result<Grade> grade_text(const Assignment& assignment, const References& references,
                                       const std::optional<std::string>& text, CaseWatch* watch);

/// Text with both sides of each comparison in a condition.
[[nodiscard]] std::string measured_words(const Expression& condition, const Names& names);

} // namespace warpscope::lesson
