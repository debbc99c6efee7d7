#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::gl {

/// `files[n]` is the name of file number n in #line directives.
struct ShaderSource {
    std::string text;
    std::vector<std::string> files;
};

/// Reads a shader. Replaces `#include "other.glsl"` (a relative path) by the file's text, once per file.
[[nodiscard]] Result<ShaderSource> read_shader(const std::filesystem::path& file);

[[nodiscard]] ShaderSource shader_text(std::string_view name, std::string_view text);

[[nodiscard]] Diagnostic explain_shader_log(const ShaderSource& source, std::string_view log);

} // namespace warpscope::gl
