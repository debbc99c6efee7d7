// Threads of the page. One build runs them in web workers; another is for pages with a single thread.
#pragma once

namespace warpscope::web {

/// Calls `frame` before each frame of the browser. In the single-threaded build, the program's threads run between
/// frames.
void start_frames(void (*frame)());
void stop_frames();

} // namespace warpscope::web
