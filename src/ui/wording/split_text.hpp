// Words for the lanes of a warp: where they went at a branch, with which values, and why some take no part.
#pragma once

#include <string>
#include <vector>

#include "metrics/results.hpp"
#include "session/session.hpp"
#include "ui/model/moment_view.hpp"

namespace warpscope::ui {

/// A branch that a whole warp took the same way, decided by indices: why a warp without a cell does nothing.
struct IdleFacts {
    uint32_t line = 0;
    std::string condition; // "row < height && col < width"
    simt::LaneMask lanes = 0;
    bool holds = false; // the condition, for all of them
    std::string values; // "row = 62 to 63, col = 64 to 79, height = 62"
};
/// The last of those that the warp has come to; nullopt where there is none.
[[nodiscard]] std::optional<IdleFacts> idle_facts(const session::RunResult& result, const metrics::BlockTrace& trace,
                                                  uint32_t warp);

/// The last branch that parted the warp of a thread with others going on, and its condition for that thread alone:
/// why it does nothing where others of its warp do. Nullopt where no such branch is decided by indices.
[[nodiscard]] std::optional<IdleFacts>
idle_thread_facts(const session::RunResult& result, const metrics::BlockTrace& trace, uint32_t warp, uint32_t lane);

/// In order of the first split; `warp` is one of the traced block. Values are those that indices alone decide.
[[nodiscard]] std::vector<SplitFacts> split_facts(const session::RunResult& result, const metrics::BlockTrace& trace,
                                                  uint32_t warp);

} // namespace warpscope::ui
