// Texts and numbers as TOML writes them.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::catalog {

/// In quotes, on one line, with escapes where TOML wants them. `text` is UTF-8.
[[nodiscard]] std::string toml_string(std::string_view text);

/// With all its digits, so that a parser gives the same number back.
[[nodiscard]] std::string toml_number(double value);

/// Lines as they are, between ''' and '''. Only of what fits_toml_lines().
[[nodiscard]] std::string toml_lines(std::string_view text);

/// Returns whether a TOML parser gives `text` back byte for byte when it stands between ''' and ''': UTF-8 without
/// control characters other than line ends and tabs, and without ''' in it.
[[nodiscard]] bool fits_toml_lines(std::string_view text);
/// Returns whether the text is well-formed UTF-8: TOML takes nothing else.
[[nodiscard]] bool is_utf8(std::string_view text);

} // namespace warpscope::catalog
