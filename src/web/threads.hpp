// Threads of the page. There are two programs: one in which web workers run them, and one for pages to which browsers
// give a single thread.
#pragma once

namespace warpscope::web {

/// Calls `frame` before each frame of the browser. With a single thread, the program's other threads run between.
void start_frames(void (*frame)());
void stop_frames();

} // namespace warpscope::web
