// Names allocations after the source lines of their call paths.
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
    std::vector<SourceLocation> places; // source lines, innermost first
    std::vector<uint64_t> way;          // call path in machine code: a line may have several calls
};

/// Returns the names of allocations with known places. Memory of a class gets its owner's name as prefix, or a number
/// if the owner is unclear. Memory of a function with several callers is named after its use there. `own`: the
/// program's file; `line_text`: returns a line.
[[nodiscard]] std::map<uint64_t, AllocationName>
allocation_names(const std::vector<AllocationPlaces>& allocations, const std::string& own,
                 const std::function<std::string(const SourceLocation&)>& line_text);

} // namespace warpscope::program
