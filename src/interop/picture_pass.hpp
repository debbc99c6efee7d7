// Turns a kernel's output, as it lies in a buffer of OpenGL's, into a picture that can be sampled, on the GPU. One pass
// for every layout: drivers copy three-byte pixels into textures slowly, and a grey picture needs three channels.
#pragma once

#include <cstdint>
#include <optional>

#include "base/buffer.hpp"
#include "gl/framebuffer.hpp"
#include "gl/program.hpp"

namespace warpscope::interop {

/// How the bytes of a buffer make up a picture.
struct Picture {
    bool floating = false; // f32, 0 black to 1 white; else u8
    uint32_t channels = 3; // per cell: 1 is grey, 2 red and green, 4 ignores the fourth
    uint32_t width = 0, height = 0;

    /// Bytes that a GL buffer needs to hold it: whole words, since the pass reads words.
    [[nodiscard]] uint64_t buffer_bytes() const;
    friend bool operator==(const Picture&, const Picture&) = default;
};

/// nullopt for what is not shown as a picture: other element types than u8 and f32, more than four channels, volumes.
[[nodiscard]] std::optional<Picture> picture_of(const BufferLayout& layout);

class PicturePass {
public:
    [[nodiscard]] static Result<PicturePass> create();

    /// Draws the picture that `source` holds into `target`, which has the picture's size; row 0 of the data becomes row
    /// 0 of the texture. Queues work and does not wait. Leaves OpenGL's framebuffer, viewport and switches as they
    /// were. Fails when the picture has more words than the driver's buffer textures.
    [[nodiscard]] Result<void> draw(const gl::Buffer& source, const Picture& picture, const gl::Framebuffer& target);

private:
    gl::Program program_;
    gl::VertexArray vertices_;
    gl::Handle<gl::DeleteTexture> words_; // a buffer texture over `source`
    uint64_t max_words_ = 0;
};

} // namespace warpscope::interop
