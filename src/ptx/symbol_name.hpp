// Names of symbols as the source has them.
#pragma once

#include <string>

namespace warpscope::ptx {

/// The last part of a mangled name: "_ZZ9transposePfPKfiiE4tile" is "tile".
[[nodiscard]] std::string plain_name(const std::string& symbol);

} // namespace warpscope::ptx
