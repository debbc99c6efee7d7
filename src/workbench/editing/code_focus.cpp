#include "workbench/editing/code_focus.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "insight/line_diff.hpp"
#include "insight/source_lines.hpp"
#include "workbench/notes/note_place.hpp"

namespace warpscope::workbench {

void CodeFocus::go_to(uint32_t line) {
    show(line);
    marked_line_ = line;
    ptx_line_.reset();
    machine_line_.reset();
}

void CodeFocus::show(uint32_t line) {
    line_ = line;
    frames_left_ = goto_frames;
}

void CodeFocus::scroll_to(const CodePlace& place, uint32_t machine_line) {
    line_ = place.line != 0 ? std::optional(place.line) : std::nullopt;
    ptx_line_ = place.ptx_line != 0 ? std::optional(place.ptx_line) : std::nullopt;
    machine_line_ = machine_line != 0 ? std::optional(machine_line) : std::nullopt;
    frames_left_ = goto_frames;
}

void CodeFocus::note_painted(const catalog::Variant* variant) {
    if (variant != nullptr) painted_variant_ = variant->source.string();
}

void CodeFocus::note_scene(const session::RunResult& shown) {
    marked_line_.reset();
    note_painted(&shown.variant());
    shown_source_ = shown.source;
    shown_file_ = shown.variant().source;
}

size_t CodeFocus::keep_for(const session::RunResult& shown, const catalog::Variant* chosen, bool failed,
                           std::optional<PaintedCode>& painted, scene::Notes& notes) {
    const bool of_chosen = chosen != nullptr && painted_variant_ == chosen->source.string();
    if (painted && painted_variant_ != shown.variant().source.string() && !of_chosen) painted.reset();
    if (failed || shown_source_ == shown.source) {
        if (shown_source_.empty()) shown_source_ = shown.source;
        shown_file_ = shown.variant().source;
        return 0;
    }
    size_t lost = 0;
    if (shown_file_ == shown.variant().source && !shown_source_.empty()) {
        lost = workbench::follow_lines(notes, shown, shown_source_);
        follow_lines(shown.source, painted);
    } else if (frames_left_ == 0 && !painted) {
        marked_line_.reset();
    }
    shown_source_ = shown.source;
    shown_file_ = shown.variant().source;
    return lost;
}

void CodeFocus::follow_lines(const std::string& source, std::optional<PaintedCode>& painted) {
    const std::vector<std::string_view> before = insight::split_lines(shown_source_),
                                        after = insight::split_lines(source);
    const std::vector<insight::DiffLine> diff = insight::diff_lines(before, after);
    const auto follow = [&](std::optional<uint32_t>& line) {
        if (line) line = insight::line_after(diff, *line);
        if (line == 0u) line.reset();
    };
    if (frames_left_ == 0) follow(marked_line_);
    if (!painted) return;
    // Keeps only the source line, because PTX lines of different builds do not correspond.
    const std::vector<uint32_t> replaced = insight::lines_replaced(diff, before, after);
    const auto now = painted->place.line == 0 ? replaced.end() : std::ranges::find(replaced, painted->place.line);
    if (now == replaced.end())
        painted.reset();
    else
        painted->place = {static_cast<uint32_t>(now - replaced.begin()) + 1, 0};
}

void CodeFocus::fill(EditingModel& model, bool text_shown) {
    model.goto_line = frames_left_ > 0 ? line_ : std::nullopt;
    model.goto_ptx = frames_left_ > 0 ? ptx_line_ : std::nullopt;
    model.goto_machine_line = frames_left_ > 0 ? machine_line_ : std::nullopt;
    model.marked_line = marked_line_;
    model.hovered_code = hovered_;
    model.ptx_seen = ptx_seen_;
    if (frames_left_ > 0 && text_shown) --frames_left_;
}

} // namespace warpscope::workbench
