#include "metrics/cells/worker_cell_arrays.hpp"

namespace warpscope::metrics {

template<class Number>
ArraysOf<Number>::ArraysOf(std::vector<uint64_t> sizes, bool shared)
    : sizes_(std::move(sizes))
    , shared_(shared)
    , starts_(sizes_.size(), nullptr) {
    make_slots();
}

template<class Number>
ArraysOf<Number> ArraysOf<Number>::fork() const {
    ArraysOf other(sizes_, shared_);
    if (shared_) other.slots_ = slots_;
    return other;
}

template<class Number>
void ArraysOf<Number>::make_slots() {
    slots_.clear();
    for (size_t i = 0; i < sizes_.size(); ++i) slots_.push_back(std::make_shared<Slot>());
}

template<class Number>
void ArraysOf<Number>::create(uint32_t buffer) {
    Slot& slot = *slots_[buffer];
    std::call_once(slot.made, [&] { slot.array = Array(sizes_[buffer]); });
    starts_[buffer] = slot.array.data();
}

template<class Number>
ArraysOf<Number>::Place ArraysOf<Number>::place_of(const Number* entry) const {
    for (uint32_t buffer = 0; buffer < buffers(); ++buffer)
        if (const Number* const start = starts_[buffer];
            start != nullptr && entry >= start && entry < start + sizes_[buffer])
            return {buffer, static_cast<uint64_t>(entry - start)};
    return {};
}

template class ArraysOf<uint8_t>;
template class ArraysOf<int16_t>;
template class ArraysOf<uint32_t>;

} // namespace warpscope::metrics
