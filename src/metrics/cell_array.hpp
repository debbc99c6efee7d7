// One number per cell of a buffer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/zeroed_allocator.hpp"

namespace warpscope::metrics {

template<class Number>
using ArrayOf = std::vector<Number, ZeroedAllocator<Number>>;

using CellArray = ArrayOf<uint32_t>;

/// Calls visit(first, end) for one stretch after the other of an array that is used up in doing so: each goes when it
/// has been visited, because beside others of a large image even half an array is much.
template<class Number, class Visit>
void consume(ArrayOf<Number>& numbers, Visit&& visit) {
    constexpr size_t stretch = size_t{1} << 18;
    for (size_t first = 0; first < numbers.size(); first += stretch) {
        const size_t end = std::min(first + stretch, numbers.size());
        visit(first, end);
        ZeroedAllocator<Number>::discard(numbers.data(), numbers.size(), first, end);
    }
    ArrayOf<Number>().swap(numbers);
}

} // namespace warpscope::metrics
