#include <fmt/format.h>

#include "gl/dialect.hpp"
#include "render/gl/run_textures.hpp"
#include "render/gl/shader_sources.hpp"
#include "render/style/palette.hpp"

namespace warpscope::render {

namespace {

Result<gl::Program> compile(uint32_t features) {
    const std::string version = fmt::format("{}\n{}", gl::dialect.shader_version, gl::dialect.shader_precisions);
    constexpr std::array<std::string_view, feature_count> names{"MAGNIFIED", "OWNERS", "MARKS", "FOCUS", "HEAT",
                                                                "TINTS",     "PLACED", "TIMED", "BLOCKS"};
    std::string switches;
    for (uint32_t i = 0; i < feature_count; ++i)
        switches += fmt::format("#define {} {}\n", names[i], features >> i & 1);
    for (const OverlayInfo& o : overlays())
        if (o.shader != 0) switches += fmt::format("uniform float show_{};\n", o.name);
    gl::ShaderSource fragment;
    fragment.files = {"palette.cpp", "marks.glsl", "view.frag"};
    fragment.text = fmt::format("{}{}{}#line 1 1\n{}#line 1 2\n{}", version, switches, palette_glsl(),
                                shaders::marks_glsl, shaders::view_frag);
    const gl::ShaderSource vertex = gl::shader_text("view.vert", version + std::string(shaders::view_vert));
    Result<gl::Program> program = gl::Program::create(vertex, fragment);
    if (!program) return program;
    program->use();
    int unit = 0;
    for (const std::string_view name : {"picture", "heat", "keys", "marks", "focus", "order"})
        program->set(name, unit++);
    glUseProgram(0);
    return program;
}

} // namespace

Result<gl::Program*> ViewPrograms::with(uint32_t features) {
    std::optional<gl::Program>& program = by_features_[features];
    if (!program) {
        Result<gl::Program> made = compile(features);
        if (!made) return tl::unexpected(made.error());
        program = std::move(*made);
    }
    return &*program;
}

Result<ViewPrograms> ViewPrograms::create() {
    ViewPrograms programs;
    // Reports broken shader support at startup.
    if (Result<gl::Program*> plain = programs.with(0); !plain) return tl::unexpected(plain.error());
    programs.triangle = gl::VertexArray::create();
    GLuint sampler = 0;
    glGenSamplers(1, &sampler);
    programs.smooth = gl::Handle<DeleteSampler>(sampler);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return programs;
}

} // namespace warpscope::render
