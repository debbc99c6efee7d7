// Converts a Dear ImGui frame into a drawing: recovers lines, outlines and words from its triangles.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include <imgui.h>

#include "base/drawing.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Switches, from the next frame on, to output that drawing_of() can read: no antialiasing triangles, more corners in
/// circles, and named parts (render/style/named_group.hpp).
void draw_plain_edges(bool on);

/// Returns the shapes behind a texture that is not ImGui's own, drawn at `at`; none if only its pixels are available.
using TextureDrawing = std::function<std::optional<drawing::Group>(ImTextureID, drawing::Rect at)>;

/// Requires a frame drawn after draw_plain_edges(true).
[[nodiscard]] drawing::Picture drawing_of(const ImDrawData& data, const Fonts& fonts, const TextureDrawing& of_texture);

} // namespace warpscope::ui
