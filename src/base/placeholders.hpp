// Placeholders of format strings, to check translations and received formats.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace warpscope {

struct Placeholder {
    unsigned argument = 0;
    std::string_view spec; // ".1f", within the format
};

/// Returns nullopt for invalid formats, nested placeholders ("{:.{}f}") and named ones.
[[nodiscard]] std::optional<std::vector<Placeholder>> placeholders_of(std::string_view format);

/// Returns whether both formats are valid and use the same arguments with the same specs. Order and repetitions do not
/// matter: "{} of {:.1f}" matches "{1:.1f}: {0}".
[[nodiscard]] bool same_placeholders(std::string_view one, std::string_view other);

} // namespace warpscope
