#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/atomic_ref.hpp"
#include "base/zeroed_allocator.hpp"

namespace warpscope::metrics {

template<class Number>
using ArrayOf = std::vector<Number, ZeroedAllocator<Number>>;

using CellArray = ArrayOf<uint32_t>;

/// Touches memory with a write, because a new page faults twice if it is read first.
template<class Number>
void write_first(Number& number) {
    AtomicRef(number).fetch_or(0, std::memory_order_relaxed);
}

/// Visits `numbers` part by part and frees each part, to limit peak memory.
template<class Number, class Visit>
void consume_into(ArrayOf<Number>& target, ArrayOf<Number>& numbers, Visit&& visit) {
    constexpr size_t stretch = size_t{1} << 18, page = 4096 / sizeof(Number);
    for (size_t first = 0; first < numbers.size(); first += stretch) {
        const size_t end = std::min(first + stretch, numbers.size());
        for (size_t number = first; number < end; number += page) write_first(target[number]);
        visit(first, end);
        ZeroedAllocator<Number>::discard(numbers.data(), numbers.size(), first, end);
    }
    ArrayOf<Number>().swap(numbers);
}

/// Adds `numbers` to `target` and frees `numbers`. An empty array means zeros.
template<class Number>
void add_up(ArrayOf<Number>& target, ArrayOf<Number>& numbers) {
    if (target.empty()) {
        target.swap(numbers);
        return;
    }
    consume_into(target, numbers, [&](size_t first, size_t end) {
        for (size_t cell = first; cell < end; ++cell) target[cell] += numbers[cell];
    });
}

} // namespace warpscope::metrics
