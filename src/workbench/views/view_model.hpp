#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "insight/block_view.hpp"
#include "insight/phases.hpp"
#include "insight/value_difference.hpp"
#include "render/view_state.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/views/block_view_state.hpp"

namespace warpscope::workbench {

struct ViewsModel {
    std::shared_ptr<const metrics::BlockTrace> trace;
    std::shared_ptr<const insight::BlockView> block_view;
    std::optional<Diagnostic> block_view_problem;
    BlockViewState block_view_state;
    render::Selection selection;
    std::optional<render::Content> selected_in;
    std::optional<uint32_t> step;
    std::optional<uint32_t> interval;
    std::vector<uint32_t> intervals; // empty until traced
    std::shared_ptr<const insight::Phases> phases;
    std::optional<uint32_t> slice; // nullopt: all slices
    render::Camera camera;
    std::optional<render::Camera> matrices_camera; // nullopt: shows everything
    std::optional<PaintedCode> painted;
    std::optional<render::Paint> paint;
    render::Probes probes, baseline_probes;
    /// One difference per view; null without a reference or while it is computed.
    std::array<std::shared_ptr<const insight::ValueDifference>, std::tuple_size_v<scene::Views>> differences;
};

} // namespace warpscope::workbench
