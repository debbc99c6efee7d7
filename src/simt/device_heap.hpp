#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "base/dim3.hpp"

namespace warpscope::simt {

struct HeapCaller {
    uint64_t thread = 0; // linear index in the launch
    Dim3 block_index, thread_index;
    uint32_t pc = 0;
};

struct HeapBlock {
    uint64_t begin = 0, bytes = 0; // `bytes` is the requested size
    uint64_t room = 0;
    HeapCaller taken;
    std::optional<HeapCaller> freed;

    [[nodiscard]] uint64_t end() const { return begin + bytes; }
};

/// Heap of malloc and free: blocks in one global-memory allocation (README.md).
///
/// Only allows() may be called without a lock.
class DeviceHeap {
public:
    static constexpr uint64_t bytes = uint64_t{8} << 20;
    static constexpr uint64_t room = 4 * bytes; // size of the address range, with gaps and freed blocks

    DeviceHeap() = default;
    explicit DeviceHeap(uint64_t begin);

    /// Returns 0 if the heap is full.
    [[nodiscard]] uint64_t allocate(const HeapCaller& by, uint64_t wanted);
    /// Returns false if no block in use begins at `address`.
    [[nodiscard]] bool release(const HeapCaller& by, uint64_t address);

    [[nodiscard]] bool covers(uint64_t address) const { return address >= begin_ && address < end_; }
    [[nodiscard]] bool allows(uint64_t address, uint64_t count) const;
    [[nodiscard]] std::optional<HeapBlock> nearest(uint64_t address) const;

private:
    static constexpr uint64_t unit = 16;

    void set_open(const HeapBlock& block, bool open);

    uint64_t begin_ = 0, end_ = 0, next_ = 0, in_use_ = 0;
    std::map<uint64_t, HeapBlock> blocks_;
    std::map<uint64_t, std::deque<uint64_t>> given_back_; // freed addresses by size, oldest first; no empty queues
    mutable std::vector<uint8_t> open_;                   // accessible bytes at the start of each `unit` bytes
};

} // namespace warpscope::simt
