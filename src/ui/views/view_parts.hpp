#pragma once

#include <algorithm>

#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

inline constexpr float header_height = 42, legend_height = 36, splitter_width = 6;
inline constexpr float narrow_legend = 760;
inline constexpr float legend_type = size_small + 0.5f;

/// Returns the factor that makes legends readable from the last row of a lecture hall.
[[nodiscard]] inline float legend_stretch(const Model& model) { return std::max(1.0f, model.reading / legend_type); }

/// Returns the rectangle of the cells, with idle threads around the output.
[[nodiscard]] render::CellRect extent_shown(const session::RunResult& result, const render::Content& content);

[[nodiscard]] inline const char* all_words(const Model& model) {
    return model.scene->four ? N_("All four views") : N_("Both views");
}

} // namespace warpscope::ui
