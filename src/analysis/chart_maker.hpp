// Makes charts on a background thread for the window.
#pragma once

#include <memory>

#include "analysis/charts.hpp"

namespace warpscope::analysis {

class ChartMaker {
public:
    struct State {
        ChartRequest request;
        std::shared_ptr<const Chart> chart; // partial result; may be null
        std::optional<Diagnostic> failure;
        bool busy = false, cancelled = false;
        Sweeper::Progress progress;
    };

    /// `wake` runs on the maker's thread after each change.
    explicit ChartMaker(std::function<void()> wake);
    ~ChartMaker();
    ChartMaker(const ChartMaker&) = delete;
    ChartMaker& operator=(const ChartMaker&) = delete;

    /// Ignores the current request.
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
