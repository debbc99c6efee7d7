#pragma once

#include <memory>

#include "analysis/charts.hpp"

namespace warpscope::analysis {

class ChartMaker {
public:
    struct State {
        ChartRequest request;
        std::shared_ptr<const Chart> chart; // points so far; null before the first point
        std::optional<Diagnostic> failure;
        bool busy = false, canceled = false;
        Sweeper::Progress progress;
    };

    /// Starts the thread that makes charts and calls `wake` after changes.
    explicit ChartMaker(std::function<void()> wake);
    ~ChartMaker();
    ChartMaker(const ChartMaker&) = delete;
    ChartMaker& operator=(const ChartMaker&) = delete;

    /// Ignores a request equal to the current one.
    void submit(const ChartRequest& request);
    /// Stops making the chart but keeps its points.
    void cancel();
    void resume();
    [[nodiscard]] State state() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::analysis
