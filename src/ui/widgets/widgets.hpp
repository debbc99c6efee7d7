// Tests can read all text drawn here. Lengths are at scale 1.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/number_text.hpp"
#include "catalog/legal.hpp"
#include "ui/style/style.hpp"
#include "ui/widgets/label.hpp"

namespace warpscope::ui {

struct TextStyle {
    Face face = Face::text;
    float size = size_body;
    ImU32 color = 0; // 0: the theme's text color
};

/// Truncates the line at `width` screen pixels unless that is 0.
void text(const Look& look, std::string_view words, TextStyle style = {}, float width = 0);
void text_in_row(const Look& look, std::string_view words, TextStyle style = {}, float width = 0);
/// Draws text without moving ImGui's cursor.
void text_at(const Look& look, ImDrawList& list, ImVec2 at, std::string_view words, TextStyle style = {});
[[nodiscard]] std::string shortened(const Look& look, std::string_view words, const TextStyle& style, float width);
/// Wraps at the window's right edge. **Words** between double asterisks are strong; "7 x 7" becomes "7 × 7".
void paragraph(const Look& look, std::string_view words, TextStyle style = {});
void section(const Look& look, std::string_view title);
/// Draws the label and, at least `column` pixels from the left, the value in mono.
void fact(const Look& look, const Label& label, std::string_view value, std::string_view tip = {}, float column = 0);
[[nodiscard]] float fact_column(const Look& look, std::string_view name);
/// Opens the next menu below the last item, aligned to its right edge if `right`.
void menu_below(const Look& look, bool right = false);
/// Closes the menu on Esc and keeps it on the screen. Call at the menu's start.
void update_menu();
[[nodiscard]] bool clicked_beside();
enum class BoxKind { plain, note, error };
void begin_box(const Look& look, const char* id, BoxKind kind);
void end_box();

[[nodiscard]] bool pill(const Look& look, const Label& label, bool on, std::string_view tip);
[[nodiscard]] ImVec2 pill_size(const Look& look, const Label& label);
/// A button "lead **strong** trail ▾" of the top bar.
struct MenuLabel {
    std::string_view lead, strong, trail;
};
[[nodiscard]] bool menu_button(const Look& look, const char* id, MenuLabel label, float max_width);
enum class Icon : uint8_t {
    none,
    half_disc,
    close,
    menu,
    folder,
    up,
    pin,
    caret_down,
    caret_up,
    pane_left,
    pane_right,
    pane_bottom,
    enlarge,
    four,
    two,
    first,
    back,
    play,
    pause,
    forward,
    last,
    brush
};
[[nodiscard]] bool quiet_button(const Look& look, const Label& label, Icon icon = Icon::none,
                                std::string_view tip = {});
[[nodiscard]] ImVec2 quiet_button_size(const Look& look, const Label& label, Icon icon = Icon::none);
[[nodiscard]] bool plain_enter();
[[nodiscard]] bool main_button(const Look& look, const Label& label, bool enabled = true);
[[nodiscard]] ImVec2 main_button_size(const Look& look, const Label& label);
void place_buttons(const Look& look, const Label& cancel, const Label& main);
[[nodiscard]] bool tab(const Look& look, const Label& label, bool selected, bool is_error = false);
[[nodiscard]] float tab_width(const Look& look, const Label& label);
bool chip(const Look& look, const Label& label, bool good, std::string_view tip);
[[nodiscard]] ImVec2 chip_size(const Look& look, const Label& label);
void menu_heading(const Look& look, std::string_view words);
[[nodiscard]] bool menu_item(const Look& look, const Label& label, std::string_view detail, bool selected);

void plate(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max);
void veil(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max);
[[nodiscard]] ImU32 veil_color(const Look& look);
void icon(const Look& look, ImDrawList& list, Icon which, ImVec2 center, float size, ImU32 color);
void tooltip(const Look& look, std::string_view words);
void tooltip(const Look& look, const std::function<void()>& draw);
void item_tooltip(const Look& look, std::string_view words);
/// Shows the tooltip to the side of the rectangle, or above it near the bottom of the screen.
void tooltip_beside(const Look& look, std::string_view words, ImVec2 min, ImVec2 max);
/// Shows the tooltip above the rectangle; without room, over the upper corner that is farther from the mouse.
void tooltip_outside(const Look& look, std::string_view words, ImVec2 min, ImVec2 max);

struct SliderRange {
    double minimum = 0, maximum = 1, step = 1, initial = 0;
    bool integer = true;
    bool logarithmic = false;
    const std::vector<catalog::IllegalSpan>* illegal = nullptr;
    std::string_view zero{}; // words shown instead of the number 0
    float type = 0;
};
struct SliderEvent {
    std::optional<double> value;
    bool ended = false;
    bool was_drag = false;
};
[[nodiscard]] float slider_width(const Look& look, std::string_view title, double value, const SliderRange& range);
[[nodiscard]] float slider_header(const Look& look, float type);
[[nodiscard]] float slider_height(const Look& look, float type = 0);
/// Ctrl+click edits the number; right click resets it to `range.initial`.
[[nodiscard]] SliderEvent slider(const Look& look, const char* label, std::string_view title, std::string_view tip,
                                 double value, const SliderRange& range);

[[nodiscard]] float splitter(const Look& look, const char* label, ImVec2 position, ImVec2 size, bool vertical);

using warpscope::fixed;
using warpscope::grouped;
/// Returns "7 × 7" for "7 x 7", and U+2212 for the minus of numbers outside of `code`.
[[nodiscard]] std::string with_signs(std::string_view words);
/// Formats "12 B", "1.5 KiB", "80 MiB" or "1.0 GiB".
[[nodiscard]] std::string bytes_text(uint64_t bytes);
/// Formats "0.042 ms", "4.2 ms", "12 ms" or "1.3 s".
[[nodiscard]] std::string duration(double milliseconds);

} // namespace warpscope::ui
