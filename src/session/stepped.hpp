// Builds a run's kernel for stepping.
#pragma once

#include "replay/recording.hpp"
#include "session/session.hpp"

namespace warpscope::session {

struct SteppedBuild {
    std::shared_ptr<const replay::SteppedProgram> stepped;
    bool as_written = false; // unoptimized with source variables; otherwise the measured build
    std::string name;        // "clang 14.0.6, as written"
    std::string note;        // reason if `as_written` was requested but impossible
};

/// Recompiles without optimization by the same compiler if `as_written` and possible; otherwise uses the measured
/// build. Call it on a worker, because it may compile.
[[nodiscard]] Result<SteppedBuild> stepped_build(const RunResult& result, bool as_written);

/// Owner of an output cell in the shown launch.
struct OwnerThread {
    uint64_t block = 0;
    uint32_t warp = 0, lane = 0; // in the block
};
[[nodiscard]] std::optional<OwnerThread> owner_of_output(const RunResult& result, uint64_t cell);

} // namespace warpscope::session
