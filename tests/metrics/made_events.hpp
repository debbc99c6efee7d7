// Handmade events for tests without an executor.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include "metrics/cells/buffer_table.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

class MadeRequest {
public:
    MadeRequest(ptx::Space space, simt::AccessKind kind, uint32_t bytes, simt::LaneMask mask = ~0u) {
        event_.space = space;
        event_.kind = kind;
        event_.bytes = bytes;
        event_.mask = mask;
        address_.fill(0xdeadbeefdeadbeefull); // inactive lanes may hold anything
    }
    MadeRequest& pc(uint32_t value) {
        event_.pc = value;
        return *this;
    }
    MadeRequest& in_allocation(uint32_t value) {
        event_.allocation = value;
        return *this;
    }
    MadeRequest& of_warp(uint64_t block, uint32_t warp, uint32_t interval = 0) {
        warp_.block = block;
        warp_.warp = warp;
        warp_.barrier_interval = interval;
        return *this;
    }
    template<class AddressOfLane>
    MadeRequest& at(AddressOfLane&& address_of_lane) {
        for (uint32_t lane = 0; lane < warp_size; ++lane)
            if ((event_.mask >> lane & 1u) != 0) address_[lane] = address_of_lane(lane);
        return *this;
    }

    /// Returns an event that is valid until the next call, while this object exists.
    [[nodiscard]] const simt::MemoryEvent& event() {
        event_.warp = &warp_;
        event_.address = address_.data();
        event_.lowest = ~uint64_t{0};
        event_.highest = 0;
        event_.contiguous = true;
        const int first = std::countr_zero(event_.mask);
        for (int lane = 0; lane < 32; ++lane) {
            if ((event_.mask >> lane & 1u) == 0) continue;
            event_.lowest = std::min(event_.lowest, address_[lane]);
            event_.highest = std::max(event_.highest, address_[lane]);
        }
        for (int lane = first; lane < 32 - std::countl_zero(event_.mask); ++lane)
            event_.contiguous = event_.contiguous && (event_.mask >> lane & 1u) != 0 &&
                                address_[lane] == event_.lowest + static_cast<uint64_t>(lane - first) * event_.bytes;
        event_.broadcast = event_.lowest == event_.highest;
        event_.first = address_[0];
        event_.second = address_[16];
        event_.stride = static_cast<uint32_t>(address_[1] - address_[0]);
        event_.regular = event_.mask == ~0u && address_[1] - address_[0] < (1u << 27);
        for (uint32_t lane = 0; lane < 16; ++lane)
            event_.regular = event_.regular && address_[lane] == event_.first + uint64_t{lane} * event_.stride &&
                             address_[lane + 16] == event_.second + uint64_t{lane} * event_.stride;
        return event_;
    }

private:
    simt::WarpContext warp_;
    simt::MemoryEvent event_;
    std::array<uint64_t, warp_size> address_{};
};

inline constexpr uint64_t first_address = 0x700000000;

/// Places buffers 1 MiB apart in allocations 0, 1, ...
[[nodiscard]] inline std::shared_ptr<const BufferTable> made_buffers(std::initializer_list<BufferLayout> layouts,
                                                                     BufferRole role = BufferRole::output) {
    std::vector<PlacedBuffer> placed;
    for (const BufferLayout& layout : layouts) {
        const auto index = static_cast<uint32_t>(placed.size());
        placed.push_back({index, first_address + (uint64_t{index} << 20), layout.shape.cells(), layout.shape, role,
                          CellDivider(layout.cell_bytes())});
    }
    return std::make_shared<const BufferTable>(std::move(placed));
}

} // namespace warpscope::metrics
