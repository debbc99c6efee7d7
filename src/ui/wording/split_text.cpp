#include "ui/wording/split_text.hpp"

#include <bit>

#include <fmt/format.h>

#include "language/tr.hpp"

namespace warpscope::ui {

namespace {

std::string reason_text(const insight::BranchReason& reason) {
    if (reason.line == 0)
        return reason.file.empty() ? tr("they took a different path")
                                   : tr_format("they took a different path in {}", reason.file);
    if (reason.condition.empty()) return tr_format("they took a different path at line {}", reason.line);
    if (reason.comparison.empty())
        return tr_format("`{}` sent them down a different path at line {}", reason.condition, reason.line);
    return reason.is_true ? tr_format("`{}` was true at line {}", reason.comparison, reason.line)
                          : tr_format("`{}` was false at line {}", reason.comparison, reason.line);
}

} // namespace

std::string lanes_text(simt::LaneMask lanes) {
    std::vector<std::string> parts;
    for (uint32_t lane = 0; lane < warp_size;) {
        if ((lanes >> lane & 1) == 0) {
            ++lane;
            continue;
        }
        uint32_t end = lane;
        while (end < warp_size && (lanes >> end & 1) != 0) ++end;
        if (end - lane > 2)
            parts.push_back(tr_format("{} to {}", lane, end - 1));
        else
            for (uint32_t k = lane; k < end; ++k) parts.push_back(std::to_string(k));
        lane = end;
    }
    std::string text;
    for (size_t k = 0; k < parts.size(); ++k)
        text += (k == 0 ? "" : k + 1 == parts.size() ? tr(" and ") : ", ") + parts[k];
    return text;
}

std::string range_text(const insight::ValueRange& range) {
    const std::string low = replay::number_text(range.low), high = replay::number_text(range.high);
    return low == high ? low : tr_format("{} to {}", low, high);
}

std::string values_text(const std::vector<insight::NamedRange>& values) {
    std::string text;
    for (const insight::NamedRange& value : values)
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", value.name, range_text(value.range));
    return text;
}

std::string inactive_text(const insight::InactiveLanes& inactive) {
    std::string text = inactive.have_ended       ? std::string(tr("they have ended"))
                       : inactive.next_line != 0 ? tr_format("they wait at line {}", inactive.next_line)
                                                 : tr("they wait");
    if (inactive.reason) text = fmt::format("{}; {}", reason_text(*inactive.reason), text);
    return std::popcount(inactive.lanes) == 1 ? tr_format("lane {}: {}", lanes_text(inactive.lanes), text)
                                              : tr_format("lanes {}: {}", lanes_text(inactive.lanes), text);
}

std::string frame_text(const insight::Frame& frame) {
    return frame.line != 0 ? tr_format("{} line {}", frame.function, frame.line) : frame.function;
}

} // namespace warpscope::ui
