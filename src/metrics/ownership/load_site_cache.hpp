// Fast path for loads by 32 lanes that repeat the instruction's last buffer and shape. Both half warps have the
// same stride.
#pragma once

#include <memory>
#include <vector>

#include "metrics/cells/buffer_table.hpp"
#include "metrics/cells/written_bytes.hpp"
#include "metrics/costs/request_shape.hpp"
#include "metrics/costs/traffic.hpp"
#include "metrics/ownership/read_counts.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

class LoadSites {
public:
    /// `with_reads`: whether to count loads of each cell. Allocations that `written` tracks bypass the cache.
    LoadSites(uint32_t pc_count, std::shared_ptr<const BufferTable> buffers, bool with_reads,
              std::shared_ptr<const WrittenBytes> written)
        : buffers_(std::move(buffers))
        , with_reads_(with_reads)
        , written_(std::move(written))
        , sites_(pc_count) {}

    /// Counts a regular global load that has the buffer and the shape of the last open(). Does not read addresses.
    /// Returns false for other loads.
    [[nodiscard]] bool count(const simt::MemoryEvent& event, const ShapeCache& shapes, ReadCounter& reads) {
        Site& site = sites_[event.pc];
        if (!site.fits(event, event.allocation)) return false;
        ++site.requests;
        site.sectors += site.shape->sectors(event.lowest, shapes.kernels());
        if (site.differences != nullptr) reads.count_steps(*site.buffer, site.differences, event.lowest, *site.shape);
        return true;
    }
    [[nodiscard]] bool count_shared(const simt::MemoryEvent& event) {
        Site& site = sites_[event.pc];
        if (!site.fits(event, in_shared)) return false;
        ++site.requests;
        const uint32_t passes = site.shape->passes(event.lowest, simt::AccessKind::load);
        site.sectors += passes;
        if (site.needed_passes > 1) site.ideal_passes += std::min(passes, site.needed_passes);
        return true;
    }
    /// Caches the load's buffer and shape. Returns false if the cache cannot count such loads.
    [[nodiscard]] bool open(const simt::MemoryEvent& event, ShapeCache& shapes, TrafficCounter& traffic,
                            ReadCounter& reads);
    void flush(TrafficCounter& traffic);

private:
    static constexpr uint32_t nowhere = ~0u - 1, in_shared = ~0u - 2; // never an event's allocation
    struct alignas(64) Site {
        uint32_t allocation = nowhere;
        uint32_t stride = 0;
        uint64_t gap = 0;
        uint32_t generation = 0;
        uint16_t bytes_asked = 0, ideal_sectors = 0; // per request
        RequestShape* shape = nullptr;
        const PlacedBuffer* buffer = nullptr;
        int16_t* differences = nullptr;
        uint64_t requests = 0, sectors = 0; // `sectors`: passes for shared memory
        uint32_t needed_passes = 1;         // for a request's bytes
        uint64_t ideal_passes = 0;          // sum, unless one pass suffices

        [[nodiscard]] bool fits(const simt::MemoryEvent& event, uint32_t place) const {
            return allocation == place && stride == event.stride && gap == event.second - event.first &&
                   generation == shape->generation();
        }
    };
    void flush(Site& site, TrafficCounter& traffic);

    std::shared_ptr<const BufferTable> buffers_;
    bool with_reads_;
    std::shared_ptr<const WrittenBytes> written_;
    std::vector<Site> sites_;
};

} // namespace warpscope::metrics
