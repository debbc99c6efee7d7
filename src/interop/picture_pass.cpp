#include "interop/picture_pass.hpp"

#include <array>
#include <fmt/format.h>

namespace warpscope::interop {
namespace {

constexpr const char* vertex_shader = R"(#version 330 core
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
)";

// Elements are numbered row by row as in the kernel's buffer; four u8 elements share a word.
constexpr const char* fragment_shader = R"(#version 330 core
uniform usamplerBuffer words;
uniform int width;
uniform int channels;
uniform bool floating;
out vec4 color;

float element(int index) {
    if (floating) return uintBitsToFloat(texelFetch(words, index).r);
    uint word = texelFetch(words, index >> 2).r;
    return float((word >> uint((index & 3) * 8)) & 255u) / 255.0;
}

void main() {
    ivec2 cell = ivec2(gl_FragCoord.xy);
    int first = (cell.y * width + cell.x) * channels;
    color = vec4(0.0, 0.0, 0.0, 1.0);
    color.r = element(first);
    if (channels == 1) color.gb = color.rr;
    if (channels >= 2) color.g = element(first + 1);
    if (channels >= 3) color.b = element(first + 2);
}
)";

/// Keeps what the caller had set and switches off what would change pixels.
class SavedState {
public:
    SavedState() {
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_);
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_);
        glGetIntegerv(GL_VIEWPORT, viewport_.data());
        for (size_t i = 0; i < switches.size(); ++i) {
            was_on_[i] = glIsEnabled(switches[i]) == GL_TRUE;
            glDisable(switches[i]);
        }
    }
    SavedState(const SavedState&) = delete;
    SavedState& operator=(const SavedState&) = delete;
    ~SavedState() {
        for (size_t i = 0; i < switches.size(); ++i)
            if (was_on_[i]) glEnable(switches[i]);
        glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_));
    }

private:
    static constexpr std::array<GLenum, 5> switches{GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE,
                                                    GL_FRAMEBUFFER_SRGB};
    GLint draw_ = 0, read_ = 0;
    std::array<GLint, 4> viewport_{};
    std::array<bool, switches.size()> was_on_{};
};

} // namespace

uint64_t Picture::buffer_bytes() const {
    const uint64_t bytes = uint64_t{width} * height * channels * (floating ? 4 : 1);
    return (bytes + 3) / 4 * 4;
}

std::optional<Picture> picture_of(const BufferLayout& layout) {
    const bool shown = layout.type == ElementType::u8 || layout.type == ElementType::f32;
    if (!shown || layout.channels == 0 || layout.channels > 4 || layout.shape.depth != 1 || layout.shape.cells() == 0)
        return std::nullopt;
    return Picture{layout.type == ElementType::f32, layout.channels, layout.shape.width, layout.shape.height};
}

Result<PicturePass> PicturePass::create() {
    PicturePass pass;
    auto program = gl::Program::create(gl::shader_text("interop picture, vertex", vertex_shader),
                                       gl::shader_text("interop picture, fragment", fragment_shader));
    if (!program) return tl::unexpected(program.error());
    pass.program_ = std::move(*program);
    pass.vertices_ = gl::VertexArray::create();
    GLuint words = 0;
    glGenTextures(1, &words);
    pass.words_ = gl::Handle<gl::DeleteTexture>(words);
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    pass.max_words_ = static_cast<uint64_t>(most);
    return pass;
}

Result<void> PicturePass::draw(const gl::Buffer& source, const Picture& picture, const gl::Framebuffer& target) {
    if (picture.buffer_bytes() / 4 > max_words_)
        return fail(ErrorKind::environment,
                    fmt::format("The graphics driver reads at most {} words from a buffer and a picture of {} x {} has "
                                "{}.",
                                max_words_, picture.width, picture.height, picture.buffer_bytes() / 4),
                    "use a smaller picture, or the emulator");
    const SavedState saved;
    target.bind();
    program_.use();
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_BUFFER, words_.id());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, source.id());
    program_.set("words", 0);
    program_.set("width", static_cast<int>(picture.width));
    program_.set("channels", static_cast<int>(picture.channels));
    program_.set("floating", picture.floating ? 1 : 0);
    vertices_.draw_triangles(3);
    // Detach, so that the buffer can be freed and mapped.
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, 0);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
    glUseProgram(0);
    return {};
}

} // namespace warpscope::interop
