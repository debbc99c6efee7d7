#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warpscope::render {

/// Equal blocks in a grid: cell (x, y) belongs to block y / height * across + x / width.
struct BlockGrid {
    uint32_t width = 1, height = 1;
    uint32_t across = 1; // blocks per row of the launch
    friend bool operator==(const BlockGrid&, const BlockGrid&) = default;
};

/// Checks, row by row, whether keys (render/maps/owner_layer.hpp) form a BlockGrid.
class BlockGridFinder {
public:
    explicit BlockGridFinder(uint32_t block_shift)
        : block_shift_(block_shift) {}

    void add_rows(std::span<const uint32_t> keys, size_t width);
    /// Returns the grid of the rows so far; nullopt if they form none.
    [[nodiscard]] std::optional<BlockGrid> found() const;

private:
    [[nodiscard]] bool agrees(std::span<const uint32_t> row);

    uint32_t block_shift_;
    uint64_t rows_ = 0;
    uint32_t width_ = 0, height_ = 0, across_ = 0; // 0: not yet known
    bool agrees_ = true;
};

} // namespace warpscope::render
