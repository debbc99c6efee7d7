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
    std::string name, title;
    const catalog::ChartSpec* spec = nullptr; // null: available for every run
    [[nodiscard]] bool is_sweep() const { return spec != nullptr && spec->kind == catalog::ChartSpec::Kind::sweep; }
};
/// Lists charts in menu order. Each `spec` is valid as long as `result` exists.
[[nodiscard]] std::vector<ChartOffer> charts_of(const session::RunResult& result);

struct ChartRequest {
    std::shared_ptr<const session::RunResult> result, baseline; // baseline: second run of the roofline, or null
    std::string name;
    std::string device = {}; // name in device_models(); "": default
    std::string gpu = {};
    double kernel_ms = 0; // time on `gpu`; 0: unknown
    Language words = language();

    friend bool operator==(const ChartRequest&, const ChartRequest&) = default;
};

/// Fails for an unknown chart; the error lists the known charts.
[[nodiscard]] Result<Chart> make_chart(const ChartRequest& request);

/// Runs an experiment for each value of a parameter, on one core. Caches points.
class Sweeper {
public:
    struct Progress {
        uint32_t done = 0, total = 0;
    };
    [[nodiscard]] Result<Chart> run(const ChartRequest& request, const catalog::ChartSpec& spec,
                                    const std::function<void(const Chart&, Progress)>& report_progress,
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

/// Returns the error of `value` in ulps of a float, or of a double if `wide`.
[[nodiscard]] double ulp_error(double value, long double exact, bool wide);

} // namespace warpscope::analysis
