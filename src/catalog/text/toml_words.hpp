// Explains TOML errors in the user's language.
#pragma once

#include <string>

#include <toml++/toml.h>

namespace warpscope::catalog {

/// English explanations include the library's message in parentheses.
[[nodiscard]] std::string toml_words(const toml::parse_error& error);

} // namespace warpscope::catalog
