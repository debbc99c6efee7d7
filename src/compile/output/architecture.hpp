#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace warpscope::compile {

[[nodiscard]] inline std::string architecture_or_default(const std::string& asked) {
    return asked.empty() ? "compute_75" : asked;
}

/// Returns the newest of `known` (ascending) that is not newer than `asked`, else the oldest.
[[nodiscard]] inline int nearest_architecture(int asked, const std::vector<int>& known) {
    const auto newer = std::upper_bound(known.begin(), known.end(), asked);
    return newer == known.begin() ? *newer : *(newer - 1);
}

} // namespace warpscope::compile
