// Cursor in a launch: the number of blocks that have ended. A worker computes the order of blocks; the cursor moves the
// scene's moment while that is a moment of the launch.
#pragma once

#include "insight/launch_order.hpp"
#include "scene/moment.hpp"
#include "session/recording.hpp"
#include "workbench/background/worker.hpp"
#include "workbench/document/redraw.hpp"
#include "workbench/document/runs.hpp"
#include "workbench/time/time_bar.hpp"

namespace warpscope::workbench {

class LaunchCursor {
public:
    /// `moment` must outlive the cursor.
    LaunchCursor(scene::Moment& moment, Redraw& redraw, Worker& worker)
        : moment_(moment)
        , redraw_(redraw)
        , worker_(worker) {}

    /// Selects the device that the blocks are scheduled on; an empty or unknown name is the usual device. `recorded`:
    /// the GPU's recording of the launch, which overrides the model; may be null.
    void use_device(const std::string& name, const std::shared_ptr<const session::Recording>& recorded);
    /// Updates the cursor once per frame. `run` is shown in the views; `seconds` is the time since the last frame.
    void update(const RunPtr& run, double seconds);

    void enter();
    void leave();
    void go_to(uint64_t ended);
    /// Moves by steps. Blocks that end at the same time are one step.
    void move(int by);
    /// Moves to a fraction of the launch, from 0 (none has ended) to 1 (all have).
    void go_to_share(double share);
    /// Starts or stops playing. At the end it restarts from the beginning.
    void play(bool on);

    [[nodiscard]] bool on() const { return moment_.scope == scene::Scope::launch; }
    [[nodiscard]] const LaunchTime& state() const { return state_; }
    /// Returns whether everything that the moment needs is there.
    [[nodiscard]] bool ready() const;
    [[nodiscard]] bool moves() const { return on() && state_.playing && state_.order != nullptr; }

private:
    void want(const RunPtr& run);

    scene::Moment& moment_;
    Redraw& redraw_;
    Worker& worker_;
    LaunchTime state_;
    std::string device_;
    std::shared_ptr<const session::Recording> recorded_;
    RunPtr run_;         // run of the last requested order; null: none, or for another device
    uint64_t asked_ = 0; // number of requested orders
    double time_ = 0;    // time within the schedule while playing
};

} // namespace warpscope::workbench
