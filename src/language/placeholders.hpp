// Compares the arguments of format strings, to check translations.
#pragma once

#include <string_view>

namespace warpscope {

/// Returns whether both use the same arguments with the same formats, in any order and number: "{} of {:.1f}",
/// "{1:.1f}: {0}".
[[nodiscard]] bool same_placeholders(std::string_view one, std::string_view other);

} // namespace warpscope
