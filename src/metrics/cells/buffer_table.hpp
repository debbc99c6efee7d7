#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/launch.hpp"
#include "simt/memory.hpp"

namespace warpscope::metrics {

/// Division by multiplication. Exact for offsets below 2^48 and cells up to 65535 bytes.
class CellDivider {
public:
    explicit CellDivider(uint32_t cell_bytes)
        : bytes_(cell_bytes)
        , reciprocal_(cell_bytes == 1 ? 0 : ~uint64_t{0} / cell_bytes + 1) {}

    [[nodiscard]] uint32_t cell_bytes() const { return bytes_; }
    [[nodiscard]] uint64_t cell_of(uint64_t offset) const {
        __extension__ using Wide = unsigned __int128;
        return bytes_ == 1 ? offset : static_cast<uint64_t>((Wide{offset} * reciprocal_) >> 64);
    }

private:
    uint32_t bytes_;
    uint64_t reciprocal_; // 2^64 / bytes, rounded up
};

struct PlacedBuffer {
    uint32_t allocation = 0; // number in GlobalMemory
    uint64_t begin = 0;
    uint64_t cells = 0;
    Shape shape;
    BufferRole role{};
    CellDivider divider{1};
    uint32_t channels = 1;
    uint32_t padding = 0; // cells without data at the end of each row

    [[nodiscard]] uint64_t cell_of(uint64_t address) const { return divider.cell_of(address - begin); }
};

/// Immutable, shared by all workers.
class BufferTable {
public:
    BufferTable() = default;
    explicit BufferTable(std::vector<PlacedBuffer> buffers);

    [[nodiscard]] const std::vector<PlacedBuffer>& buffers() const { return buffers_; }
    [[nodiscard]] std::optional<uint32_t> in_allocation(uint32_t allocation) const {
        if (allocation >= by_allocation_.size() || by_allocation_[allocation] == none) return std::nullopt;
        return by_allocation_[allocation];
    }
    [[nodiscard]] std::optional<uint32_t> holding(uint64_t address) const;

private:
    static constexpr uint32_t none = ~0u;
    std::vector<PlacedBuffer> buffers_;
    std::vector<uint32_t> by_allocation_;
};

} // namespace warpscope::metrics
