#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::scene {

/// Encodes in lines of 76 characters (RFC 4648).
[[nodiscard]] std::string to_base64(std::string_view bytes);
/// Skips blanks and line ends. Returns nullopt for invalid text.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

/// Encodes for URLs, without padding (RFC 4648, section 5).
[[nodiscard]] std::string to_base64url(std::string_view bytes);
[[nodiscard]] std::optional<std::string> from_base64url(std::string text);

} // namespace warpscope::scene
