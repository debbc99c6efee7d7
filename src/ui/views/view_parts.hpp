// Lengths, at scale 1, of the elements over a view.
#pragma once

#include <algorithm>

#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

inline constexpr float header_height = 42, legend_height = 36, splitter_width = 6;
/// Narrower views have no room for three legend entries in a row.
inline constexpr float narrow_legend = 760;
inline constexpr float legend_type = size_small + 0.5f;

/// Returns how much to enlarge the legend for readers in the last row.
[[nodiscard]] inline float legend_stretch(const Model& model) { return std::max(1.0f, model.reading / legend_type); }

/// Returns the cells that a view shows, including places of idle threads around the output.
[[nodiscard]] render::CellRect extent_shown(const session::RunResult& result, const render::Content& content);

/// Returns the English label of the command that leaves single-view mode.
[[nodiscard]] inline const char* all_words(const Model& model) {
    return model.scene->four ? N_("All four views") : N_("Both views");
}

} // namespace warpscope::ui
