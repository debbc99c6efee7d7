#include "insight/cells.hpp"

#include <fmt/format.h>

namespace warpscope::insight {

std::string cell_name(const BufferLayout& layout, uint64_t cell) {
    const Dim3 at = index_of(cell, {layout.shape.width, layout.shape.height, layout.shape.depth});
    if (layout.shape.depth > 1) return fmt::format("{}[{}][{}][{}]", layout.name, at.z, at.y, at.x);
    if (layout.shape.height > 1) return fmt::format("{}[{}][{}]", layout.name, at.y, at.x);
    return fmt::format("{}[{}]", layout.name, cell);
}

std::string cell_text(const HostBuffer& buffer, uint64_t cell) {
    std::string result;
    for (uint32_t c = 0; c < buffer.layout.channels; ++c)
        result += (c > 0 ? ", " : "") +
                  element_text(buffer.bytes->data(), buffer.layout.type, cell * buffer.layout.channels + c);
    return result;
}

} // namespace warpscope::insight
