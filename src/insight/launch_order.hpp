#pragma once

#include <memory>
#include <optional>
#include <string>

#include "analysis/dispatch.hpp"
#include "insight/blocks_so_far.hpp"

namespace warpscope::insight {

struct LaunchOrder {
    std::shared_ptr<const session::RunResult> run;
    analysis::Dispatch dispatch;
    BlocksSoFar all;
    std::optional<std::string> block_order_error; // if the output cannot be shown by blocks

    /// Returns the state after `ended` blocks and all blocks that end at the same time. Returns the final state if
    /// block_order_error is set.
    [[nodiscard]] BlocksSoFar after(uint64_t ended) const;
};

[[nodiscard]] std::shared_ptr<const LaunchOrder> make_launch_order(std::shared_ptr<const session::RunResult> run,
                                                                   analysis::Dispatch dispatch);

struct DispatchFacts {
    uint64_t ended = 0, blocks = 0;
    uint32_t busy = 0, multiprocessors = 0;
    bool begin_together = false; // several blocks, all of which begin at the same time
    uint64_t wave = 0, waves = 0;
    bool is_tail = false; // some multiprocessors have no block left
};
[[nodiscard]] DispatchFacts dispatch_facts(const analysis::Dispatch& dispatch, uint64_t time);

} // namespace warpscope::insight
