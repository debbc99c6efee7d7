// WebGL has no timeouts: only glFinish waits.
#include "gl/objects.hpp"

namespace warpscope::gl {

bool Fence::wait(std::chrono::nanoseconds /*timeout*/) const {
    if (sync_) glFinish();
    return true;
}

} // namespace warpscope::gl
