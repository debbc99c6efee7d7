// The placeholders of a format string: to compare a translation with what it translates, and to check a received
// format.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace warpscope {

/// One "{}", "{1}" or "{:.1f}".
struct Placeholder {
    unsigned argument = 0;
    std::string_view spec; // ".1f"; points into the format
};

/// Returns the placeholders from left to right, or nothing for an invalid format string. Formats with placeholders
/// within placeholders ("{:.{}f}") or with names count as none.
[[nodiscard]] std::optional<std::vector<Placeholder>> placeholders_of(std::string_view format);

/// Returns whether both name the same arguments with the same formats, in any order: "{} of {:.1f}", "{1:.1f}: {0}". An
/// argument may be named more often than in the other. False if one of them is invalid.
[[nodiscard]] bool same_placeholders(std::string_view one, std::string_view other);

} // namespace warpscope
