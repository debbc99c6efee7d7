#include "render/maps/block_grid.hpp"

#include <algorithm>

namespace warpscope::render {

void BlockGridFinder::add_rows(std::span<const uint32_t> keys, size_t width) {
    for (size_t first = 0; agrees_ && first < keys.size(); first += width, ++rows_)
        agrees_ = agrees(keys.subspan(first, width));
}

bool BlockGridFinder::agrees(std::span<const uint32_t> row) {
    const auto number = [this](uint32_t key) { return key >> block_shift_; }; // block number plus 1; 0: no block
    if (rows_ == 0) {
        const auto end = std::ranges::find_if(row, [&](uint32_t key) { return number(key) != 1; });
        width_ = static_cast<uint32_t>(end - row.begin());
        if (width_ == 0) return false;
    }
    if (height_ == 0 && number(row.front()) != 1) {
        if (number(row.front()) == 0) return false;
        height_ = static_cast<uint32_t>(rows_);
        across_ = number(row.front()) - 1;
    }
    auto block = static_cast<uint32_t>(1 + (height_ == 0 ? 0 : rows_ / height_ * across_));
    for (size_t x = 0; x < row.size(); x += width_, ++block) {
        uint32_t apart = 0; // no branches, for vectorization
        for (const uint32_t key : row.subspan(x, std::min<size_t>(width_, row.size() - x)))
            apart |= number(key) ^ block;
        if (apart != 0) return false;
    }
    return true;
}

std::optional<BlockGrid> BlockGridFinder::found() const {
    if (!agrees_ || rows_ == 0) return std::nullopt;
    constexpr uint32_t any = 1; // with a single row of blocks, any value is correct
    return BlockGrid{width_, height_ == 0 ? static_cast<uint32_t>(rows_) : height_, height_ == 0 ? any : across_};
}

} // namespace warpscope::render
