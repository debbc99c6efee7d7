#pragma once

#include <memory>

#include "analysis/charts.hpp"

namespace warpscope::analysis {

class ChartMaker {
public:
    struct State {
        ChartRequest request;
        std::shared_ptr<const Chart> chart; // partial; may be null
        std::optional<Diagnostic> failure;
        bool busy = false, cancelled = false;
        Sweeper::Progress progress;
    };

    /// Makes charts on a thread. `wake` runs there after each change.
    explicit ChartMaker(std::function<void()> wake);
    ~ChartMaker();
    ChartMaker(const ChartMaker&) = delete;
    ChartMaker& operator=(const ChartMaker&) = delete;

    /// Ignores a request equal to the current one.
    void submit(const ChartRequest& request);
    /// Keeps the partial result.
    void cancel();
    void resume();
    [[nodiscard]] State state() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::analysis
