// The charts that make sense for a run, and their data. Some come from the run alone; a sweep takes further runs.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "analysis/chart.hpp"
#include "language/language.hpp"
#include "session/pipeline.hpp"
#include "session/session.hpp"

namespace warpscope::analysis {

struct ChartOffer {
    std::string name, title;                  // in English
    const catalog::ChartSpec* spec = nullptr; // of the run's variant; null: a chart of every run
    [[nodiscard]] bool is_sweep() const { return spec != nullptr && spec->kind == catalog::ChartSpec::Kind::sweep; }
};
/// In the order of a menu: what the experiment declares first. Pointers live as long as the result.
[[nodiscard]] std::vector<ChartOffer> charts_of(const session::RunResult& result);

struct ChartWish {
    std::shared_ptr<const session::RunResult> result, baseline; // baseline: a second point of the roofline; may be null
    std::string name;
    std::string device = {};     // of device_models(); empty: `gpu`, or the chosen
    std::string gpu = {};        // the GPU that ran the kernels, as CUDA names it; empty: none did
    double kernel_ms = 0;        // there; 0: not measured
    Language words = language(); // of the chart

    friend bool operator==(const ChartWish&, const ChartWish&) = default;
};

/// A chart of the run alone (roofline, lines, counts, ulp). An unknown name is an error that says what there is.
[[nodiscard]] Result<Chart> make_chart(const ChartWish& wish);

/// Runs what a declared sweep takes, on one core, one point after the other. Points of earlier sweeps are remembered.
class Sweeper {
public:
    struct Progress {
        uint32_t done = 0, total = 0;
    };
    /// `tell` is called after each point with the chart so far. Cancelled: an error of that kind.
    [[nodiscard]] Result<Chart> run(const ChartWish& wish, const catalog::ChartSpec& spec,
                                    const std::function<void(const Chart&, Progress)>& tell,
                                    const std::atomic<bool>* cancel);

private:
    struct Known {
        session::Request request;
        std::string value;
        double y = 0;
    };
    session::Pipeline pipeline_;
    std::vector<Known> known_;
};

/// Error of `value` against `exact` in units in the last place of a float or (`wide`) double near `exact`.
[[nodiscard]] double ulp_error(double value, long double exact, bool wide);

} // namespace warpscope::analysis
