#include "insight/inactive_lanes.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "insight/source_lines.hpp"
#include "replay/changes.hpp"
#include "replay/last_pass.hpp"
#include "replay/watch.hpp"
#include "source/conditions.hpp"

namespace warpscope::insight {

namespace {

using replay::Recording;
using replay::Split;

/// A C++ comparison operator, with the PTX names of the comparison and of its negation.
struct Sign {
    std::string_view text;
    std::array<std::string_view, 3> is, is_not;
};
constexpr std::array signs{
    Sign{"==", {"eq", "equ", ""}, {"ne", "neu", ""}},    Sign{"!=", {"ne", "neu", ""}, {"eq", "equ", ""}},
    Sign{"<", {"lt", "lo", "ltu"}, {"ge", "hs", "geu"}}, Sign{"<=", {"le", "ls", "leu"}, {"gt", "hi", "gtu"}},
    Sign{">", {"gt", "hi", "gtu"}, {"le", "ls", "leu"}}, Sign{">=", {"ge", "hs", "geu"}, {"lt", "lo", "ltu"}}};

/// Returns the comparison that sets the branch's predicate: "ge" for "setp.ge.s32 %p7, %r1, %r2"; "" if there is none
/// nearby. Flips `inverted` for each negation in between.
std::string_view compared_by(const Recording& recording, uint32_t pc, std::string_view predicate, bool& inverted) {
    constexpr uint32_t max = 6;
    const auto& instructions = recording.program().instructions();
    for (uint32_t back = 1; back <= max && back <= pc; ++back) {
        const std::string_view text = instructions[pc - back].text;
        if (text.find(predicate) == std::string_view::npos) continue;
        // "not.pred %p8, %p7" inverts %p7.
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

std::vector<uint32_t> branches_of(const Recording& recording, const SourceLocation& place) {
    std::vector<uint32_t> pcs;
    const auto& instructions = recording.program().instructions();
    for (uint32_t pc = 0; pc < instructions.size(); ++pc)
        if (instructions[pc].branches && instructions[pc].user_source.line == place.line &&
            instructions[pc].user_source.file == place.file)
            pcs.push_back(pc);
    return pcs;
}

struct Decision {
    uint32_t line = 0;
    std::string condition;
    std::string comparison;
    bool true_for_jumped = false; // value of the comparison for the lanes that jumped
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

BranchReason reason_of(const RecordedBlock& block, const Split& split, bool jumped) {
    Decision by = decision_of(block, split);
    BranchReason reason{by.line, {}, std::move(by.condition), std::move(by.comparison), false};
    if (reason.line == 0) reason.file = block.recording->place_of(split.pc).file;
    if (!reason.comparison.empty()) reason.is_true = jumped == by.true_for_jumped;
    return reason;
}

void add_values_there(const RecordedBlock& block, const Split& split, replay::State& state, SplitFacts& facts) {
    const Recording& recording = *block.recording;
    const auto at = replay::warp_position_at_record(recording, split.warp, split.record);
    if (!at || recording.contents().stepped->variables.empty()) return;
    recording.move(state, split.record);
    const std::vector<replay::Row> rows = replay::rows_at(recording, state, *at);
    for (const std::string& name : source::names_in_condition(facts.condition)) {
        const auto watch = replay::Watch::parse(name);
        if (!watch) continue;
        const auto values = watch->values(recording, rows, split.warp, true);
        facts.add_value(name, range_of(values, facts.yes), range_of(values, facts.no));
    }
}

void find_next(const RecordedBlock& block, uint32_t step, uint32_t lane, InactiveLanes& out) {
    const auto& steps = block.recording->steps();
    const auto own = block.history->steps_of(steps[step].warp);
    const auto next = std::find_if(std::ranges::upper_bound(own, step), own.end(),
                                   [&](uint32_t one) { return (steps[one].active >> lane & 1) != 0; });
    out.have_ended = next == own.end();
    if (!out.have_ended) out.next_line = block.line_of(*next);
}

} // namespace

std::vector<InactiveLanes> find_inactive_lanes(const RecordedBlock& block, uint32_t step, simt::LaneMask launched) {
    const Recording& recording = *block.recording;
    const simt::LaneMask off = launched & ~recording.steps()[step].active;
    const uint64_t first = recording.steps()[step].first_record;
    std::vector<InactiveLanes> groups;
    replay::each_lane(off, [&](uint32_t lane) {
        InactiveLanes one;
        one.lanes = simt::LaneMask{1} << lane;
        if (const auto split = recording.find_split(step, lane))
            one.reason = reason_of(block, *split, replay::jumped_last(recording, *split, lane, first));
        find_next(block, step, lane, one);
        const auto same = std::ranges::find_if(groups, [&](const auto& group) { return group.has_same_reason(one); });
        if (same != groups.end())
            same->lanes |= one.lanes;
        else
            groups.push_back(std::move(one));
    });
    return groups;
}

std::vector<SplitFacts> splits_in_step(const RecordedBlock& block, uint32_t step, uint64_t record,
                                       replay::State& state) {
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
        // Omits a branch that repeats an earlier decision.
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

} // namespace warpscope::insight
