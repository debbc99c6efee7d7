#pragma once

#include <optional>
#include <vector>

#include "insight/value_difference.hpp"
#include "workbench/feature/models.hpp"

namespace warpscope::workbench {

struct Subtraction {
    // Equal runs, unless the reference is in the baseline.
    std::shared_ptr<const session::RunResult> run, reference_run;
    render::Content content, reference;

    friend bool operator==(const Subtraction&, const Subtraction&) = default;
};

/// Returns nullopt if no current run has the reference.
[[nodiscard]] std::optional<Subtraction> subtraction_of(const Models& model, size_t view);
/// Slow for large buffers.
[[nodiscard]] insight::ValueDifference make_difference(const Subtraction& subtraction);

[[nodiscard]] std::vector<scene::Reference> possible_references(const Models& model, const render::Content& content);

} // namespace warpscope::workbench
