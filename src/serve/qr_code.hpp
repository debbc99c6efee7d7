#pragma once

#include <string>

namespace warpscope::serve {

/// Draws a text as a QR code with half blocks, for terminals of any color. Returns "" if the text is too long.
[[nodiscard]] std::string qr_code(const std::string& text);

} // namespace warpscope::serve
