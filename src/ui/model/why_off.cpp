#include "ui/model/why_off.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/code/condition_text.hpp"
#include "ui/model/block_view.hpp"

namespace warpscope::ui {

namespace {

using replay::Recording;
using replay::Split;

/// A comparison in C++, as PTX names it, and the one that holds when it does not.
struct Sign {
    std::string_view text;
    std::array<std::string_view, 3> is, is_not;
};
constexpr std::array signs{
    Sign{"==", {"eq", "equ", ""}, {"ne", "neu", ""}},    Sign{"!=", {"ne", "neu", ""}, {"eq", "equ", ""}},
    Sign{"<", {"lt", "lo", "ltu"}, {"ge", "hs", "geu"}}, Sign{"<=", {"le", "ls", "leu"}, {"gt", "hi", "gtu"}},
    Sign{">", {"gt", "hi", "gtu"}, {"le", "ls", "leu"}}, Sign{">=", {"ge", "hs", "geu"}, {"lt", "lo", "ltu"}}};

/// What the branch at `pc` looks at: the comparison that sets its predicate, "ge" of "setp.ge.s32 %p7, %r1, %r2".
/// Empty where it is set otherwise, or far away.
std::string_view compared_by(const Recording& recording, uint32_t pc, std::string_view predicate) {
    constexpr uint32_t most = 6;
    const auto& instructions = recording.program().instructions();
    for (uint32_t back = 1; back <= most && back <= pc; ++back) {
        const std::string_view text = instructions[pc - back].text;
        if (text.find(predicate) == std::string_view::npos) continue;
        if (!text.starts_with("setp.")) return {};
        const std::string_view rest = text.substr(5);
        return rest.substr(0, rest.find('.'));
    }
    return {};
}

/// Branches of the step's line, in order of their place in the text.
std::vector<uint32_t> branches_of(const Recording& recording, const SourceLocation& place) {
    std::vector<uint32_t> pcs;
    const auto& instructions = recording.program().instructions();
    for (uint32_t pc = 0; pc < instructions.size(); ++pc)
        if (instructions[pc].branches && instructions[pc].user_source.line == place.line &&
            instructions[pc].user_source.file == place.file)
            pcs.push_back(pc);
    return pcs;
}

/// "`c < width` was false at line 15", as far as that can be told; `jumped`: the lanes took the branch.
std::string cause(const RecordedBlock& block, const Split& split, bool jumped) {
    const Recording& recording = *block.recording;
    const SourceLocation& place = recording.place_of(split.pc);
    const uint32_t line = block.line_of(recording.step_of(split.record));
    if (line == 0)
        return place.file.empty() ? tr("they went another way") : tr_format("they went another way in {}", place.file);
    const std::string text = source_text(*block.run, line);
    const std::string_view condition = condition_in(text);
    if (condition.empty()) return tr_format("they went another way at line {}", line);
    const std::vector<ConditionPart> comparisons = comparisons_in(condition);
    const std::vector<uint32_t> branches = branches_of(recording, place);
    const auto number = static_cast<size_t>(std::ranges::find(branches, split.pc) - branches.begin());
    const std::string_view ptx = recording.program().instructions()[split.pc].text; // "@%p7 bra $L"
    if (branches.size() == comparisons.size() && number < comparisons.size() && ptx.starts_with('@')) {
        const bool negated = ptx.starts_with("@!");
        std::string_view predicate = ptx.substr(negated ? 2 : 1);
        predicate = predicate.substr(0, predicate.find(' '));
        const std::string_view compared = compared_by(recording, split.pc, predicate);
        const ConditionPart& one = comparisons[number];
        for (const Sign& sign : signs) {
            if (sign.text != one.sign || compared.empty()) continue;
            const bool same = std::ranges::find(sign.is, compared) != sign.is.end();
            const bool opposite = std::ranges::find(sign.is_not, compared) != sign.is_not.end();
            if (!same && !opposite) continue;
            const bool is_true = (jumped != negated) == same;
            return is_true ? tr_format("`{}` was true at line {}", one.text, line)
                           : tr_format("`{}` was false at line {}", one.text, line);
        }
    }
    return tr_format("`{}` sent them another way at line {}", condition, line);
}

/// Where lanes that are off go on: the line of the next step in which the lane is active.
std::string where_next(const RecordedBlock& block, uint32_t step, uint32_t lane) {
    const auto& steps = block.recording->steps();
    const auto own = block.history->steps_of(steps[step].warp);
    for (auto next = std::ranges::upper_bound(own, step); next != own.end(); ++next)
        if ((steps[*next].active >> lane & 1) != 0) {
            const uint32_t line = block.line_of(*next);
            return line != 0 ? tr_format("they wait at line {}", line) : tr("they wait");
        }
    return tr("they have ended");
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

std::vector<std::string> why_off(const RecordedBlock& block, uint32_t step, simt::LaneMask launched) {
    const simt::LaneMask off = launched & ~block.recording->steps()[step].active;
    std::map<std::string, simt::LaneMask> by_reason;
    replay::each_lane(off, [&](uint32_t lane) {
        const auto split = block.recording->why_off(step, lane);
        std::string reason;
        if (split)
            reason = fmt::format("{}; {}", cause(block, *split, (split->taken >> lane & 1) != 0),
                                 where_next(block, step, lane));
        else
            reason = where_next(block, step, lane);
        by_reason[reason] |= simt::LaneMask{1} << lane;
    });
    std::vector<std::pair<simt::LaneMask, std::string>> ordered;
    for (const auto& [reason, lanes] : by_reason) ordered.emplace_back(lanes, reason);
    std::ranges::sort(ordered, {}, [](const auto& one) { return std::countr_zero(one.first); });
    std::vector<std::string> sentences;
    for (const auto& [lanes, reason] : ordered)
        sentences.push_back(std::popcount(lanes) == 1 ? tr_format("lane {}: {}", lanes_text(lanes), reason)
                                                      : tr_format("lanes {}: {}", lanes_text(lanes), reason));
    return sentences;
}

} // namespace warpscope::ui
