#include "base/page_memory.hpp"

#include <cerrno>
#include <cstdint>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace warpscope {
namespace {

constexpr size_t whole_pages(size_t bytes) { return (bytes + page_bytes - 1) / page_bytes * page_bytes; }

/// Anonymous files that contain large buffers, by the buffer's address.
class PageFiles {
public:
    void add(const void* memory, int file) {
        const std::lock_guard lock(mutex_);
        files_.emplace(memory, file);
    }
    [[nodiscard]] int take(const void* memory) {
        const std::lock_guard lock(mutex_);
        const auto found = files_.find(memory);
        if (found == files_.end()) return -1;
        const int file = found->second;
        files_.erase(found);
        return file;
    }
    /// Maps a buffer's file at `place`. The lock keeps the file open meanwhile.
    [[nodiscard]] bool lay(std::byte* place, std::span<const std::byte> contents) {
        const std::lock_guard lock(mutex_);
        const auto found = files_.find(contents.data());
        return found != files_.end() && mmap(place, whole_pages(contents.size()), PROT_READ | PROT_WRITE,
                                             MAP_PRIVATE | MAP_FIXED, found->second, 0) != MAP_FAILED;
    }

private:
    std::mutex mutex_;
    std::map<const void*, int> files_;
};

/// Lives forever, because buffers may outlive other objects.
PageFiles& page_files() {
    static PageFiles& files = *new PageFiles;
    return files;
}

/// Makes the system allocate all pages. Returns false if memory is short.
bool fill_pages([[maybe_unused]] void* memory, [[maybe_unused]] size_t bytes) {
#ifdef MADV_POPULATE_WRITE
    return madvise(memory, bytes, MADV_POPULATE_WRITE) == 0 || errno == EINVAL;
#else
    return true;
#endif
}

void* allocate_in_file([[maybe_unused]] size_t bytes) {
#ifdef MFD_CLOEXEC
    const int file = memfd_create("warpscope buffer", MFD_CLOEXEC);
    if (file < 0) return nullptr;
    void* const memory = ftruncate(file, static_cast<off_t>(bytes)) == 0
                             ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                             : MAP_FAILED;
    if (memory != MAP_FAILED) {
        if (fill_pages(memory, bytes)) {
            page_files().add(memory, file);
            return memory;
        }
        munmap(memory, bytes);
    }
    close(file);
    return nullptr;
#else
    return nullptr;
#endif
}

} // namespace

void* allocate_pages(size_t bytes) {
    void* const memory = allocate_in_file(whole_pages(bytes));
    return memory != nullptr ? memory : ::operator new(bytes);
}

void free_pages(void* memory, size_t bytes) noexcept {
    const int file = page_files().take(memory);
    if (file < 0) {
        ::operator delete(memory);
        return;
    }
    munmap(memory, whole_pages(bytes));
    close(file);
}

bool map_pages(std::byte* place, std::span<const std::byte> contents) {
    if (contents.empty() || reinterpret_cast<uintptr_t>(place) % page_bytes != 0) return false;
    if (!page_files().lay(place, contents)) return false;
    // Unmaps the original's pages, so that the system does not count them twice. Access maps them again.
    madvise(const_cast<std::byte*>(contents.data()), whole_pages(contents.size()), MADV_DONTNEED);
#ifdef MADV_POPULATE_READ
    madvise(place, whole_pages(contents.size()), MADV_POPULATE_READ);
#endif
    return true;
}

} // namespace warpscope
