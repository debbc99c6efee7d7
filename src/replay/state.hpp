// Memory in a State is the exclusive-or of its current and initial bytes. So applying and reverting a change are the
// same operation.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "ptx/words.hpp"
#include "replay/page_map.hpp"
#include "simt/events.hpp"

namespace warpscope::replay {

struct MemoryAddress {
    ptx::Space space{};   // global, shared or local
    uint32_t thread = 0;  // owner of local memory, otherwise 0
    uint64_t address = 0; // device address, or offset

    [[nodiscard]] uint64_t page() const {
        return static_cast<uint64_t>(space) << 56 | uint64_t{thread} << 40 | address >> 8;
    }
    [[nodiscard]] uint32_t in_page() const { return static_cast<uint32_t>(address & 0xff); }
    [[nodiscard]] MemoryAddress moved(uint64_t bytes) const { return {space, thread, address + bytes}; }
    friend bool operator==(const MemoryAddress&, const MemoryAddress&) = default;
};

inline constexpr uint32_t page_bytes = 256;

struct ChangedPage {
    std::array<uint8_t, page_bytes> difference{};
    std::array<uint32_t, page_bytes> writes{};

    friend bool operator==(const ChangedPage&, const ChangedPage&) = default;
};
using ChangedPages = PageMap<ChangedPage>;

struct InitialPage {
    std::array<uint8_t, page_bytes> bytes{};
    std::bitset<page_bytes> known;
};
using InitialPages = PageMap<InitialPage>;

struct FrameLayout {
    struct Slot {
        uint32_t offset = 0;
        uint32_t bytes = 0; // per lane; 0 for a predicate, which is stored as a lane mask
    };
    std::vector<Slot> registers; // the last entry holds the stack's start address
    uint32_t bytes = 0;

    [[nodiscard]] uint32_t stack_begin() const { return static_cast<uint32_t>(registers.size()) - 1; }
};

struct Frame {
    uint32_t depth = 0, function = 0;
    std::vector<std::byte> registers;

    friend bool operator==(const Frame&, const Frame&) = default;
};

struct State {
    uint64_t records = 0;
    std::vector<std::vector<Frame>> frames; // by warp
    ChangedPages pages;

    [[nodiscard]] const Frame* find(uint32_t warp, uint32_t depth, uint32_t function) const;
    [[nodiscard]] Frame& frame(uint32_t warp, uint32_t depth, uint32_t function, const FrameLayout& layout);
    [[nodiscard]] uint64_t bytes() const;
    /// Treats missing pages and frames as zeros.
    [[nodiscard]] bool same_as(const State& other) const;
};

/// `bytes` is 0 for a predicate.
[[nodiscard]] uint64_t lane_value(const std::byte* lanes, uint32_t bytes, uint32_t lane);

} // namespace warpscope::replay
