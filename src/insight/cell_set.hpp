#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace warpscope::insight {

struct CellSet {
    uint32_t buffer = 0;     // index in the plan
    std::vector<bool> cells; // by linear index

    [[nodiscard]] bool has(uint64_t cell) const { return cell < cells.size() && cells[cell]; }
    [[nodiscard]] uint64_t count() const { return static_cast<uint64_t>(std::ranges::count(cells, true)); }
};

} // namespace warpscope::insight
