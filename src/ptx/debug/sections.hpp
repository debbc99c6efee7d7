#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::ptx::debug {

struct SectionAddress {
    std::string symbol;
    uint64_t added = 0;
};

struct Section {
    std::vector<uint8_t> bytes;                   // zeros in place of addresses
    std::map<uint64_t, SectionAddress> addresses; // key: offset of the first byte
};

struct Sections {
    std::map<std::string, Section, std::less<>> by_name;
    std::map<std::string, uint32_t, std::less<>> line_of_label; // 1-based

    [[nodiscard]] const Section* find(std::string_view name) const {
        const auto found = by_name.find(name);
        return found == by_name.end() ? nullptr : &found->second;
    }
};

/// Stops reading a section at unknown data.
[[nodiscard]] Sections read_sections(std::string_view ptx);

/// Reader that returns 0 beyond the end.
class SectionReader {
public:
    SectionReader(const Section& section, uint64_t offset, uint64_t end)
        : section_(section)
        , offset_(offset)
        , end_(end < section.bytes.size() ? end : section.bytes.size()) {}
    SectionReader(const Section& section, uint64_t offset)
        : SectionReader(section, offset, section.bytes.size()) {}

    [[nodiscard]] uint64_t offset() const { return offset_; }
    [[nodiscard]] bool at_end() const { return offset_ >= end_; }
    [[nodiscard]] uint64_t fixed(uint32_t bytes);
    [[nodiscard]] uint64_t uleb();
    [[nodiscard]] int64_t sleb();
    [[nodiscard]] std::string text();
    void skip(uint64_t bytes) { offset_ = bytes < end_ - offset_ ? offset_ + bytes : end_; }
    /// Returns the address at the current offset, without consuming it.
    [[nodiscard]] std::optional<SectionAddress> address() const;

private:
    const Section& section_;
    uint64_t offset_, end_;
};

} // namespace warpscope::ptx::debug
