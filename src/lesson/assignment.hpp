// Assignments: a kernel to write, and gates that a submission passes or not: expressions over what is measured of it,
// beside the course's own kernel. docs/ASSIGNMENTS.md documents the file.
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
    Words says; // what is said where it does not hold; none: the expression
    double points = 1;
};

struct Assignment {
    std::string title;
    std::filesystem::path file;
    RunSpec run; // the course's own kernel, which a submission stands in for; others know it as reference
    std::filesystem::path begin_with; // a text to begin with; none: the course's own kernel
    std::vector<RunSpec> cases;       // changes of the launch: a gate must hold with each
    std::vector<Gate> gates;
};

[[nodiscard]] Result<Assignment> read_assignment(const std::filesystem::path& file);
/// Returns whether a TOML file has gates; experiments have the same ending.
[[nodiscard]] bool is_assignment_file(const std::filesystem::path& file);
/// The launch of the first case, of the course's own kernel.
[[nodiscard]] Result<session::Request> first_launch(const Assignment& assignment, const catalog::Catalog& catalog);

struct GateResult {
    std::string name;
    bool passed = false;
    std::string why; // what kept it from passing; empty when it has
    /// Of the case that it did not pass, which `why` names, else of the last: "with noise:64x64 in blocks of 32x32x1:
    /// shared.passes is 405504, asked: at most 1126", with the case where there are several; empty where nothing is
    /// compared, or nothing has run.
    std::string measured = {};
};

struct Grade {
    std::vector<GateResult> gates;
    double points = 0, most = 0;

    [[nodiscard]] bool passed() const { return std::ranges::all_of(gates, &GateResult::passed); }
};

/// A run of several cases that is watched and may be stopped from another thread.
struct CaseWatch {
    std::atomic<bool> cancel{false};
    std::atomic<size_t> done{0};
};

/// The course's own kernel's runs, one of each case.
using References = std::vector<std::shared_ptr<const session::RunResult>>;

/// They serve any number of submissions; `warpscope grade` makes them again in the process of each. `watch` may be
/// null.
[[nodiscard]] Result<References> make_references(const Assignment& assignment, const catalog::Catalog& catalog,
                                                 CaseWatch* watch);

/// Why no submission can be judged by the assignment: a gate that cannot be evaluated of the course's own kernel, or
/// that this kernel does not pass. Nothing where all is well.
[[nodiscard]] std::optional<Diagnostic> why_unfit(const Assignment& assignment, const References& references);

/// Why a text is not run at all: it includes what is no header beside it. The course's own kernels can be read: no
/// submission may include one.
[[nodiscard]] std::optional<std::string> why_refused(std::string_view text);

/// Runs the kernel of a CUDA file in the place of the assignment's own, on the emulator, with races looked for. What
/// keeps a submission from running fails its gates. An error is one of the assignment.
[[nodiscard]] Result<Grade> grade(const Assignment& assignment, const References& references,
                                  const std::filesystem::path& submission);

/// The same of a text in the place of the kernel's; none: the course's own. A text that is refused passes no gate.
/// `watch` may be null.
[[nodiscard]] Result<Grade> grade_text(const Assignment& assignment, const References& references,
                                       const std::optional<std::string>& text, CaseWatch* watch);

/// What the comparisons of a condition compare, in numbers.
[[nodiscard]] std::string measured_words(const Expression& condition, const Names& names);

} // namespace warpscope::lesson
