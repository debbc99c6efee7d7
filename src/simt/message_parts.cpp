#include "simt/message_parts.hpp"

#include <fmt/format.h>

namespace warpscope::simt {

std::string hex_text(uint64_t number) { return fmt::format("0x{:x}", number); }
std::string mask_text(uint32_t mask) { return fmt::format("0x{:08x}", mask); }
std::string index_text(const Dim3& index) { return fmt::format("({}, {}, {})", index.x, index.y, index.z); }

Message bytes_message(uint64_t bytes) { return msg_count(bytes, "{} byte", "{} bytes", bytes); }

Message access_message(AccessKind kind, uint32_t bytes, uint64_t address) {
    const std::string at = hex_text(address);
    switch (kind) {
    case AccessKind::load: return msg_count(bytes, "load of {} byte at {}", "load of {} bytes at {}", bytes, at);
    case AccessKind::store: return msg_count(bytes, "store of {} byte at {}", "store of {} bytes at {}", bytes, at);
    case AccessKind::atomic: break;
    }
    return msg_count(bytes, "atomic operation of {} byte at {}", "atomic operation of {} bytes at {}", bytes, at);
}

Message thread_message(const Dim3& thread, const Dim3* block, const SourceLocation& place) {
    const std::string index = index_text(thread);
    const SourceLocation line{place.file, place.line, 0};
    if (block == nullptr) return line.line == 0 ? msg("thread {}", index) : msg("thread {} at {}", index, line);
    return line.line == 0 ? msg("thread {} of block {}", index, index_text(*block))
                          : msg("thread {} of block {} at {}", index, index_text(*block), line);
}

} // namespace warpscope::simt
