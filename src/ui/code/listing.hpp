// Program text with line numbers, colours and columns of costs: what the source and the PTX panel are made of.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "insight/line_diff.hpp"
#include "insight/source_lines.hpp"
#include "ui/code/cost_columns.hpp"
#include "ui/code/syntax_highlight.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

/// Draws one line's tokens in the colours of the theme, in type of `size` at scale 1; returns their width.
float draw_tokens(const Look& look, ImDrawList& list, ImVec2 at, const std::vector<Token>& tokens, float size);

/// How a line stands out.
struct CodeRowState {
    bool complained = false;                   // the compiler's complaint is about it
    bool marked = false;                       // was jumped to
    bool linked = false;                       // it belongs to the line under the cursor in the other text
    bool painted = false;                      // its cost is painted on the data
    bool finding = false;                      // something was found wrong here
    std::optional<insight::LineChange> change; // of a listing of changes
};

/// A part of a line that is marked: something that was looked for.
struct TextMark {
    uint32_t line = 0;
    size_t begin = 0, end = 0; // bytes
    bool now = false;          // the one that stands out
};

/// Room for a field to type in that lies over the lines' texts.
struct TextField {
    ImVec2 at, size;  // of all lines, on screen
    float row = 0;    // height of a line
    float scroll = 0; // by which the text is scrolled sideways
    float width = 0;  // of what of it is in sight
};

/// Lines are counted from 1. Functions that are null have nothing to say.
struct CodeListing {
    const char* id = "";
    std::string group; // "source": in figures each line is a group, "source-line-7"; empty: none
    const std::vector<std::string_view>* lines = nullptr;
    std::function<std::vector<Token>(size_t line)> tokens;
    std::function<const insight::CodeCost*(uint32_t line)> cost;
    std::function<CodeRowState(uint32_t line)> state;
    std::function<void(uint32_t line, ImVec2 at, float height)> margin; // draws left of the line's number
    std::function<std::string(uint32_t line)> message;                  // is said behind the line's text
    std::function<std::string_view(uint32_t line)> note;                // so is this, on a plate
    /// Draws a button of a row's height behind the line's text, from `at` on, but never beyond `right`: where the text
    /// leaves no room it stands over its end. Returns where it ends, 0 for none.
    std::function<float(uint32_t line, ImVec2 at, float right, float height)> button;
    const std::vector<TextMark>* marks = nullptr;     // by line
    std::function<std::string(uint32_t line)> number; // instead of the line's own
    /// Puts a field over the text; returns the part of it, in pixels, that is to be in sight. The text is not clicked
    /// then, but typed in.
    std::function<std::optional<ImVec4>(const TextField& room)> field;
    std::function<void(uint32_t line)> below; // draws something between this line and the next
    std::vector<CostColumn> columns;
    std::function<const metrics::InstructionCost*(uint32_t line)> cost_before; // for columns of changes
    float type = 0;                                                            // least size of letters, at scale 1
    bool wraps = false;                // lines too long for the room go on below; not with a field
    float number_width = 34;           // room for the margin and line numbers, at scale 1
    std::optional<uint32_t> scroll_to; // brings this line into sight
};

struct CodeEvents {
    uint32_t hovered = 0, clicked = 0, menu = 0; // lines; 0 none. `menu`: right click
    std::optional<CostKind> column;              // of the click, when it was on a number
};

/// Draws into the rest of the current window. The text scrolls sideways under its columns (scroll bar, Shift and
/// wheel).
[[nodiscard]] CodeEvents code_listing(const Look& look, const CodeListing& listing);
/// Where text begins in a listing, relative to its left edge.
[[nodiscard]] inline float code_left(const Look& look, float number_width) { return look.px(number_width + 12); }

} // namespace warpscope::ui
