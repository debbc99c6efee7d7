// Explains a race between two blocks that both read an element and then store to it.
#pragma once

#include "replay/orders.hpp"

namespace warpscope::replay {

/// Finds the lost store to an element that differs between the orders. `other` is a recording of the other block, made
/// in the second order. Returns nullopt if the element differs for another reason.
[[nodiscard]] std::optional<LostUpdate> find_lost_update(const OrderPair& pair, const DifferingElement& element,
                                                         const Recording& other);

[[nodiscard]] std::vector<Message> format_lines(const LostUpdate& lost);

} // namespace warpscope::replay
