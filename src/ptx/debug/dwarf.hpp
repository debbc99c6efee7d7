// Entries of .debug_info in PTX. Reference: DWARF Debugging Information Format, versions 2 and 4, chapter 7.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ptx/debug/sections.hpp"

namespace warpscope::ptx::debug {

enum class Tag : uint32_t {
    array = 0x01,
    class_ = 0x02,
    enumeration = 0x04,
    formal_parameter = 0x05,
    lexical_block = 0x0b,
    member = 0x0d,
    pointer = 0x0f,
    reference = 0x10,
    compile_unit = 0x11,
    structure = 0x13,
    type_alias = 0x16,
    union_ = 0x17,
    inheritance = 0x1c,
    inlined_subroutine = 0x1d,
    subrange = 0x21,
    base_type = 0x24,
    const_type = 0x26,
    enumerator = 0x28,
    subprogram = 0x2e,
    variable = 0x34,
    volatile_type = 0x35,
    rvalue_reference = 0x42,
};

enum class Attribute : uint32_t {
    location = 0x02,
    name = 0x03,
    byte_size = 0x0b,
    bit_offset = 0x0c,
    bit_size = 0x0d,
    low_pc = 0x11,
    high_pc = 0x12,
    const_value = 0x1c,
    upper_bound = 0x2f,
    abstract_origin = 0x31,
    count = 0x37,
    member_location = 0x38,
    artificial = 0x34,
    declaration = 0x3c,
    decl_line = 0x3b,
    encoding = 0x3e,
    specification = 0x47,
    type = 0x49,
    data_bit_offset = 0x6b,
};

struct AttributeValue {
    Attribute attribute{};
    uint64_t number = 0; // constant, flag, or offset into a section
    std::string text;
    std::optional<SectionAddress> address;
    uint64_t block_offset = 0, block_bytes = 0; // expression in .debug_info
    bool is_block = false, is_constant = false;
};

struct Entry {
    uint64_t offset = 0;
    Tag tag{};
    std::vector<AttributeValue> attributes;
    std::vector<Entry> children;

    [[nodiscard]] const AttributeValue* find(Attribute attribute) const {
        for (const AttributeValue& value : attributes)
            if (value.attribute == attribute) return &value;
        return nullptr;
    }
    [[nodiscard]] std::string name() const {
        const AttributeValue* const value = find(Attribute::name);
        return value == nullptr ? std::string() : value->text;
    }
    [[nodiscard]] uint64_t number(Attribute attribute, uint64_t otherwise = 0) const {
        const AttributeValue* const value = find(attribute);
        return value == nullptr ? otherwise : value->number;
    }
};

[[nodiscard]] std::vector<Entry> read_entries(const Sections& sections);

} // namespace warpscope::ptx::debug
