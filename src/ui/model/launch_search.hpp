// View and commands of the searches through a whole launch.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "insight/order_search.hpp"

namespace warpscope::ui {

struct OrdersView {
    std::string about; // "race shared, line 10"
    bool running = false;
    uint32_t tried = 0, tries = 0;
    std::optional<Diagnostic> problem;
    std::shared_ptr<const insight::FoundOrders> found;

    [[nodiscard]] bool open() const { return running || problem || found; }
};

/// Looks for an order in which the race of a finding changes the result.
struct LookForOrder {
    simt::Finding finding;
};
/// Runs the moment's block, or the one in the middle, without the barriers of a line.
struct LookWithoutBarrier {
    uint32_t line = 0;
};
/// Gives the search up, or closes what it has found.
struct CloseOrders {};
/// To a step of one of the two orders.
struct StepThroughOrder {
    bool second = false;
    uint32_t step = 0;
};
/// The block in the usual order again.
struct LeaveOrder {};
/// Paints the threads that meet an expression, one of TimeBar::watches; none: no longer.
struct PaintWatch {
    std::optional<size_t> index;
};

} // namespace warpscope::ui
