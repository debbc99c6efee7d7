#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "base/message.hpp"

namespace warpscope::program {

struct Operation {
    enum class Kind : uint8_t { allocation, copy, fill, launch, synchronize, free };
    Kind kind{};
    SourceLocation where; // call, if known
    uint64_t bytes = 0;
    std::optional<uint32_t> stream; // 0: default stream; nullopt: all streams or none
    std::string from, to;           // host variables, or "host"
    bool is_guessed_name = false;

    // Set for a launch:
    uint32_t launch = 0;
    std::string kernel;
    Dim3 grid, block;
    uint64_t shared_bytes = 0, finding_count = 0;
    double execute_ms = 0; // on the emulator
    bool kept = false;     // kept for rerunning
};

struct ProgramFinding {
    std::string kind;
    Message message;
    bool is_error = true;
    uint64_t count = 1; // occurrences
    SourceLocation where;
    std::optional<uint32_t> launch;
};

[[nodiscard]] Message title_of_kind(const std::string& kind);

struct AllocationName {
    std::string name;
    SourceLocation where, named_by; // where: call, if possible in the program's file; named_by: line with the name
    bool is_guess = false;          // combined from several lines
};

} // namespace warpscope::program
