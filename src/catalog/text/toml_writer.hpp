// Writes texts and numbers in TOML.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::catalog {

/// Quotes text on one line with escapes.
[[nodiscard]] std::string toml_string(std::string_view text);

/// Parsing the result restores the number.
[[nodiscard]] std::string toml_number(double value);

/// Writes text between '''; requires fits_toml_lines().
[[nodiscard]] std::string toml_lines(std::string_view text);

/// Returns whether `text` survives between ''': UTF-8 without ''' and control characters except line ends and tabs.
[[nodiscard]] bool fits_toml_lines(std::string_view text);
[[nodiscard]] bool is_utf8(std::string_view text);

} // namespace warpscope::catalog
