#include "metrics/cell_arrays.hpp"

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
    std::call_once(slot.made, [&] { slot.array = CellArray(sizes_[buffer]); });
    starts_[buffer] = slot.array.data();
}

} // namespace warpscope::metrics
