#pragma once

#include <optional>
#include <vector>

#include "insight/value_difference.hpp"
#include "workbench/feature/models.hpp"

namespace warpscope::workbench {

struct Subtraction {
    std::shared_ptr<const session::RunResult> run, reference_run; // equal unless the reference is the baseline
    render::Content content, reference;

    friend bool operator==(const Subtraction&, const Subtraction&) = default;
};

/// Returns nothing if the reference is in none of the current runs.
[[nodiscard]] std::optional<Subtraction> subtraction_of(const Models& model, size_t view);
/// Slow for large buffers.
[[nodiscard]] insight::ValueDifference make_difference(const Subtraction& subtraction);

[[nodiscard]] std::vector<scene::Reference> possible_references(const Models& model, const render::Content& content);

} // namespace warpscope::workbench
