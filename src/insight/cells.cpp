#include "insight/cells.hpp"

namespace warpscope::insight {

std::string cell_text(const HostBuffer& buffer, uint64_t cell) {
    std::string result;
    for (uint32_t c = 0; c < buffer.layout.channels; ++c)
        result += (c > 0 ? ", " : "") +
                  element_text(buffer.bytes->data(), buffer.layout.type, cell * buffer.layout.channels + c);
    return result;
}

} // namespace warpscope::insight
