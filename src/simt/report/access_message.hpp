#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::simt {

[[nodiscard]] std::string bytes_text(uint64_t bytes); // "1 byte", "2 bytes"
/// Returns "is 4 bytes past the end of NAME" or similar.
[[nodiscard]] std::string beside_text(uint64_t address, uint64_t bytes, uint64_t begin, uint64_t end,
                                      std::string_view name);

} // namespace warpscope::simt
