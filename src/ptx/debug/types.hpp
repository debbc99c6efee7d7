#pragma once

#include <unordered_map>

#include "ptx/debug/dwarf.hpp"
#include "ptx/debug/variables.hpp"

namespace warpscope::ptx::debug {

class TypeReader {
public:
    TypeReader(const std::vector<Entry>& units, const Section& info, std::vector<Type>& types);

    [[nodiscard]] uint32_t type_at(uint64_t offset);
    [[nodiscard]] uint32_t type_of(const Entry& entry);
    [[nodiscard]] const Entry* entry_at(uint64_t offset) const;

private:
    void index(const std::vector<Entry>& entries);
    [[nodiscard]] Type make(const Entry& entry);
    [[nodiscard]] uint32_t make_array(const Entry& entry, size_t dimension, Type& out);
    void add_members(const Entry& entry, Type& out);
    [[nodiscard]] uint64_t member_offset(const Entry& member) const;
    void add_bits(const Entry& entry, Member& member) const;

    const Section& info_;
    std::vector<Type>& types_;
    std::unordered_map<uint64_t, const Entry*> entries_;
    std::unordered_map<uint64_t, uint32_t> known_;
};

} // namespace warpscope::ptx::debug
