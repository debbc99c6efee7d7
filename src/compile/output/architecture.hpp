// Architectures that were not asked for or that a compiler does not know. Private to src/compile.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace warpscope::compile {

[[nodiscard]] inline std::string architecture_or_default(const std::string& asked) {
    return asked.empty() ? "compute_75" : asked;
}

/// What is compiled for in place of `asked`, which `known`, in ascending order and not empty, may lack: the next older
/// one, whose code it runs, too; the oldest where all are newer.
[[nodiscard]] inline int nearest_architecture(int asked, const std::vector<int>& known) {
    const auto newer = std::upper_bound(known.begin(), known.end(), asked);
    return newer == known.begin() ? *newer : *(newer - 1);
}

} // namespace warpscope::compile
