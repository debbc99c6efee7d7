#include "simt/report/access_message.hpp"

#include <fmt/format.h>

namespace warpscope::simt {

std::string bytes_text(uint64_t bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

std::string beside_text(uint64_t address, uint64_t bytes, uint64_t begin, uint64_t end, std::string_view name) {
    if (address < begin) return fmt::format("is {} before {}", bytes_text(begin - address), name);
    if (address < end) return fmt::format("runs {} over the end of {}", bytes_text(address + bytes - end), name);
    return address == end ? fmt::format("is just past the end of {}", name)
                          : fmt::format("is {} past the end of {}", bytes_text(address - end), name);
}

} // namespace warpscope::simt
