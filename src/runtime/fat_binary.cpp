#include "runtime/fat_binary.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <zstd.h>

namespace warpscope::runtime {
namespace {

struct Header {
    static constexpr uint32_t expected_magic = 0xba55ed50;
    uint32_t magic = 0;
    uint16_t version = 0, header_bytes = 0;
    uint64_t bytes = 0; // size of the entries
};

struct Entry {
    static constexpr uint16_t ptx = 1;
    static constexpr uint64_t lz4 = 0x2000, zstd = 0x8000;
    uint16_t kind = 0, version = 0;
    uint32_t header_bytes = 0;
    uint64_t bytes = 0; // size after the header
    uint32_t compressed_bytes = 0;
    uint32_t options_offset = 0;
    uint16_t minor = 0, major = 0; // PTX version
    uint32_t capability = 0;
    uint32_t name_offset = 0, name_bytes = 0;
    uint64_t flags = 0, reserved = 0;
    uint64_t plain_bytes = 0; // uncompressed size
};
static_assert(sizeof(Entry) == 64);

constexpr uint64_t largest_text = uint64_t{1} << 31;

std::optional<std::string> unpack_lz4(std::span<const std::byte> packed, uint64_t bytes) {
    std::string text;
    text.reserve(bytes);
    size_t at = 0;
    const auto byte = [&] { return at < packed.size() ? std::to_integer<uint32_t>(packed[at++]) : 0u; };
    const auto length = [&](uint32_t begun) -> uint64_t {
        uint64_t sum = begun;
        if (begun == 15)
            for (uint32_t more = 255; more == 255 && at < packed.size();) sum += more = byte();
        return sum;
    };
    while (at < packed.size() && text.size() < bytes) {
        const uint32_t token = byte();
        const uint64_t plain = length(token >> 4);
        if (plain > packed.size() - at || plain > bytes - text.size()) return std::nullopt;
        text.append(reinterpret_cast<const char*>(packed.data() + at), plain);
        at += plain;
        if (text.size() >= bytes) break;
        const uint32_t low = byte(), distance = low | byte() << 8;
        const uint64_t again = length(token & 15) + 4;
        if (distance == 0 || distance > text.size() || again > bytes - text.size()) return std::nullopt;
        for (uint64_t k = 0; k < again; ++k) text.push_back(text[text.size() - distance]);
    }
    return text.size() == bytes ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<std::string> unpack_zstd(std::span<const std::byte> packed, uint64_t bytes) {
    std::string text(bytes, '\0');
    const size_t got = ZSTD_decompress(text.data(), text.size(), packed.data(), packed.size());
    if (ZSTD_isError(got) != 0) return std::nullopt;
    text.resize(got);
    return text;
}

std::optional<std::string> text_of(const Entry& entry, std::span<const std::byte> contents) {
    const uint64_t packed = entry.compressed_bytes == 0 ? contents.size() : entry.compressed_bytes;
    if (packed > contents.size() || entry.plain_bytes > largest_text) return std::nullopt;
    std::optional<std::string> text;
    if ((entry.flags & Entry::zstd) != 0)
        text = unpack_zstd(contents.first(packed), entry.plain_bytes);
    else if ((entry.flags & Entry::lz4) != 0)
        text = unpack_lz4(contents.first(packed), entry.plain_bytes);
    else
        text = std::string(reinterpret_cast<const char*>(contents.data()), contents.size());
    if (text) text->erase(std::find(text->begin(), text->end(), '\0'), text->end());
    return text;
}

} // namespace

size_t fat_binary_bytes(const std::byte* data) {
    Header header;
    std::memcpy(&header, data, sizeof(header));
    return header.magic == Header::expected_magic ? header.header_bytes + header.bytes : 0;
}

Result<std::string> ptx_in(std::span<const std::byte> fat_binary, uint32_t capability) {
    struct Found {
        Entry entry;
        std::span<const std::byte> contents;
    };
    std::optional<Found> best;
    bool machine_code = false;
    const auto better = [&](uint32_t a, uint32_t b) {
        const bool runs_a = a <= capability, runs_b = b <= capability;
        return runs_a != runs_b ? runs_a : runs_a ? a > b : a < b;
    };
    while (fat_binary.size() >= sizeof(Header)) {
        Header header;
        std::memcpy(&header, fat_binary.data(), sizeof(header));
        if (header.magic != Header::expected_magic || header.header_bytes < sizeof(Header) ||
            header.header_bytes > fat_binary.size())
            break;
        fat_binary = fat_binary.subspan(header.header_bytes);
        uint64_t left = std::min<uint64_t>(header.bytes, fat_binary.size());
        while (left >= sizeof(Entry)) {
            Entry entry;
            std::memcpy(&entry, fat_binary.data(), sizeof(entry));
            if (entry.header_bytes < sizeof(Entry) || entry.header_bytes > left ||
                entry.bytes > left - entry.header_bytes)
                break;
            const auto contents = fat_binary.subspan(entry.header_bytes, entry.bytes);
            if (entry.kind != Entry::ptx)
                machine_code = true;
            else if (!best || better(entry.capability, best->entry.capability))
                best = Found{entry, contents};
            fat_binary = fat_binary.subspan(entry.header_bytes + entry.bytes);
            left -= entry.header_bytes + entry.bytes;
        }
        fat_binary = fat_binary.subspan(left);
    }
    const auto hint = [] {
        return msg("build the program with PTX in it: nvcc -gencode arch=compute_75,code=compute_75");
    };
    if (!best)
        return fail(ErrorKind::failed,
                    machine_code ? msg("The program holds only machine code, which the emulator cannot run.")
                                 : msg("The program holds no device code that the emulator can read."),
                    hint());
    auto text = text_of(best->entry, best->contents);
    if (!text)
        return fail(ErrorKind::failed, msg("The program's PTX is compressed in a way that is not known here."), hint());
    return std::move(*text);
}

std::vector<std::string> every_ptx_in(std::string_view file) {
    constexpr size_t alignment = 8;
    std::vector<std::string> texts;
    const auto bytes = std::as_bytes(std::span(file));
    for (size_t at = 0; at + sizeof(Header) <= bytes.size();) {
        const size_t length = fat_binary_bytes(bytes.data() + at);
        if (length == 0 || length > bytes.size() - at) {
            at += alignment;
            continue;
        }
        if (auto text = ptx_in(bytes.subspan(at, length), ~0u)) texts.push_back(std::move(*text));
        at += (length + alignment - 1) / alignment * alignment;
    }
    return texts;
}

std::string fat_binary_of(std::string_view ptx, uint32_t capability) {
    Entry entry;
    entry.kind = Entry::ptx;
    entry.version = 0x0101;
    entry.header_bytes = sizeof(Entry);
    entry.bytes = (ptx.size() + 1 + 7) / 8 * 8;
    entry.capability = capability;
    const Header header{Header::expected_magic, 1, sizeof(Header), sizeof(Entry) + entry.bytes};
    std::string out(sizeof(header) + sizeof(entry) + entry.bytes, '\0');
    std::memcpy(out.data(), &header, sizeof(header));
    std::memcpy(out.data() + sizeof(header), &entry, sizeof(entry));
    std::memcpy(out.data() + sizeof(header) + sizeof(entry), ptx.data(), ptx.size());
    return out;
}

} // namespace warpscope::runtime
