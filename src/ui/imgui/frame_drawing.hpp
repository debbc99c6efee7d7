// A frame of Dear ImGui as a drawing: its triangles made lines, outlines and words again.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include <imgui.h>

#include "base/drawing.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// From the next frame on, edges are not smoothed by triangles of their own, from which no line could be told, and
/// circles have more corners; and parts have their names (render/style/named_group.hpp). Or all is as usual again.
void draw_plain_edges(bool on);

/// What stands in place of a texture that is not ImGui's own, drawn at `at`; none: its pixels.
using TextureDrawing = std::function<std::optional<drawing::Group>(ImTextureID, drawing::Rect at)>;

/// `data` is of a frame that was drawn with plain edges.
[[nodiscard]] drawing::Picture drawing_of(const ImDrawData& data, const Fonts& fonts, const TextureDrawing& of_texture);

} // namespace warpscope::ui
