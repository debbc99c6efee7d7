// The order in which the blocks of a launch run, and what views need of it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "analysis/dispatch.hpp"
#include "render/view.hpp"

namespace warpscope::ui {

struct LaunchOrder {
    std::shared_ptr<const session::RunResult> run;
    analysis::Dispatch dispatch;
    render::BlocksSoFar all;            // every block has ended
    std::optional<std::string> why_not; // the output cannot be shown block by block

    /// For views, when so many blocks have ended; nothing is hatched where the output cannot be shown so.
    [[nodiscard]] render::BlocksSoFar after(uint64_t ended) const;
};

[[nodiscard]] std::shared_ptr<const LaunchOrder> launch_order(std::shared_ptr<const session::RunResult> run,
                                                              analysis::Dispatch dispatch);

/// What the window knows of a launch in time.
struct LaunchTime {
    std::shared_ptr<const LaunchOrder> order; // null until it is worked out
    std::optional<Diagnostic> problem;        // why it cannot be
    uint32_t ended = 0;                       // blocks, at the moment: with all that end at the same time
    bool playing = false;
};

/// "312 of 1536 blocks have ended · 132 of 132 multiprocessors busy · wave 2 of 3 · the tail: ..."
[[nodiscard]] std::string dispatch_words(const analysis::Dispatch& dispatch, uint64_t time);

} // namespace warpscope::ui
