#include "ui/wording/split_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/code/condition_text.hpp"
#include "ui/code/listing.hpp"
#include "ui/model/block_view.hpp"
#include "ui/wording/index_arithmetic.hpp"

namespace warpscope::ui {

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
    return text;
}

/// Where the bracket that opens at `open` closes; npos if it does not.
size_t closing_of(std::string_view text, size_t open) {
    int depth = 0;
    for (size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) return i;
    }
    return std::string_view::npos;
}

/// Place of the first of `signs` outside brackets; npos if there is none.
size_t outside_brackets(std::string_view text, std::string_view signs) {
    int depth = 0;
    for (size_t i = 0; i + signs.size() <= text.size(); ++i) {
        if (text[i] == '(' || text[i] == '[') ++depth;
        if (text[i] == ')' || text[i] == ']') --depth;
        if (depth == 0 && text.substr(i, signs.size()) == signs) return i;
    }
    return std::string_view::npos;
}

std::optional<bool> compared(std::string_view text, const catalog::Lookup& lookup) {
    static constexpr std::array<std::string_view, 6> signs{"<=", ">=", "==", "!=", "<", ">"};
    for (const std::string_view sign : signs) {
        const size_t at = outside_brackets(text, sign);
        if (at == std::string_view::npos) continue;
        const auto left = catalog::evaluate(trimmed(text.substr(0, at)), lookup);
        const auto right = catalog::evaluate(trimmed(text.substr(at + sign.size())), lookup);
        if (!left || !right) return std::nullopt;
        if (sign == "<=") return *left <= *right;
        if (sign == ">=") return *left >= *right;
        if (sign == "==") return *left == *right;
        if (sign == "!=") return *left != *right;
        return sign == "<" ? *left < *right : *left > *right;
    }
    const auto number = catalog::evaluate(text, lookup);
    return number ? std::optional(*number != 0) : std::nullopt;
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
    [[nodiscard]] catalog::Lookup of(uint32_t lane, uint32_t line) const {
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
        const auto met = holds(facts.condition, lanes.of(lane, facts.line));
        known = met.has_value();
        if (met.value_or(false)) yes |= simt::LaneMask{1} << lane;
    }
    // A line may hold more conditions than the branch was about: only what agrees with the lanes is shown as known.
    facts.worked_out = known && (yes == facts.yes || yes == facts.no);
    if (facts.worked_out && yes == facts.no) std::swap(facts.yes, facts.no);
    for (const std::string& name : names_in_condition(facts.condition)) {
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
        const auto met = holds(condition, lanes.of(lane, line));
        if (!met || (all && *all != *met)) return std::nullopt;
        all = met;
    }
    return all;
}

/// What the names in the condition are for its lanes.
void add_ranges(IdleFacts& facts, const WarpIndices& lanes) {
    for (const std::string& name : names_in_condition(facts.condition))
        if (const std::string range = range_text(lanes, facts.lanes, name, facts.line); !range.empty())
            facts.values += fmt::format("{}{} = {}", facts.values.empty() ? "" : ", ", name, range);
}

} // namespace

std::string condition_of(std::string_view line) {
    for (const std::string_view word : {"if", "while", "for"}) {
        for (size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
            const size_t open = line.find_first_not_of(' ', at + word.size());
            if (open == std::string_view::npos || line[open] != '(') continue;
            const size_t close = closing_of(line, open);
            std::string_view inside = line.substr(open + 1, close == std::string_view::npos ? close : close - open - 1);
            if (word == "for") {
                const size_t first = inside.find(';'), second = inside.find(';', first + 1);
                if (first == std::string_view::npos || second == std::string_view::npos) return {};
                inside = inside.substr(first + 1, second - first - 1);
            }
            return std::string(trimmed(inside));
        }
    }
    return {};
}

std::optional<bool> holds(std::string_view condition, const catalog::Lookup& lookup) {
    condition = trimmed(condition);
    while (!condition.empty() && condition.front() == '(' && closing_of(condition, 0) == condition.size() - 1)
        condition = trimmed(condition.substr(1, condition.size() - 2));
    for (const std::string_view join : {"||", "&&"}) {
        const size_t at = outside_brackets(condition, join);
        if (at == std::string_view::npos) continue;
        const auto left = holds(condition.substr(0, at), lookup), right = holds(condition.substr(at + 2), lookup);
        const bool decides = join == "||";
        if (left == decides || right == decides) return decides;
        if (!left || !right) return std::nullopt;
        return !decides;
    }
    if (!condition.empty() && condition.front() == '!' && !condition.starts_with("!=")) {
        const auto met = holds(condition.substr(1), lookup);
        return met ? std::optional(!*met) : std::nullopt;
    }
    return compared(condition, lookup);
}

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
        if (facts.line > 0 && facts.line <= lines.size()) facts.condition = condition_of(lines[facts.line - 1]);
        branches.push_back(branch);
        all.push_back(std::move(facts));
    }
    if (all.empty()) return all;
    const WarpIndices lanes(result, trace, warp);
    for (SplitFacts& facts : all) add_values(facts, lanes);
    return all;
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
        IdleFacts facts{line, condition_of(lines[line - 1]), step.active, false, {}};
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
        IdleFacts facts{line, condition_of(lines[line - 1]), own, false, {}};
        const auto met = facts.condition.empty() ? std::nullopt : holds_for_all(facts.condition, line, lanes, own);
        if (!met) continue;
        facts.holds = *met;
        add_ranges(facts, lanes);
        return facts;
    }
    return std::nullopt;
}

} // namespace warpscope::ui
