#include "ptx/debug/dwarf.hpp"

#include <map>

namespace warpscope::ptx::debug {
namespace {

constexpr uint32_t deepest_entry = 64;

enum class EntryForm : uint32_t {
    address = 0x01,
    block2 = 0x03,
    block4 = 0x04,
    data2 = 0x05,
    data4 = 0x06,
    data8 = 0x07,
    string = 0x08,
    block = 0x09,
    block1 = 0x0a,
    data1 = 0x0b,
    flag = 0x0c,
    sdata = 0x0d,
    strp = 0x0e,
    udata = 0x0f,
    ref_address = 0x10,
    ref1 = 0x11,
    ref2 = 0x12,
    ref4 = 0x13,
    ref8 = 0x14,
    ref_udata = 0x15,
    section_offset = 0x17,
    expression = 0x18,
    flag_present = 0x19,
};

struct Abbreviation {
    Tag tag{};
    bool has_children = false;
    std::vector<std::pair<Attribute, EntryForm>> attributes;
};
using Abbreviations = std::map<uint64_t, Abbreviation>;

Abbreviations read_abbreviations(const Section& section, uint64_t offset) {
    Abbreviations all;
    SectionReader reader(section, offset);
    while (!reader.at_end()) {
        const uint64_t code = reader.uleb();
        if (code == 0) break;
        Abbreviation& one = all[code];
        one.tag = static_cast<Tag>(reader.uleb());
        one.has_children = reader.fixed(1) != 0;
        for (;;) {
            const auto attribute = static_cast<Attribute>(reader.uleb());
            const auto form = static_cast<EntryForm>(reader.uleb());
            if (attribute == Attribute{} && form == EntryForm{}) break;
            if (reader.at_end()) break;
            one.attributes.emplace_back(attribute, form);
        }
    }
    return all;
}

class UnitReader {
public:
    UnitReader(const Sections& sections, const Section& info, uint64_t begin, uint64_t body, uint64_t end,
               Abbreviations abbreviations, uint32_t address_bytes)
        : strings_(sections.find(".debug_str"))
        , begin_(begin)
        , reader_(info, body, end)
        , abbreviations_(std::move(abbreviations))
        , address_bytes_(address_bytes) {}

    std::vector<Entry> siblings(uint32_t depth = 0) {
        std::vector<Entry> entries;
        while (!reader_.at_end() && !failed_) {
            Entry entry;
            entry.offset = reader_.offset();
            const uint64_t code = reader_.uleb();
            if (code == 0) break;
            const auto found = abbreviations_.find(code);
            if (found == abbreviations_.end() || depth > deepest_entry) {
                failed_ = true;
                break;
            }
            entry.tag = found->second.tag;
            for (const auto& [attribute, form] : found->second.attributes)
                entry.attributes.push_back(value(attribute, form));
            if (found->second.has_children) entry.children = siblings(depth + 1);
            entries.push_back(std::move(entry));
        }
        return entries;
    }

private:
    AttributeValue value(Attribute attribute, EntryForm form) {
        AttributeValue out;
        out.attribute = attribute;
        switch (form) {
        case EntryForm::address:
            out.address = reader_.address();
            out.number = reader_.fixed(address_bytes_);
            break;
        case EntryForm::block1: block(out, reader_.fixed(1)); break;
        case EntryForm::block2: block(out, reader_.fixed(2)); break;
        case EntryForm::block4: block(out, reader_.fixed(4)); break;
        case EntryForm::block:
        case EntryForm::expression: block(out, reader_.uleb()); break;
        case EntryForm::data1: constant(out, reader_.fixed(1)); break;
        case EntryForm::data2: constant(out, reader_.fixed(2)); break;
        case EntryForm::data4:
        case EntryForm::section_offset:
            out.address = reader_.address();
            out.number = reader_.fixed(4) + (out.address ? out.address->added : 0);
            out.is_constant = !out.address;
            break;
        case EntryForm::data8: constant(out, reader_.fixed(8)); break;
        case EntryForm::sdata: constant(out, static_cast<uint64_t>(reader_.sleb())); break;
        case EntryForm::udata: constant(out, reader_.uleb()); break;
        case EntryForm::string: out.text = reader_.text(); break;
        case EntryForm::strp: string_at(out); break;
        case EntryForm::flag: out.number = reader_.fixed(1); break;
        case EntryForm::flag_present: out.number = 1; break;
        case EntryForm::ref_address: out.number = reader_.fixed(4); break;
        case EntryForm::ref1: out.number = begin_ + reader_.fixed(1); break;
        case EntryForm::ref2: out.number = begin_ + reader_.fixed(2); break;
        case EntryForm::ref4: out.number = begin_ + reader_.fixed(4); break;
        case EntryForm::ref8: out.number = begin_ + reader_.fixed(8); break;
        case EntryForm::ref_udata: out.number = begin_ + reader_.uleb(); break;
        default: failed_ = true; break; // unknown length
        }
        return out;
    }

    static void constant(AttributeValue& out, uint64_t number) {
        out.number = number;
        out.is_constant = true;
    }
    void block(AttributeValue& out, uint64_t bytes) {
        out.is_block = true;
        out.block_offset = reader_.offset();
        out.block_bytes = bytes;
        reader_.skip(bytes);
    }
    void string_at(AttributeValue& out) {
        const auto address = reader_.address();
        const uint64_t offset = reader_.fixed(4) + (address ? address->added : 0);
        if (strings_ != nullptr) out.text = SectionReader(*strings_, offset).text();
    }

    const Section* strings_;
    uint64_t begin_;
    SectionReader reader_;
    Abbreviations abbreviations_;
    uint32_t address_bytes_;
    bool failed_ = false;
};

} // namespace

std::vector<Entry> read_entries(const Sections& sections) {
    const Section* const info = sections.find(".debug_info");
    const Section* const abbreviations = sections.find(".debug_abbrev");
    std::vector<Entry> units;
    if (info == nullptr || abbreviations == nullptr) return units;
    for (uint64_t begin = 0; begin < info->bytes.size();) {
        SectionReader header(*info, begin);
        const uint64_t length = header.fixed(4);
        const uint64_t end = header.offset() + length;
        const uint64_t version = header.fixed(2);
        const auto table = header.address();
        const uint64_t table_offset = header.fixed(4) + (table ? table->added : 0);
        const auto address_bytes = static_cast<uint32_t>(header.fixed(1));
        if (length == 0 || version < 2 || version > 4) break;
        UnitReader unit(sections, *info, begin, header.offset(), end, read_abbreviations(*abbreviations, table_offset),
                        address_bytes);
        for (Entry& entry : unit.siblings()) units.push_back(std::move(entry));
        begin = end;
    }
    return units;
}

} // namespace warpscope::ptx::debug
