#include "metrics/load_sites.hpp"

namespace warpscope::metrics {

bool LoadSites::open(Site& site, const simt::MemoryEvent& event, ShapeCache& shapes, TrafficCounter& traffic,
                     ReadCounter& reads) {
    const auto index = buffers_->in_allocation(event.allocation);
    if (!index || (written_ && written_->tracks(event.allocation))) return false;
    flush(site, traffic);
    site.take_shape(event, shapes);
    site.allocation = event.allocation;
    site.bytes_asked = static_cast<uint16_t>(site.shape->bytes_asked());
    site.ideal_sectors = static_cast<uint16_t>(site.shape->ideal_sectors());
    site.buffer = &buffers_->buffers()[*index];
    site.differences = reads.writable(*index);
    return true;
}

void LoadSites::open_shared(Site& site, const simt::MemoryEvent& event, ShapeCache& shapes, TrafficCounter& traffic) {
    flush(site, traffic);
    site.take_shape(event, shapes);
    site.allocation = in_shared;
}

void LoadSites::Site::take_shape(const simt::MemoryEvent& event, ShapeCache& shapes) {
    stride = event.stride;
    gap = event.second - event.first;
    shape = &shapes.shape_of(event);
    generation = shape->generation();
}

void LoadSites::flush(Site& site, TrafficCounter& traffic) {
    if (site.requests == 0) return;
    const auto pc = static_cast<uint32_t>(&site - sites_.data());
    if (site.allocation == in_shared)
        traffic.add_shared_loads(pc, site.requests, site.sectors);
    else
        traffic.add_loads(pc, site.requests, site.sectors, site.bytes_asked, site.ideal_sectors);
    site.requests = site.sectors = 0;
}

void LoadSites::flush(TrafficCounter& traffic) {
    for (Site& site : sites_) flush(site, traffic);
}

} // namespace warpscope::metrics
