#include "simt/fill_memory.hpp"

#include "simt/state/local_memory.hpp"

namespace warpscope::simt {

void fill_before_load(const MemoryEvent& event, uint32_t lane, uint64_t begin, uint32_t bytes, uint32_t word) {
    const auto* const warp = static_cast<const Warp*>(event.warp->running);
    const bool shared = event.space == ptx::Space::shared;
    if (warp == nullptr || event.kind != AccessKind::load || (!shared && event.space != ptx::Space::local)) return;
    for (uint64_t at = begin; at < begin + bytes; ++at)
        (shared ? warp->shared[at] : warp->local[local_place(at, lane)]) =
            static_cast<std::byte>(word >> 8 * (at % sizeof(word)));
}

} // namespace warpscope::simt
