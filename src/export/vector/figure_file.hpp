// Figures for print: SVG and PDF.
#pragma once

#include <filesystem>

#include "base/diagnostic.hpp"
#include "base/drawing.hpp"

namespace warpscope::exporting {

/// Returns whether the name is that of an SVG or PDF, in whatever case.
[[nodiscard]] bool is_drawing_file(const std::filesystem::path& file);
/// Returns whether it is one of those or a PNG.
[[nodiscard]] bool is_figure_file(const std::filesystem::path& file);

/// Writes an SVG or PDF, as its name ends. The file appears complete or not at all.
[[nodiscard]] Result<void> save_drawing(const std::filesystem::path& file, const drawing::Picture& picture,
                                        const drawing::Words& words);

} // namespace warpscope::exporting
