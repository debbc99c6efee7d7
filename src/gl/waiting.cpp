// Desktop version; browsers use web/waiting.cpp.
#include "gl/objects.hpp"

namespace warpscope::gl {

void Buffer::read(uint64_t bytes, void* data) const {
    bind();
    glGetBufferSubData(target_, 0, static_cast<GLsizeiptr>(bytes), data);
    unbind();
}

bool Fence::wait(std::chrono::nanoseconds timeout) const {
    if (!sync_) return true;
    return glClientWaitSync(sync_, GL_SYNC_FLUSH_COMMANDS_BIT, static_cast<GLuint64>(timeout.count())) !=
           GL_TIMEOUT_EXPIRED;
}

} // namespace warpscope::gl
