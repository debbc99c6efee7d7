// Device operations and findings of a program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "base/message.hpp"

namespace warpscope::program {

struct Operation {
    enum class Kind : uint8_t { allocation, copy, fill, launch, synchronise, free };
    Kind kind{};
    SourceLocation where; // place of the call, if known
    uint64_t bytes = 0;
    std::optional<uint32_t> stream; // 0: default stream; nullopt: all or none
    std::string from, to;           // host variables, or "host"
    bool is_guessed_name = false;   // guess of an allocation's name

    // Facts about a launch:
    uint32_t launch = 0;
    std::string kernel;
    Dim3 grid, block;
    uint64_t shared_bytes = 0, finding_count = 0;
    double execute_ms = 0; // duration on the emulator
    bool kept = false;     // kept for rerunning
};

/// A finding without JSON.
struct ProgramFinding {
    std::string kind;
    Message message;
    bool is_error = true;
    SourceLocation where;
    std::optional<uint32_t> launch;
};

/// Returns the title of a finding's kind: "double free".
[[nodiscard]] Message title_of_kind(const std::string& kind);

/// Host variable of an allocation.
struct AllocationName {
    std::string name;
    SourceLocation where, named_by; // call, if possible in the program's file; line with the name
    bool is_guess = false;          // combined from several lines
};

} // namespace warpscope::program
