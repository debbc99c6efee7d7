#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::compile {

/// Returns an error for UTF-16, binary and long files. Compilers silently stop at a NUL byte.
[[nodiscard]] std::optional<Diagnostic> source_text_error(std::string_view source, const std::string& file);

} // namespace warpscope::compile
