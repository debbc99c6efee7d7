// Writes texts and numbers in TOML.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::catalog {

/// Quotes UTF-8 text on one line with escapes.
[[nodiscard]] std::string toml_string(std::string_view text);

/// Writes all digits, so that parsing restores the number.
[[nodiscard]] std::string toml_number(double value);

/// Writes text between ''' and '''; requires fits_toml_lines().
[[nodiscard]] std::string toml_lines(std::string_view text);

/// Returns whether `text` survives between ''' and ''' unchanged: UTF-8 without ''' and without control characters
/// except line ends and tabs.
[[nodiscard]] bool fits_toml_lines(std::string_view text);
/// Returns whether the text is well-formed UTF-8, as TOML requires.
[[nodiscard]] bool is_utf8(std::string_view text);

} // namespace warpscope::catalog
