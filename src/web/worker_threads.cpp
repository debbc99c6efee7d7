#include "web/threads.hpp"

#include <emscripten/emscripten.h>

namespace warpscope::web {

void start_frames(void (*frame)()) { emscripten_set_main_loop(frame, 0, false); }
void stop_frames() { emscripten_cancel_main_loop(); }

} // namespace warpscope::web
