// Fields of CSV files (RFC 4180).
#pragma once

#include <string>

namespace warpscope {

/// In quotes.
[[nodiscard]] std::string csv_quoted(std::string words);
/// In quotes where it needs them.
[[nodiscard]] std::string csv_field(std::string words);

} // namespace warpscope
