// The window's cursor in a launch: how many of its blocks have ended. Has the order of blocks worked out by a worker,
// and moves the scene's moment while it is of the launch.
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
    /// `moment` must outlive this.
    LaunchCursor(scene::Moment& moment, Redraw& redraw, Worker& worker)
        : moment_(moment)
        , redraw_(redraw)
        , worker_(worker) {}

    /// Where the blocks are dealt to, by its name; empty or unknown: the usual device. `recorded`: what a GPU recorded
    /// of the shown launch, which then stands above the model; null: nothing.
    void use_device(const std::string& name, const std::shared_ptr<const session::Recording>& recorded);
    /// Once per frame: `run` is what the views show, `seconds` have passed since the last one.
    void update(const RunPtr& run, double seconds);

    void enter();
    void leave();
    void go_to(uint64_t ended);
    /// By so many steps: blocks that end at the same time are one.
    void move(int by);
    /// 0: none has ended; 1: all have.
    void go_to_share(double share);
    /// From the end it begins again.
    void play(bool on);

    [[nodiscard]] bool on() const { return moment_.scope == scene::Scope::launch; }
    [[nodiscard]] const LaunchTime& state() const { return state_; }
    /// Nothing of what the moment needs is missing.
    [[nodiscard]] bool ready() const;
    /// Returns whether the next frame shows another moment.
    [[nodiscard]] bool moves() const { return on() && state_.playing && state_.order != nullptr; }

private:
    void want(const RunPtr& run);

    scene::Moment& moment_;
    Redraw& redraw_;
    Worker& worker_;
    LaunchTime state_;
    std::string device_;
    std::shared_ptr<const session::Recording> recorded_;
    RunPtr run_;         // whose order was asked for last; null: none, or that of another device
    uint64_t asked_ = 0; // grows with each order that is wanted
    double time_ = 0;    // of the dispatch, while it is played
};

} // namespace warpscope::workbench
