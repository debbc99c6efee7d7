#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "insight/order_search.hpp"

namespace warpscope::workbench {

struct OrdersView {
    std::string about; // "race shared, line 10"
    bool running = false;
    uint32_t tried = 0, tries = 0;
    std::optional<Diagnostic> problem;
    std::shared_ptr<const insight::FoundOrders> found;

    [[nodiscard]] bool open() const { return running || problem || found; }
};

} // namespace warpscope::workbench
