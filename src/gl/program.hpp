#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "gl/objects.hpp"
#include "gl/shader_source.hpp"

namespace warpscope::gl {

struct DeleteProgram {
    void operator()(GLuint id) const { glDeleteProgram(id); }
};

class Program {
public:
    Program() = default;
    [[nodiscard]] static Result<Program> create(const ShaderSource& vertex, const ShaderSource& fragment);
    [[nodiscard]] static Result<Program> load(const std::filesystem::path& vertex,
                                              const std::filesystem::path& fragment);

    void use() const { glUseProgram(handle_.id()); }

    /// The program must be in use. Ignores names that the shader lacks, because compilers remove unused uniforms.
    void set(std::string_view name, int value);
    void set(std::string_view name, uint32_t value);
    void set(std::string_view name, float value);
    void set(std::string_view name, std::array<float, 2> value);
    void set(std::string_view name, std::array<float, 3> value);
    void set(std::string_view name, std::array<float, 4> value);
    void set(std::string_view name, std::array<int, 2> value);
    void set(std::string_view name, std::array<int, 4> value);
    void set(std::string_view name, std::span<const std::array<float, 4>> values);

    [[nodiscard]] GLint attribute(const char* name) const { return glGetAttribLocation(handle_.id(), name); }
    [[nodiscard]] GLuint id() const { return handle_.id(); }
    [[nodiscard]] explicit operator bool() const { return static_cast<bool>(handle_); }

private:
    [[nodiscard]] GLint location(std::string_view name);

    Handle<DeleteProgram> handle_;
    std::unordered_map<std::string, GLint> locations_;
};

} // namespace warpscope::gl
