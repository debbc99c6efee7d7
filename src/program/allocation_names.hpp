// What allocations are called, by the lines of source through which the program came to them. Private to src/program.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "program/operations.hpp"

namespace warpscope::program {

struct AllocationPlaces {
    uint64_t number = 0;                // of the allocation
    std::vector<SourceLocation> places; // of the call and of those around it, innermost first
    std::vector<uint64_t> way;          // the same in machine code: lines may make several calls
};

/// Returns the names of those whose places are known. The memory of a class has its owner's
/// name before its own, or a number behind it where the lines do not tell whose it is; that of a function which is
/// called from several places is called by what that is called for. `own`: the program's file, as places have it;
/// `line_text`: that line's text.
[[nodiscard]] std::map<uint64_t, AllocationName>
allocation_names(const std::vector<AllocationPlaces>& allocations, const std::string& own,
                 const std::function<std::string(const SourceLocation&)>& line_text);

} // namespace warpscope::program
