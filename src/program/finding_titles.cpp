#include <algorithm>

#include "program/operations.hpp"
#include "simt/events.hpp"

namespace warpscope::program {

Message title_of_kind(const std::string& kind) {
    if (kind == "host_pointer") return msg("Host pointer");
    if (kind == "double_free") return msg("Double free");
    if (kind == "invalid_pointer") return msg("Invalid pointer");
    if (kind == "leak") return msg("Memory leak");
    if (kind == "module") return msg("Module");
    if (kind == "unchecked_error") return msg("Unchecked error");
    if (kind == "unsupported_call") return msg("Unsupported call");
    if (kind == "unsupported_wait") return msg("Wait for the host");
    if (kind == "copy_direction") return msg("Copy direction");
    if (kind == "copy_size") return msg("Copy size");
    if (kind == "device_pointer_on_host") return msg("Device pointer on host");
    if (kind == "unwritten_copy") return msg("Unwritten copy");
    if (kind == "unwritten_read") return msg("Unwritten read");
    if (kind == "unsynchronised_access") return msg("Unsynchronized access");
    if (kind == "child_process") return msg("Child process");
    if (kind == "crash") return msg("Crash");
    for (uint8_t k = 0; simt::name_of(static_cast<simt::FindingKind>(k)) != "unknown"; ++k)
        if (const auto known = static_cast<simt::FindingKind>(k); simt::name_of(known) == kind)
            return simt::title_of(known);
    std::string words = kind; // the kind may come from another version's record
    std::ranges::replace(words, '_', ' ');
    return Message::verbatim(std::move(words));
}

} // namespace warpscope::program
