// Move-only owners of OpenGL objects that are little more than a name: buffers, vertex arrays, fences.
//
// All of them need the context (or one that shares with it) to be current when they are made, used and destroyed. A
// default-made owner owns nothing and has id 0.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include "gl/context.hpp"

namespace warpscope::gl {

/// Owns one OpenGL name and deletes it with Deleter.
template<class Deleter>
class Handle {
public:
    Handle() = default;
    explicit Handle(GLuint id)
        : id_(id) {}
    Handle(Handle&& other) noexcept
        : id_(std::exchange(other.id_, 0)) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) {
            reset();
            id_ = std::exchange(other.id_, 0);
        }
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { reset(); }

    [[nodiscard]] GLuint id() const { return id_; }
    [[nodiscard]] explicit operator bool() const { return id_ != 0; }
    void reset() {
        if (id_ != 0) Deleter{}(id_);
        id_ = 0;
    }

private:
    GLuint id_ = 0;
};

struct DeleteBuffer {
    void operator()(GLuint id) const { glDeleteBuffers(1, &id); }
};
struct DeleteVertexArray {
    void operator()(GLuint id) const { glDeleteVertexArrays(1, &id); }
};

/// Memory of OpenGL's. `target` is where the buffer is bound by its own functions (GL_ARRAY_BUFFER,
/// GL_PIXEL_UNPACK_BUFFER …); they leave nothing bound there.
class Buffer {
public:
    Buffer() = default;
    [[nodiscard]] static Buffer create(GLenum target);

    /// Gives the buffer `bytes` bytes copied from `data` (null: undefined), replacing what it held. The driver hands
    /// out fresh memory while the GPU still reads the old, so this does not wait.
    void allocate(uint64_t bytes, const void* data, GLenum usage);
    /// Overwrites [offset, offset + bytes), which must lie within the buffer.
    void update(uint64_t offset, uint64_t bytes, const void* data);
    /// Copies [0, bytes) to `data`. Waits for the GPU: for tests and screenshots.
    void read(uint64_t bytes, void* data) const;

    void bind() const { glBindBuffer(target_, handle_.id()); }
    void unbind() const { glBindBuffer(target_, 0); }
    [[nodiscard]] GLuint id() const { return handle_.id(); }
    [[nodiscard]] uint64_t bytes() const { return bytes_; }
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(handle_); }

private:
    Handle<DeleteBuffer> handle_;
    GLenum target_ = GL_ARRAY_BUFFER;
    uint64_t bytes_ = 0;
};

/// A vertex array. One without attributes is enough for triangles made from gl_VertexID.
class VertexArray {
public:
    VertexArray() = default;
    [[nodiscard]] static VertexArray create();

    void bind() const { glBindVertexArray(handle_.id()); }
    /// Draws `vertices` vertices as triangles with the current program, with this array bound.
    void draw_triangles(int vertices) const;
    [[nodiscard]] GLuint id() const { return handle_.id(); }
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(handle_); }

private:
    Handle<DeleteVertexArray> handle_;
};

/// A point in OpenGL's command stream that one can ask about without waiting, or wait for.
class Fence {
public:
    Fence() = default;
    [[nodiscard]] static Fence insert();
    Fence(Fence&& other) noexcept
        : sync_(std::exchange(other.sync_, nullptr)) {}
    Fence& operator=(Fence&& other) noexcept;
    Fence(const Fence&) = delete;
    Fence& operator=(const Fence&) = delete;
    ~Fence();

    /// Returns whether the GPU has passed the point; true for an empty fence. Does not wait.
    [[nodiscard]] bool passed() const;
    /// Waits until the GPU has passed the point, at most so long. Whether it has.
    [[nodiscard]] bool wait(std::chrono::nanoseconds timeout) const;

private:
    GLsync sync_ = nullptr;
};

} // namespace warpscope::gl
