// Runs the unedited text with the current settings, to show how an edit changes costs.
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

    void take(RunPtr run);
    void want(const session::Request& request);
    void rest();
    void deliver() { worker_.deliver(); }
    [[nodiscard]] const RunPtr& run() const { return run_; }
    [[nodiscard]] bool ready() const { return !making_; }

private:
    Redraw& redraw_;
    RunPtr run_;
    std::optional<session::Request> made_;
    bool making_ = false;
    std::shared_ptr<std::atomic<bool>> cancel_;
    Worker worker_; // last: destroyed first
};

} // namespace warpscope::workbench
