#pragma once

namespace warpscope {

/// Lets other threads run, where long work polls for cancellation. Only needed in pages that have one thread
/// (src/web/stack_threads.cpp).
void yield_to_other_threads();

} // namespace warpscope
