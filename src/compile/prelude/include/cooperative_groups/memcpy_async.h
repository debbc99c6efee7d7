// Copies by all threads of a group. They are plain loads and stores, as on GPUs without a unit for it: done when the
// call returns, and there for the group after wait().
#pragma once

#include <cooperative_groups.h>
#include <stddef.h>

namespace cooperative_groups {

template<class Group, class T>
WS_GROUPS void memcpy_async(const Group& group, T* to, const T* from, size_t bytes) {
    const size_t count = bytes / sizeof(T);
    for (size_t i = group.thread_rank(); i < count; i += group.num_threads()) to[i] = from[i];
    const auto* const rest = reinterpret_cast<const char*>(from);
    for (size_t i = count * sizeof(T) + group.thread_rank(); i < bytes; i += group.num_threads())
        reinterpret_cast<char*>(to)[i] = rest[i];
}
/// As many elements as there are and have room.
template<class Group, class T>
WS_GROUPS void memcpy_async(const Group& group, T* to, size_t room, const T* from, size_t count) {
    memcpy_async(group, to, from, (room < count ? room : count) * sizeof(T));
}

template<class Group>
WS_GROUPS void wait(const Group& group) {
    group.sync();
}
/// All copies are done, also those that may still be under way.
template<unsigned Stages, class Group>
WS_GROUPS void wait_prior(const Group& group) {
    group.sync();
}

} // namespace cooperative_groups
