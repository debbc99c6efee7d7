#pragma once

#include <cooperative_groups.h>
#include <warpscope/language/group_operators.h>

namespace cooperative_groups {

template<unsigned Size, class Parent, class _T, class Operator>
WS_GROUPS _T reduce(const thread_block_tile<Size, Parent>& tile, _T value, Operator&& op) {
    for (unsigned distance = Size / 2; distance > 0; distance /= 2) value = op(value, tile.shfl_xor(value, distance));
    return value;
}

/// Combines each lane's value with those of later lanes, then broadcasts the first lane's total.
template<class _T, class Operator>
WS_GROUPS _T reduce(const coalesced_group& group, _T value, Operator&& op) {
    for (unsigned distance = 1; distance < group.size(); distance *= 2) {
        const _T next = group.shfl_down(value, distance);
        if (group.thread_rank() + distance < group.size()) value = op(value, next);
    }
    return group.shfl(value, 0);
}

} // namespace cooperative_groups
