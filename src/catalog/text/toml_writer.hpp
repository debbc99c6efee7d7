#pragma once

#include <string>
#include <string_view>

namespace warpscope::catalog {

[[nodiscard]] std::string toml_string(std::string_view text);

[[nodiscard]] std::string toml_number(double value);

/// Writes text between '''. Requires fits_toml_lines().
[[nodiscard]] std::string toml_lines(std::string_view text);

/// Returns whether the text is UTF-8 without ''', a ' at its end, or control characters other than line ends and tabs.
[[nodiscard]] bool fits_toml_lines(std::string_view text);
[[nodiscard]] bool is_utf8(std::string_view text);

} // namespace warpscope::catalog
