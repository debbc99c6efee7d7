#pragma once

#include <memory>

#include "insight/launch_order.hpp"
#include "insight/moment_view.hpp"
#include "render/view_state.hpp"
#include "workbench/time/launch_search_view.hpp"
#include "workbench/time/time_bar.hpp"

namespace warpscope::workbench {

struct TimeModel {
    TimeBar time;
    std::shared_ptr<const insight::MomentView> moment; // null for the full launch, and before the recording
    OrdersView orders;
    std::shared_ptr<const insight::MeetingThreads> meeting;
    render::BlocksSoFar so_far;
    LaunchTime launch_time;
};

} // namespace warpscope::workbench
