// Bytes as text (RFC 4648).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::scene {

/// In lines of 76 characters.
[[nodiscard]] std::string to_base64(std::string_view bytes);
/// Blanks and line ends are skipped; nothing where `text` is no base64.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

} // namespace warpscope::scene
