#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::gl {

/// A shader's text. `files[n]` is the name of its source string n.
struct ShaderSource {
    std::string text;
    std::vector<std::string> files;
};

/// Replaces `#include "other.glsl"`, relative and at most once.
[[nodiscard]] Result<ShaderSource> read_shader(const std::filesystem::path& file);

[[nodiscard]] ShaderSource shader_text(std::string_view name, std::string_view text);

/// Returns the first error of a Mesa or NVIDIA log with file, line and text.
[[nodiscard]] Diagnostic explain_shader_log(const ShaderSource& source, std::string_view log);

} // namespace warpscope::gl
