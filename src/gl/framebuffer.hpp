// A place to draw that is not the window: a colour texture with a framebuffer around it.
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
    /// A framebuffer with its own rgba8 colour texture of `width` x `height` pixels.
    [[nodiscard]] static Result<Framebuffer> create(uint32_t width, uint32_t height, Filter filter = Filter::nearest);

    /// Draws go here until another framebuffer is bound; the viewport becomes the whole of it.
    void bind() const;
    /// Draws go to the window (or the headless context's surface) again. The viewport is left as it is.
    static void unbind();

    /// RGBA pixels, 4 bytes each, top row first as image files have them. Waits for the GPU.
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
