// Whether a file is a text that compilers can read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::compile {

/// Why a file's contents are nothing to compile: another encoding, no text, too long. Nothing where they are. Compilers
/// stop at a NUL byte without a word, or say of what is behind it whatever it looks like to them.
[[nodiscard]] std::optional<Diagnostic> why_unreadable(std::string_view source, const std::string& file);

} // namespace warpscope::compile
