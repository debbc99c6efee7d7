#include "export/data.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "export/file.hpp"
#include "export/png.hpp"
#include "language/tr.hpp"

namespace warpscope::exporting {
namespace {

std::string csv(const HostBuffer& buffer) {
    const BufferLayout& layout = buffer.layout;
    std::string out;
    uint64_t element = 0;
    for (uint32_t z = 0; z < layout.shape.depth; ++z) {
        if (z > 0) out += '\n';
        for (uint32_t y = 0; y < layout.shape.height; ++y) {
            for (uint32_t x = 0; x < layout.shape.width; ++x) {
                if (x > 0) out += ',';
                for (uint32_t c = 0; c < layout.channels; ++c) {
                    if (c > 0) out += ' ';
                    out += element_text(buffer.bytes->data(), layout.type, element++);
                }
            }
            out += '\n';
        }
    }
    return out;
}

/// Scales elements to 0..255. NaN becomes black, a constant buffer mid gray.
Bytes scaled_to_bytes(const HostBuffer& buffer) {
    const BufferLayout& layout = buffer.layout;
    const std::byte* data = buffer.bytes->data();
    double low = INFINITY, high = -INFINITY;
    for (uint64_t i = 0; i < layout.elements(); ++i) {
        const double value = element_as_double(data, layout.type, i);
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    Bytes pixels(layout.elements());
    for (uint64_t i = 0; i < layout.elements(); ++i) {
        const double value = element_as_double(data, layout.type, i);
        const double part = high > low ? (value - low) / (high - low) : 0.5;
        store_element(pixels.data(), ElementType::u8, i, std::clamp(part, 0.0, 1.0) * 255);
    }
    return pixels;
}

} // namespace

Result<BufferPixels> pixels_of(const HostBuffer& whole) {
    const HostBuffer buffer = without_padding(whole);
    const BufferLayout& layout = buffer.layout;
    if (layout.channels != 1 && layout.channels != 3 && layout.channels != 4)
        return fail(ErrorKind::usage,
                    msg("Buffer '{}' has {} channels; a PNG has 1, 3 or 4.", layout.name, layout.channels),
                    msg("write .csv or .bin instead"));
    const uint64_t rows = uint64_t{layout.shape.height} * layout.shape.depth;
    if (rows > UINT32_MAX)
        return fail(ErrorKind::usage, msg("The volume has too many rows for a PNG."), msg("write .bin instead"));
    return BufferPixels{layout.shape.width, static_cast<uint32_t>(rows), layout.channels,
                        layout.type == ElementType::u8 ? *buffer.bytes : scaled_to_bytes(buffer)};
}

Result<void> check_ending(const std::filesystem::path& path) {
    const std::string ending = path.extension().string();
    if (ending == ".png" || ending == ".csv" || ending == ".bin") return {};
    return fail(ErrorKind::usage, msg("Cannot tell the format from '{}'.", path.string()),
                msg("use a name that ends in .png, .csv or .bin"));
}

Result<void> save_buffer(const std::filesystem::path& path, const HostBuffer& whole) {
    if (auto known = check_ending(path); !known) return known;
    const std::string ending = path.extension().string();
    if (ending == ".png") {
        const auto pixels = pixels_of(whole);
        if (!pixels) return tl::unexpected(pixels.error());
        return save_png(path, pixels->width, pixels->height, pixels->channels, pixels->bytes.data());
    }
    const HostBuffer buffer = without_padding(whole);
    if (ending == ".csv") return write_file(path, csv(buffer));
    return write_file(path, {reinterpret_cast<const char*>(buffer.bytes->data()), buffer.bytes->size()});
}

} // namespace warpscope::exporting
