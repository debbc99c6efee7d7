#pragma once

namespace warpscope {

/// Lets other threads run. Long work calls it where it polls for cancellation. Needed only in pages that have one
/// thread (src/web/stack_threads.cpp).
void yield_to_other_threads();

} // namespace warpscope
