#pragma once

namespace warpscope {

/// Lets other threads run. Long work calls it where it polls for cancellation. Only browser pages with a single thread
/// need it (src/web/stack_threads.cpp).
void yield_to_other_threads();

} // namespace warpscope
