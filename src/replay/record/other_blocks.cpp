#include "replay/record/other_blocks.hpp"

#include <algorithm>

#include "replay/changes.hpp"
#include "simt/code/opcode_form.hpp"

namespace warpscope::replay {

OtherBlocks::OtherBlocks(const metrics::Measured& measured, const simt::Program& program, uint32_t launch,
                         uint64_t block)
    : measured_(measured)
    , launch_(launch)
    , block_(block)
    , strong_(program.instructions().size()) {
    const auto& functions = program.module().functions;
    for (uint32_t f = 0; f < functions.size(); ++f) {
        const uint32_t first = program.first_pc(f);
        for (size_t k = 0; first != ~0u && k < functions[f].body.size(); ++k)
            strong_[first + k] = simt::is_strong(functions[f].body[k].modifiers);
    }
}

bool OtherBlocks::may_show_in(const simt::MemoryEvent& event) const {
    if (event.space != ptx::Space::global || event.kind == simt::AccessKind::store) return false;
    if (event.kind != simt::AccessKind::load || strong_[event.pc]) return true;
    const metrics::LaunchMeasurement& launch = measured_.launches()[launch_];
    const uint64_t threads = launch.config.threads_per_block();
    bool found = false;
    each_lane(event.mask, [&](uint32_t lane) {
        const auto cell = measured_.locate(event.address[lane]);
        if (!cell) {
            found = true; // module variable or heap
            return;
        }
        const auto map = std::ranges::find(launch.maps, cell->buffer, &metrics::CellMaps::buffer);
        if (map == launch.maps.end() || map->owner.empty()) return; // no stores to this buffer
        const metrics::ThreadId owner = map->owner[cell->cell];
        found = found || (owner != 0 && (owner - 1) / threads != block_) || (owner != 0 && map->contested);
    });
    return found;
}

} // namespace warpscope::replay
