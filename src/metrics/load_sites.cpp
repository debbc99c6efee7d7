#include "metrics/load_sites.hpp"

namespace warpscope::metrics {

bool LoadSites::open(Site& site, const simt::MemoryEvent& event, ShapeCache& shapes, TrafficCounter& traffic,
                     ReadCounter& reads) {
    const auto index = buffers_->in_allocation(event.allocation);
    if (!index || (written_ && written_->tracks(event.allocation))) return false;
    flush(site, traffic);
    site.allocation = event.allocation;
    site.stride = event.stride;
    site.gap = event.second - event.first;
    site.shape = &shapes.shape_of(event);
    site.generation = site.shape->generation();
    site.bytes_asked = static_cast<uint16_t>(site.shape->bytes_asked());
    site.ideal_sectors = static_cast<uint16_t>(site.shape->ideal_sectors());
    site.buffer = &buffers_->buffers()[*index];
    site.differences = reads.writable(*index);
    return true;
}

void LoadSites::flush(Site& site, TrafficCounter& traffic) {
    if (site.requests == 0) return;
    const auto pc = static_cast<uint32_t>(&site - sites_.data());
    traffic.add_loads(pc, site.requests, site.sectors, site.bytes_asked, site.ideal_sectors);
    site.requests = site.sectors = 0;
}

void LoadSites::flush(TrafficCounter& traffic) {
    for (Site& site : sites_) flush(site, traffic);
}

} // namespace warpscope::metrics
