#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace warpscope {

/// Asks the system for 2-MiB pages inside the memory. Call it before the first write.
inline void prefer_big_pages([[maybe_unused]] void* start, [[maybe_unused]] size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr uintptr_t big_page = uintptr_t{2} << 20;
    const auto begin = reinterpret_cast<uintptr_t>(start);
    const uintptr_t first = (begin + big_page - 1) / big_page * big_page;
    const uintptr_t end = (begin + bytes) / big_page * big_page;
    if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

} // namespace warpscope
