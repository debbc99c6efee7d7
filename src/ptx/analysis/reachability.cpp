#include "ptx/analysis/reachability.hpp"

namespace warpscope::ptx {

bool Reachability::leads(uint32_t from, uint32_t to) {
    std::vector<bool>& reached = from_[from];
    if (reached.empty()) {
        reached.resize(graph_.blocks.size());
        std::vector<uint32_t> open{from};
        while (!open.empty()) {
            const uint32_t block = open.back();
            open.pop_back();
            for (const uint32_t next : graph_.blocks[block].successors) {
                if (reached[next]) continue;
                reached[next] = true;
                open.push_back(next);
            }
        }
    }
    return reached[to];
}

} // namespace warpscope::ptx
