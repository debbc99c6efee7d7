#include "simt/heap.hpp"

#include <algorithm>

namespace warpscope::simt {

uint64_t DeviceHeap::allocate(uint64_t thread, uint64_t wanted) {
    constexpr uint64_t alignment = 16;
    if (wanted > bytes) return 0;
    const uint64_t size = std::max((wanted + alignment - 1) / alignment * alignment, alignment);
    uint64_t address = 0;
    if (const auto own = given_back_.find({thread, size}); own != given_back_.end() && !own->second.empty()) {
        address = own->second.back();
        own->second.pop_back();
    } else {
        if (size > end_ - next_) return 0;
        address = next_;
        next_ += size;
    }
    in_use_.emplace(address, size);
    return address;
}

bool DeviceHeap::release(uint64_t thread, uint64_t address) {
    const auto piece = in_use_.find(address);
    if (piece == in_use_.end()) return false;
    given_back_[{thread, piece->second}].push_back(address);
    in_use_.erase(piece);
    return true;
}

} // namespace warpscope::simt
