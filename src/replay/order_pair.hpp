// Two recordings of one block in different orders: where they part. Internal to replay.
#pragma once

#include "replay/orders.hpp"

namespace warpscope::replay {

/// Fills in OrderPair::parts_at and read.
void find_where_they_part(OrderPair& pair);

} // namespace warpscope::replay
