// Shape of a request: the lanes' addresses relative to the lowest. Kernels have few shapes, so costs are cached per
// shape.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "metrics/costs/lane_vectors.hpp"
#include "simt/events.hpp"

namespace warpscope::metrics {

inline constexpr uint32_t sector_bytes = 32;

/// Step of a difference array: adds `delta` from `cell` on.
struct CellStep {
    uint32_t cell = 0; // relative to the cell of the lowest address
    int32_t delta = 0;
};

/// Unused entries of `few` are zero.
struct CellSteps {
    alignas(64) std::array<CellStep, 8> few{};
    std::vector<CellStep> many; // if not empty, replaces `few`
};

class RequestShape {
public:
    void assign(const simt::MemoryEvent& event, const LaneKernels& kernels);
    [[nodiscard]] bool matches(const simt::MemoryEvent& event, const LaneKernels& kernels) const {
        if (event.regular)
            return regular_ && stride_ == event.stride && gap_ == event.second - event.first && bytes_ == event.bytes;
        return mask_ == event.mask && bytes_ == event.bytes && span_ == event.highest - event.lowest &&
               kernels.same_offsets(event.address, event.lowest, offset_.data(), relevant_.data());
    }

    [[nodiscard]] uint32_t generation() const { return generation_; }
    [[nodiscard]] uint32_t bytes_asked() const { return lanes_ * bytes_; }
    [[nodiscard]] uint32_t ideal_sectors() const { return ideal_sectors_; }
    [[nodiscard]] uint32_t sectors(uint64_t lowest, const LaneKernels& kernels) {
        const uint8_t known = sectors_[lowest % sectors_.size()];
        return known != 0 ? known : count_sectors(lowest, kernels);
    }
    [[nodiscard]] uint32_t passes(uint64_t lowest, simt::AccessKind kind) {
        const uint8_t known = passes_[kind == simt::AccessKind::load][lowest % passes_[0].size()];
        return known != 0 ? known : count_passes(lowest, kind);
    }
    [[nodiscard]] uint32_t lanes() const { return lanes_; }
    /// Requires that the lowest address is `phase` bytes into a cell. The result is valid until the next call.
    [[nodiscard]] const CellSteps& cell_steps(uint32_t cell_bytes, uint32_t phase) {
        const Steps& known = steps_of(phase);
        return known.cell_bytes == cell_bytes && known.phase == phase ? known.steps : find_steps(cell_bytes, phase);
    }

private:
    [[nodiscard, gnu::noinline]] uint32_t count_sectors(uint64_t lowest, const LaneKernels& kernels);
    [[nodiscard]] uint32_t count_passes(uint64_t lowest, simt::AccessKind kind);
    [[nodiscard, gnu::noinline]] const CellSteps& find_steps(uint32_t cell_bytes, uint32_t phase);

    struct Steps {
        uint32_t cell_bytes = 0, phase = 0; // cell_bytes 0: not computed
        CellSteps steps;
    };
    /// Uses different entries for a cell's channels, because consecutive loads alternate between channels.
    [[nodiscard]] Steps& steps_of(uint32_t phase) { return steps_[(phase + phase / 4 + phase / 16) % steps_.size()]; }

    alignas(64) std::array<uint64_t, warp_size> offset_{};   // address - lowest
    alignas(64) std::array<uint64_t, warp_size> relevant_{}; // ~0 for active lanes, otherwise 0
    uint64_t span_ = 0;
    simt::LaneMask mask_ = 0;
    uint32_t bytes_ = 0, lanes_ = 0, ideal_sectors_ = 0, generation_ = 0;
    bool regular_ = false; // see MemoryEvent::regular; if false, stride_ and gap_ are unused
    uint32_t stride_ = 0;
    uint64_t gap_ = 0;                               // distance from lane 0 to lane 16, modulo 2^64
    std::array<uint8_t, 32> sectors_{};              // by lowest address % 32; 0: not computed
    std::array<std::array<uint8_t, 4>, 2> passes_{}; // [is a load][lowest address % 4]; 0: not computed
    std::array<Steps, 4> steps_;
};

/// Cache of shapes: a hash table, and the last shape of each instruction and warp.
class ShapeCache {
public:
    explicit ShapeCache(uint32_t pc_count);
    /// Requires a nonempty mask. The result is valid until the next call.
    [[nodiscard]] RequestShape& shape_of(const simt::MemoryEvent& event) {
        RequestShape& last = slots_[last_slot(event)];
        return last.matches(event, kernels_) ? last : *look_up(event, true);
    }
    /// Returns nullptr when an irregular shape first occurs.
    [[nodiscard]] RequestShape* repeated_shape_of(const simt::MemoryEvent& event) {
        RequestShape& last = slots_[last_slot(event)];
        return last.matches(event, kernels_) ? &last : look_up(event, event.regular);
    }
    [[nodiscard]] const LaneKernels& kernels() const { return kernels_; }

private:
    static constexpr uint32_t slot_count = 256, warp_stride = 16;
    /// Distinguishes warps: their shapes differ if the block width is not a multiple of half a warp.
    [[nodiscard]] uint16_t& last_slot(const simt::MemoryEvent& event) {
        return last_slot_[event.pc * warp_stride + event.warp->warp % warp_stride];
    }
    /// Returns nullptr when a shape first occurs, unless `at_once` is true.
    [[nodiscard]] RequestShape* look_up(const simt::MemoryEvent& event, bool at_once);

    const LaneKernels& kernels_;
    std::vector<RequestShape> slots_;
    std::vector<uint32_t> met_; // lower bits of each slot's last hash
    std::vector<uint16_t> last_slot_;
};

class LazyShape {
public:
    LazyShape(const simt::MemoryEvent& event, ShapeCache& cache)
        : event_(event)
        , cache_(cache) {}

    [[nodiscard]] RequestShape* operator()() {
        if (!is_looked_up_) shape_ = cache_.repeated_shape_of(event_);
        is_looked_up_ = true;
        return shape_;
    }
    [[nodiscard]] const LaneKernels& kernels() const { return cache_.kernels(); }

private:
    const simt::MemoryEvent& event_;
    ShapeCache& cache_;
    RequestShape* shape_ = nullptr;
    bool is_looked_up_ = false;
};

struct SectorCount {
    uint32_t touched = 0, ideal = 0;
};
/// Counts a request's sectors without its shape. Requires a nonempty mask.
[[nodiscard]] SectorCount sectors_of_request(const simt::MemoryEvent& event, const LaneKernels& kernels);

struct BankTouch {
    uint32_t lane = 0;
    uint64_t word = 0;  // offset / 4; the bank is word % 32
    uint32_t group = 0; // index of the lanes that are served together
    uint32_t pass = 0;
};
/// Returns the accessed words, sorted by lane and word. Each bank serves its words in the order of the lanes. `offset`:
/// see shared_passes().
[[nodiscard]] std::vector<BankTouch> bank_schedule(const uint64_t* offset, simt::LaneMask mask, uint32_t bytes,
                                                   simt::AccessKind kind);

/// Counts passes over 32 banks of 4 bytes. `offset` has an address per lane. Half warps serve 8-byte accesses, quarter
/// warps 16-byte accesses. Two such groups share a pass if neighboring lanes load the same address. The rules explain
/// all 164 patterns measured on an H200 (BankSchedule.PassesMatchAnH200).
[[nodiscard]] uint32_t shared_passes(const uint64_t* offset, simt::LaneMask mask, uint32_t bytes,
                                     simt::AccessKind kind);

inline constexpr uint32_t bytes_per_pass = 128;
[[nodiscard]] constexpr uint32_t passes_for(uint32_t lanes, uint32_t bytes) {
    return std::max(1u, (lanes * bytes + bytes_per_pass - 1) / bytes_per_pass);
}
/// Returns the passes needed without bank conflicts.
[[nodiscard]] constexpr uint32_t fewest_passes(uint32_t lanes, uint32_t bytes, uint32_t passes) {
    return std::min(passes, passes_for(lanes, bytes));
}

} // namespace warpscope::metrics
