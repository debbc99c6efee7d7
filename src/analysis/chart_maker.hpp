// Makes charts on a thread of its own: the window asks, and draws what is ready.
#pragma once

#include <memory>

#include "analysis/charts.hpp"

namespace warpscope::analysis {

class ChartMaker {
public:
    struct State {
        ChartWish wish;
        std::shared_ptr<const Chart> chart; // so far; null before the first point, and after a failure
        std::optional<Diagnostic> failure;
        bool busy = false, cancelled = false;
        Sweeper::Progress progress;
    };

    /// `wake` is called on the maker's thread whenever there is something new.
    explicit ChartMaker(std::function<void()> wake);
    ~ChartMaker(); // cancels and joins
    ChartMaker(const ChartMaker&) = delete;
    ChartMaker& operator=(const ChartMaker&) = delete;

    /// Replaces whatever is being made. Nothing happens when it is the same wish as before.
    void submit(const ChartWish& wish);
    /// Stops a sweep; what there is of it stays.
    void cancel();
    /// Goes on with a cancelled sweep.
    void resume();
    [[nodiscard]] State state() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::analysis
