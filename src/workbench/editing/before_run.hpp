// The run of the text as it was before it was edited, with the settings of now: what costs are compared with.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"

namespace warpscope::workbench {

class BeforeRun {
public:
    BeforeRun(Redraw& redraw, std::function<void()> wake)
        : redraw_(redraw)
        , worker_(std::move(wake)) {}
    ~BeforeRun() { rest(); }
    BeforeRun(const BeforeRun&) = delete;
    BeforeRun& operator=(const BeforeRun&) = delete;

    /// Takes a run that is there already.
    void take(RunPtr run);
    /// Makes the run of `request`, unless it is there or on its way.
    void want(const session::Request& request);
    /// Nothing is wanted any more.
    void rest();
    /// Once per frame: takes what is ready.
    void deliver() { worker_.deliver(); }
    /// Of the newest request that was wanted; null while it is made, and where it fails.
    [[nodiscard]] const RunPtr& run() const { return run_; }
    [[nodiscard]] bool ready() const { return !making_; }

private:
    Redraw& redraw_;
    RunPtr run_;
    std::optional<session::Request> made_; // or being made
    bool making_ = false;
    std::shared_ptr<std::atomic<bool>> cancel_;
    Worker worker_; // its job uses the members above
};

} // namespace warpscope::workbench
