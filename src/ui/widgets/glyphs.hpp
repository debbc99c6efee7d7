#pragma once

#include <string_view>

#include "simt/events.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

void hatch(ImDrawList& list, ImVec2 min, ImVec2 max, float period, float stroke, ImU32 color);
void words_at(const Look& look, ImDrawList& list, Face face, float size, ImVec2 at, ImU32 color,
              std::string_view words);
bool words_in(const Look& look, ImDrawList& list, Face face, float size, ImVec2 min, ImVec2 max, ImU32 color,
              std::string_view words);
[[nodiscard]] ImU32 ink_on(ImU32 ground);
[[nodiscard]] ImU32 heat_color(double part, double all);
[[nodiscard]] ImU32 warp_tint(uint32_t warp);

/// Draws full squares for `active`, hatched ones for `waiting`. Returns their size.
ImVec2 lane_squares(const Look& look, ImDrawList& list, ImVec2 at, simt::LaneMask active, simt::LaneMask waiting);

/// Draws "‹ 3 of 32 ›" and returns the new `value`, counted from 0.
[[nodiscard]] uint32_t stepper(const Look& look, const char* label, std::string_view title, uint32_t value,
                               uint32_t count);

} // namespace warpscope::ui
