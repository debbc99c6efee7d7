#include "render/gl/streamed_texture.hpp"

#include <algorithm>
#include <bit>

namespace warpscope::render {

namespace {

/// Bytes between two checks of the clock.
constexpr uint64_t strip_bytes = 256u << 10;

uint32_t side_at(uint32_t side, int level) { return std::max(side >> level, 1u); }

int levels_of(uint32_t width, uint32_t height, Reduction reduction) {
    return reduction == Reduction::none ? 1 : static_cast<int>(std::bit_width(std::max(width, height)));
}

/// Averages each byte. Adds even and odd bytes separately, so that sums fit.
uint32_t average(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    constexpr uint32_t even = 0x00ff00ffu, two = 0x00020002u;
    const uint32_t low = (a & even) + (b & even) + (c & even) + (d & even) + two;
    const uint32_t high = (a >> 8 & even) + (b >> 8 & even) + (c >> 8 & even) + (d >> 8 & even) + two;
    return (low >> 2 & even) | (high >> 2 & even) << 8;
}

template<class Texel>
Texel higher(Texel one, Texel other) {
    constexpr int last = 8 * (sizeof(Texel) - 1);
    return one >> last >= other >> last ? one : other;
}

} // namespace

GridTexture GridTexture::create(gl::PixelFormat format, uint32_t width, uint32_t height, Reduction reduction) {
    GridTexture grid;
    grid.levels = levels_of(width, height, reduction);
    grid.texture = gl::Texture::with_levels(format, width, height, grid.levels);
    if (format == gl::PixelFormat::r8) grid.texture.show_as_gray();
    return grid;
}

GridTexture TexturePool::take(gl::PixelFormat format, uint32_t width, uint32_t height, Reduction reduction) {
    const int levels = levels_of(width, height, reduction);
    for (GridTexture& grid : free_) {
        const gl::Texture& t = grid.texture;
        if (t.format() != format || t.width() != width || t.height() != height || grid.levels != levels) continue;
        GridTexture taken = std::move(grid);
        free_.erase(free_.begin() + (&grid - free_.data()));
        return taken;
    }
    return GridTexture::create(format, width, height, reduction);
}

void TexturePool::give(GridTexture texture) {
    const gl::Texture& t = texture.texture;
    if (t && !is_large(uint64_t{t.width()} * t.height())) free_.push_back(std::move(texture));
}

template<class Texel>
MipmapUpload<Texel>::MipmapUpload(GridTexture& target, Reduction reduction)
    : target_(target)
    , reduction_(target.levels > 1 ? reduction : Reduction::none) {}

template<class Texel>
Texel MipmapUpload<Texel>::joined(Texel one, Texel other) const {
    return reduction_ == Reduction::any ? static_cast<Texel>(one | other) : higher(one, other);
}

template<class Texel>
void MipmapUpload<Texel>::upload(int level, uint32_t row, uint32_t width, std::span<const Texel> rows) const {
    const gl::PixelLayout layout = gl::layout_of(target_.texture.format());
    glBindTexture(GL_TEXTURE_2D, target_.texture.id());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, level, 0, static_cast<GLint>(row), static_cast<GLsizei>(width),
                    static_cast<GLsizei>(rows.size() / width), layout.format, layout.type, rows.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
}

template<class Texel>
void MipmapUpload<Texel>::reduce_into(std::vector<Texel>& smaller, std::span<const Texel> larger,
                                      size_t larger_width) const {
    const size_t width = std::max<size_t>(larger_width / 2, 1), pairs = larger.size() / larger_width / 2;
    const size_t right = larger_width > 1 ? 1 : 0;
    for (size_t y = 0; y < pairs; ++y) {
        const Texel* a = larger.data() + 2 * y * larger_width;
        const Texel* b = a + larger_width;
        const size_t first = smaller.size();
        smaller.resize(first + width);
        Texel* out = smaller.data() + first;
        const auto keep_all = [&](auto join) {
            for (size_t x = 0; x < width; ++x)
                out[x] = join(join(a[2 * x], a[2 * x + right]), join(b[2 * x], b[2 * x + right]));
            if (larger_width > 1 && larger_width % 2 == 1)
                out[width - 1] = join(out[width - 1], join(a[larger_width - 1], b[larger_width - 1]));
        };
        if (reduction_ == Reduction::any) {
            keep_all([](Texel one, Texel other) { return static_cast<Texel>(one | other); });
        } else if (reduction_ == Reduction::highest) {
            keep_all(higher<Texel>);
        } else {
            for (size_t x = 0; x < width; ++x)
                out[x] = static_cast<Texel>(average(a[2 * x], a[2 * x + right], b[2 * x], b[2 * x + right]));
        }
    }
}

template<class Texel>
void MipmapUpload<Texel>::push(std::span<const Texel> rows) {
    const uint32_t width = target_.texture.width();
    const auto count = static_cast<uint32_t>(rows.size() / width);
    upload(0, rows_, width, rows);
    rows_ += count;
    if (reduction_ == Reduction::none) return;
    if (!odd_row_.empty()) {
        odd_row_.insert(odd_row_.end(), rows.begin(), rows.begin() + width);
        reduce_into(level_, odd_row_, width);
        odd_row_.clear();
        rows = rows.subspan(width);
    }
    const size_t even = rows.size() / width / 2 * 2 * width;
    reduce_into(level_, rows.first(even), width);
    if (even < rows.size()) odd_row_.assign(rows.begin() + static_cast<ptrdiff_t>(even), rows.end());
}

template<class Texel>
bool MipmapUpload<Texel>::finish(UploadBudget& budget) {
    if (reduction_ == Reduction::none) return true;
    if (!odd_row_.empty()) {
        const uint32_t width = target_.texture.width();
        if (level_.empty()) {
            odd_row_.insert(odd_row_.end(), odd_row_.begin(), odd_row_.end());
            reduce_into(level_, odd_row_, width);
        } else if (keeps_all()) {
            std::vector<Texel> both = odd_row_, reduced;
            both.insert(both.end(), odd_row_.begin(), odd_row_.end());
            reduce_into(reduced, both, width);
            std::transform(reduced.begin(), reduced.end(), level_.end() - static_cast<ptrdiff_t>(reduced.size()),
                           level_.end() - static_cast<ptrdiff_t>(reduced.size()),
                           [this](Texel a, Texel b) { return joined(a, b); });
        }
        odd_row_.clear();
    }
    while (level_number_ < target_.levels) {
        const uint32_t width = side_at(target_.texture.width(), level_number_);
        const uint32_t height = side_at(target_.texture.height(), level_number_);
        const uint64_t row_bytes = uint64_t{width} * sizeof(Texel);
        const auto affordable = static_cast<uint32_t>(
            std::clamp<uint64_t>(std::min<uint64_t>(budget.bytes_left(), strip_bytes) / row_bytes, 1, height));
        const uint32_t rows = std::min(affordable & ~1u ? affordable & ~1u : 1u, height - level_rows_done_);
        if (budget.over()) return false;
        const std::span<const Texel> strip =
            std::span<const Texel>(level_).subspan(size_t{level_rows_done_} * width, size_t{rows} * width);
        upload(level_number_, level_rows_done_, width, strip);
        budget.spend(rows * row_bytes);
        level_rows_done_ += rows;
        if (level_rows_done_ < height) continue;
        next_.clear();
        if (height == 1) {
            std::vector<Texel> twice(level_);
            twice.insert(twice.end(), level_.begin(), level_.end());
            reduce_into(next_, twice, width);
        } else {
            reduce_into(next_, std::span<const Texel>(level_).first(size_t{height} / 2 * 2 * width), width);
            if (height % 2 == 1 && keeps_all()) {
                std::vector<Texel> twice(level_.end() - width, level_.end()), reduced;
                twice.insert(twice.end(), twice.begin(), twice.begin() + width);
                reduce_into(reduced, twice, width);
                std::transform(reduced.begin(), reduced.end(), next_.end() - static_cast<ptrdiff_t>(reduced.size()),
                               next_.end() - static_cast<ptrdiff_t>(reduced.size()),
                               [this](Texel a, Texel b) { return joined(a, b); });
            }
        }
        level_.swap(next_);
        ++level_number_;
        level_rows_done_ = 0;
    }
    return true;
}

template class MipmapUpload<uint8_t>;
template class MipmapUpload<uint16_t>;
template class MipmapUpload<uint32_t>;

} // namespace warpscope::render
