#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "insight/line_diff.hpp"
#include "insight/source_lines.hpp"
#include "ui/code/cost_columns.hpp"
#include "ui/code/syntax_highlight.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

float draw_tokens(const Look& look, ImDrawList& list, ImVec2 at, const std::vector<Token>& tokens, float size);

struct CodeRowState {
    bool complained = false;
    bool marked = false;
    bool linked = false; // belongs to the hovered line of the other listing
    bool painted = false;
    bool finding = false;
    std::optional<insight::LineChange> change;
};

struct TextMark {
    uint32_t line = 0;
    size_t begin = 0, end = 0; // bytes
    bool now = false;
};

struct TextField {
    ImVec2 at, size;
    float row = 0;
    float scroll = 0; // horizontal position
    float width = 0;
};

struct MachineCount {
    uint32_t instructions = 0;
    std::string tip;
};

/// Lines count from 1; lengths are at scale 1; functions may be null.
struct CodeListing {
    const char* id = "";
    std::string group; // prefix of group names in figures: "source" leads to "source-line-7"
    const std::vector<std::string_view>* lines = nullptr;
    std::function<std::vector<Token>(size_t line)> tokens;
    std::function<const insight::CodeCost*(uint32_t line)> cost;
    std::function<CodeRowState(uint32_t line)> state;
    std::function<void(uint32_t line, ImVec2 at, float height)> margin;
    std::function<std::string(uint32_t line)> message;
    std::function<std::string_view(uint32_t line)> note;
    std::function<std::string_view(uint32_t line)> remark;
    /// Draws a button after the text, between `at` and `right`. Returns the button's right end; 0: no button.
    std::function<float(uint32_t line, ImVec2 at, float right, float height)> button;
    std::function<float(uint32_t line)> button_room; // pixels
    const std::vector<TextMark>* marks = nullptr;
    std::function<std::string(uint32_t line)> number;
    /// Draws a text field over the listing, which then ignores clicks. Returns the rectangle to scroll to, in pixels,
    /// if any.
    std::function<std::optional<ImVec4>(const TextField& room)> field;
    std::function<void(uint32_t line)> below;
    std::vector<CostColumn> columns;
    std::function<const metrics::InstructionCost*(uint32_t line)> cost_before;
    std::function<std::optional<MachineCount>(uint32_t line)> machine_count;
    std::function<std::string(uint32_t line)> branch_fate;
    std::function<bool(uint32_t line)> is_moved, is_removed; // by the compiler
    float type = 0;                                          // minimum letter size
    bool wraps = false;                                      // wraps long lines, unless `field` is set
    float number_width = 34;                                 // room for margin and line numbers
    std::optional<uint32_t> scroll_to;
    bool is_dimmed = false;
};

struct CodeEvents {
    uint32_t hovered = 0, clicked = 0, menu = 0; // line numbers; 0: none. `menu`: right-clicked line
    std::optional<CostKind> column;
};

/// In pixels.
[[nodiscard]] float longest_line(const Look& look, float size, const std::vector<std::string_view>& lines);
/// Fills the rest of the window.
[[nodiscard]] CodeEvents code_listing(const Look& look, const CodeListing& listing);
[[nodiscard]] inline float code_left(const Look& look, float number_width) { return look.px(number_width + 12); }

} // namespace warpscope::ui
