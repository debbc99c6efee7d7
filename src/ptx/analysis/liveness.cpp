#include "ptx/analysis/liveness.hpp"

#include "ptx/analysis/register_effects.hpp"

namespace warpscope::ptx {
namespace {

using Set = std::vector<bool>;

} // namespace

std::vector<uint32_t> read_before_written(const Function& function, const ControlFlowGraph& flow) {
    const size_t registers = function.registers.size(), blocks = flow.blocks.size();
    std::vector<Set> writes(blocks, Set(registers)), live(blocks, Set(registers));
    for (size_t b = 0; b < blocks; ++b)
        for (uint32_t k = flow.blocks[b].first; k < flow.blocks[b].end; ++k) {
            const RegisterEffects effects = effects_of(function, function.body[k]);
            for (const uint32_t r : effects.reads)
                if (!writes[b][r]) live[b][r] = true;
            if (function.body[k].predicated) continue; // may not happen
            for (const uint32_t r : effects.writes) writes[b][r] = true;
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = blocks; b-- > 0;)
            for (const uint32_t next : flow.blocks[b].successors)
                for (size_t r = 0; r < registers; ++r)
                    if (live[next][r] && !writes[b][r] && !live[b][r]) live[b][r] = changed = true;
    }
    std::vector<uint32_t> result;
    for (uint32_t r = 0; r < registers && blocks != 0; ++r)
        if (live[0][r]) result.push_back(r);
    return result;
}

} // namespace warpscope::ptx
