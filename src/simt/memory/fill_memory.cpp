#include "simt/fill_memory.hpp"

#include "simt/state/warp_state.hpp"

namespace warpscope::simt {

void fill_before_load(const MemoryEvent& event, uint32_t lane, uint64_t begin, uint32_t bytes, uint32_t word) {
    const auto* const warp = static_cast<const Warp*>(event.warp->running);
    const bool shared = event.space == ptx::Space::shared;
    if (warp == nullptr || event.kind != AccessKind::load || (!shared && event.space != ptx::Space::local)) return;
    std::byte* const memory = (shared ? warp->shared : warp->local + lane * warp->local_stride) + begin;
    for (uint32_t b = 0; b < bytes; ++b) memory[b] = static_cast<std::byte>(word >> 8 * ((begin + b) % sizeof(word)));
}

} // namespace warpscope::simt
