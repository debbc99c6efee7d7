// What a block holds at one moment: registers of its warps, and every byte of memory that it touches, as the difference
// to the moment before its first instruction.
//
// Differences are kept by exclusive or, so that a change is made and taken back by the same operation.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "ptx/words.hpp"
#include "replay/page_map.hpp"
#include "simt/events.hpp"

namespace warpscope::replay {

/// A byte of memory as the block's threads see it.
struct MemoryAddress {
    ptx::Space space{};   // global, shared or local
    uint32_t thread = 0;  // whose local memory; 0 otherwise
    uint64_t address = 0; // global: device address; else an offset

    [[nodiscard]] uint64_t page() const {
        return static_cast<uint64_t>(space) << 56 | uint64_t{thread} << 40 | address >> 8;
    }
    [[nodiscard]] uint32_t in_page() const { return static_cast<uint32_t>(address & 0xff); }
    [[nodiscard]] MemoryAddress moved(uint64_t bytes) const { return {space, thread, address + bytes}; }
    friend bool operator==(const MemoryAddress&, const MemoryAddress&) = default;
};

inline constexpr uint32_t page_bytes = 256;

/// How often each byte has been written so far, and in which bits it differs from what it was at the beginning.
struct ChangedPage {
    std::array<uint8_t, page_bytes> difference{};
    std::array<uint32_t, page_bytes> writes{};

    friend bool operator==(const ChangedPage&, const ChangedPage&) = default;
};
using ChangedPages = PageMap<ChangedPage>;

/// Memory before the block's first instruction, as far as the block touches it.
struct InitialPage {
    std::array<uint8_t, page_bytes> bytes{};
    std::bitset<page_bytes> known;
};
using InitialPages = PageMap<InitialPage>;

/// Where the registers of one function lie in a Frame.
struct FrameLayout {
    struct Slot {
        uint32_t offset = 0;
        uint32_t bytes = 0; // per lane; 0: a predicate, one mask
    };
    std::vector<Slot> registers; // by ptx::Function::registers, and behind them where the function's stack begins
    uint32_t bytes = 0;

    [[nodiscard]] uint32_t stack_begin() const { return static_cast<uint32_t>(registers.size()) - 1; }
};

/// Registers of one function at one depth of calls.
struct Frame {
    uint32_t depth = 0, function = 0;
    std::vector<std::byte> registers;

    friend bool operator==(const Frame&, const Frame&) = default;
};

struct State {
    uint64_t records = 0;                   // how many have been applied
    std::vector<std::vector<Frame>> frames; // by warp
    ChangedPages pages;

    [[nodiscard]] const Frame* find(uint32_t warp, uint32_t depth, uint32_t function) const;
    [[nodiscard]] Frame& frame(uint32_t warp, uint32_t depth, uint32_t function, const FrameLayout& layout);
    [[nodiscard]] uint64_t bytes() const; // that it takes up itself, roughly
    /// Returns whether both hold the same, wherever they came from: pages and frames of nothing but zeros count as
    /// absent.
    [[nodiscard]] bool same_as(const State& other) const;
};

/// Value of a register of `bytes` (0: predicate) in one lane.
[[nodiscard]] uint64_t lane_value(const std::byte* lanes, uint32_t bytes, uint32_t lane);

} // namespace warpscope::replay
