// Moment within a launch: the number of ended blocks. A worker computes their order.
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

    /// Unknown names select the default model. The order in `recorded`, unless null, replaces the modeled one.
    void use_device(const std::string& name, const std::shared_ptr<const session::Recording>& recorded);
    void update(const RunPtr& run, double seconds);

    void enter();
    void leave();
    void go_to(uint64_t ended);
    /// Blocks that end at the same time are one step.
    void move(int by);
    void go_to_share(double share);
    void play(bool on);

    [[nodiscard]] bool on() const { return moment_.scope == scene::Scope::launch; }
    [[nodiscard]] const LaunchTime& state() const { return state_; }
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
    RunPtr run_;
    uint64_t asked_ = 0;
    double time_ = 0;
};

} // namespace warpscope::workbench
