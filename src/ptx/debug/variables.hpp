// The variables of the source in PTX that was compiled with debug information: name, type, scope, and where their
// values are while which instructions run.
//
// nvcc and NVRTC (-G) keep a variable in registers, one after the other, each for a range of instructions; clang (-O0
// -g) keeps it at a place of the function's stack. PTX has no register numbers: a register's name stands in the number,
// as ASCII.
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
    structure, // classes and unions too
    array,
};

struct Member {
    std::string name;
    uint32_t type = 0; // in DebugInfo::types
    uint64_t offset = 0;
    uint32_t first_bit = 0, bits = 0; // of a bit field: where in the type it begins, the lowest is 0; bits 0: all of it
};
struct Enumerator {
    std::string name;
    int64_t value = 0;
};

struct Type {
    TypeKind kind{};
    std::string name; // as the source says it: "int", "float4", "unsigned char*"
    uint64_t bytes = 0;
    uint32_t element = 0; // of an array or pointer, in DebugInfo::types
    uint64_t count = 0;   // of an array's elements; 0 where the launch decides
    std::vector<Member> members;
    std::vector<Enumerator> enumerators;
};

enum class PlaceKind : uint8_t {
    register_,
    local, // the function's stack
    shared,
    global,    // a variable of the module
    parameter, // of the kernel
    indirect,  // in memory, where a register points to
    constant,  // no place: its value never changes
};

/// Where a value is while instructions [first, end) of the function's body are next.
struct Place {
    uint32_t first = 0, end = ~0u;
    PlaceKind kind{};
    uint32_t register_index = 0; // in Function::registers
    std::string symbol;          // variable or parameter of the PTX
    uint64_t offset = 0;         // from the symbol, or what is added to the register; of a constant its value
};

struct Variable {
    std::string name;
    uint32_t type = 0; // in DebugInfo::types
    uint32_t line = 0; // of its declaration
    bool is_parameter = false;
    uint32_t first = 0, end = ~0u; // instructions of its scope
    uint32_t depth = 0;            // of its scope: inner ones hide outer ones
    std::vector<Place> places;

    /// The place while instruction `index` of the body is next; null where it has none.
    [[nodiscard]] const Place* place_at(uint32_t index) const;
};

struct DebugInfo {
    std::vector<Type> types;                      // the first is the unknown one
    std::vector<std::vector<Variable>> functions; // by Module::functions
    std::vector<Variable> shared;                 // of the module, in shared memory

    [[nodiscard]] bool empty() const;
};

/// `module` is what parse() made of `ptx`. Nothing where the text has no debug information; what is of a kind that is
/// not known here is left out.
[[nodiscard]] DebugInfo read_debug_info(std::string_view ptx, const Module& module);

} // namespace warpscope::ptx::debug
