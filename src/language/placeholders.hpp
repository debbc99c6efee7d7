// Which arguments a format string names, so that a translation can be compared with what it translates.
#pragma once

#include <string_view>

namespace warpscope {

/// Returns whether both name the same arguments with the same formats, in any order: "{} of {:.1f}", "{1:.1f}: {0}". An
/// argument may be named more often than in the other. False where one of them is no format string.
[[nodiscard]] bool same_placeholders(std::string_view one, std::string_view other);

} // namespace warpscope
