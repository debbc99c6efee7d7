// Marks that several panels draw: patterns, arrows, words at a place, lane masks.
#pragma once

#include <string_view>

#include "simt/events.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Diagonal lines inside a rectangle.
void hatch(ImDrawList& list, ImVec2 min, ImVec2 max, float period, float stroke, ImU32 colour);
/// One line of words with its upper left corner at `at`.
void words_at(const Look& look, ImDrawList& list, Face face, float size, ImVec2 at, ImU32 colour,
              std::string_view words);
/// In the middle of the rectangle; draws nothing and returns false where they do not fit.
bool words_in(const Look& look, ImDrawList& list, Face face, float size, ImVec2 min, ImVec2 max, ImU32 colour,
              std::string_view words);
/// Black or white, whichever reads better on `ground`.
[[nodiscard]] ImU32 ink_on(ImU32 ground);
/// Viridis from dark for 0 to bright for `all`.
[[nodiscard]] ImU32 heat_colour(double part, double all);
[[nodiscard]] ImU32 warp_tint(uint32_t warp);

/// 32 little squares, lane 0 first: full for `active`, hatched for `waiting`, empty for the others. Returns their size.
ImVec2 lane_squares(const Look& look, ImDrawList& list, ImVec2 at, simt::LaneMask active, simt::LaneMask waiting);

/// "‹ 3 of 32 ›": returns what `value` becomes, both counted from 0.
[[nodiscard]] uint32_t stepper(const Look& look, const char* label, std::string_view title, uint32_t value,
                               uint32_t count);

} // namespace warpscope::ui
