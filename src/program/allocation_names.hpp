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
    std::vector<uint64_t> way;          // return addresses, which distinguish calls in one line
};

/// Names allocations after variables in their source lines. If a class allocates, its object gives the name. If several
/// places call a function that allocates, their variables give the names. `own`: the program's file.
[[nodiscard]] std::map<uint64_t, AllocationName>
allocation_names(const std::vector<AllocationPlaces>& allocations, const std::string& own,
                 const std::function<std::string(const SourceLocation&)>& line_text);

} // namespace warpscope::program
