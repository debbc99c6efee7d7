// The small parts that panels are made of. All text on the screen goes through these, so that it has the right face and
// so that tests can read it. Lengths are at scale 1.
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
    ImU32 colour = 0; // 0: the theme's text colour
};

/// One line at the cursor; cut with an ellipsis at `width` pixels (on screen) when that is not 0.
void text(const Look& look, std::string_view words, TextStyle style = {}, float width = 0);
/// The same in the middle of a row that is as high as a field: beside fields and buttons.
void text_in_row(const Look& look, std::string_view words, TextStyle style = {}, float width = 0);
/// The same at a place of a draw list, on screen, without taking room.
void text_at(const Look& look, ImDrawList& list, ImVec2 at, std::string_view words, TextStyle style = {});
/// The longest start of `words` that fits into `width` pixels with an ellipsis; all of them if they fit.
[[nodiscard]] std::string shortened(const Look& look, std::string_view words, const TextStyle& style, float width);
/// Wraps at the right edge of the window. **Words** between double asterisks are strong.
void paragraph(const Look& look, std::string_view words, TextStyle style = {});
/// A small letter-spaced heading with room above it.
void section(const Look& look, std::string_view title);
/// "name      value" in two columns, the value in the mono face.
void fact(const Look& look, const Label& label, std::string_view value, std::string_view tip = {});
/// Has the menu that begins next open below the last item, with the edges at the right in line if `right`.
void menu_below(const Look& look, bool right = false);
/// At the beginning of a menu: Esc closes it, and where it has grown it moves so that all of it is on the screen.
void update_menu();
/// Inside a window that lies over all others: the mouse was clicked beside it. A click on one of its own items is none.
[[nodiscard]] bool clicked_beside();
/// A rounded box around what `begin_box` and `end_box` enclose.
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
/// A button without a frame; `icon` draws at its left.
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
/// Enter was pressed where no field and no button that keys have chosen takes it: what a dialog does by default.
[[nodiscard]] bool plain_enter();
[[nodiscard]] bool main_button(const Look& look, const Label& label, bool enabled = true);
[[nodiscard]] ImVec2 main_button_size(const Look& look, const Label& label);
/// Where a dialog's two last buttons begin, so that they end at the edge of its fields.
void place_buttons(const Look& look, const Label& cancel, const Label& main);
/// A tab of the drawer.
[[nodiscard]] bool tab(const Look& look, const Label& label, bool selected);
[[nodiscard]] float tab_width(const Look& look, const Label& label);
/// Words on a rounded coloured ground; true when it was clicked.
bool chip(const Look& look, const Label& label, bool good, std::string_view tip);
[[nodiscard]] ImVec2 chip_size(const Look& look, const Label& label);
/// A line in a menu; `detail` is drawn at the right.
[[nodiscard]] bool menu_item(const Look& look, const Label& label, std::string_view detail, bool selected);

/// The ground of words that are laid over a picture: the picture can just be guessed behind it.
void plate(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max);
/// Pales what was drawn in the rectangle: it is not of now.
void veil(const Look& look, ImDrawList& list, ImVec2 min, ImVec2 max);
[[nodiscard]] ImU32 veil_colour(const Look& look);
void icon(const Look& look, ImDrawList& list, Icon which, ImVec2 centre, float size, ImU32 colour);
void tooltip(const Look& look, std::string_view words);
/// The same beside the rectangle and not at the mouse, where it would lie over what it is about; over it at the
/// screen's lower edge, where things stand in a row.
void tooltip_beside(const Look& look, std::string_view words, ImVec2 min, ImVec2 max);
/// The same above the rectangle, of which all is to stay in sight; where there is no room, over its upper corner that
/// is farther from the mouse.
void tooltip_outside(const Look& look, std::string_view words, ImVec2 min, ImVec2 max);

struct SliderRange {
    double minimum = 0, maximum = 1, step = 1, initial = 0;
    bool integer = true;
    bool logarithmic = false;
    const std::vector<catalog::IllegalSpan>* illegal = nullptr; // hatched, and explained under the cursor
    std::string_view zero{};                                    // what 0 means, shown in its place
    float type = 0;                                             // least size of title and number
};
struct SliderEvent {
    std::optional<double> value; // set when it moved, was typed or was reset
    bool ended = false;          // the drag or the typing is over
};
/// How high the line of title and number is.
[[nodiscard]] float slider_header(const Look& look, float type);
/// Title and value over a track. Ctrl+click types a number, right click goes back to `range.initial`.
[[nodiscard]] SliderEvent slider(const Look& look, const char* label, std::string_view title, std::string_view tip,
                                 double value, const SliderRange& range);

/// The gap between two panes, `size` on screen; returns by how many pixels it was dragged in this frame.
[[nodiscard]] float splitter(const Look& look, const char* label, ImVec2 position, ImVec2 size, bool vertical);

using warpscope::fixed;
using warpscope::grouped;
/// "16 x 16" -> "16 × 16".
[[nodiscard]] std::string with_signs(std::string_view words);
/// "0.42 ms", "12 ms", "1.3 s".
[[nodiscard]] std::string duration(double milliseconds);

} // namespace warpscope::ui
