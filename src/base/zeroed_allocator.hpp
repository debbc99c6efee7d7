#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <type_traits>

#include "base/big_pages.hpp"

namespace warpscope {

/// Allocator for large vectors of zeros that never grow. The system adds a page when it is first written. Very large
/// arrays use small pages, so that workers rarely write to the same page.
template<class T>
class ZeroedAllocator {
public:
    static_assert(std::is_trivial_v<T>);
    using value_type = T;

    ZeroedAllocator() = default;
    template<class U>
    ZeroedAllocator(const ZeroedAllocator<U>&) {}

    [[nodiscard]] T* allocate(size_t count) {
        const size_t bytes = count * sizeof(T);
        void* memory = nullptr;
        if (bytes < mapped_bytes) {
            memory = std::calloc(count, sizeof(T));
        } else {
            memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (memory == MAP_FAILED) memory = nullptr;
            if (memory != nullptr && bytes < large_bytes) prefer_big_pages(memory, bytes);
        }
        if (memory == nullptr) throw std::bad_alloc();
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, size_t count) {
        if (count * sizeof(T) < mapped_bytes)
            std::free(memory);
        else
            munmap(memory, count * sizeof(T));
    }

    /// Does nothing, because memory is zero.
    template<class U>
    void construct(U*) {}
    template<class U, class... Arguments>
    void construct(U* place, Arguments&&... arguments) {
        std::construct_at(place, std::forward<Arguments>(arguments)...);
    }

    friend bool operator==(const ZeroedAllocator&, const ZeroedAllocator&) { return true; }

    /// Frees the pages that contain only elements [first, end), if the array is very large. The caller must not read
    /// these elements again.
    static void discard(T* memory, size_t count, size_t first, size_t end) {
        if (count * sizeof(T) < large_bytes) return;
        constexpr size_t page = 4096;
        const size_t begin_byte = (first * sizeof(T) + page - 1) / page * page,
                     end_byte = end * sizeof(T) / page * page;
        if (begin_byte < end_byte)
            madvise(reinterpret_cast<std::byte*>(memory) + begin_byte, end_byte - begin_byte, MADV_DONTNEED);
    }

private:
    static constexpr size_t mapped_bytes = size_t{1} << 20, large_bytes = size_t{8} << 20;
};

} // namespace warpscope
