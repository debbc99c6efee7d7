// nvcc and NVRTC (-G) keep a variable in changing registers, clang (-O0 -g) on the stack. DWARF register numbers encode
// the PTX name in ASCII.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/module.hpp"

namespace warpscope::ptx::debug {

enum class TypeKind : uint8_t {
    unknown,
    boolean,
    character,
    signed_integer,
    unsigned_integer,
    floating,
    pointer,
    enumeration,
    structure, // also class or union
    array,
};

struct Member {
    std::string name;
    uint32_t type = 0; // index in DebugInfo::types
    uint64_t offset = 0;
    uint32_t first_bit = 0, bits = 0; // position of a bit field, from the lowest bit; `bits` is 0 for ordinary members
};
struct Enumerator {
    std::string name;
    int64_t value = 0;
};

struct Type {
    TypeKind kind{};
    std::string name; // "int", "float4", "unsigned char*"
    uint64_t bytes = 0;
    uint32_t element = 0; // index in DebugInfo::types
    uint64_t count = 0;   // 0: dynamic shared memory, sized by the launch
    std::vector<Member> members;
    std::vector<Enumerator> enumerators;
};

enum class PlaceKind : uint8_t {
    register_,
    local, // stack
    shared,
    global,
    parameter,
    indirect, // memory that a register points to
    constant, // value without location
};

/// Location of a variable while the next instruction is in [first, end).
struct Place {
    uint32_t first = 0, end = ~0u;
    PlaceKind kind{};
    uint32_t register_index = 0; // index in Function::registers
    std::string symbol;
    uint64_t offset = 0; // offset, or value of a constant
};

struct Variable {
    std::string name;
    uint32_t type = 0; // index in DebugInfo::types
    uint32_t line = 0;
    bool is_parameter = false;
    uint32_t first = 0, end = ~0u;
    uint32_t depth = 0; // inner scopes hide outer ones
    std::vector<Place> places;

    /// Returns nullptr where the variable has no location.
    [[nodiscard]] const Place* place_at(uint32_t index) const;
};

struct DebugInfo {
    std::vector<Type> types; // the first is the unknown type
    std::vector<std::vector<Variable>> functions;
    std::vector<Variable> shared; // module variables

    [[nodiscard]] bool empty() const;
};

/// Requires `module` = parse(ptx). Skips entries of unknown kinds.
[[nodiscard]] DebugInfo read_debug_info(std::string_view ptx, const Module& module);

} // namespace warpscope::ptx::debug
