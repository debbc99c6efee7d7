// Copies by all threads of a group, asynchronous from compute capability 8.0 on. Each call is a stage for wait_prior().
#pragma once

#include <cooperative_groups.h>
#include <stddef.h>
#include <warpscope/language/async_copy.h>

namespace cooperative_groups {

template<class Group, class _T, class Bytes>
WS_GROUPS void memcpy_async(const Group& group, _T* to, const _T* from, Bytes bytes) {
    cuda::ws_copy(to, from, bytes, group.thread_rank(), group.num_threads());
#if __CUDA_ARCH__ >= 800
    __asm__ volatile("cp.async.commit_group;" ::: "memory");
#endif
}
template<class Group, class _T>
WS_GROUPS void memcpy_async(const Group& group, _T* to, size_t room, const _T* from, size_t count) {
    memcpy_async(group, to, from, (room < count ? room : count) * sizeof(_T));
}

template<class Group>
WS_GROUPS void wait(const Group& group) {
#if __CUDA_ARCH__ >= 800
    __asm__ volatile("cp.async.wait_all;" ::: "memory");
#endif
    group.sync();
}
template<unsigned Stages, class Group>
WS_GROUPS void wait_prior(const Group& group) {
#if __CUDA_ARCH__ >= 800
    __asm__ volatile("cp.async.wait_group %0;" ::"n"(Stages) : "memory");
#endif
    group.sync();
}

} // namespace cooperative_groups
