#pragma once

#include <cstdint>
#include <vector>

#include "gl/texture.hpp"

namespace warpscope::gl {

struct DeleteFramebuffer {
    void operator()(GLuint id) const { glDeleteFramebuffers(1, &id); }
};

class Framebuffer {
public:
    Framebuffer() = default;
    [[nodiscard]] static Result<Framebuffer> create(uint32_t width, uint32_t height, Filter filter = Filter::nearest);

    void bind() const;
    /// Binds the default framebuffer. Leaves the viewport unchanged.
    static void unbind();

    /// Returns the top row first. Waits for the GPU.
    [[nodiscard]] std::vector<uint8_t> read_rgba() const;

    [[nodiscard]] const Texture& color() const { return color_; }
    [[nodiscard]] uint32_t width() const { return color_.width(); }
    [[nodiscard]] uint32_t height() const { return color_.height(); }
    [[nodiscard]] GLuint id() const { return handle_.id(); }
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(handle_); }

private:
    Handle<DeleteFramebuffer> handle_;
    Texture color_;
};

} // namespace warpscope::gl
