#include "ptx/analysis/liveness.hpp"

#include <algorithm>
#include <utility>

#include "ptx/analysis/register_effects.hpp"

namespace warpscope::ptx {
std::vector<uint32_t> read_before_written(const Function& function, const ControlFlowGraph& flow) {
    const size_t registers = function.registers.size(), blocks = flow.blocks.size();
    // Keeps the sets small: only registers that cross basic blocks get a bit.
    constexpr uint32_t none = ~0u;
    std::vector<uint32_t> number(registers, none), exposed, written_in(registers, none);
    std::vector<std::vector<uint32_t>> reads(blocks), writes(blocks);
    for (uint32_t b = 0; b < blocks; ++b)
        for (uint32_t k = flow.blocks[b].first; k < flow.blocks[b].end; ++k) {
            const RegisterEffects effects = effects_of(function, function.body[k]);
            for (const uint32_t r : effects.reads) {
                if (written_in[r] == b) continue;
                if (number[r] == none) {
                    number[r] = static_cast<uint32_t>(exposed.size());
                    exposed.push_back(r);
                }
                reads[b].push_back(r);
            }
            if (function.body[k].predicated) continue;
            for (const uint32_t r : effects.writes)
                if (std::exchange(written_in[r], b) != b) writes[b].push_back(r);
        }
    const size_t words = (exposed.size() + 63) / 64;
    std::vector<uint64_t> live(blocks * words), kept(blocks * words, ~uint64_t{0});
    const auto bit = [&](uint32_t r) { return uint64_t{1} << (number[r] % 64); };
    for (size_t b = 0; b < blocks; ++b) {
        for (const uint32_t r : reads[b]) live[b * words + number[r] / 64] |= bit(r);
        for (const uint32_t r : writes[b])
            if (number[r] != none) kept[b * words + number[r] / 64] &= ~bit(r);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = blocks; b-- > 0;)
            for (const uint32_t next : flow.blocks[b].successors)
                for (size_t w = 0; w < words; ++w) {
                    uint64_t& here = live[b * words + w];
                    const uint64_t now = here | (live[next * words + w] & kept[b * words + w]);
                    changed = changed || now != here;
                    here = now;
                }
    }
    std::vector<uint32_t> result;
    for (const uint32_t r : exposed)
        if (blocks != 0 && (live[number[r] / 64] & bit(r)) != 0) result.push_back(r);
    std::ranges::sort(result);
    return result;
}

} // namespace warpscope::ptx
