// Device operations and findings of a program's run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/dim3.hpp"

namespace warpscope::program {

/// A device operation; recorded in order.
struct Operation {
    enum class Kind : uint8_t { allocation, copy, fill, launch, synchronise, free };
    Kind kind{};
    SourceLocation where; // of the call; empty file: unknown
    uint64_t bytes = 0;
    std::optional<uint32_t> stream; // 0: default stream; nullopt: all or not applicable
    std::string from, to;           // host variables of the memory, or "host"
    bool is_guessed_name = false;   // for allocations

    // Launches:
    uint32_t launch = 0;
    std::string kernel;
    Dim3 grid, block;
    uint64_t shared_bytes = 0, finding_count = 0;
    double execute_ms = 0; // on the emulator
    bool kept = false;     // kept for rerunning
};

/// A finding without JSON.
struct ProgramFinding {
    std::string kind, message;
    bool is_error = true; // otherwise a note
    SourceLocation where;
    std::optional<uint32_t> launch;
};

/// Host variable of an allocation; `name` may be empty.
struct AllocationName {
    std::string name;
    SourceLocation where, named_by; // call, in the program's own file if possible; line with the name
    bool is_guess = false;          // combined from several lines
};

} // namespace warpscope::program
