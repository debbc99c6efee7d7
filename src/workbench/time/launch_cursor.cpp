#include "workbench/time/launch_cursor.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope::workbench {

using scene::Scope;

namespace {

constexpr double film_seconds = 8;

/// Raises `ended` to include all blocks that end at the same time as the last one.
uint64_t together_with(const analysis::Dispatch& dispatch, uint64_t ended) {
    const auto some = static_cast<uint32_t>(std::min<uint64_t>(ended, dispatch.blocks.size()));
    return some == 0 ? 0 : dispatch.ended_by(dispatch.time_of(some));
}

} // namespace

void LaunchCursor::use_device(const std::string& name, const std::shared_ptr<const session::Recording>& recorded) {
    if (name == device_ && recorded == recorded_) return;
    device_ = name;
    recorded_ = recorded;
    run_.reset();
}

void LaunchCursor::enter() {
    if (on()) return;
    moment_ = {};
    moment_.scope = Scope::launch;
    state_ = {};
    time_ = 0;
    run_.reset();
    redraw_.want(3);
}

void LaunchCursor::leave() {
    if (!on()) return;
    moment_ = {};
    state_ = {};
    run_.reset();
    redraw_.want(3);
}

void LaunchCursor::go_to(uint64_t ended) {
    if (!on()) return;
    moment_.step = ended;
    state_.playing = false;
    redraw_.want();
}

void LaunchCursor::move(int by) {
    if (!state_.order) return;
    const analysis::Dispatch& dispatch = state_.order->dispatch;
    uint64_t step = moment_.step;
    for (; by > 0 && step < dispatch.blocks.size(); --by) step = together_with(dispatch, step + 1);
    for (; by < 0 && step > 0; ++by) {
        const uint64_t time = dispatch.time_of(static_cast<uint32_t>(step));
        step = time == 0 ? 0 : dispatch.ended_by(time - 1);
    }
    go_to(step);
}

void LaunchCursor::go_to_share(double share) {
    if (!state_.order) return;
    const auto blocks = static_cast<double>(state_.order->dispatch.blocks.size());
    go_to(static_cast<uint64_t>(std::llround(std::clamp(share, 0.0, 1.0) * blocks)));
}

void LaunchCursor::play(bool should_play) {
    if (!on()) return;
    state_.playing = should_play;
    redraw_.want();
    if (!should_play || !state_.order) return;
    const analysis::Dispatch& dispatch = state_.order->dispatch;
    if (moment_.step >= dispatch.blocks.size()) moment_.step = 0;
    time_ = static_cast<double>(dispatch.time_of(static_cast<uint32_t>(moment_.step)));
}

bool LaunchCursor::ready() const {
    return !on() || !run_ || state_.problem.has_value() || (state_.order && state_.order->run == run_);
}

void LaunchCursor::want(const RunPtr& run) {
    run_ = run;
    state_.problem.reset();
    const uint64_t number = ++asked_;
    worker_.post([this, run, number, device = device_, recorded = recorded_]() -> Worker::Finish {
        const DeviceModel* known = find_device_model(device);
        const DeviceModel& chosen = known != nullptr ? *known : chosen_device_model();
        auto dispatch = recorded ? Result<analysis::Dispatch>(analysis::measured_dispatch(
                                       recorded->device, recorded->multiprocessors, recorded->readings.blocks))
                                 : analysis::model_dispatch(*run, chosen);
        std::optional<Diagnostic> problem;
        std::shared_ptr<const insight::LaunchOrder> order;
        if (dispatch)
            order = insight::make_launch_order(run, std::move(*dispatch));
        else
            problem = dispatch.error();
        return [this, number, order, problem] {
            redraw_.want(3);
            if (number != asked_ || !on()) return;
            state_.order = order;
            state_.problem = problem;
            if (state_.playing) play(true);
        };
    });
}

void LaunchCursor::update(const RunPtr& run, double seconds) {
    if (!on() || !run) return;
    moment_.launch = static_cast<uint32_t>(run->measured->launches().size() - 1);
    if (run_ != run) want(run);
    if (!state_.order) return;
    const analysis::Dispatch& dispatch = state_.order->dispatch;
    moment_.step = together_with(dispatch, moment_.step);
    if (!state_.playing) return;
    time_ += seconds / film_seconds * static_cast<double>(dispatch.length);
    moment_.step = std::max<uint64_t>(moment_.step, dispatch.ended_by(static_cast<uint64_t>(time_)));
    if (moment_.step >= dispatch.blocks.size()) state_.playing = false;
    redraw_.want();
}

} // namespace warpscope::workbench
