// The heap that malloc and free of kernels take from. Private to src/simt.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace warpscope::simt {

/// Pieces of one allocation of global memory. What a thread gives back only that thread gets again: memory that went
/// from one thread to another without any synchronisation but the heap's own would look like a race.
class DeviceHeap {
public:
    static constexpr uint64_t bytes = uint64_t{8} << 20; // as CUDA has it until told otherwise

    DeviceHeap() = default;
    explicit DeviceHeap(uint64_t begin)
        : next_(begin)
        , end_(begin + bytes) {}

    /// Address of `wanted` bytes for a thread; 0 when there is no room.
    [[nodiscard]] uint64_t allocate(uint64_t thread, uint64_t wanted);
    /// False when `address` is no piece that is in use.
    [[nodiscard]] bool release(uint64_t thread, uint64_t address);

private:
    uint64_t next_ = 0, end_ = 0;
    std::map<uint64_t, uint64_t> in_use_;                                       // bytes by address
    std::map<std::pair<uint64_t, uint64_t>, std::vector<uint64_t>> given_back_; // by thread and bytes
};

} // namespace warpscope::simt
