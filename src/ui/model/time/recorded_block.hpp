// A block as it was recorded for the time bar, and what its steps are in the kernel's text.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "render/view.hpp"
#include "replay/arrays.hpp"
#include "replay/history.hpp"
#include "scene/moment.hpp"
#include "session/stepped.hpp"

namespace warpscope::ui {

/// One recorded block, ready to be looked at.
struct RecordedBlock {
    std::shared_ptr<const session::RunResult> run;
    session::SteppedBuild build;
    std::shared_ptr<const replay::Recording> recording;
    std::shared_ptr<const replay::History> history;
    std::vector<replay::SharedArray> arrays;
    std::vector<uint32_t> racing; // steps with an access of a race; see racing_steps()

    /// Steps of its warp at which the functions that it is in were left for the next, the innermost, `step`, first.
    [[nodiscard]] std::vector<uint32_t> frames_of(uint32_t step) const;
    /// Line of the kernel's own text that a step belongs to; 0: of none.
    [[nodiscard]] uint32_t line_of(uint32_t step) const;
    /// The same; within a function of another file the line of the kernel's file from which it was called.
    [[nodiscard]] uint32_t line_or_call(uint32_t step) const;
    /// Steps in which a thread of the launch executes a line of the kernel's own text; none of a thread of another
    /// block.
    [[nodiscard]] std::vector<uint32_t> steps_on_line(metrics::ThreadId thread, uint32_t line) const;
    /// How many steps a moment's scope has.
    [[nodiscard]] uint64_t length(const scene::Moment& moment) const;
    /// Records that are done at a moment of this block.
    [[nodiscard]] uint64_t record_at(const scene::Moment& moment) const;
    /// Steps of the whole block that are done then, a begun one included.
    [[nodiscard]] uint64_t steps_at(const scene::Moment& moment) const;
    /// The step done last: the warp's in warp scope, else the block's; none at the beginning.
    [[nodiscard]] std::optional<uint32_t> last_step(const scene::Moment& moment) const;
};

/// Races are found by looking at the accesses of all blocks together, and so are no marks of a recording: steps in
/// which threads of the block do what the launch's findings tell of them. Looks at all steps of the warps concerned.
[[nodiscard]] std::vector<uint32_t> racing_steps(const RecordedBlock& block);

/// The block's stored cells of the output in the middle of a view of that size, with what lies around them, which it
/// may read as well; none where it stores nothing. `most`: pixels per cell.
[[nodiscard]] std::optional<render::Camera> camera_on(const RecordedBlock& block, render::Point view, double most);

} // namespace warpscope::ui
