// Loads counted per instruction, for the case that nearly every load of nearly every kernel is: all 32 lanes, in two
// runs of one stride, from the same buffer and in the same shape as the instruction's load before. Then what the load
// costs and which cells it reads is known but for where it begins, and an event is a few additions. The same for loads
// from shared memory.
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

/// One worker's.
class LoadSites {
public:
    /// `with_reads`: count for cells too, not traffic alone. `written`: null, or the bytes whose loads must be looked
    /// at one by one.
    LoadSites(uint32_t pc_count, std::shared_ptr<const BufferTable> buffers, bool with_reads,
              std::shared_ptr<const WrittenBytes> written)
        : buffers_(std::move(buffers))
        , with_reads_(with_reads)
        , written_(std::move(written))
        , sites_(pc_count) {}

    /// Counts `event`, a regular load from global memory in the shape of its instruction's last, for traffic and reads,
    /// or returns false. Its addresses are not looked at.
    [[nodiscard]] bool count(const simt::MemoryEvent& event, const ShapeCache& shapes, ReadCounter& reads) {
        Site& site = sites_[event.pc];
        if (!site.fits(event, event.allocation)) return false;
        ++site.requests;
        site.sectors += site.shape->sectors(event.lowest, shapes.kernels());
        if (site.differences != nullptr) reads.count_steps(*site.buffer, site.differences, event.lowest, *site.shape);
        return true;
    }
    /// The same for a regular load from shared memory.
    [[nodiscard]] bool count_shared(const simt::MemoryEvent& event) {
        Site& site = sites_[event.pc];
        if (!site.fits(event, in_shared)) return false;
        ++site.requests;
        site.sectors += site.shape->passes(event.lowest);
        return true;
    }
    /// Makes the instruction's loads ready to be counted in the shape of `event`, a regular load. False if they are
    /// not to be counted here.
    [[nodiscard]] bool open(const simt::MemoryEvent& event, ShapeCache& shapes, TrafficCounter& traffic,
                            ReadCounter& reads);
    /// Hands everything counted to `traffic`.
    void flush(TrafficCounter& traffic);

private:
    static constexpr uint32_t nowhere = ~0u - 1, in_shared = ~0u - 2; // no event has these as its allocation
    /// What an instruction's loads have in common, and how many there were since.
    struct alignas(64) Site {
        uint32_t allocation = nowhere;
        uint32_t stride = 0;
        uint64_t gap = 0;
        uint32_t generation = 0;                     // of the shape, while it is this one
        uint16_t bytes_asked = 0, ideal_sectors = 0; // per request
        RequestShape* shape = nullptr;
        const PlacedBuffer* buffer = nullptr;
        int16_t* differences = nullptr;
        uint64_t requests = 0, sectors = 0; // shared memory: passes

        [[nodiscard]] bool fits(const simt::MemoryEvent& event, uint32_t place) const {
            return allocation == place && stride == event.stride && gap == event.second - event.first &&
                   generation == shape->generation();
        }
    };
    void flush(Site& site, TrafficCounter& traffic);

    std::shared_ptr<const BufferTable> buffers_;
    bool with_reads_;
    std::shared_ptr<const WrittenBytes> written_;
    std::vector<Site> sites_; // by pc
};

} // namespace warpscope::metrics
