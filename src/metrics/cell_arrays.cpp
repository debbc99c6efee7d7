#include "metrics/cell_arrays.hpp"

#include "base/big_pages.hpp"

namespace warpscope::metrics {

CellArrays::CellArrays(std::vector<uint64_t> sizes, bool shared)
    : sizes_(std::move(sizes))
    , shared_(shared)
    , starts_(sizes_.size(), nullptr) {
    make_slots();
}

CellArrays CellArrays::fork() const {
    CellArrays other(sizes_, shared_);
    if (shared_) other.slots_ = slots_;
    return other;
}

void CellArrays::make_slots() {
    slots_.clear();
    for (size_t i = 0; i < sizes_.size(); ++i) slots_.push_back(std::make_shared<Slot>());
}

void CellArrays::create(uint32_t buffer) {
    Slot& slot = *slots_[buffer];
    std::call_once(slot.made, [&] {
        slot.array.reserve(sizes_[buffer]);
        prefer_big_pages(slot.array.data(), sizes_[buffer] * sizeof(uint32_t));
        slot.array.resize(sizes_[buffer]);
    });
    starts_[buffer] = slot.array.data();
}

} // namespace warpscope::metrics
