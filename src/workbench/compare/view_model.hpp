// The pinned run, as panels read it.
#pragma once

#include <memory>
#include <optional>

#include "analysis/compare.hpp"
#include "insight/block_view.hpp"
#include "render/view_state.hpp"

namespace warpscope::workbench {

/// The run that the user has pinned to compare later ones with; all null while nothing is pinned.
struct Baseline {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<const metrics::BlockTrace> trace;       // of its selection's block, while side by side
    render::Selection selection;                            // at the same place as the present run's
    std::shared_ptr<const analysis::Comparison> comparison; // with the present run; null until ready
    bool side_by_side = false;                              // the left view shows it
    std::shared_ptr<const insight::BlockView> block_view;   // of one of its blocks, while both runs' diagrams are shown
    std::optional<Diagnostic> block_view_problem;           // reason why there is none

    /// Which of the scene's views says what a view shows and marks: of two runs both show the same, what is made above
    /// and, of four views, what it reads below.
    [[nodiscard]] size_t choice_of(size_t view) const {
        if (!side_by_side) return view;
        return view < scene::first_lower_view ? 1 : scene::first_lower_view;
    }
};

struct CompareModel {
    Baseline baseline;
};

} // namespace warpscope::workbench
