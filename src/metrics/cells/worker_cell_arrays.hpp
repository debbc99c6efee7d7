// One number per cell of each plan buffer, for all workers of a launch.
//
// Few workers have arrays of their own, which is fastest; beyond max_private_workers all use the same arrays with
// atomic operations, so that memory stays bounded on machines with many cores.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "metrics/cells/cell_array.hpp"

namespace warpscope::metrics {

inline constexpr uint32_t max_private_workers = 4;

/// One worker's view. Arrays start as zeros and come into being at their first use.
template<class Number>
class ArraysOf {
public:
    using Array = ArrayOf<Number>;

    /// `sizes`: entries per buffer. `shared`: all forks of this object use the same arrays.
    ArraysOf(std::vector<uint64_t> sizes, bool shared);

    /// For another worker.
    [[nodiscard]] ArraysOf fork() const;
    [[nodiscard]] bool shared() const { return shared_; }
    [[nodiscard]] uint32_t buffers() const { return static_cast<uint32_t>(sizes_.size()); }

    /// The array of a buffer that is about to be written.
    [[nodiscard]] Number* writable(uint32_t buffer) {
        if (starts_[buffer] == nullptr) create(buffer);
        return starts_[buffer];
    }
    /// Empty when it was not asked for in order to write to it.
    [[nodiscard]] Array& array(uint32_t buffer) { return slots_[buffer]->array; }
    struct Place {
        uint32_t buffer = 0;
        uint64_t entry = 0;
    };
    /// Where an entry is of an array that this object has given for writing.
    [[nodiscard]] Place place_of(const Number* entry) const;
    [[nodiscard]] bool same_array(const ArraysOf& other, uint32_t buffer) const {
        return slots_[buffer] == other.slots_[buffer];
    }

private:
    struct Slot {
        std::once_flag made;
        Array array;
    };
    void create(uint32_t buffer);
    void make_slots();

    std::vector<uint64_t> sizes_;
    bool shared_ = false;
    std::vector<std::shared_ptr<Slot>> slots_;
    std::vector<Number*> starts_;
};

using CellArrays = ArraysOf<uint32_t>;

} // namespace warpscope::metrics
