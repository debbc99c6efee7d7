// Architectures that a compiler does not know. Private to src/compile.
#pragma once

#include <algorithm>
#include <vector>

namespace warpscope::compile {

/// What is compiled for in place of `asked`, which `known`, in ascending order and not empty, may lack: the next older
/// one, whose code it runs, too; the oldest where all are newer.
[[nodiscard]] inline int nearest_architecture(int asked, const std::vector<int>& known) {
    const auto newer = std::upper_bound(known.begin(), known.end(), asked);
    return newer == known.begin() ? *newer : *(newer - 1);
}

} // namespace warpscope::compile
