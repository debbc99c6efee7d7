// Basic widgets of all panels. Every text on the screen goes through these functions, so that it has the right face and
// tests can read it. Lengths are at scale 1.
#pragma once

#include <cstdint>
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
    ImU32 colour = 0; // 0: the theme's text color
};

/// Draws one line at the cursor; truncates it at `width` screen pixels unless that is 0.
void text(const Look& look, std::string_view words, TextStyle style = {}, float width = 0);
/// Centers the line vertically in a row with fields and buttons.
void text_in_row(const Look& look, std::string_view words, TextStyle style = {}, float width = 0);
/// Draws at a screen position without advancing the cursor.
void text_at(const Look& look, ImDrawList& list, ImVec2 at, std::string_view words, TextStyle style = {});
/// Returns `words`, truncated with an ellipsis to `width` pixels if necessary.
[[nodiscard]] std::string shortened(const Look& look, std::string_view words, const TextStyle& style, float width);
/// Wraps at the right edge of the window. **Words** between double asterisks are strong.
void paragraph(const Look& look, std::string_view words, TextStyle style = {});
/// Draws a small letter-spaced heading with room above it.
void section(const Look& look, std::string_view title);
/// Draws "name      value" in two columns, the value in the mono face.
void fact(const Look& look, const Label& label, std::string_view value, std::string_view tip = {});
/// Opens the next menu below the last item, aligned to its right edge if `right`.
void menu_below(const Look& look, bool right = false);
/// Closes the menu on Esc, and moves a menu that has grown back onto the screen. Call at the start of a menu.
void update_menu();
/// Returns whether a click hit neither the current topmost window nor its items.
[[nodiscard]] bool clicked_beside();
/// A rounded box around everything between `begin_box` and `end_box`.
enum class BoxKind { plain, note, error };
void begin_box(const Look& look, const char* id, BoxKind kind);
void end_box();

/// A button that stays pressed while `on`.
[[nodiscard]] bool pill(const Look& look, const Label& label, bool on, std::string_view tip);
[[nodiscard]] ImVec2 pill_size(const Look& look, const Label& label);
/// A framed button of the top bar: "lead **strong** trail ▾".
struct MenuLabel {
    std::string_view lead, strong, trail;
};
[[nodiscard]] bool menu_button(const Look& look, const char* id, MenuLabel label, float max_width);
/// A button without a frame; `icon` is at its left.
enum class Icon : uint8_t {
    none,
    half_disc,
    close,
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
    last
};
[[nodiscard]] bool quiet_button(const Look& look, const Label& label, Icon icon = Icon::none,
                                std::string_view tip = {});
[[nodiscard]] ImVec2 quiet_button_size(const Look& look, const Label& label, Icon icon = Icon::none);
/// Returns whether Enter was pressed and no field or focused button takes it; confirms a dialog.
[[nodiscard]] bool plain_enter();
[[nodiscard]] bool main_button(const Look& look, const Label& label, bool enabled = true);
[[nodiscard]] ImVec2 main_button_size(const Look& look, const Label& label);
/// Moves the cursor so that a dialog's last two buttons end at the edge of its fields.
void place_buttons(const Look& look, const Label& cancel, const Label& main);
[[nodiscard]] bool tab(const Look& look, const Label& label, bool selected);
[[nodiscard]] float tab_width(const Look& look, const Label& label);
/// Draws words on a rounded colored background. Returns whether it was clicked.
bool chip(const Look& look, const Label& label, bool good, std::string_view tip);
[[nodiscard]] ImVec2 chip_size(const Look& look, const Label& label);
/// Draws a menu entry with `detail` at the right.
[[nodiscard]] bool menu_item(const Look& look, const Label& label, std::string_view detail, bool selected);

/// Draws a nearly opaque background for words over a picture.
void plate(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max);
/// Pales the rectangle to mark it as stale.
void veil(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max);
[[nodiscard]] ImU32 veil_colour(const Look& look);
void icon(const Look& look, ImDrawList& list, Icon which, ImVec2 centre, float size, ImU32 colour);
void tooltip(const Look& look, std::string_view words);
/// Shows the tooltip next to the rectangle, so that it does not cover it; at the screen's lower edge, above it.
void tooltip_beside(const Look& look, std::string_view words, ImVec2 min, ImVec2 max);
/// Shows the tooltip above the rectangle. Without room there, covers the upper corner farther from the mouse.
void tooltip_outside(const Look& look, std::string_view words, ImVec2 min, ImVec2 max);

struct SliderRange {
    double minimum = 0, maximum = 1, step = 1, initial = 0;
    bool integer = true;
    bool logarithmic = false;
    const std::vector<catalog::IllegalSpan>* illegal = nullptr; // hatched, with an explanation under the cursor
    std::string_view zero{};                                    // text that replaces 0
    float type = 0;                                             // minimum text size of title and number
};
struct SliderEvent {
    std::optional<double> value; // set if it was moved, typed or reset
    bool ended = false;          // the drag or text input has ended
};
/// Returns the height of the line with title and number.
[[nodiscard]] float slider_header(const Look& look, float type);
/// Draws title and value over a track. Ctrl+click edits the number, right click resets to `range.initial`.
[[nodiscard]] SliderEvent slider(const Look& look, const char* label, std::string_view title, std::string_view tip,
                                 double value, const SliderRange& range);

/// Draws the draggable gap between two panes, `size` on screen. Returns the drag distance of this frame in pixels.
[[nodiscard]] float splitter(const Look& look, const char* label, ImVec2 position, ImVec2 size, bool vertical);

using warpscope::fixed;
using warpscope::grouped;
/// Converts "16 x 16" to "16 × 16".
[[nodiscard]] std::string with_signs(std::string_view words);
/// Returns "0.42 ms", "12 ms" or "1.3 s".
[[nodiscard]] std::string duration(double milliseconds);

} // namespace warpscope::ui
