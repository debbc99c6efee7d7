// The current moment, for panels.
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
    std::shared_ptr<const insight::MomentView> moment;      // null for the full launch and until the block is recorded
    OrdersView orders;                                      // orders of a race, or a run without a barrier
    std::shared_ptr<const insight::MeetingThreads> meeting; // painted threads; null: none
    render::BlocksSoFar so_far;                             // blocks that have run at the moment; usually all
    LaunchTime launch_time;                                 // in launch scope
};

} // namespace warpscope::workbench
