// The build of a run's kernel that is stepped through.
#pragma once

#include "replay/recording.hpp"
#include "session/session.hpp"

namespace warpscope::session {

struct SteppedBuild {
    std::shared_ptr<const replay::SteppedProgram> stepped;
    bool as_written = false; // without optimisation, with the source's variables; else what was measured
    std::string name;        // "clang 14.0.6, as written"
    std::string note;        // why it is not as written though it was to be; empty otherwise
};

/// `as_written`: compiled anew by the same compiler, as the source has it, or taken from the cache; where that is not
/// possible, and for PTX files, the build that was measured. May take as long as compiling does: call it on a worker.
[[nodiscard]] Result<SteppedBuild> stepped_build(const RunResult& result, bool as_written);

/// A thread of the shown launch: the one that owns a cell of the output.
struct OwnerThread {
    uint64_t block = 0;
    uint32_t warp = 0, lane = 0; // in the block
};
/// nullopt where no thread owns the cell.
[[nodiscard]] std::optional<OwnerThread> owner_of_output(const RunResult& result, uint64_t cell);

} // namespace warpscope::session
