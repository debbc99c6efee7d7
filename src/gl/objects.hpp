// Move-only owners of OpenGL objects. Their context, or one that shares objects with it, must be current.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include "gl/context.hpp"

namespace warpscope::gl {

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

/// Functions except bind() leave the buffer's target unbound.
class Buffer {
public:
    Buffer() = default;
    [[nodiscard]] static Buffer create(GLenum target);

    /// Copies `data`; null leaves contents undefined. Does not wait for the GPU.
    void allocate(uint64_t bytes, const void* data, GLenum usage);
    void update(uint64_t offset, uint64_t bytes, const void* data);
    /// Waits for the GPU.
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

/// Vertex array without attributes; shaders make triangles from gl_VertexID.
class VertexArray {
public:
    VertexArray() = default;
    [[nodiscard]] static VertexArray create();

    void bind() const { glBindVertexArray(handle_.id()); }
    void draw_triangles(int vertices) const;
    [[nodiscard]] GLuint id() const { return handle_.id(); }
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(handle_); }

private:
    Handle<DeleteVertexArray> handle_;
};

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

    /// Also returns true if no fence was inserted.
    [[nodiscard]] bool passed() const;
    [[nodiscard]] bool wait(std::chrono::nanoseconds timeout) const;

private:
    GLsync sync_ = nullptr;
};

} // namespace warpscope::gl
