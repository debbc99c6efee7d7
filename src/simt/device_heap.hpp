// The heap for malloc and free in kernels.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "base/dim3.hpp"

namespace warpscope::simt {

/// The thread that called malloc or free, and the call's instruction.
struct HeapCaller {
    uint64_t thread = 0; // linear index in the launch
    Dim3 block_index, thread_index;
    uint32_t pc = 0;
};

struct HeapBlock {
    uint64_t begin = 0, bytes = 0; // bytes: requested size
    uint64_t room = 0;             // bytes reserved in the heap
    HeapCaller taken;
    std::optional<HeapCaller> freed;

    [[nodiscard]] uint64_t end() const { return begin + bytes; }
};

/// Blocks of one global-memory allocation, with gaps between them that kernels must not touch. A freed block is not
/// reused while there is other room, so that use after free is detected; then the block freed first is reused first.
///
/// allows() needs no lock; every other function must be called under one.
class DeviceHeap {
public:
    static constexpr uint64_t bytes = uint64_t{8} << 20; // limit of bytes in use; CUDA's default heap size
    static constexpr uint64_t room = 4 * bytes;          // including gaps and freed blocks

    DeviceHeap() = default;
    explicit DeviceHeap(uint64_t begin);

    /// Returns the address of `wanted` bytes, or 0 if there is no room.
    [[nodiscard]] uint64_t allocate(const HeapCaller& by, uint64_t wanted);
    /// Returns false if no block in use begins at `address`.
    [[nodiscard]] bool release(const HeapCaller& by, uint64_t address);

    [[nodiscard]] bool covers(uint64_t address) const { return address >= begin_ && address < end_; }
    /// Returns whether an access that begins in the heap is within one block in use.
    [[nodiscard]] bool allows(uint64_t address, uint64_t count) const;
    /// Returns the block that holds `address`, in use or freed, or else the nearest one.
    [[nodiscard]] std::optional<HeapBlock> nearest(uint64_t address) const;

private:
    static constexpr uint64_t unit = 16; // alignment of blocks

    void set_open(const HeapBlock& block, bool open);

    uint64_t begin_ = 0, end_ = 0, next_ = 0, in_use_ = 0;
    std::map<uint64_t, HeapBlock> blocks_;                // indexed by address
    std::map<uint64_t, std::deque<uint64_t>> given_back_; // freed blocks by size, oldest first; no queue is empty
    mutable std::vector<uint8_t> open_;                   // per unit: number of accessible bytes from its start
};

} // namespace warpscope::simt
