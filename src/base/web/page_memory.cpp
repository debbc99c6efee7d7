// Version for browsers, which cannot map memory twice.
#include "base/page_memory.hpp"

namespace warpscope {

void* allocate_pages(size_t bytes) { return ::operator new(bytes); }

void free_pages(void* memory, size_t) noexcept { ::operator delete(memory); }

bool map_pages(std::byte*, std::span<const std::byte>) { return false; }

} // namespace warpscope
