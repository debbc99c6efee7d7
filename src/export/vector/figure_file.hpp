#pragma once

#include <filesystem>

#include "base/diagnostic.hpp"
#include "base/drawing.hpp"

namespace warpscope::exporting {

[[nodiscard]] bool is_drawing_file(const std::filesystem::path& file);
/// Recognizes SVG, PDF and PNG.
[[nodiscard]] bool is_figure_file(const std::filesystem::path& file);

/// Writes an SVG or PDF file atomically.
[[nodiscard]] Result<void> save_drawing(const std::filesystem::path& file, const drawing::Picture& picture,
                                        const drawing::Words& words);

} // namespace warpscope::exporting
