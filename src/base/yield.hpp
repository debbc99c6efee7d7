#pragma once

namespace warpscope {

/// Lets other threads run, at points where long work polls whether it is cancelled. Only needed in pages that have one
/// thread (src/web/stack_threads.cpp); otherwise does nothing.
void yield_to_other_threads();

} // namespace warpscope
