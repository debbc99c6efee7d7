#pragma once

#include <memory>
#include <optional>

#include "analysis/compare.hpp"
#include "insight/block_view.hpp"
#include "render/view_state.hpp"

namespace warpscope::workbench {

struct Baseline {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<const metrics::BlockTrace> trace;
    render::Selection selection;
    std::shared_ptr<const analysis::Comparison> comparison;
    bool side_by_side = false;
    std::shared_ptr<const insight::BlockView> block_view;
    std::optional<Diagnostic> block_view_problem;

    /// Returns an index into Scene::views. With two runs side by side, both views of a row have the same settings.
    [[nodiscard]] size_t choice_of(size_t view) const {
        if (!side_by_side) return view;
        return view < scene::first_lower_view ? 1 : scene::first_lower_view;
    }
};

struct CompareModel {
    Baseline baseline;
};

} // namespace warpscope::workbench
