#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "metrics/results.hpp"
#include "replay/arrays.hpp"
#include "replay/history.hpp"
#include "scene/moment.hpp"
#include "session/stepped.hpp"

namespace warpscope::insight {

struct RecordedBlock {
    std::shared_ptr<const session::RunResult> run;
    session::SteppedBuild build;
    std::shared_ptr<const replay::Recording> recording;
    std::shared_ptr<const replay::History> history;
    std::vector<replay::SharedArray> arrays;
    std::vector<uint32_t> racing;

    /// Returns the source line of a step; 0: another file than the kernel's own.
    [[nodiscard]] uint32_t line_of(uint32_t step) const;
    /// Returns line_of() of the innermost frame in the kernel's own file.
    [[nodiscard]] uint32_t line_or_call(uint32_t step) const;
    [[nodiscard]] std::vector<uint32_t> steps_on_line(metrics::ThreadId thread, uint32_t line) const;
    [[nodiscard]] uint64_t length(const scene::Moment& moment) const;
    [[nodiscard]] uint64_t record_at(const scene::Moment& moment) const;
    /// Returns the number of the block's steps before a moment, including one in progress.
    [[nodiscard]] uint64_t steps_at(const scene::Moment& moment) const;
    /// Returns the last step before a moment: of the warp if the moment's scope is a warp, otherwise of the block.
    [[nodiscard]] std::optional<uint32_t> last_step(const scene::Moment& moment) const;
    [[nodiscard]] uint32_t barriers_passed(const scene::Moment& moment) const;
    [[nodiscard]] uint32_t intervals() const { return static_cast<uint32_t>(history->intervals().size() + 1); }
    /// Returns the number of steps until an interval ends, in the moment's scope.
    [[nodiscard]] uint64_t end_of_interval(const scene::Moment& moment, uint32_t interval) const;
};

/// Slow: visits all steps of the racing warps.
[[nodiscard]] std::vector<uint32_t> racing_steps(const RecordedBlock& block);

} // namespace warpscope::insight
