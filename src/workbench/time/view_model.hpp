// The shown moment, as panels read it.
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
    std::shared_ptr<const insight::MomentView> moment;      // null at "all of it", and until the block is recorded
    OrdersView orders;                                      // of a race, or without a barrier
    std::shared_ptr<const insight::MeetingThreads> meeting; // painted threads; null: none
    render::BlocksSoFar so_far;                             // the moment within the shown launch; usually all blocks
    LaunchTime launch_time;                                 // in launch scope
};

} // namespace warpscope::workbench
