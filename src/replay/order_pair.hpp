// Finds where two recordings of one block diverge. Internal to replay.
#pragma once

#include "replay/orders.hpp"

namespace warpscope::replay {

/// Fills in OrderPair::parts_at and OrderPair::read.
void find_where_they_part(OrderPair& pair);

} // namespace warpscope::replay
