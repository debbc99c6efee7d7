#pragma once

#include <toml++/toml.h>

#include "base/message.hpp"

namespace warpscope::catalog {

/// Explains a syntax error. The English text also has the library's message.
[[nodiscard]] Message toml_words(const toml::parse_error& error);

} // namespace warpscope::catalog
