// Memory of large buffers that can be laid into an address space a second time: both places are the same memory, of
// which the second takes more only where it is written to.
#pragma once

#include <cstddef>
#include <new>
#include <span>

namespace warpscope {

/// What pages are asked from the system and laid in.
inline constexpr size_t page_bytes = 4096;
/// From here on a buffer has pages of its own. Smaller ones are copied as quickly, to memory of larger pages.
inline constexpr size_t own_pages_bytes = size_t{16} << 20;

[[nodiscard]] void* allocate_pages(size_t bytes);
void free_pages(void* memory, size_t bytes) noexcept;

/// Lays the pages of `contents`, which begins where a PageAllocator's memory does, over the memory at `place`. Nothing
/// may change them from then on but at `place`, where that changes nothing else; freeing them there does no harm.
/// False, and nothing is done, where `place` is not at the begin of a page, contents have no pages of their own, or the
/// system knows no such thing.
[[nodiscard]] bool lay_pages(std::byte* place, std::span<const std::byte> contents);

/// For a vector whose contents may be laid.
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
