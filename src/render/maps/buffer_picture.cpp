#include "render/maps/buffer_picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "render/style/palette.hpp"

namespace warpscope::render {

namespace {

constexpr uint32_t opaque = 0xff000000u;

uint8_t shade(double value, const ValueRange& range) {
    // Empty and overflowing ranges give black.
    const double t = (value - range.low) / (range.high - range.low);
    return std::isfinite(t) ? static_cast<uint8_t>(std::lround(std::clamp(t, 0.0, 1.0) * 255)) : 0;
}

uint32_t color_of(std::span<const uint8_t> c) {
    if (c.size() == 1) return opaque | c[0] * 0x010101u;
    if (c.size() == 2) return opaque | c[0] | uint32_t{c[1]} << 8;
    return opaque | c[0] | uint32_t{c[1]} << 8 | uint32_t{c[2]} << 16;
}

} // namespace

RangeFinder::RangeFinder(const HostBuffer& buffer)
    : buffer_(buffer)
    , elements_(buffer.layout.type == ElementType::u8 || buffer.bytes == nullptr ? 0 : buffer.layout.elements())
    , low_(std::numeric_limits<double>::infinity())
    , high_(-low_) {}

bool RangeFinder::look(uint64_t elements) {
    if (elements_ == 0) return true;
    const uint64_t end = next_ + std::min(elements, elements_ - next_);
    const auto take = [this](double value) {
        if (buffer_.layout.padding != 0 && buffer_.layout.is_padding(next_ / buffer_.layout.channels)) return;
        if (!std::isfinite(value)) {
            if (not_finite_++ == 0) first_not_finite_ = next_;
            return;
        }
        low_ = std::min(low_, value);
        high_ = std::max(high_, value);
    };
    const std::byte* const bytes = buffer_.bytes->data();
    if (buffer_.layout.type == ElementType::f32)
        for (; next_ < end; ++next_) {
            float value = 0;
            std::memcpy(&value, bytes + next_ * sizeof value, sizeof value);
            take(value);
        }
    else
        for (; next_ < end; ++next_) take(element_as_double(bytes, buffer_.layout.type, next_));
    return next_ == elements_;
}

ValueRange RangeFinder::range() const {
    if (elements_ == 0) return {};
    if (!(low_ <= high_)) return {0, 1};
    if (is_floating(buffer_.layout.type) && low_ >= 0 && high_ <= 1) return {0, 1};
    // Equal positive values should not be black.
    if (low_ == high_) return low_ == 0 ? ValueRange{0, 1} : ValueRange{std::min(low_, 0.0), std::max(low_, 0.0)};
    return {low_, high_};
}

ValueRange value_range(const HostBuffer& buffer) {
    RangeFinder finder(buffer);
    finder.look(buffer.layout.elements());
    return finder.range();
}

uint32_t cell_color(const HostBuffer& buffer, const ValueRange& range, uint64_t cell) {
    const BufferLayout& layout = buffer.layout;
    const size_t channels = std::min(layout.channels, 3u);
    std::array<uint8_t, 3> c{};
    for (size_t k = 0; k < channels; ++k) {
        const double value = element_as_double(buffer.bytes->data(), layout.type, cell * layout.channels + k);
        if (!std::isfinite(value)) return packed(palette::not_finite);
        c[k] = shade(value, range);
    }
    return color_of(std::span(c).first(channels));
}

void picture_rows(const HostBuffer& buffer, const Plane& plane, const ValueRange& range, int64_t row, int64_t rows,
                  std::span<uint32_t> pixels) {
    const BufferLayout& layout = buffer.layout;
    const auto width = static_cast<size_t>(plane.width());
    const bool bytes = layout.type == ElementType::u8 && range.low == 0 && range.high == 255;
    if (bytes && plane.gapless()) {
        const auto* in =
            reinterpret_cast<const uint8_t*>(buffer.bytes->data()) + static_cast<size_t>(row) * width * layout.channels;
        const size_t count = static_cast<size_t>(rows) * width, channels = layout.channels;
        const size_t shown = std::min<size_t>(channels, 3);
        if (shown == 3)
            for (size_t i = 0; i < count; ++i, in += channels)
                pixels[i] = opaque | in[0] | uint32_t{in[1]} << 8 | uint32_t{in[2]} << 16;
        else
            for (size_t i = 0; i < count; ++i, in += channels) pixels[i] = color_of({in, shown});
        return;
    }
    for (int64_t y = 0; y < rows; ++y)
        for (size_t x = 0; x < width; ++x) {
            const auto cell = plane.index_at({static_cast<int64_t>(x), row + y});
            pixels[static_cast<size_t>(y) * width + x] = cell ? cell_color(buffer, range, *cell) : 0;
        }
}

void picture_rows(const HostBuffer& buffer, const Plane& plane, const ValueRange& range, int64_t row, int64_t rows,
                  std::span<uint8_t> grays) {
    const auto first = static_cast<size_t>(row * plane.width()), count = static_cast<size_t>(rows * plane.width());
    const std::byte* const bytes = buffer.bytes->data();
    if (buffer.layout.type == ElementType::u8 && range.low == 0 && range.high == 255) {
        std::memcpy(grays.data(), bytes + first, count);
        return;
    }
    for (size_t i = 0; i < count; ++i) grays[i] = shade(element_as_double(bytes, buffer.layout.type, first + i), range);
}

} // namespace warpscope::render
