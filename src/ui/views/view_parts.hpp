// Lengths at scale 1 of what lies over a view.
#pragma once

#include <algorithm>

#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/model/model.hpp"

namespace warpscope::ui {

inline constexpr float header_height = 42, legend_height = 36, splitter_width = 6;
/// A view that is narrower has no room for three entries of a legend beside each other.
inline constexpr float narrow_legend = 760;
inline constexpr float legend_type = size_small + 0.5f;

/// How much larger the legend is for those who read it from the last row.
[[nodiscard]] inline float legend_stretch(const Model& model) { return std::max(1.0f, model.reading / legend_type); }

/// The cells that a view of `content` shows: of the output with the places of surplus threads.
[[nodiscard]] render::CellRect extent_shown(const session::RunResult& result, const render::Content& content);

/// What leads back from a view alone, in English.
[[nodiscard]] inline const char* all_words(const Model& model) {
    return model.scene->four ? N_("All four views") : N_("Both views");
}

} // namespace warpscope::ui
