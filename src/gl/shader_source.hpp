// Reads shaders with #include and explains compiler logs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::gl {

/// A shader's text. `files[n]` is the name of source string n in #line directives and driver logs.
struct ShaderSource {
    std::string text;
    std::vector<std::string> files;
};

/// Reads `file` and replaces each `#include "other.glsl"` by that file, relative to the including one and at most once.
[[nodiscard]] Result<ShaderSource> read_shader(const std::filesystem::path& file);

[[nodiscard]] ShaderSource shader_text(std::string_view name, std::string_view text);

/// Returns the first error of a Mesa ("1:12(5): error: …") or NVIDIA ("1(12) : error C1008: …") log with file, line and
/// text. Other logs become the message.
[[nodiscard]] Diagnostic explain_shader_log(const ShaderSource& source, std::string_view log);

} // namespace warpscope::gl
