#include "gl/objects.hpp"

namespace warpscope::gl {

Buffer Buffer::create(GLenum target) {
    Buffer buffer;
    GLuint id = 0;
    glGenBuffers(1, &id);
    buffer.handle_ = Handle<DeleteBuffer>(id);
    buffer.target_ = target;
    return buffer;
}

void Buffer::allocate(uint64_t bytes, const void* data, GLenum usage) {
    bind();
    glBufferData(target_, static_cast<GLsizeiptr>(bytes), data, usage);
    unbind();
    bytes_ = bytes;
}

void Buffer::update(uint64_t offset, uint64_t bytes, const void* data) {
    bind();
    glBufferSubData(target_, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes), data);
    unbind();
}

VertexArray VertexArray::create() {
    VertexArray array;
    GLuint id = 0;
    glGenVertexArrays(1, &id);
    array.handle_ = Handle<DeleteVertexArray>(id);
    return array;
}

void VertexArray::draw_triangles(int vertices) const {
    bind();
    glDrawArrays(GL_TRIANGLES, 0, vertices);
    glBindVertexArray(0);
}

Fence Fence::insert() {
    Fence fence;
    fence.sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    return fence;
}

Fence& Fence::operator=(Fence&& other) noexcept {
    std::swap(sync_, other.sync_);
    return *this;
}

Fence::~Fence() {
    if (sync_) glDeleteSync(sync_);
}

bool Fence::passed() const {
    if (!sync_) return true;
    const GLenum state = glClientWaitSync(sync_, 0, 0);
    return state == GL_ALREADY_SIGNALED || state == GL_CONDITION_SATISFIED;
}

} // namespace warpscope::gl
