// One number per cell of each buffer. Up to max_private_workers workers have private arrays, which are fastest. More
// workers share arrays, to limit memory.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "metrics/cells/cell_array.hpp"

namespace warpscope::metrics {

inline constexpr uint32_t max_private_workers = 4;

/// Arrays of one worker, zeroed and allocated on first use.
template<class Number>
class ArraysOf {
public:
    using Array = ArrayOf<Number>;

    /// `sizes`: entries per buffer. `shared`: whether forks share the arrays.
    ArraysOf(std::vector<uint64_t> sizes, bool shared);

    [[nodiscard]] ArraysOf fork() const;
    [[nodiscard]] bool shared() const { return shared_; }
    [[nodiscard]] uint32_t buffers() const { return static_cast<uint32_t>(sizes_.size()); }

    [[nodiscard]] Number* writable(uint32_t buffer) {
        if (starts_[buffer] == nullptr) create(buffer);
        return starts_[buffer];
    }
    /// Returns the buffer's array, which is empty before the first writable().
    [[nodiscard]] Array& array(uint32_t buffer) { return slots_[buffer]->array; }
    struct Place {
        uint32_t buffer = 0;
        uint64_t entry = 0;
    };
    /// Requires an entry from writable().
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
