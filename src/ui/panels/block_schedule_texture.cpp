#include "ui/panels/block_schedule_texture.hpp"

#include <algorithm>

#include "render/style/palette.hpp"

namespace warpscope::ui {

namespace {

/// Returns RGBA8 with red in the lowest byte; transparent for 0 (no block).
uint32_t tint_of(uint32_t block_and_1) {
    if (block_and_1 == 0) return 0;
    const auto& tint = render::palette::warp_tints[(block_and_1 - 1) % render::palette::warp_tints.size()];
    return 0xff000000u | tint.r | uint32_t{tint.g} << 8 | uint32_t{tint.b} << 16;
}

uint32_t heat_of(float share) {
    if (share <= 0) return 0;
    const auto color = render::palette::heat(share);
    return 0xff000000u | color.r | uint32_t{color.g} << 8 | uint32_t{color.b} << 16;
}

/// Average width in pixels below which single bars are unreadable.
constexpr double narrowest_bar = 3;

double mean_nanoseconds(const std::vector<instrument::BlockTime>& times) {
    double sum = 0;
    for (const instrument::BlockTime& block : times) sum += static_cast<double>(block.end_ns - block.start_ns);
    return times.empty() ? 0 : sum / static_cast<double>(times.size());
}

} // namespace

void BlockPicture::count_held(const std::vector<instrument::BlockTime>& times) {
    const double scale = static_cast<double>(columns_) / static_cast<double>(lanes_.end_ns);
    held_.assign(blocks_.size(), 0);
    for (size_t lane = 0; lane < lanes_.blocks.size(); ++lane) {
        float* const here = held_.data() + lane * columns_;
        for (const uint32_t block : lanes_.blocks[lane]) {
            const double begin = static_cast<double>(times[block].start_ns) * scale,
                         end = static_cast<double>(times[block].end_ns) * scale;
            for (auto x = static_cast<uint32_t>(begin); x < columns_ && x < end; ++x)
                here[x] += static_cast<float>(std::min(end, x + 1.0) - std::max<double>(begin, x));
        }
    }
    max_held_ = std::ranges::max(held_);
}

void BlockPicture::draw_bars(const std::vector<instrument::BlockTime>& times) {
    const double scale = static_cast<double>(columns_) / static_cast<double>(lanes_.end_ns);
    const auto column = [&](uint64_t ns) {
        return std::min(static_cast<uint32_t>(static_cast<double>(ns) * scale), columns_ - 1);
    };
    for (size_t lane = 0; lane < lanes_.blocks.size(); ++lane) {
        uint32_t* const here = blocks_.data() + lane * columns_;
        for (const uint32_t block : lanes_.blocks[lane])
            std::fill(here + column(times[block].start_ns), here + column(times[block].end_ns) + 1, block + 1);
    }
}

void BlockPicture::show(std::shared_ptr<const session::Recording> recording, uint32_t columns, uint32_t row) {
    if (recording == recording_ && columns == columns_ && row == row_) return;
    const std::vector<instrument::BlockTime>& times = recording->readings.blocks;
    if (recording != recording_) lanes_ = block_lanes(times);
    recording_ = std::move(recording);
    columns_ = columns;
    row_ = row;
    blocks_.assign(lanes_.blocks.size() * columns, 0);
    held_.clear();
    max_held_ = 0;
    if (blocks_.empty() || lanes_.end_ns == 0) return;
    const double scale = static_cast<double>(columns) / static_cast<double>(lanes_.end_ns);
    if (mean_nanoseconds(times) * scale < narrowest_bar)
        count_held(times);
    else
        draw_bars(times);
    std::vector<uint32_t> pixels(blocks_.size() * row);
    for (size_t lane = 0; lane < lanes_.blocks.size(); ++lane) {
        uint32_t* const first = pixels.data() + lane * row * columns;
        for (uint32_t x = 0; x < columns; ++x)
            first[x] = crowded() ? heat_of(held_at(lane, x) / max_held_) : tint_of(blocks_[lane * columns + x]);
        for (uint32_t y = 1; y + 1 < row; ++y) std::copy_n(first, columns, first + size_t{y} * columns);
    }
    const auto height = static_cast<uint32_t>(lanes_.blocks.size()) * row;
    if (texture_.width() != columns || texture_.height() != height)
        texture_ = gl::Texture::create(gl::PixelFormat::rgba8, columns, height);
    texture_.upload(pixels.data());
}

float BlockPicture::held_at(size_t lane, uint32_t column) const {
    return crowded() && lane < lanes_.blocks.size() && column < columns_ ? held_[lane * columns_ + column] : 0;
}

std::optional<uint32_t> BlockPicture::block_at(size_t lane, uint32_t column) const {
    if (lane >= lanes_.blocks.size() || column >= columns_) return std::nullopt;
    const uint32_t block = blocks_[lane * columns_ + column];
    return block == 0 ? std::nullopt : std::optional(block - 1);
}

} // namespace warpscope::ui
