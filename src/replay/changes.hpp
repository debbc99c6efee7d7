#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "replay/state.hpp"

namespace warpscope::replay {

template<class Visit>
void each_lane(simt::LaneMask lanes, Visit visit) {
    for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<uint32_t>(std::countr_zero(lanes)));
}

/// Calls visit(page number, offset in the page, offset in the range, count) for each page.
template<class Visit>
void each_page(const MemoryAddress& begin, uint32_t bytes, Visit visit) {
    for (uint32_t from = 0; from < bytes;) {
        const MemoryAddress at = begin.moved(from);
        const uint32_t count = std::min(bytes - from, page_bytes - at.in_page());
        visit(at.page(), at.in_page(), from, count);
        from += count;
    }
}

enum class ChangeKind : uint8_t {
    register_,
    store,
    atomic,
    load,
    from_outside, // written by other blocks
};

struct Change {
    ChangeKind kind{};
    simt::LaneMask lanes = 0;
    uint32_t register_index = 0; // index in FrameLayout::registers
    /// Changed bits of each lane, or 1 for a changed predicate.
    std::array<uint64_t, warp_size> difference{};
    ptx::Space space{};
    uint32_t bytes = 0;
    std::array<uint64_t, warp_size> address{};
    const uint8_t* differences = nullptr; // `bytes` per writing lane in ascending order; null for a load

    [[nodiscard]] bool writes() const { return kind != ChangeKind::register_ && kind != ChangeKind::load; }
    [[nodiscard]] bool reads() const { return kind == ChangeKind::load || kind == ChangeKind::atomic; }
    [[nodiscard]] MemoryAddress place(uint32_t warp, uint32_t lane) const {
        return {space, space == ptx::Space::local ? warp * warp_size + lane : 0, address[lane]};
    }
};

class ChangeLog {
public:
    void add(const Change& change);
    [[nodiscard]] uint64_t size() const { return bytes_.size(); }
    void clear() { bytes_.clear(); }
    void shorten(uint64_t size) { bytes_.resize(size); }
    void read(uint64_t& offset, Change& out) const;

private:
    template<class T>
    void put(const T& value);
    template<class T>
    [[nodiscard]] T take(uint64_t& offset) const;

    std::vector<uint8_t> bytes_;
};

/// Applies or reverts a change by flipping bits. Only write counts depend on the direction.
void apply(const Change& change, uint32_t warp, uint32_t depth, uint32_t function, const FrameLayout& layout,
           bool forwards, State& state);

} // namespace warpscope::replay
