#include "metrics/ownership/load_site_cache.hpp"

namespace warpscope::metrics {

bool LoadSites::open(const simt::MemoryEvent& event, ShapeCache& shapes, TrafficCounter& traffic, ReadCounter& reads) {
    Site& site = sites_[event.pc];
    flush(site, traffic);
    if (event.space == ptx::Space::shared) {
        site.allocation = in_shared;
    } else {
        const auto index = buffers_->in_allocation(event.allocation);
        if (!index || (written_ && written_->tracks(event.allocation))) return false;
        site.allocation = event.allocation;
        site.buffer = &buffers_->buffers()[*index];
        site.differences = with_reads_ ? reads.writable(*index) : nullptr;
    }
    site.stride = event.stride;
    site.gap = event.second - event.first;
    site.shape = &shapes.shape_of(event);
    site.generation = site.shape->generation();
    site.bytes_asked = static_cast<uint16_t>(site.shape->bytes_asked());
    site.ideal_sectors = static_cast<uint16_t>(site.shape->ideal_sectors());
    site.needed_passes = passes_for(site.shape->lanes(), event.bytes);
    return true;
}

void LoadSites::flush(Site& site, TrafficCounter& traffic) {
    if (site.requests == 0) return;
    const auto pc = static_cast<uint32_t>(&site - sites_.data());
    if (site.allocation == in_shared)
        traffic.add_shared_loads(pc, site.requests, site.sectors,
                                 site.needed_passes > 1 ? site.ideal_passes : site.requests);
    else
        traffic.add_loads(pc, site.requests, site.sectors, site.bytes_asked, site.ideal_sectors);
    site.requests = site.sectors = site.ideal_passes = 0;
}

void LoadSites::flush(TrafficCounter& traffic) {
    for (Site& site : sites_) flush(site, traffic);
}

} // namespace warpscope::metrics
