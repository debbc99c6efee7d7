#pragma once

#include <cooperative_groups.h>
#include <warpscope/language/group_operators.h>

namespace cooperative_groups {

template<class Group, class _T, class Operator>
WS_GROUPS _T inclusive_scan(const Group& group, _T value, Operator&& op) {
    for (unsigned distance = 1; distance < group.num_threads(); distance *= 2) {
        const _T before = group.shfl_up(value, distance);
        if (group.thread_rank() >= distance) value = op(before, value);
    }
    return value;
}
template<class Group, class _T>
WS_GROUPS _T inclusive_scan(const Group& group, _T value) {
    return inclusive_scan(group, value, plus<_T>());
}

/// The first lane gets T().
template<class Group, class _T, class Operator>
WS_GROUPS _T exclusive_scan(const Group& group, _T value, Operator&& op) {
    const _T before = group.shfl_up(inclusive_scan(group, value, op), 1);
    return group.thread_rank() == 0 ? _T() : before;
}
template<class Group, class _T>
WS_GROUPS _T exclusive_scan(const Group& group, _T value) {
    return exclusive_scan(group, value, plus<_T>());
}

} // namespace cooperative_groups
