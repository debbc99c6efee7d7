// Text of shaders: reading it with #include, and turning a driver's log into "file:line: message".
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::gl {

/// A shader's text as given to the driver. `files[n]` is what source string number n in #line directives and in the
/// driver's log stands for.
struct ShaderSource {
    std::string text;
    std::vector<std::string> files;
};

/// Reads `file`. A line `#include "other.glsl"` is replaced by that file, looked up beside the including one; each file
/// is included once, so that two files can share a third.
[[nodiscard]] Result<ShaderSource> read_shader(const std::filesystem::path& file);

/// A shader given as text; `name` stands for it in messages.
[[nodiscard]] ShaderSource shader_text(std::string_view name, std::string_view text);

/// The first error of a compile log of Mesa's ("1:12(5): error: …") or NVIDIA's ("1(12) : error C1008: …") form, at its
/// file and line with that line's text; a log of another form becomes the message as it is.
[[nodiscard]] Diagnostic explain_shader_log(const ShaderSource& source, std::string_view log);

} // namespace warpscope::gl
