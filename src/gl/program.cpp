#include "gl/program.hpp"

#include <fmt/format.h>

namespace warpscope::gl {
namespace {

struct DeleteShader {
    void operator()(GLuint id) const { glDeleteShader(id); }
};
using Shader = Handle<DeleteShader>;

Result<Shader> compile(GLenum stage, const ShaderSource& source) {
    Shader shader(glCreateShader(stage));
    const char* text = source.text.data();
    const auto length = static_cast<GLint>(source.text.size());
    glShaderSource(shader.id(), 1, &text, &length);
    glCompileShader(shader.id());
    GLint compiled = GL_FALSE, log_length = 0;
    glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) return shader;
    glGetShaderiv(shader.id(), GL_INFO_LOG_LENGTH, &log_length);
    std::string log(static_cast<size_t>(log_length), '\0');
    glGetShaderInfoLog(shader.id(), log_length, nullptr, log.data());
    return tl::unexpected(explain_shader_log(source, log));
}

} // namespace

Result<Program> Program::create(const ShaderSource& vertex, const ShaderSource& fragment) {
    auto vertex_shader = compile(GL_VERTEX_SHADER, vertex);
    if (!vertex_shader) return tl::unexpected(vertex_shader.error());
    auto fragment_shader = compile(GL_FRAGMENT_SHADER, fragment);
    if (!fragment_shader) return tl::unexpected(fragment_shader.error());

    Program program;
    program.handle_ = Handle<DeleteProgram>(glCreateProgram());
    const GLuint id = program.id();
    glAttachShader(id, vertex_shader->id());
    glAttachShader(id, fragment_shader->id());
    glLinkProgram(id);
    glDetachShader(id, vertex_shader->id());
    glDetachShader(id, fragment_shader->id());
    GLint linked = GL_FALSE, log_length = 0;
    glGetProgramiv(id, GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return program;
    glGetProgramiv(id, GL_INFO_LOG_LENGTH, &log_length);
    std::string log(static_cast<size_t>(log_length), '\0');
    glGetProgramInfoLog(id, log_length, nullptr, log.data());
    return fail(ErrorKind::failed,
                msg("Shaders {} and {} do not link:\n{}", vertex.files.front(), fragment.files.front(), log.c_str()));
}

Result<Program> Program::load(const std::filesystem::path& vertex, const std::filesystem::path& fragment) {
    auto vertex_source = read_shader(vertex);
    if (!vertex_source) return tl::unexpected(vertex_source.error());
    auto fragment_source = read_shader(fragment);
    if (!fragment_source) return tl::unexpected(fragment_source.error());
    return create(*vertex_source, *fragment_source);
}

GLint Program::location(std::string_view name) {
    const auto [entry, is_new] = locations_.try_emplace(std::string(name), -1);
    if (is_new) entry->second = glGetUniformLocation(id(), entry->first.c_str());
    return entry->second;
}

void Program::set(std::string_view name, int value) { glUniform1i(location(name), value); }
void Program::set(std::string_view name, uint32_t value) { glUniform1ui(location(name), value); }
void Program::set(std::string_view name, float value) { glUniform1f(location(name), value); }
void Program::set(std::string_view name, std::array<float, 2> value) { glUniform2fv(location(name), 1, value.data()); }
void Program::set(std::string_view name, std::array<float, 3> value) { glUniform3fv(location(name), 1, value.data()); }
void Program::set(std::string_view name, std::array<float, 4> value) { glUniform4fv(location(name), 1, value.data()); }
void Program::set(std::string_view name, std::array<int, 2> value) { glUniform2iv(location(name), 1, value.data()); }
void Program::set(std::string_view name, std::array<int, 4> value) { glUniform4iv(location(name), 1, value.data()); }
void Program::set(std::string_view name, std::span<const std::array<float, 4>> values) {
    glUniform4fv(location(name), static_cast<GLsizei>(values.size()), values.data()->data());
}

} // namespace warpscope::gl
