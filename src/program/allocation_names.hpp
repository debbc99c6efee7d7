// Names allocations after source lines.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "program/operations.hpp"

namespace warpscope::program {

struct AllocationPlaces {
    uint64_t number = 0;
    std::vector<SourceLocation> places; // innermost first
    std::vector<uint64_t> way;          // call path in machine code, because a line may have several calls
};

/// Names memory of a class after its owner, or by number if unclear, and memory of a function with several callers
/// after its use. `own`: the program's file.
[[nodiscard]] std::map<uint64_t, AllocationName>
allocation_names(const std::vector<AllocationPlaces>& allocations, const std::string& own,
                 const std::function<std::string(const SourceLocation&)>& line_text);

} // namespace warpscope::program
