#pragma once

#include <string>

namespace warpscope {

[[nodiscard]] std::string csv_quoted(std::string words);
/// Quotes the field only if necessary (RFC 4180).
[[nodiscard]] std::string csv_field(std::string words);

} // namespace warpscope
