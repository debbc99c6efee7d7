#include "input/probe.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "input/decode.hpp"
#include "input/file_bytes.hpp"
#include "input/png_text.hpp"

namespace warpscope::input {
namespace {

using Span = std::span<const std::byte>;

struct Magic {
    std::string_view bytes;
    std::string_view name;
    size_t offset = 0;
};

constexpr std::array readable{Magic{"\x89PNG\r\n\x1a\n", "PNG"}, Magic{"\xff\xd8\xff", "JPEG"}, Magic{"BM", "BMP"}};
constexpr std::array unreadable{Magic{"GIF8", "GIF"},         Magic{"WEBP", "WebP", 8},
                                Magic{"II*\0", "TIFF"},       Magic{"MM\0*", "TIFF"},
                                Magic{"8BPS", "Photoshop"},   Magic{"ftypavif", "AVIF", 4},
                                Magic{"ftypheic", "HEIC", 4}, Magic{"%PDF", "PDF"},
                                Magic{"<svg", "SVG"},         Magic{"qoif", "QOI"},
                                Magic{"#?RADIANCE", "HDR"},   Magic{"P5", "PGM"},
                                Magic{"P6", "PPM"},           Magic{"\x76\x2f\x31\x01", "EXR"}};

bool starts_with(Span bytes, const Magic& magic) {
    if (bytes.size() < magic.offset + magic.bytes.size()) return false;
    return std::equal(magic.bytes.begin(), magic.bytes.end(), bytes.begin() + static_cast<ptrdiff_t>(magic.offset),
                      [](char a, std::byte b) { return static_cast<std::byte>(a) == b; });
}

template<size_t N>
std::string_view match(Span bytes, const std::array<Magic, N>& magics) {
    for (const Magic& magic : magics)
        if (starts_with(bytes, magic)) return magic.name;
    return {};
}

uint32_t at(Span bytes, size_t index) { return static_cast<uint32_t>(bytes[index]); }
uint32_t big32(Span bytes, size_t i) {
    return at(bytes, i) << 24 | at(bytes, i + 1) << 16 | at(bytes, i + 2) << 8 | at(bytes, i + 3);
}
uint32_t little32(Span bytes, size_t i) {
    return at(bytes, i + 3) << 24 | at(bytes, i + 2) << 16 | at(bytes, i + 1) << 8 | at(bytes, i);
}
uint32_t little16(Span bytes, size_t i) { return at(bytes, i + 1) << 8 | at(bytes, i); }

Message png_damage(Span bytes, const std::string& name) {
    size_t position = 8;
    while (position + 12 <= bytes.size()) {
        const uint64_t length = big32(bytes, position);
        if (length > bytes.size() - position - 12) return msg("{}: the {} file is cut off in the middle.", name, "PNG");
        const Span typed = bytes.subspan(position + 4, 4 + length);
        if (png_crc(typed) != big32(bytes, position + 8 + length))
            return msg("{}: the {} file is damaged: the checksum at byte {} does not match.", name, "PNG",
                       position + 8 + length);
        if (at(typed, 0) == 'I' && at(typed, 1) == 'E' && at(typed, 2) == 'N' && at(typed, 3) == 'D') return {};
        position += 12 + length;
    }
    return msg("{}: the {} file is cut off before its end.", name, "PNG");
}

Message jpeg_damage(Span bytes, const std::string& name) {
    // Skips segments such as previews, which may contain an end marker.
    size_t position = 2;
    while (position + 4 <= bytes.size() && at(bytes, position) == 0xff && at(bytes, position + 1) != 0xda)
        position += at(bytes, position + 1) == 0xff ? 1 : 2 + (at(bytes, position + 2) << 8 | at(bytes, position + 3));
    constexpr std::array end_of_image{std::byte{0xff}, std::byte{0xd9}};
    const Span scan = bytes.subspan(std::min(position, bytes.size()));
    const auto found = std::find_end(scan.begin(), scan.end(), end_of_image.begin(), end_of_image.end());
    return found == scan.end() ? msg("{}: the {} file is cut off before its end.", name, "JPEG") : Message();
}

Message bmp_damage(Span bytes, const std::string& name) {
    if (bytes.size() < 34) return msg("{}: the {} file is cut off in its header.", name, "BMP");
    const uint32_t compression = little32(bytes, 30);
    if (little32(bytes, 14) < 40 || (compression != 0 && compression != 3)) return {}; // stb reports such files
    const int64_t width = static_cast<int32_t>(little32(bytes, 18));
    const int64_t height = static_cast<int32_t>(little32(bytes, 22));
    const int64_t row_bytes = (width * little16(bytes, 28) + 31) / 32 * 4;
    const uint64_t needed = little32(bytes, 10) + static_cast<uint64_t>(row_bytes * (height < 0 ? -height : height));
    if (bytes.size() < needed)
        return msg("{}: the {} file is cut off: it has {} of {} bytes.", name, "BMP", bytes.size(), needed);
    return {};
}

std::optional<Diagnostic> size_problem(const std::string& name, uint32_t width, uint32_t height) {
    const auto problem = [](Message message, Message hint = {}) {
        return Diagnostic{ErrorKind::environment, std::move(message), {}, std::move(hint)};
    };
    if (width == 0 || height == 0) return problem(msg("{}: the image has no pixels ({} x {}).", name, width, height));
    if (width > max_side || height > max_side)
        return problem(msg("{}: is {} x {} pixels; at most {} per side are read.", name, width, height, max_side),
                       msg("scale it down first"));
    if (uint64_t{width} * height > max_cells)
        return problem(msg("{}: has {:.1f} megapixels; at most {} are read.", name,
                           static_cast<double>(width) * height / 1048576.0, max_cells >> 20),
                       msg("scale it down first"));
    return std::nullopt;
}

/// Checks the size in a PNG header, because stb does not report a size that it rejects.
std::optional<Diagnostic> png_size_problem(const std::string& name, Span bytes) {
    constexpr size_t type = 12, width = 16, height = 20, end = 24;
    const bool has_size = bytes.size() >= end && big32(bytes, type) == 0x49484452; // "IHDR"
    return has_size ? size_problem(name, big32(bytes, width), big32(bytes, height)) : std::nullopt;
}

Message convert_hint() { return msg("convert it to PNG, JPEG or BMP"); }

} // namespace

Result<ImageInfo> probe_bytes_of(Span bytes, const std::filesystem::path& file) {
    const std::string name = file.string();
    if (bytes.empty()) return fail(ErrorKind::environment, msg("{}: the file is empty.", name));
    const std::string_view format = match(bytes, readable);
    if (format.empty()) {
        const std::string_view known = match(bytes, unreadable);
        if (!known.empty())
            return fail(ErrorKind::environment, msg("{}: {} is an unsupported format.", name, known), convert_hint());
        return fail(ErrorKind::environment, msg("{}: not a PNG, JPEG or BMP image.", name), convert_hint());
    }
    if (format == "PNG")
        if (auto problem = png_size_problem(name, bytes)) return tl::unexpected(std::move(*problem));
    const Decoded header = decode_header(bytes);
    if (!header.problem.empty())
        return fail(ErrorKind::environment, msg("{}: the {} header cannot be read: {}.", name, format, header.problem));
    if (auto problem = size_problem(name, header.width, header.height)) return tl::unexpected(std::move(*problem));
    return ImageInfo{header.width, header.height, header.channels, std::string(format)};
}

Message container_damage(Span bytes, std::string_view format, const std::string& name) {
    if (format == "PNG") return png_damage(bytes, name);
    if (format == "JPEG") return jpeg_damage(bytes, name);
    return bmp_damage(bytes, name);
}

Result<ImageInfo> probe_image(const std::filesystem::path& file) {
    const auto bytes = read_prefix(file, probe_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    return probe_bytes_of(*bytes, file);
}

} // namespace warpscope::input
