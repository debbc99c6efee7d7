// Scenes inside SVG and PDF files. Inside PNG files: input/png_text.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::exporting {

/// The element of an SVG that carries a scene.
[[nodiscard]] std::string svg_scene(std::string_view scene);
/// The scene that svg_scene() has made, also after an editor has saved the file again; nothing where there is none. A
/// damaged or a huge one is an error.
[[nodiscard]] Result<std::optional<std::string>> find_svg_scene(std::string_view svg);

/// `pdf`, which is a complete file, with the scene as an attached file.
[[nodiscard]] Result<std::string> with_pdf_scene(const std::string& pdf, const std::string& scene);
/// As find_svg_scene().
[[nodiscard]] Result<std::optional<std::string>> find_pdf_scene(std::string_view pdf);

} // namespace warpscope::exporting
