#pragma once

#include <cstddef>
#include <new>
#include <span>

namespace warpscope {

inline constexpr size_t page_bytes = 4096;
/// Minimum size for map_pages(). Copying smaller buffers is as fast.
inline constexpr size_t own_pages_bytes = size_t{16} << 20;

[[nodiscard]] void* allocate_pages(size_t bytes);
void free_pages(void* memory, size_t bytes) noexcept;

/// Maps `contents` at `place`, copy on write. `contents` must begin at the start of an allocation of PageAllocator. It
/// must not change, but may be freed. Returns false if `place` is unaligned, `contents` is smaller than
/// own_pages_bytes, or the system cannot do this.
[[nodiscard]] bool map_pages(std::byte* place, std::span<const std::byte> contents);

/// Allocator of memory that map_pages() can map again
template<class T>
class PageAllocator {
public:
    using value_type = T;

    PageAllocator() = default;
    template<class U>
    PageAllocator(const PageAllocator<U>&) {}

    [[nodiscard]] T* allocate(size_t count) {
        const size_t bytes = count * sizeof(T);
        return static_cast<T*>(bytes < own_pages_bytes ? ::operator new(bytes) : allocate_pages(bytes));
    }
    void deallocate(T* memory, size_t count) noexcept {
        if (count * sizeof(T) < own_pages_bytes)
            ::operator delete(memory);
        else
            free_pages(memory, count * sizeof(T));
    }

    friend bool operator==(const PageAllocator&, const PageAllocator&) { return true; }
};

} // namespace warpscope
