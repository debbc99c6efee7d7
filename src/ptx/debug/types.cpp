#include "ptx/debug/types.hpp"

#include <fmt/format.h>

#include "base/symbol_name.hpp"

namespace warpscope::ptx::debug {
namespace {

constexpr uint64_t address_bytes = 8;

TypeKind kind_of_encoding(uint64_t encoding) {
    switch (encoding) {
    case 0x02: return TypeKind::boolean;
    case 0x04: return TypeKind::floating;
    case 0x05: return TypeKind::signed_integer;
    case 0x06:
    case 0x08: return TypeKind::character;
    case 0x07: return TypeKind::unsigned_integer;
    default: return TypeKind::unknown;
    }
}

/// Treats only plain `char` as text, because kernels compute with signed and unsigned char.
TypeKind kind_of_base(const Entry& entry) {
    const TypeKind kind = kind_of_encoding(entry.number(Attribute::encoding));
    if (kind != TypeKind::character || entry.name() == "char") return kind;
    return entry.number(Attribute::encoding) == 0x08 ? TypeKind::unsigned_integer : TypeKind::signed_integer;
}

} // namespace

TypeReader::TypeReader(const std::vector<Entry>& units, const Section& info, std::vector<Type>& types)
    : info_(info)
    , types_(types) {
    types_.emplace_back();
    index(units);
}

void TypeReader::index(const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
        entries_.emplace(entry.offset, &entry);
        index(entry.children);
    }
}

const Entry* TypeReader::entry_at(uint64_t offset) const {
    const auto found = entries_.find(offset);
    return found == entries_.end() ? nullptr : found->second;
}

uint32_t TypeReader::type_of(const Entry& entry) {
    const AttributeValue* const type = entry.find(Attribute::type);
    return type == nullptr ? 0 : type_at(type->number);
}

uint32_t TypeReader::type_at(uint64_t offset) {
    if (const auto known = known_.find(offset); known != known_.end()) return known->second;
    const Entry* const entry = entry_at(offset);
    if (entry == nullptr) return 0;
    // Reserves the number first, because a structure may point to itself.
    const auto number = static_cast<uint32_t>(types_.size());
    known_[offset] = number;
    types_.emplace_back();
    Type made = make(*entry);
    types_[number] = std::move(made);
    return number;
}

Type TypeReader::make(const Entry& entry) {
    Type out;
    out.name = entry.name();
    out.bytes = entry.number(Attribute::byte_size);
    switch (entry.tag) {
    case Tag::base_type: out.kind = kind_of_base(entry); break;
    case Tag::pointer:
    case Tag::reference:
    case Tag::rvalue_reference: {
        out.kind = TypeKind::pointer;
        out.bytes = address_bytes;
        out.element = type_of(entry);
        const std::string& to = types_[out.element].name;
        out.name = fmt::format("{}{}", to.empty() ? "void" : to, entry.tag == Tag::pointer ? "*" : "&");
        break;
    }
    case Tag::const_type:
    case Tag::volatile_type:
    case Tag::type_alias: {
        const std::string own = out.name;
        out = types_[type_of(entry)];
        if (entry.tag == Tag::const_type) out.name = "const " + out.name;
        if (entry.tag == Tag::type_alias) out.name = own;
        break;
    }
    case Tag::structure:
    case Tag::class_:
    case Tag::union_:
        out.kind = TypeKind::structure;
        add_members(entry, out);
        break;
    case Tag::enumeration:
        out.kind = TypeKind::enumeration;
        if (out.bytes == 0) out.bytes = 4;
        for (const Entry& child : entry.children)
            if (child.tag == Tag::enumerator)
                out.enumerators.push_back(
                    {plain_name(child.name()), static_cast<int64_t>(child.number(Attribute::const_value))});
        break;
    case Tag::array: out.element = make_array(entry, 0, out); break;
    default: break;
    }
    return out;
}

/// Reads arrays of arrays: int a[2][3] is one DWARF entry with two subranges.
uint32_t TypeReader::make_array(const Entry& entry, size_t dimension, Type& out) {
    std::vector<const Entry*> ranges;
    for (const Entry& child : entry.children)
        if (child.tag == Tag::subrange) ranges.push_back(&child);
    out.kind = TypeKind::array;
    if (dimension < ranges.size()) {
        const Entry& range = *ranges[dimension];
        const AttributeValue* const upper = range.find(Attribute::upper_bound);
        if (const AttributeValue* const count = range.find(Attribute::count); count != nullptr)
            out.count = count->number;
        else if (upper != nullptr && upper->is_constant)
            out.count = upper->number + 1;
    }
    uint32_t element = 0;
    if (dimension + 1 < ranges.size()) {
        Type inner;
        inner.element = make_array(entry, dimension + 1, inner);
        element = static_cast<uint32_t>(types_.size());
        types_.push_back(std::move(inner));
    } else {
        element = type_of(entry);
    }
    const std::string& inner_name = types_[element].name;
    const size_t bracket = std::min(inner_name.find('['), inner_name.size());
    const std::string extent = out.count == 0 ? "[]" : fmt::format("[{}]", out.count);
    out.name = inner_name.substr(0, bracket) + extent + inner_name.substr(bracket);
    out.bytes = out.count * types_[element].bytes;
    return element;
}

void TypeReader::add_members(const Entry& entry, Type& out) {
    for (const Entry& child : entry.children) {
        if (child.tag != Tag::member && child.tag != Tag::inheritance) continue;
        const bool placed =
            child.find(Attribute::member_location) != nullptr || child.find(Attribute::data_bit_offset) != nullptr;
        if (!placed && entry.tag != Tag::union_) continue; // static
        Member member{child.name(), type_of(child), member_offset(child)};
        add_bits(child, member);
        if (child.tag == Tag::inheritance || member.name.empty()) {
            // Members of a base or unnamed union join the enclosing structure.
            for (Member inner : types_[member.type].members) {
                inner.offset += member.offset;
                out.members.push_back(std::move(inner));
            }
            continue;
        }
        out.members.push_back(std::move(member));
    }
}

void TypeReader::add_bits(const Entry& entry, Member& member) const {
    member.bits = static_cast<uint32_t>(entry.number(Attribute::bit_size));
    const uint64_t bytes = types_[member.type].bytes;
    if (member.bits == 0 || bytes == 0) return;
    if (const AttributeValue* const from_begin = entry.find(Attribute::data_bit_offset); from_begin != nullptr) {
        member.offset = from_begin->number / (8 * bytes) * bytes;
        member.first_bit = static_cast<uint32_t>(from_begin->number - 8 * member.offset);
        return;
    }
    // DWARF 2 counts a bit field's position from the highest bit.
    const uint64_t after = entry.number(Attribute::bit_offset) + member.bits;
    if (after <= 8 * bytes) member.first_bit = static_cast<uint32_t>(8 * bytes - after);
}

uint64_t TypeReader::member_offset(const Entry& member) const {
    const AttributeValue* const place = member.find(Attribute::member_location);
    if (place == nullptr) return 0;
    if (!place->is_block) return place->number;
    SectionReader reader(info_, place->block_offset, place->block_offset + place->block_bytes);
    constexpr uint64_t add_unsigned = 0x23; // DW_OP_plus_uconst
    return reader.fixed(1) == add_unsigned ? reader.uleb() : 0;
}

} // namespace warpscope::ptx::debug
