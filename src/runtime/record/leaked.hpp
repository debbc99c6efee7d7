#pragma once

#include <cstdint>

#include "base/message.hpp"

namespace warpscope::runtime {

struct Leaked {
    uint64_t count = 0, bytes = 0;
};

[[nodiscard]] inline Message leak_message(const Message& name, const Leaked& leaked) {
    return leaked.count == 1
               ? msg("{} ({} bytes) is never freed", name, leaked.bytes)
               : msg("{} and {} more from there ({} bytes) are never freed", name, leaked.count - 1, leaked.bytes);
}

} // namespace warpscope::runtime
