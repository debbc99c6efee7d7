#include "workbench/editing/text_history.hpp"

#include <utility>

namespace warpscope::workbench {

void TextHistory::record(const TextStep& before, const TextStep& after, double now) {
    future_.clear();
    // Typing at the last position continues a step; line breaks and pasted text start a new one.
    const size_t longer = after.text.size() - before.text.size(), shorter = before.text.size() - after.text.size();
    const bool small = longer <= 4 || shorter <= 4; // one UTF-8 character, or a tab as blanks
    const bool new_line = longer == 1 && after.caret > 0 && after.text[after.caret - 1] == '\n';
    const bool goes_on =
        typed_to_ && typed_to_->caret == before.caret && now - typed_to_->when < pause && small && !new_line;
    if (!goes_on) {
        past_.push_back(before);
        size_t bytes = 0;
        for (const TextStep& step : past_) bytes += step.text.size();
        while (past_.size() > 1 && (past_.size() > max_steps || bytes > max_bytes)) {
            bytes -= past_.front().text.size();
            past_.erase(past_.begin());
        }
    }
    typed_to_ = Place{after.caret, now};
}

TextStep TextHistory::undo(TextStep now) {
    TextStep back = std::move(past_.back());
    past_.pop_back();
    future_.push_back(std::move(now));
    typed_to_.reset();
    return back;
}

TextStep TextHistory::redo(TextStep now) {
    TextStep next = std::move(future_.back());
    future_.pop_back();
    past_.push_back(std::move(now));
    typed_to_.reset();
    return next;
}

} // namespace warpscope::workbench
