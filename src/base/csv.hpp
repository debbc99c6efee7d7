// CSV fields (RFC 4180).
#pragma once

#include <string>

namespace warpscope {

[[nodiscard]] std::string csv_quoted(std::string words);
/// Quotes only if necessary.
[[nodiscard]] std::string csv_field(std::string words);

} // namespace warpscope
