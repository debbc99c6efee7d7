// What the views show of the run, as panels read it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "insight/block_view.hpp"
#include "insight/phases.hpp"
#include "render/view_state.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/views/block_view_state.hpp"

namespace warpscope::workbench {

struct ViewsModel {
    std::shared_ptr<const metrics::BlockTrace> trace;     // of the selection's block; null until ready
    std::shared_ptr<const insight::BlockView> block_view; // for the tabs that show a block; null until ready
    std::optional<Diagnostic> block_view_problem;         // reason why there is none
    BlockViewState block_view_state;
    render::Selection selection;
    std::optional<render::Content> selected_in;    // content that the selection was pointed at in
    std::optional<uint32_t> step;                  // emphasized access of the selected thread to buffers
    std::optional<uint32_t> interval;              // emphasized barrier interval of the selection's block
    std::vector<uint32_t> intervals;               // of that block; empty until its trace is there
    std::shared_ptr<const insight::Phases> phases; // of that block
    std::optional<uint32_t> slice;                 // of volumes; none: all slices
    render::Camera camera;
    std::optional<render::Camera> matrices_camera; // of views that show an arrangement; none: all of it
    std::optional<PaintedCode> painted;            // line whose cost is painted
    std::optional<render::Paint> paint;            // its meaning for the result
    render::Probes probes;                         // measurements of the result on demand
};

} // namespace warpscope::workbench
