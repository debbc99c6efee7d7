// Asynchronous copies to shared memory; plain copies before compute capability 8.0.
#pragma once

#if __CUDA_ARCH__ >= 800
#define WS_COPY_ASYNC(bytes, kind)                                                                                     \
    __asm__ volatile("cp.async." kind ".shared.global [%0], [%1], " #bytes ", %2;" ::"l"(to), "l"(global), "r"(filled)  \
                     : "memory")
/// Sets the last `zero_bytes` bytes to 0 instead of copying them.
WS_INLINE void __pipeline_memcpy_async(void* shared, const void* global, size_t bytes, size_t zero_bytes = 0) {
    const size_t to = __cvta_generic_to_shared(shared);
    const unsigned filled = static_cast<unsigned>(bytes - zero_bytes);
    if (bytes == 16)
        WS_COPY_ASYNC(16, "cg");
    else if (bytes == 8)
        WS_COPY_ASYNC(8, "ca");
    else
        WS_COPY_ASYNC(4, "ca");
}
WS_INLINE void __pipeline_commit() { __asm__ volatile("cp.async.commit_group;" ::: "memory"); }
#define __pipeline_wait_prior(groups) __asm__ volatile("cp.async.wait_group %0;" ::"n"(groups) : "memory")
#else
WS_INLINE void __pipeline_memcpy_async(void* shared, const void* global, size_t bytes, size_t zero_bytes = 0) {
    memcpy(shared, global, bytes - zero_bytes);
    memset(static_cast<char*>(shared) + (bytes - zero_bytes), 0, zero_bytes);
}
WS_INLINE void __pipeline_commit() {}
#define __pipeline_wait_prior(groups) ((void)(groups))
#endif
