#include "workbench/program/program_output.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "language/tr.hpp"

namespace warpscope::workbench {

void ProgramOutput::add(std::string_view text) {
    if (text.empty()) return;
    const std::lock_guard lock(mutex_);
    fresh_ = true;
    total_ += text.size();
    const size_t room = std::min(kept - begin_.size(), text.size());
    begin_.append(text.substr(0, room));
    end_.append(text.substr(room));
    if (end_.size() > 2 * kept) end_.erase(0, end_.size() - kept);
}

ProgramOutput::Text ProgramOutput::take_if_new() {
    const std::lock_guard lock(mutex_);
    if (!fresh_) return {};
    fresh_ = false;
    const std::string_view end = std::string_view(end_).substr(end_.size() > kept ? end_.size() - kept : 0);
    const uint64_t omitted = total_ - begin_.size() - end.size();
    std::string text = begin_;
    if (omitted != 0) text += tr_format("\n... {} bytes omitted ...\n", omitted);
    text += end;
    return {std::make_shared<const std::string>(std::move(text)), omitted};
}

} // namespace warpscope::workbench
