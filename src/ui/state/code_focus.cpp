#include "ui/state/code_focus.hpp"

namespace warpscope::ui {

void CodeFocus::go_to(uint32_t line) {
    show(line);
    marked_line_ = line;
    ptx_line_.reset();
}

void CodeFocus::show(uint32_t line) {
    line_ = line;
    frames_left_ = goto_frames;
}

void CodeFocus::scroll_to(const CodePlace& place) {
    line_ = place.line != 0 ? std::optional(place.line) : std::nullopt;
    ptx_line_ = place.ptx_line != 0 ? std::optional(place.ptx_line) : std::nullopt;
    frames_left_ = goto_frames;
}

void CodeFocus::note_painted(const catalog::Variant* variant) {
    if (variant != nullptr) painted_variant_ = variant->source.string();
}

void CodeFocus::keep_for(const session::RunResult& shown, const catalog::Variant* chosen, bool failed,
                         std::optional<PaintedCode>& painted) {
    const bool of_chosen = chosen != nullptr && painted_variant_ == chosen->source.string();
    if (painted && painted_variant_ != shown.variant().source.string() && !of_chosen) painted.reset();
    if (marked_line_ && !failed && frames_left_ == 0 && !painted && marked_source_ != shown.source)
        marked_line_.reset();
    marked_source_ = shown.source;
}

void CodeFocus::fill(Model& model, bool text_shown) {
    model.goto_line = frames_left_ > 0 ? line_ : std::nullopt;
    model.goto_ptx = frames_left_ > 0 ? ptx_line_ : std::nullopt;
    model.marked_line = marked_line_;
    model.hovered_code = hovered_;
    model.ptx_seen = ptx_seen_;
    if (frames_left_ > 0 && text_shown) --frames_left_;
}

} // namespace warpscope::ui
