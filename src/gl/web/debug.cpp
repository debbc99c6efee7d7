#include "gl/debug.hpp"

namespace warpscope::gl {

/// Does nothing, because browsers print WebGL's errors in their console.
bool watch_driver_messages(DebugHandler /*handler*/) { return false; }

} // namespace warpscope::gl
