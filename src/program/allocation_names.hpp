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
    std::vector<uint64_t> way;          // return addresses; they tell several calls of a line apart
};

/// Names allocations after source lines. Memory of a class gets the name of the owning object, or a number if that is
/// unclear; memory of a shared function, the name of its caller's variable. `own`: the program's file.
[[nodiscard]] std::map<uint64_t, AllocationName>
allocation_names(const std::vector<AllocationPlaces>& allocations, const std::string& own,
                 const std::function<std::string(const SourceLocation&)>& line_text);

} // namespace warpscope::program
