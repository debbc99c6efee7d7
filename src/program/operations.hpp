// What a program asked of the device, and what was found in its run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/dim3.hpp"

namespace warpscope::program {

/// Something that the program asked of the device, in the order in which it did.
struct Operation {
    enum class Kind : uint8_t { allocation, copy, fill, launch, synchronise, free };
    Kind kind{};
    SourceLocation where; // of the call; file empty when unknown
    uint64_t bytes = 0;
    std::optional<uint32_t> stream; // 0 is the default one; none: all of them, or it belongs to none
    std::string from, to;           // variables of the host's that the memory is called by, or "host"
    bool is_guessed_name = false;   // of an allocation

    // Of a launch:
    uint32_t launch = 0; // its number
    std::string kernel;
    Dim3 grid, block;
    uint64_t shared_bytes = 0, finding_count = 0;
    double execute_ms = 0; // on the emulator
    bool kept = false;     // whole, to be run again
};

/// What was found, for those who want no JSON.
struct ProgramFinding {
    std::string kind, message;
    bool is_error = true; // else a note
    SourceLocation where;
    std::optional<uint32_t> launch;
};

/// Memory that the program allocated, by the variable in the line that did so; `name` may be empty.
struct AllocationName {
    std::string name;
    SourceLocation where, named_by; // in the program's own file, if it came by there; the line that has the name
    bool is_guess = false;          // put together of several lines
};

} // namespace warpscope::program
