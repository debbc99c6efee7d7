#include "ui/model/why_off.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "replay/last_pass.hpp"
#include "source/conditions.hpp"
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
/// Empty where it is set otherwise, or far away; `inverted` where the predicate is what the comparison is not.
std::string_view compared_by(const Recording& recording, uint32_t pc, std::string_view predicate, bool& inverted) {
    constexpr uint32_t most = 6;
    const auto& instructions = recording.program().instructions();
    for (uint32_t back = 1; back <= most && back <= pc; ++back) {
        const std::string_view text = instructions[pc - back].text;
        if (text.find(predicate) == std::string_view::npos) continue;
        // "not.pred %p8, %p7": another predicate, upside down.
        if (constexpr std::string_view inverts = "not.pred "; text.starts_with(inverts)) {
            const size_t comma = text.find(", ");
            if (comma == std::string_view::npos || text.substr(inverts.size(), comma - inverts.size()) != predicate)
                return {};
            predicate = text.substr(comma + 2);
            inverted = !inverted;
            continue;
        }
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

/// What a branch decides by.
struct Decision {
    uint32_t line = 0;            // 0: of none of the kernel's text
    std::string condition;        // of the line; empty where it has none
    std::string comparison;       // the part of it that the branch looks at; empty where that cannot be told
    bool true_for_jumped = false; // the comparison held for the lanes that took the branch
};

Decision decision_of(const RecordedBlock& block, const Split& split) {
    const Recording& recording = *block.recording;
    Decision out;
    out.line = block.line_of(recording.step_of(split.record));
    if (out.line == 0) return out;
    out.condition = source::condition_in(source_text(*block.run, out.line));
    if (out.condition.empty()) return out;
    const std::vector<source::ConditionPart> comparisons = source::comparisons_in(out.condition);
    const std::vector<uint32_t> branches = branches_of(recording, recording.place_of(split.pc));
    const auto number = static_cast<size_t>(std::ranges::find(branches, split.pc) - branches.begin());
    const std::string_view ptx = recording.program().instructions()[split.pc].text; // "@%p7 bra $L"
    if (branches.size() != comparisons.size() || number >= comparisons.size() || !ptx.starts_with('@')) return out;
    bool negated = ptx.starts_with("@!");
    std::string_view predicate = ptx.substr(negated ? 2 : 1); // "%p7 bra $L"
    predicate = predicate.substr(0, predicate.find(' '));
    const std::string_view compared = compared_by(recording, split.pc, predicate, negated);
    const source::ConditionPart& one = comparisons[number];
    for (const Sign& sign : signs) {
        if (sign.text != one.sign || compared.empty()) continue;
        const bool same = std::ranges::find(sign.is, compared) != sign.is.end();
        const bool opposite = std::ranges::find(sign.is_not, compared) != sign.is_not.end();
        if (!same && !opposite) continue;
        out.comparison = one.text;
        out.true_for_jumped = negated != same;
        break;
    }
    return out;
}

/// "`c < width` was false at line 15", as far as that can be told; `jumped`: the lanes took the branch.
std::string cause(const RecordedBlock& block, const Split& split, bool jumped) {
    const Decision by = decision_of(block, split);
    const SourceLocation& place = block.recording->place_of(split.pc);
    if (by.line == 0)
        return place.file.empty() ? tr("they went another way") : tr_format("they went another way in {}", place.file);
    if (by.condition.empty()) return tr_format("they went another way at line {}", by.line);
    if (by.comparison.empty()) return tr_format("`{}` sent them another way at line {}", by.condition, by.line);
    return jumped == by.true_for_jumped ? tr_format("`{}` was true at line {}", by.comparison, by.line)
                                        : tr_format("`{}` was false at line {}", by.comparison, by.line);
}

/// What a name was for some lanes; empty where it had no number for one of them.
std::string range_of(const std::array<std::optional<replay::Number>, warp_size>& values, simt::LaneMask lanes) {
    const auto less = [](const replay::Number& a, const replay::Number& b) {
        if (std::holds_alternative<int64_t>(a) && std::holds_alternative<int64_t>(b))
            return std::get<int64_t>(a) < std::get<int64_t>(b);
        const auto fraction = [](const replay::Number& one) {
            return std::visit([](auto value) { return static_cast<double>(value); }, one);
        };
        return fraction(a) < fraction(b);
    };
    std::optional<replay::Number> low, high;
    bool all = true;
    replay::each_lane(lanes, [&](uint32_t lane) {
        const auto& value = values[lane];
        all = all && value.has_value();
        if (!value) return;
        if (!low || less(*value, *low)) low = value;
        if (!high || less(*high, *value)) high = value;
    });
    if (!all || !low) return {};
    const std::string from = replay::number_text(*low), to = replay::number_text(*high);
    return from == to ? from : tr_format("{} to {}", from, to);
}

/// What the names in the condition were when the warp came to the branch.
void add_values_there(const RecordedBlock& block, const Split& split, replay::State& state, SplitFacts& facts) {
    const Recording& recording = *block.recording;
    const auto at = replay::standpoint_at_record(recording, split.warp, split.record);
    if (!at || recording.contents().stepped->variables.empty()) return;
    recording.move(state, split.record);
    const std::vector<replay::Row> rows = replay::rows_at(recording, state, *at);
    for (const std::string& name : source::names_in_condition(facts.condition)) {
        const auto watch = replay::Watch::parse(name);
        if (!watch) continue;
        const auto values = watch->values(recording, rows, split.warp, true);
        const std::string yes = range_of(values, facts.yes), no = range_of(values, facts.no);
        if (yes.empty() || no.empty()) continue;
        // What is the same for all of them decides nothing by itself.
        if (yes != no)
            facts.values.push_back({name, yes, no});
        else
            facts.constants += fmt::format("{}{} = {}", facts.constants.empty() ? "" : ", ", name, yes);
    }
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
    const uint64_t first = block.recording->steps()[step].first_record;
    std::map<std::string, simt::LaneMask> by_reason;
    replay::each_lane(off, [&](uint32_t lane) {
        const auto split = block.recording->why_off(step, lane);
        std::string reason;
        if (split)
            reason =
                fmt::format("{}; {}", cause(block, *split, replay::jumped_last(*block.recording, *split, lane, first)),
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

std::vector<SplitFacts> splits_of(const RecordedBlock& block, uint32_t step, uint64_t record, replay::State& state) {
    const Recording& recording = *block.recording;
    const uint32_t warp = recording.steps()[step].warp;
    const uint64_t first = recording.steps()[step].first_record;
    const uint64_t end = std::min(record, recording.records_before(uint64_t{step} + 1));
    const std::vector<Split>& all = recording.contents().splits;
    std::vector<SplitFacts> out;
    for (auto at = std::ranges::lower_bound(all, first, {}, &Split::record); at != all.end() && at->record < end;
         ++at) {
        const Split& split = *at;
        if (split.warp != warp) continue;
        const Decision by = decision_of(block, split);
        SplitFacts facts;
        facts.line = by.line;
        facts.worked_out = !by.comparison.empty();
        facts.condition = facts.worked_out ? by.comparison : by.condition;
        facts.yes = split.active & ~split.taken;
        facts.no = split.taken;
        if (facts.worked_out && by.true_for_jumped) std::swap(facts.yes, facts.no);
        // A condition may be several branches, of which the later ones repeat what an earlier one has decided.
        const auto same = [&](const SplitFacts& one) {
            return one.line == facts.line && one.condition == facts.condition && one.yes == facts.yes &&
                   one.no == facts.no;
        };
        if (std::ranges::any_of(out, same)) continue;
        for (const Split& other : all) {
            if (other.warp != warp || other.pc != split.pc) continue;
            ++facts.times;
            facts.number += other.record <= split.record ? 1 : 0;
        }
        add_values_there(block, split, state, facts);
        out.push_back(std::move(facts));
    }
    return out;
}

} // namespace warpscope::ui
