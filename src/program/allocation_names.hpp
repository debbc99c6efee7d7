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
    std::vector<uint64_t> way;          // machine code addresses, because a line may have several calls
};

/// Names allocations after source lines. A class's memory gets its owner's name, or a number if unclear. A shared
/// function's memory gets the name of its use. `own`: the program's file.
[[nodiscard]] std::map<uint64_t, AllocationName>
allocation_names(const std::vector<AllocationPlaces>& allocations, const std::string& own,
                 const std::function<std::string(const SourceLocation&)>& line_text);

} // namespace warpscope::program
