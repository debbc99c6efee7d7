// Recovers lines, outlines and words from a frame's triangles.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include <imgui.h>

#include "base/drawing.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Prepares frames for drawing_of(): no antialiasing triangles, finer circles, named parts.
void draw_plain_edges(bool on);

/// Returns the vector shapes of a texture; nothing if it has only pixels.
using TextureDrawing = std::function<std::optional<drawing::Group>(ImTextureID, drawing::Rect at)>;

/// Requires draw_plain_edges(true).
[[nodiscard]] drawing::Picture drawing_of(const ImDrawData& data, const Fonts& fonts, const TextureDrawing& of_texture);

} // namespace warpscope::ui
