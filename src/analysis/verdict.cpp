#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <tuple>

#include "analysis/compare.hpp"
#include "base/number_text.hpp"
#include "language/tr.hpp"

namespace warpscope::analysis {

namespace {

double weight_of(std::string_view name, std::string_view unit) {
    struct Weight {
        std::string_view name, unit;
        double weight;
    };
    static constexpr std::array weights{Weight{"kernel time", "ms on the GPU", 20},
                                        Weight{"findings", "", 15},
                                        Weight{"load sectors", "sectors", 6},
                                        Weight{"loaded", "bytes", 5},
                                        Weight{"store sectors", "sectors", 5},
                                        Weight{"global atomics", "operations", 5},
                                        Weight{"bank conflicts", "", 4},
                                        Weight{"shared passes", "", 4},
                                        Weight{"diverging", "warps", 3},
                                        Weight{"instructions", "by warps", 3},
                                        Weight{"shared atomics", "operations", 1},
                                        Weight{"surplus", "threads", 1}};
    for (const Weight& w : weights)
        if (w.name == name && w.unit == unit) return w.weight;
    return 0.1;
}

} // namespace

double MetricRow::factor() const {
    const double low = std::min(first, second), high = std::max(first, second);
    if (low <= 0) return high > 0 ? std::numeric_limits<double>::infinity() : 1;
    return high / low;
}

double MetricRow::importance() const {
    if (better == Side::neither) return 0;
    constexpr double all = 8; // log2 of 256, the largest factor that counts
    return weight_of(name, unit) * std::min(std::log2(factor()), all);
}

std::vector<const MetricRow*> Comparison::ranked() const {
    std::vector<const MetricRow*> rows;
    for (const MetricRow& row : metrics)
        if (row.differs()) rows.push_back(&row);
    std::stable_sort(rows.begin(), rows.end(),
                     [](const MetricRow* a, const MetricRow* b) { return a->importance() > b->importance(); });
    return rows;
}

namespace {

std::string metric_phrase(const MetricRow& row) {
    const std::string what = row.unit.empty() || row.name == "load sectors" || row.name == "store sectors" ||
                                     row.name == "global atomics" || row.name == "shared atomics"
                                 ? std::string(tr(row.title()))
                             : row.name == "loaded"       ? tr("loaded bytes")
                             : row.name == "surplus"      ? std::string(tr(row.title()))
                             : row.name == "diverging"    ? tr("diverging warps")
                             : row.name == "instructions" ? tr("warp instructions")
                             : row.name == "kernel time"  ? tr("milliseconds on the GPU")
                                                          : fmt::format("{} {}", tr(row.name), tr(row.unit));
    if (row.second == 0) return tr_format("no {} instead of {}", what, row.text(row.first));
    if (row.first == 0) return tr_format("{} {} instead of none", row.text(row.second), what);
    const double ratio = row.second / row.first, times = std::max(ratio, 1 / ratio);
    const std::string factor =
        times < 9.95 ? fixed(times, times < 1.995 ? 2 : 1) : grouped(static_cast<uint64_t>(std::lround(times)));
    // Translators: a factor, and what there is fewer or more of: "26 times fewer load sectors".
    return ratio < 1 ? tr_format("{} times fewer {}", factor, what) : tr_format("{} times as many {}", factor, what);
}

} // namespace

std::string Comparison::verdict() const {
    std::vector<std::string> better, worse;
    double in_favor = 0, largest_said = 0;
    const MetricRow* largest_unsaid = nullptr;
    for (const MetricRow* row : ranked()) {
        constexpr double worth_saying = 0.3;
        if (row->importance() <= 0 || weight_of(row->name, row->unit) < 1 || row->importance() < worth_saying) continue;
        in_favor += row->better == Side::second ? row->importance() : -row->importance();
        if (row->better == Side::first && worse.size() < 2) worse.push_back(metric_phrase(*row));
        if (row->better != Side::second) continue;
        if (better.size() < 2) {
            better.push_back(metric_phrase(*row));
            largest_said = std::max(largest_said, row->factor());
        } else if (largest_unsaid == nullptr || row->factor() > largest_unsaid->factor()) {
            largest_unsaid = row;
        }
    }
    // A row with a smaller weight but larger factor may be the better explanation.
    if (largest_unsaid != nullptr && largest_unsaid->factor() > largest_said)
        better.push_back(metric_phrase(*largest_unsaid));
    const auto joined = [](const std::vector<std::string>& parts) {
        if (parts.size() == 3) return tr_format("{}, {} and {}", parts[0], parts[1], parts[2]);
        if (parts.size() == 2) return tr_format("{} and {}", parts[0], parts[1]);
        return parts.empty() ? std::string() : parts[0];
    };
    if (better.empty() && worse.empty()) return "";
    const std::string_view name = tr(second_name);
    const bool is_timed =
        std::ranges::any_of(ranked(), [](const MetricRow* row) { return row->name == "kernel time"; });
    // Only times decide between gains and losses.
    const bool wins = is_timed ? in_favor > 0 : !better.empty();
    const auto& [first, second] = wins ? std::tie(better, worse) : std::tie(worse, better);
    std::string text;
    if (is_timed)
        text = wins ? tr_format("{} is better: {}.", name, joined(first))
                    : tr_format("{} is worse: {}.", name, joined(first));
    else if (!second.empty())
        text = tr_format("{} has {}, but {}.", name, joined(first), joined(second));
    else
        text = wins ? tr_format("{} has better counts: {}.", name, joined(first))
                    : tr_format("{} has worse counts: {}.", name, joined(first));
    if (is_timed && !second.empty()) text += tr_format(" In return, it has {}.", joined(second));
    if (!is_timed) text += tr(" Times were not compared.");
    return text;
}

} // namespace warpscope::analysis
