#include "insight/warp_splits.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "insight/index_arithmetic.hpp"
#include "insight/source_lines.hpp"
#include "replay/changes.hpp"
#include "source/conditions.hpp"

namespace warpscope::insight {

namespace {

double as_fraction(const replay::Number& number) {
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

bool is_less(const replay::Number& a, const replay::Number& b) {
    if (std::holds_alternative<int64_t>(a) && std::holds_alternative<int64_t>(b))
        return std::get<int64_t>(a) < std::get<int64_t>(b);
    return as_fraction(a) < as_fraction(b);
}

bool is_same(const replay::Number& a, const replay::Number& b) {
    return a == b || (std::isnan(as_fraction(a)) && std::isnan(as_fraction(b)));
}

/// Values of a warp's variables, by lane, computed from thread indices and launch arguments.
class WarpIndices {
public:
    WarpIndices(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t warp)
        : arithmetic_(result)
        , config_(result.shown().config)
        , block_(trace.block_index)
        , warp_(warp) {}

    [[nodiscard]] std::optional<int64_t> value(uint32_t lane, std::string_view name, uint32_t line) const {
        const uint32_t thread = warp_ * warp_size + lane;
        if (thread >= config_.threads_per_block()) return std::nullopt;
        return arithmetic_.value(std::string(name), line, block_, index_of(thread, config_.block));
    }
    [[nodiscard]] source::WholeLookup lookup(uint32_t lane, uint32_t line) const {
        return [this, lane, line](std::string_view name) { return value(lane, name, line); };
    }
    [[nodiscard]] std::optional<ValueRange> range(simt::LaneMask lanes, const std::string& name, uint32_t line) const {
        std::array<std::optional<replay::Number>, warp_size> values{};
        replay::each_lane(lanes, [&](uint32_t lane) { values[lane] = value(lane, name, line); });
        return range_of(values, lanes);
    }
    [[nodiscard]] std::optional<bool> holds_for_all(const std::string& condition, uint32_t line,
                                                    simt::LaneMask lanes) const {
        std::optional<bool> all;
        bool is_known = true;
        replay::each_lane(lanes, [&](uint32_t lane) {
            const auto met = is_known ? source::holds(condition, lookup(lane, line)) : std::nullopt;
            is_known = met && (!all || *all == *met);
            all = met;
        });
        return is_known ? all : std::nullopt;
    }

private:
    IndexArithmetic arithmetic_;
    const LaunchConfig& config_;
    Dim3 block_;
    uint32_t warp_;
};

void add_values(SplitFacts& facts, const WarpIndices& lanes) {
    simt::LaneMask yes = 0;
    bool is_known = !facts.condition.empty();
    replay::each_lane(facts.yes | facts.no, [&](uint32_t lane) {
        const auto met = is_known ? source::holds(facts.condition, lanes.lookup(lane, facts.line)) : std::nullopt;
        is_known = met.has_value();
        if (met.value_or(false)) yes |= simt::LaneMask{1} << lane;
    });
    // The line's condition belongs to this branch only if both yield the same two groups.
    facts.worked_out = is_known && (yes == facts.yes || yes == facts.no);
    if (facts.worked_out && yes == facts.no) std::swap(facts.yes, facts.no);
    for (const std::string& name : source::names_in_condition(facts.condition))
        facts.add_value(name, lanes.range(facts.yes, name, facts.line), lanes.range(facts.no, name, facts.line));
    // Drops names with several values in both groups, because they explain nothing.
    std::erase_if(facts.constants, [](const NamedRange& one) { return !is_same(one.range.low, one.range.high); });
}

/// Finds the last branch with a condition that follows from thread indices and has one value in all lanes of
/// `lanes_of(step)`. Ignores steps for which `lanes_of` returns 0.
template<class LanesOf>
std::optional<IdleReason> last_decision(const session::RunResult& result, const metrics::BlockTrace& trace,
                                        uint32_t warp, const LanesOf& lanes_of) {
    const std::vector<std::string_view> lines = split_lines(result.source);
    const WarpIndices indices(result, trace, warp);
    std::set<uint32_t> seen;
    for (size_t k = trace.steps.size(); k-- > 0;) {
        const metrics::TraceStep& step = trace.steps[k];
        const simt::LaneMask lanes = step.warp == warp && step.end_pc > 0 ? lanes_of(step) : 0;
        const uint32_t line = lanes != 0 ? source_line(result, step.end_pc - 1) : 0;
        if (line == 0 || line > lines.size() || !seen.insert(line).second) continue;
        IdleReason reason{line, std::string(source::condition_in(lines[line - 1])), lanes, false, {}};
        const auto met = indices.holds_for_all(reason.condition, line, lanes);
        if (!met) continue;
        reason.holds = *met;
        for (const std::string& name : source::names_in_condition(reason.condition))
            if (const auto range = indices.range(lanes, name, line)) reason.values.push_back({name, *range});
        return reason;
    }
    return std::nullopt;
}

} // namespace

std::optional<ValueRange> range_of(const std::array<std::optional<replay::Number>, warp_size>& values,
                                   simt::LaneMask lanes) {
    std::optional<ValueRange> range;
    bool is_complete = true;
    replay::each_lane(lanes, [&](uint32_t lane) {
        const auto& value = values[lane];
        is_complete = is_complete && value;
        if (!value) return;
        if (!range) range = {*value, *value};
        if (is_less(*value, range->low)) range->low = *value;
        if (is_less(range->high, *value)) range->high = *value;
    });
    return is_complete ? range : std::nullopt;
}

void SplitFacts::add_value(const std::string& name, const std::optional<ValueRange>& on_yes,
                           const std::optional<ValueRange>& on_no) {
    if (!on_yes || !on_no) return;
    if (is_same(on_yes->low, on_no->low) && is_same(on_yes->high, on_no->high))
        constants.push_back({name, *on_yes});
    else
        values.push_back({name, *on_yes, *on_no});
}

std::vector<uint32_t> split_lines(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t warp) {
    std::vector<uint32_t> lines;
    for (const metrics::TraceStep& step : trace.steps) {
        if (step.warp != warp || !step.divergent() || step.end_pc == 0) continue;
        const uint32_t line = source_line(result, step.end_pc - 1);
        if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    }
    return lines;
}

std::vector<SplitFacts> find_splits(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t warp) {
    std::vector<SplitFacts> all;
    std::vector<uint32_t> branches;
    for (const metrics::TraceStep& step : trace.steps) {
        if (step.warp != warp || !step.divergent() || step.end_pc == 0) continue;
        const uint32_t pc = step.end_pc - 1;
        const uint32_t line = source_line(result, pc);
        // Counts all branches of a line as one, because they belong to one condition.
        const uint32_t branch = line > 0 ? line : ~pc;
        const auto known = std::ranges::find(branches, branch);
        if (known != branches.end()) {
            ++all[static_cast<size_t>(known - branches.begin())].times;
            continue;
        }
        SplitFacts facts;
        facts.times = 1;
        facts.yes = step.active & ~step.taken;
        facts.no = step.taken;
        facts.line = line;
        facts.condition = source::condition_in(source_text(result, line));
        branches.push_back(branch);
        all.push_back(std::move(facts));
    }
    if (all.empty()) return all;
    const WarpIndices lanes(result, trace, warp);
    for (SplitFacts& facts : all) add_values(facts, lanes);
    return all;
}

std::optional<IdleReason> find_idle_reason(const session::RunResult& result, const metrics::BlockTrace& trace,
                                           uint32_t warp) {
    const auto& instructions = result.measured->program().instructions();
    return last_decision(result, trace, warp, [&](const metrics::TraceStep& step) -> simt::LaneMask {
        const bool is_branch =
            !step.divergent() && step.end_pc <= instructions.size() && instructions[step.end_pc - 1].branches;
        return is_branch ? step.active : 0;
    });
}

std::optional<IdleReason> find_idle_reason(const session::RunResult& result, const metrics::BlockTrace& trace,
                                           uint32_t warp, uint32_t lane) {
    const simt::LaneMask own = simt::LaneMask{1} << lane;
    return last_decision(result, trace, warp, [&](const metrics::TraceStep& step) -> simt::LaneMask {
        return step.divergent() ? step.active & own : 0;
    });
}

} // namespace warpscope::insight
