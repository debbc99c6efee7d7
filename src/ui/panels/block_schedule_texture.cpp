#include "ui/panels/block_schedule_texture.hpp"

#include <algorithm>

#include "render/style/palette.hpp"

namespace warpscope::ui {

namespace {

/// RGBA8, red in the lowest byte; transparent for no block.
uint32_t tint_of(uint32_t block_and_1) {
    if (block_and_1 == 0) return 0;
    const auto& tint = render::palette::warp_tints[(block_and_1 - 1) % render::palette::warp_tints.size()];
    return 0xff000000u | tint.r | uint32_t{tint.g} << 8 | uint32_t{tint.b} << 16;
}

} // namespace

void BlockPicture::show(std::shared_ptr<const session::Recording> recording, uint32_t columns, uint32_t row) {
    if (recording == recording_ && columns == columns_ && row == row_) return;
    const std::vector<instrument::BlockTime>& times = recording->readings.blocks;
    if (recording != recording_) lanes_ = block_lanes(times);
    recording_ = std::move(recording);
    columns_ = columns;
    row_ = row;
    blocks_.assign(lanes_.blocks.size() * columns, 0);
    if (blocks_.empty() || lanes_.end_ns == 0) return;
    const double scale = static_cast<double>(columns) / static_cast<double>(lanes_.end_ns);
    const auto column = [&](uint64_t ns) {
        return std::min(static_cast<uint32_t>(static_cast<double>(ns) * scale), columns - 1);
    };
    std::vector<uint32_t> pixels(blocks_.size() * row);
    for (size_t lane = 0; lane < lanes_.blocks.size(); ++lane) {
        uint32_t* const here = blocks_.data() + lane * columns;
        for (const uint32_t block : lanes_.blocks[lane])
            std::fill(here + column(times[block].start_ns), here + column(times[block].end_ns) + 1, block + 1);
        uint32_t* const first = pixels.data() + lane * row * columns;
        std::transform(here, here + columns, first, tint_of);
        for (uint32_t y = 1; y + 1 < row; ++y)
            std::copy_n(first, columns, first + size_t{y} * columns); // the last: a gap
    }
    const auto height = static_cast<uint32_t>(lanes_.blocks.size()) * row;
    if (texture_.width() != columns || texture_.height() != height)
        texture_ = gl::Texture::create(gl::PixelFormat::rgba8, columns, height);
    texture_.upload(pixels.data());
}

std::optional<uint32_t> BlockPicture::block_at(size_t lane, uint32_t column) const {
    if (lane >= lanes_.blocks.size() || column >= columns_) return std::nullopt;
    const uint32_t block = blocks_[lane * columns_ + column];
    return block == 0 ? std::nullopt : std::optional(block - 1);
}

} // namespace warpscope::ui
