#include "gl/framebuffer.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpscope::gl {

Result<Framebuffer> Framebuffer::create(uint32_t width, uint32_t height, Filter filter) {
    Framebuffer framebuffer;
    framebuffer.color_ = Texture::create(PixelFormat::rgba8, width, height, filter);
    GLuint id = 0;
    glGenFramebuffers(1, &id);
    framebuffer.handle_ = Handle<DeleteFramebuffer>(id);
    GLint previous = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &previous);
    glBindFramebuffer(GL_FRAMEBUFFER, id);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, framebuffer.color_.id(), 0);
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(previous));
    if (status != GL_FRAMEBUFFER_COMPLETE)
        return fail(ErrorKind::environment,
                    msg("The graphics driver cannot draw into a {}x{} picture (framebuffer status {:#x}).", width,
                        height, status),
                    msg("make the picture smaller"));
    return framebuffer;
}

void Framebuffer::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, id());
    glViewport(0, 0, static_cast<GLsizei>(width()), static_cast<GLsizei>(height()));
}

void Framebuffer::unbind() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }

std::vector<uint8_t> Framebuffer::read_rgba() const {
    const size_t row_bytes = size_t{width()} * 4;
    std::vector<uint8_t> pixels(row_bytes * height());
    GLint previous = 0;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &previous);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, id());
    glReadPixels(0, 0, static_cast<GLsizei>(width()), static_cast<GLsizei>(height()), GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels.data());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(previous));
    // OpenGL returns the bottom row first.
    for (size_t top = 0, bottom = height(); top + 1 < bottom; ++top) {
        --bottom;
        std::swap_ranges(pixels.begin() + static_cast<ptrdiff_t>(top * row_bytes),
                         pixels.begin() + static_cast<ptrdiff_t>((top + 1) * row_bytes),
                         pixels.begin() + static_cast<ptrdiff_t>(bottom * row_bytes));
    }
    return pixels;
}

} // namespace warpscope::gl
