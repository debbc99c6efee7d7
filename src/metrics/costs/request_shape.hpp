// The shape of a request: how its lanes' addresses lie relative to each other. Kernels repeat few shapes very often
// (every interior warp of a stencil has the same one), so what a shape costs is worked out once and remembered. Others
// scatter: none of their shapes comes twice, and each request is counted by itself.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "metrics/costs/lane_vectors.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

/// What global memory is read and written in.
inline constexpr uint32_t sector_bytes = 32;

/// A step of a difference array over cells: from `cell` on, counts are `delta` higher.
struct CellStep {
    uint32_t cell = 0; // relative to the cell of the request's lowest address
    int32_t delta = 0;
};

/// The steps of one request, by cell. Most requests need no more than `few`, whose unused entries change nothing.
struct CellSteps {
    alignas(64) std::array<CellStep, 8> few{};
    std::vector<CellStep> many; // when not empty: all of the steps, and `few` holds none
};

class RequestShape {
public:
    /// Becomes the shape of `event`, whose mask is not empty.
    void assign(const simt::MemoryEvent& event, const LaneKernels& kernels);
    [[nodiscard]] bool matches(const simt::MemoryEvent& event, const LaneKernels& kernels) const {
        if (event.regular) // stride and gap say it all
            return regular_ && stride_ == event.stride && gap_ == event.second - event.first && bytes_ == event.bytes;
        return mask_ == event.mask && bytes_ == event.bytes && span_ == event.highest - event.lowest &&
               kernels.same_offsets(event.address, event.lowest, offset_.data(), relevant_.data());
    }

    /// How often this has become another shape.
    [[nodiscard]] uint32_t generation() const { return generation_; }
    [[nodiscard]] uint32_t bytes_asked() const { return lanes_ * bytes_; }
    /// Fewest 32-byte sectors that could hold the distinct bytes.
    [[nodiscard]] uint32_t ideal_sectors() const { return ideal_sectors_; }
    /// 32-byte sectors touched when the lowest address is `lowest`.
    [[nodiscard]] uint32_t sectors(uint64_t lowest, const LaneKernels& kernels) {
        const uint8_t known = sectors_[lowest % sectors_.size()];
        return known != 0 ? known : count_sectors(lowest, kernels);
    }
    /// Shared-memory passes when the lowest offset is `lowest`.
    [[nodiscard]] uint32_t passes(uint64_t lowest) {
        const uint8_t known = passes_[lowest % passes_.size()];
        return known != 0 ? known : count_passes(lowest);
    }
    /// Lanes per cell as difference steps, when the lowest address lies `phase` bytes into a cell of `cell_bytes`.
    /// Valid until the next call.
    [[nodiscard]] const CellSteps& cell_steps(uint32_t cell_bytes, uint32_t phase) {
        const Steps& known = steps_of(phase);
        return known.cell_bytes == cell_bytes && known.phase == phase ? known.steps : find_steps(cell_bytes, phase);
    }

private:
    [[nodiscard, gnu::noinline]] uint32_t count_sectors(uint64_t lowest, const LaneKernels& kernels);
    [[nodiscard]] uint32_t count_passes(uint64_t lowest);
    [[nodiscard, gnu::noinline]] const CellSteps& find_steps(uint32_t cell_bytes, uint32_t phase);

    struct Steps {
        uint32_t cell_bytes = 0, phase = 0; // cell_bytes 0: not worked out yet
        CellSteps steps;
    };
    /// The channels of a cell, 1 to 8 bytes each, are told apart: neighbouring loads take them by turns.
    [[nodiscard]] Steps& steps_of(uint32_t phase) { return steps_[(phase + phase / 4 + phase / 16) % steps_.size()]; }

    alignas(64) std::array<uint64_t, warp_size> offset_{};   // address - lowest
    alignas(64) std::array<uint64_t, warp_size> relevant_{}; // all ones for lanes in the mask
    uint64_t span_ = 0;                                      // highest address - lowest
    simt::LaneMask mask_ = 0;
    uint32_t bytes_ = 0, lanes_ = 0, ideal_sectors_ = 0, generation_ = 0;
    bool regular_ = false; // as MemoryEvent::regular; the next two hold then
    uint32_t stride_ = 0;
    uint64_t gap_ = 0;                  // from lane 0 to lane 16, modulo 2^64
    std::array<uint8_t, 32> sectors_{}; // by lowest % 32; 0: not worked out yet
    std::array<uint8_t, 4> passes_{};   // by lowest % 4
    std::array<Steps, 4> steps_;        // see steps_of()
};

/// Remembered shapes of one worker: first the one that the same instruction had last in the same warp of a block, then
/// by hash.
class ShapeCache {
public:
    explicit ShapeCache(uint32_t pc_count);
    /// The shape of `event`, whose mask is not empty. Valid until the next call.
    [[nodiscard]] RequestShape& shape_of(const simt::MemoryEvent& event) {
        RequestShape& last = slots_[last_slot(event)];
        return last.matches(event, kernels_) ? last : *look_up(event, true);
    }
    /// The same, but nullptr when the shape is met for the first time and may never come again.
    [[nodiscard]] RequestShape* repeated_shape_of(const simt::MemoryEvent& event) {
        RequestShape& last = slots_[last_slot(event)];
        return last.matches(event, kernels_) ? &last : look_up(event, event.regular);
    }
    [[nodiscard]] const LaneKernels& kernels() const { return kernels_; }

private:
    static constexpr uint32_t slot_count = 256, warps_apart = 16;
    /// Where blocks are wide by no multiple of half a warp, each of their warps has a shape of its own.
    [[nodiscard]] uint16_t& last_slot(const simt::MemoryEvent& event) {
        return last_slot_[event.pc * warps_apart + event.warp->warp % warps_apart];
    }
    /// `at_once`: also a shape that is met for the first time; else nullptr for it.
    [[nodiscard]] RequestShape* look_up(const simt::MemoryEvent& event, bool at_once);

    const LaneKernels& kernels_;
    std::vector<RequestShape> slots_;
    std::vector<uint32_t> met_;       // by slot: part of the hash of the shape that was met last
    std::vector<uint16_t> last_slot_; // by pc, and for each by warp
};

/// The shape of one request, looked up when first asked for.
class LazyShape {
public:
    LazyShape(const simt::MemoryEvent& event, ShapeCache& cache)
        : event_(event)
        , cache_(cache) {}

    /// nullptr for a request that is to be counted by itself.
    [[nodiscard]] RequestShape* operator()() {
        if (!looked_) shape_ = cache_.repeated_shape_of(event_);
        looked_ = true;
        return shape_;
    }
    [[nodiscard]] const LaneKernels& kernels() const { return cache_.kernels(); }

private:
    const simt::MemoryEvent& event_;
    ShapeCache& cache_;
    RequestShape* shape_ = nullptr;
    bool looked_ = false;
};

/// 32-byte sectors that a request touches, and the fewest that could hold its distinct bytes.
struct SectorCount {
    uint32_t touched = 0, ideal = 0;
};
/// Of one request, whose mask is not empty.
[[nodiscard]] SectorCount sectors_of_request(const simt::MemoryEvent& event, const LaneKernels& kernels);

/// One word that one lane touches in a request to shared memory.
struct BankTouch {
    uint32_t lane = 0;
    uint64_t word = 0;  // offset / 4; its bank is word % 32
    uint32_t group = 0; // of lanes that are served together: warps, half warps or quarter warps, counted from 0
    uint32_t pass = 0;  // of the request, counted from 0
};
/// Who touches which word in which pass, by lane and then by word. Different words of one bank go one after the other,
/// in the order of the lanes that want them. `offset` as in shared_passes().
[[nodiscard]] std::vector<BankTouch> bank_schedule(const uint64_t* offset, simt::LaneMask mask, uint32_t bytes);

/// Passes of a shared-memory request: 32 banks of 4 bytes, lanes of one word share it, accesses of 8 bytes go by half
/// warps and of 16 bytes by quarter warps. `offset` has 32 entries; lanes outside `mask` are not looked at.
[[nodiscard]] uint32_t shared_passes(const uint64_t* offset, simt::LaneMask mask, uint32_t bytes);

} // namespace warpscope::metrics
