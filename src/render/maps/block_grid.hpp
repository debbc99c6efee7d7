// Finds out whether the blocks of a launch have equal rectangles of cells, so that a place alone tells its block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warpscope::render {

/// The cell (x, y) of a map is of block y / height * across + x / width, all in cells.
struct BlockGrid {
    uint32_t width = 1, height = 1;
    uint32_t across = 1; // blocks in a row of the launch, of which the map may show fewer
    friend bool operator==(const BlockGrid&, const BlockGrid&) = default;
};

/// Compares the keys of a map (render/maps/owner_layer.hpp) with what such a grid says, row by row from the first.
class BlockGridFinder {
public:
    explicit BlockGridFinder(uint32_t block_shift)
        : block_shift_(block_shift) {}

    /// `keys`: rows of `width` cells each.
    void add_rows(std::span<const uint32_t> keys, size_t width);
    /// The grid that all rows so far agree with. None too where a place has no thread.
    [[nodiscard]] std::optional<BlockGrid> found() const;

private:
    [[nodiscard]] bool agrees(std::span<const uint32_t> row);

    uint32_t block_shift_;
    uint64_t rows_ = 0;
    uint32_t width_ = 0, height_ = 0, across_ = 0; // height, across: 0 until the second row of blocks begins
    bool agrees_ = true;
};

} // namespace warpscope::render
