#include "ui/wording/split_text.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "source/conditions.hpp"
#include "source/tokens.hpp"
#include "ui/code/listing.hpp"
#include "ui/model/block_view.hpp"
#include "ui/wording/index_arithmetic.hpp"

namespace warpscope::ui {

namespace {

/// Returns the condition that a line of the source starts, in one line.
std::string condition_of(std::string_view source, std::string_view line) {
    const std::string_view rest = source.substr(static_cast<size_t>(line.data() - source.data()));
    const source::Tokens tokens = source::tokens_of(source::condition_in(rest));
    return source::spelled(tokens, 0, tokens.size());
}

/// What names are for each lane of a warp at a line.
class WarpIndices {
public:
    WarpIndices(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t warp)
        : arithmetic_(result)
        , config_(result.shown().config)
        , block_(trace.block_index)
        , warp_(warp) {}

    [[nodiscard]] std::optional<int64_t> of(uint32_t lane, std::string_view name, uint32_t line) const {
        const uint32_t thread = warp_ * warp_size + lane;
        if (thread >= config_.threads_per_block()) return std::nullopt;
        return arithmetic_.value(std::string(name), line, block_, index_of(thread, config_.block));
    }
    [[nodiscard]] source::WholeLookup of(uint32_t lane, uint32_t line) const {
        return [this, lane, line](std::string_view name) { return of(lane, name, line); };
    }

private:
    IndexArithmetic arithmetic_;
    const LaunchConfig& config_;
    Dim3 block_;
    uint32_t warp_;
};

std::string range_text(const WarpIndices& lanes, simt::LaneMask which, const std::string& name, uint32_t line) {
    std::optional<int64_t> low, high;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        if ((which >> lane & 1) == 0) continue;
        const auto found = lanes.of(lane, name, line);
        if (!found) return {};
        low = std::min(low.value_or(*found), *found);
        high = std::max(high.value_or(*found), *found);
    }
    if (!low) return {};
    return *low == *high ? std::to_string(*low) : tr_format("{} to {}", *low, *high);
}

/// Finds which lanes' indices meet the condition, and what the names in it are for them.
void add_values(SplitFacts& facts, const WarpIndices& lanes) {
    const simt::LaneMask all = facts.yes | facts.no;
    simt::LaneMask yes = 0;
    bool known = !facts.condition.empty();
    for (uint32_t lane = 0; lane < warp_size && known; ++lane) {
        if ((all >> lane & 1) == 0) continue;
        const auto met = source::holds(facts.condition, lanes.of(lane, facts.line));
        known = met.has_value();
        if (met.value_or(false)) yes |= simt::LaneMask{1} << lane;
    }
    // A line may hold more conditions than the branch was about: only what agrees with the lanes is shown as known.
    facts.worked_out = known && (yes == facts.yes || yes == facts.no);
    if (facts.worked_out && yes == facts.no) std::swap(facts.yes, facts.no);
    for (const std::string& name : source::names_in_condition(facts.condition)) {
        const std::string on_yes = range_text(lanes, facts.yes, name, facts.line),
                          on_no = range_text(lanes, facts.no, name, facts.line);
        if (on_yes.empty() || on_no.empty()) continue;
        // What is the same for all of them decides nothing by itself.
        if (on_yes != on_no)
            facts.values.push_back({name, on_yes, on_no});
        else if (on_yes.find(' ') == std::string::npos)
            facts.constants += fmt::format("{}{} = {}", facts.constants.empty() ? "" : ", ", name, on_yes);
    }
}

/// None where it cannot be told, or differs between lanes.
std::optional<bool> holds_for_all(const std::string& condition, uint32_t line, const WarpIndices& lanes,
                                  simt::LaneMask active) {
    std::optional<bool> all;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        if ((active >> lane & 1) == 0) continue;
        const auto met = source::holds(condition, lanes.of(lane, line));
        if (!met || (all && *all != *met)) return std::nullopt;
        all = met;
    }
    return all;
}

/// What the names in the condition are for its lanes.
void add_ranges(IdleFacts& facts, const WarpIndices& lanes) {
    for (const std::string& name : source::names_in_condition(facts.condition))
        if (const std::string range = range_text(lanes, facts.lanes, name, facts.line); !range.empty())
            facts.values += fmt::format("{}{} = {}", facts.values.empty() ? "" : ", ", name, range);
}

} // namespace

std::vector<SplitFacts> split_facts(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t warp) {
    std::vector<SplitFacts> all;
    std::vector<uint32_t> branches; // lines, as `all`
    const std::vector<std::string_view> lines = split_lines(result.source);
    for (const metrics::TraceStep& step : trace.steps) {
        if (step.warp != warp || !step.divergent() || step.end_pc == 0) continue;
        const uint32_t pc = step.end_pc - 1;
        const uint32_t line = source_line(result, pc);
        // One condition may be several branches.
        const uint32_t branch = line > 0 ? line : ~pc;
        const auto known = std::find(branches.begin(), branches.end(), branch);
        if (known != branches.end()) {
            ++all[static_cast<size_t>(known - branches.begin())].times;
            continue;
        }
        SplitFacts facts;
        facts.times = 1;
        facts.yes = step.active & ~step.taken;
        facts.no = step.taken;
        facts.line = line;
        if (facts.line > 0 && facts.line <= lines.size())
            facts.condition = condition_of(result.source, lines[facts.line - 1]);
        branches.push_back(branch);
        all.push_back(std::move(facts));
    }
    std::string text;
    for (size_t k = 0; k < parts.size(); ++k)
        text += (k == 0 ? "" : k + 1 == parts.size() ? tr(" and ") : ", ") + parts[k];
    return text;
}

std::optional<IdleFacts> idle_facts(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t warp) {
    const auto& instructions = result.measured->program().instructions();
    const std::vector<std::string_view> lines = split_lines(result.source);
    const WarpIndices lanes(result, trace, warp);
    std::set<uint32_t> seen; // lines
    for (size_t k = trace.steps.size(); k-- > 0;) {
        const metrics::TraceStep& step = trace.steps[k];
        if (step.warp != warp || step.divergent() || step.end_pc == 0 || step.end_pc > instructions.size()) continue;
        const auto& branch = instructions[step.end_pc - 1];
        const uint32_t line = source_line(result, step.end_pc - 1);
        if (!branch.branches || line == 0 || line > lines.size() || !seen.insert(line).second) continue;
        IdleFacts facts{line, condition_of(result.source, lines[line - 1]), step.active, false, {}};
        const auto met =
            facts.condition.empty() ? std::nullopt : holds_for_all(facts.condition, line, lanes, step.active);
        if (!met) continue;
        facts.holds = *met;
        add_ranges(facts, lanes);
        return facts;
    }
    return std::nullopt;
}

std::optional<IdleFacts> idle_thread_facts(const session::RunResult& result, const metrics::BlockTrace& trace,
                                           uint32_t warp, uint32_t lane) {
    const std::vector<std::string_view> lines = split_lines(result.source);
    const WarpIndices lanes(result, trace, warp);
    const simt::LaneMask own = simt::LaneMask{1} << lane;
    for (size_t k = trace.steps.size(); k-- > 0;) {
        const metrics::TraceStep& step = trace.steps[k];
        if (step.warp != warp || !step.divergent() || (step.active & own) == 0 || step.end_pc == 0) continue;
        const uint32_t line = source_line(result, step.end_pc - 1);
        if (line == 0 || line > lines.size()) continue;
        IdleFacts facts{line, condition_of(result.source, lines[line - 1]), own, false, {}};
        const auto met = facts.condition.empty() ? std::nullopt : holds_for_all(facts.condition, line, lanes, own);
        if (!met) continue;
        facts.holds = *met;
        add_ranges(facts, lanes);
        return facts;
    }
    return std::nullopt;
}

} // namespace warpscope::ui
