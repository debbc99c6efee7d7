// The heap that malloc and free of kernels take from. Private to src/simt.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "base/dim3.hpp"

namespace warpscope::simt {

/// A thread that called malloc or free, and where.
struct HeapCaller {
    uint64_t thread = 0; // linear in the whole launch
    Dim3 block_index, thread_index;
    uint32_t pc = 0;
};

struct HeapBlock {
    uint64_t begin = 0, bytes = 0; // as many as were asked for
    uint64_t room = 0;             // that it takes in the heap
    HeapCaller taken;
    std::optional<HeapCaller> freed;

    [[nodiscard]] uint64_t end() const { return begin + bytes; }
};

/// Blocks of one allocation of global memory, with gaps between them that must not be touched. What was freed is not
/// used again while there is room elsewhere, so that its late readers are seen; then what was freed first is used
/// first.
///
/// allows() needs no lock; everything else is to be called under one.
class DeviceHeap {
public:
    static constexpr uint64_t bytes = uint64_t{8} << 20; // in use at a time: as CUDA has it until told otherwise
    static constexpr uint64_t room = 4 * bytes;          // with the gaps, and with what was freed

    DeviceHeap() = default;
    explicit DeviceHeap(uint64_t begin);

    /// Address of `wanted` bytes; 0 when there is no room.
    [[nodiscard]] uint64_t allocate(const HeapCaller& by, uint64_t wanted);
    /// False when no block in use begins at `address`.
    [[nodiscard]] bool release(const HeapCaller& by, uint64_t address);

    [[nodiscard]] bool covers(uint64_t address) const { return address >= begin_ && address < end_; }
    /// Returns whether all of an access that begins in the heap lies in one block that is in use.
    [[nodiscard]] bool allows(uint64_t address, uint64_t count) const;
    /// The block that holds `address`, in use or freed, or the one nearest to it.
    [[nodiscard]] std::optional<HeapBlock> nearest(uint64_t address) const;

private:
    static constexpr uint64_t unit = 16; // blocks begin at multiples of it

    void set_open(const HeapBlock& block, bool open);

    uint64_t begin_ = 0, end_ = 0, next_ = 0, in_use_ = 0;
    std::map<uint64_t, HeapBlock> blocks_;                // by address
    std::map<uint64_t, std::deque<uint64_t>> given_back_; // by size, oldest first; none is empty
    mutable std::vector<uint8_t> open_; // by unit: so many of its bytes, from its first on, may be touched
};

} // namespace warpscope::simt
