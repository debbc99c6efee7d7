#pragma once

#include <cstdint>
#include <string>

#include "base/dim3.hpp"
#include "base/message.hpp"
#include "simt/events.hpp"

namespace warpscope::simt {

[[nodiscard]] std::string hex_text(uint64_t number); // "0x1f"
[[nodiscard]] std::string mask_text(uint32_t mask);
[[nodiscard]] std::string index_text(const Dim3& index);                                 // "(3, 0, 0)"
[[nodiscard]] Message bytes_message(uint64_t bytes);                                     // "1 byte"
[[nodiscard]] Message access_message(AccessKind kind, uint32_t bytes, uint64_t address); // "load of 4 bytes at 0x10"
/// Formats "thread (3, 0, 0) of block (0, 0, 0) at sum.cu:5". Omits a null block and an empty place.
[[nodiscard]] Message thread_message(const Dim3& thread, const Dim3* block, const SourceLocation& place);

} // namespace warpscope::simt
