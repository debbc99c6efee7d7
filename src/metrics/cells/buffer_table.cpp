#include "metrics/cells/buffer_table.hpp"

#include <algorithm>

namespace warpscope::metrics {

BufferTable::BufferTable(std::vector<PlacedBuffer> buffers)
    : buffers_(std::move(buffers)) {
    for (uint32_t i = 0; i < buffers_.size(); ++i) {
        const uint32_t allocation = buffers_[i].allocation;
        if (allocation >= by_allocation_.size()) by_allocation_.resize(allocation + size_t{1}, none);
        by_allocation_[allocation] = i;
    }
}

std::optional<uint32_t> BufferTable::holding(uint64_t address) const {
    for (uint32_t i = 0; i < buffers_.size(); ++i) {
        const PlacedBuffer& buffer = buffers_[i];
        if (address >= buffer.begin && address - buffer.begin < buffer.cells * buffer.divider.cell_bytes()) return i;
    }
    return std::nullopt;
}

} // namespace warpscope::metrics
