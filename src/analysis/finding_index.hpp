// The expression that indexes the array at a finding, as the kernel's text has it, with the values that are known.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "session/session.hpp"

namespace warpscope::analysis {

struct FindingIndex {
    std::string text;                                   // "out[row * height + col]"
    std::string array;                                  // "out"
    std::optional<int64_t> value;                       // of the index, where the array's elements are the buffer's
    std::optional<int64_t> end;                         // the nearest legal index, when the value is outside
    std::vector<std::pair<std::string, int64_t>> known; // parts of the index with their values
};

/// Nothing where the text leaves open which expression it was.
[[nodiscard]] std::optional<FindingIndex> finding_index(const session::RunResult& result, const simt::Finding& finding);

/// "The access is out[row * height + col], here out[4680]; the last element is out[4679]; height = 90"
[[nodiscard]] std::string sentence(const FindingIndex& index);

/// The finding's message, the element it is about, and the expression that indexes it.
[[nodiscard]] std::string finding_text(const session::RunResult& result, const simt::Finding& finding);

} // namespace warpscope::analysis
