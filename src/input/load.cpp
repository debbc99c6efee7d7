#include "input/input.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "input/decode.hpp"
#include "input/file_bytes.hpp"
#include "input/probe.hpp"
#include "input/values.hpp"

namespace warpscope::input {
namespace {

uint32_t gray_of(uint32_t red, uint32_t green, uint32_t blue) {
    return (299 * red + 587 * green + 114 * blue + 500) / 1000;
}

HostBuffer converted(const HostBuffer& rgb, ElementType type, uint32_t channels) {
    HostBuffer out;
    out.layout = rgb.layout;
    out.layout.type = type;
    out.layout.channels = channels;
    Bytes bytes(out.layout.bytes());
    const bool floating = is_floating(type);
    const auto* pixel = reinterpret_cast<const uint8_t*>(rgb.bytes->data());
    uint64_t element = 0;
    for (uint64_t cell = 0; cell < rgb.layout.shape.cells(); ++cell, pixel += 3) {
        for (uint32_t channel = 0; channel < channels; ++channel) {
            uint32_t value = 255; // opaque alpha
            if (channels == 1)
                value = gray_of(pixel[0], pixel[1], pixel[2]);
            else if (channel < 3)
                value = pixel[channel];
            store_element(bytes.data(), type, element++, floating ? value / 255.0 : value);
        }
    }
    out.bytes = std::make_shared<const Bytes>(std::move(bytes));
    return out;
}

Result<HostBuffer> load_line(const std::filesystem::path& file, ElementType type, uint32_t channels) {
    std::error_code error;
    const uint64_t bytes = std::filesystem::file_size(file, error), cell = uint64_t{size_of(type)} * channels;
    const uint64_t cells = bytes / cell;
    if (error || cells == 0 || cells > max_cells)
        return fail(ErrorKind::environment, msg("{}: has {} bytes; from 1 to {} cells of {} bytes are read.",
                                                file.string(), bytes, max_cells, cell));
    return load_values(file, {file.filename().string(), type, channels, {static_cast<uint32_t>(cells), 1, 1}});
}

bool is_raw(const std::filesystem::path& file) {
    static constexpr std::array<std::string_view, 7> endings{"", ".raw", ".bin", ".dat", ".f32", ".yuv", ".txt"};
    return std::ranges::find(endings, file.extension().string()) != endings.end();
}

} // namespace

Result<HostBuffer> load_image(const std::filesystem::path& file) {
    // Rejects huge files without reading them.
    if (auto info = probe_image(file); !info) return tl::unexpected(info.error());
    const auto bytes = read_whole(file, max_file_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto info = probe_bytes_of(*bytes, file); // the file may have been replaced
    if (!info) return tl::unexpected(info.error());
    if (Message damage = container_damage(*bytes, info->format, file.string()); !damage.empty())
        return fail(ErrorKind::environment, std::move(damage));
    Decoded decoded = decode_pixels(*bytes);
    if (!decoded.problem.empty())
        return fail(ErrorKind::environment,
                    msg("{}: the {} file cannot be decoded: {}.", file.string(), info->format, decoded.problem));
    HostBuffer out;
    out.layout = {file.filename().string(), ElementType::u8, 3, {decoded.width, decoded.height, 1}};
    out.bytes = std::make_shared<const Bytes>(std::move(decoded.rgb));
    return out;
}

Result<HostBuffer> make_input(const InputSpec& spec, ElementType type, uint32_t channels) {
    if (const Painting* painting = spec.painting.find("")) {
        auto made = make_input(spec.without_painting(), type, channels);
        return made ? paint(*made, *painting) : made;
    }
    if (!spec.is_file()) return generate(spec, type, channels);
    std::error_code error;
    const std::filesystem::path file(spec.file);
    if (std::filesystem::is_regular_file(file, error) && is_raw(file) && !probe_image(file))
        return load_line(file, type, channels);
    auto image = load_image(spec.file);
    if (!image) return image;
    if (type == ElementType::u8 && channels == 3) return image;
    return converted(*image, type, channels);
}

} // namespace warpscope::input
