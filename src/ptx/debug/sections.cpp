#include "ptx/debug/sections.hpp"

#include <charconv>

#include "base/text.hpp"

namespace warpscope::ptx::debug {
namespace {

bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '.' || c == '%';
}

std::string_view take_name(std::string_view& text) {
    size_t length = 0;
    while (length < text.size() && is_name(text[length])) ++length;
    const std::string_view name = text.substr(0, length);
    text = trim(text.substr(length));
    return name;
}

std::optional<uint64_t> number(std::string_view text) {
    const bool minus = text.starts_with('-');
    if (minus) text.remove_prefix(1);
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if (hexadecimal) text.remove_prefix(2);
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return minus ? ~value + 1 : value;
}

bool add_datum(Section& section, std::string_view text, uint32_t bytes) {
    uint64_t value = 0;
    if (const auto plain = number(text)) {
        value = *plain;
    } else {
        SectionAddress address;
        address.symbol = take_name(text);
        if (address.symbol.empty()) return false;
        if (!text.empty()) {
            const auto added = text.front() == '+' ? number(trim(text.substr(1))) : std::nullopt;
            if (!added) return false; // e.g. a difference of labels
            address.added = *added;
        }
        section.addresses.emplace(section.bytes.size(), std::move(address));
    }
    for (uint32_t k = 0; k < bytes; ++k) section.bytes.push_back(static_cast<uint8_t>(value >> 8 * k));
    return true;
}

/// Accepts ".b8 1,2,3". Returns false at the section's end.
bool add_line(Section& section, std::string_view line) {
    if (line.empty() || line.starts_with("//") || line == "{") return true;
    const std::string_view type = take_name(line);
    const uint32_t bytes = type == ".b8" ? 1 : type == ".b16" ? 2 : type == ".b32" ? 4 : type == ".b64" ? 8 : 0;
    if (bytes == 0) return false;
    while (!line.empty()) {
        const size_t comma = std::min(line.find(','), line.size());
        if (!add_datum(section, trim(line.substr(0, comma)), bytes)) return false;
        line = trim(line.substr(std::min(comma + 1, line.size())));
    }
    return true;
}

} // namespace

Sections read_sections(std::string_view ptx) {
    Sections sections;
    Section* open = nullptr;
    for (uint32_t line = 1; !ptx.empty(); ++line) {
        const size_t end = std::min(ptx.find('\n'), ptx.size());
        std::string_view text = ptx.substr(0, end);
        ptx.remove_prefix(std::min(end + 1, ptx.size()));
        text = trim(text.substr(0, std::min(text.find("//"), text.size())));
        if (text.starts_with(".section")) {
            text = trim(text.substr(std::string_view(".section").size()));
            open = &sections.by_name[std::string(take_name(text))];
            if (text.ends_with('}')) open = nullptr;
        } else if (open != nullptr) {
            if (!add_line(*open, text)) open = nullptr;
        } else if (text.ends_with(':')) {
            const std::string_view name = take_name(text);
            if (text == ":") sections.line_of_label.emplace(name, line);
        }
    }
    return sections;
}

uint64_t SectionReader::fixed(uint32_t bytes) {
    uint64_t value = 0;
    for (uint32_t k = 0; k < bytes && offset_ < end_; ++k) value |= uint64_t{section_.bytes[offset_++]} << 8 * k;
    return value;
}

uint64_t SectionReader::uleb() {
    uint64_t value = 0;
    for (uint32_t shift = 0; offset_ < end_; shift += 7) {
        const uint8_t byte = section_.bytes[offset_++];
        if (shift < 64) value |= uint64_t{byte & 0x7fu} << shift;
        if ((byte & 0x80) == 0) break;
    }
    return value;
}

int64_t SectionReader::sleb() {
    uint64_t value = 0;
    uint32_t shift = 0;
    uint8_t byte = 0;
    do {
        if (offset_ >= end_) return 0;
        byte = section_.bytes[offset_++];
        if (shift < 64) value |= uint64_t{byte & 0x7fu} << shift;
        shift += 7;
    } while ((byte & 0x80) != 0);
    if ((byte & 0x40) != 0 && shift < 64) value |= ~uint64_t{0} << shift;
    return static_cast<int64_t>(value);
}

std::string SectionReader::text() {
    std::string out;
    while (offset_ < end_) {
        const uint8_t byte = section_.bytes[offset_++];
        if (byte == 0) break;
        out += static_cast<char>(byte);
    }
    return out;
}

std::optional<SectionAddress> SectionReader::address() const {
    const auto found = section_.addresses.find(offset_);
    return found == section_.addresses.end() ? std::nullopt : std::optional(found->second);
}

} // namespace warpscope::ptx::debug
