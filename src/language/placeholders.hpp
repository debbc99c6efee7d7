// Compares format strings, to check translations.
#pragma once

#include <string_view>

namespace warpscope {

/// Accepts any order and number of equal arguments: "{} of {:.1f}", "{1:.1f}: {0}".
[[nodiscard]] bool same_placeholders(std::string_view one, std::string_view other);

} // namespace warpscope
