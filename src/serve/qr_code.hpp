#pragma once

#include <string>
#include <vector>

namespace warpscope::serve {

/// Draws a text as a QR code with half blocks, for terminals of any color. Returns "" if the text is too long.
[[nodiscard]] std::string qr_code(const std::string& text);
/// Returns the rows of a QR code as texts of "0" and "1" (dark), without margin. Returns {} if the text is too long.
[[nodiscard]] std::vector<std::string> qr_rows(const std::string& text);

} // namespace warpscope::serve
