#pragma once

#include <string>

namespace warpscope {

[[nodiscard]] std::string csv_quoted(std::string words);
/// Makes a CSV field (RFC 4180); quotes only if necessary.
[[nodiscard]] std::string csv_field(std::string words);

} // namespace warpscope
