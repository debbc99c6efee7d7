#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "session/session.hpp"

namespace warpscope::analysis {

struct FindingIndex {
    std::string text;             // "out[row * height + col]"
    std::string array;            // "out"
    std::string element;          // "tile[0][17]", in shared arrays of several dimensions
    std::optional<int64_t> value; // index value; only if array and buffer elements have equal sizes
    std::optional<int64_t> end;   // nearest legal index
    std::vector<std::pair<std::string, int64_t>> known; // values of names in the index
};

/// Returns the subscript of a finding; nullopt if ambiguous.
[[nodiscard]] std::optional<FindingIndex> finding_index(const session::RunResult& result, const simt::Finding& finding);

/// Returns "The access is out[row * height + col], here out[4680]; the last element is out[4679]; height = 90".
[[nodiscard]] Message sentence(const FindingIndex& index);

[[nodiscard]] Message finding_message(const session::RunResult& result, const simt::Finding& finding);

/// Returns "Missing __syncthreads() between line 4 and lines 5-6.". `later_lines`: ascending, at least one.
[[nodiscard]] Message missing_barrier_message(uint32_t store_line, const std::vector<uint32_t>& later_lines);

} // namespace warpscope::analysis
