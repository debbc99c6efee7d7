// Scenes in SVG and PDF files; for PNG see input/png_text.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::exporting {

[[nodiscard]] std::string svg_scene(std::string_view scene);
/// Finds the scene, even if an editor has rewritten the file. Fails if the scene is damaged or huge.
[[nodiscard]] Result<std::optional<std::string>> find_svg_scene(std::string_view svg);

[[nodiscard]] Result<std::string> with_pdf_scene(const std::string& pdf, const std::string& scene);
[[nodiscard]] Result<std::optional<std::string>> find_pdf_scene(std::string_view pdf);

} // namespace warpscope::exporting
