// What is wrong with a TOML file, in the user's language.
#pragma once

#include <string>

#include <toml++/toml.h>

namespace warpscope::catalog {

/// Without a full stop at its end. The library's words are English; in that language they follow in brackets.
[[nodiscard]] std::string toml_words(const toml::parse_error& error);

} // namespace warpscope::catalog
