#pragma once

#include <cstdint>

#include "simt/message_parts.hpp"

namespace warpscope::simt {

/// Formats "ACCESS is 4 bytes past the end of NAME" for an access outside [begin, end). Omits an empty ACCESS.
[[nodiscard]] Message beside_message(const Message& access, uint64_t address, uint64_t bytes, uint64_t begin,
                                     uint64_t end, const Message& name);

} // namespace warpscope::simt
