#include "simt/report/access_message.hpp"

namespace warpscope::simt {

Message beside_message(const Message& access, uint64_t address, uint64_t bytes, uint64_t begin, uint64_t end,
                       const Message& name) {
    const bool alone = access.empty();
    if (address < begin) {
        const Message distance = bytes_message(begin - address);
        return alone ? msg("is {} before {}", distance, name) : msg("{} is {} before {}", access, distance, name);
    }
    if (address < end) {
        const Message distance = bytes_message(address + bytes - end);
        return alone ? msg("runs {} over the end of {}", distance, name)
                     : msg("{} runs {} over the end of {}", access, distance, name);
    }
    if (address == end)
        return alone ? msg("is just past the end of {}", name) : msg("{} is just past the end of {}", access, name);
    const Message distance = bytes_message(address - end);
    return alone ? msg("is {} past the end of {}", distance, name)
                 : msg("{} is {} past the end of {}", access, distance, name);
}

} // namespace warpscope::simt
