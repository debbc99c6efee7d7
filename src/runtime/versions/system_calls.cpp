// Replaces functions of the C library that pass the program's memory to the operating system. Its accesses to pages
// that UnwrittenReads protects would fail.
#ifdef __x86_64__
#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <span>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "runtime/unwritten_read.hpp"
#include "runtime/versions/symbol_version.hpp"

namespace warpscope::runtime {
namespace {

template<class Function>
Function* original(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void open_parts(const iovec* parts, int count) {
    for (const iovec& part : std::span(parts, count > 0 ? static_cast<size_t>(count) : 0))
        UnwrittenReads::open_for_system(part.iov_base, part.iov_len);
}

} // namespace

#define WARPSCOPE_SYSTEM_CALL(type, name, parameters, open, arguments)                                                 \
    WARPSCOPE_VERSION("warpscope_" #name, #name "@GLIBC_2.2.5")                                                        \
    extern "C" __attribute__((visibility("default"))) type warpscope_##name parameters {                               \
        static auto* const call = original<type parameters>(#name);                                                    \
        open;                                                                                                          \
        return call arguments;                                                                                         \
    }

WARPSCOPE_SYSTEM_CALL(ssize_t, read, (int file, void* memory, size_t bytes),
                      UnwrittenReads::open_for_system(memory, bytes), (file, memory, bytes))
WARPSCOPE_SYSTEM_CALL(ssize_t, write, (int file, const void* memory, size_t bytes),
                      UnwrittenReads::open_for_system(memory, bytes), (file, memory, bytes))
WARPSCOPE_SYSTEM_CALL(ssize_t, pread, (int file, void* memory, size_t bytes, off_t at),
                      UnwrittenReads::open_for_system(memory, bytes), (file, memory, bytes, at))
WARPSCOPE_SYSTEM_CALL(ssize_t, pread64, (int file, void* memory, size_t bytes, off_t at),
                      UnwrittenReads::open_for_system(memory, bytes), (file, memory, bytes, at))
WARPSCOPE_SYSTEM_CALL(ssize_t, pwrite, (int file, const void* memory, size_t bytes, off_t at),
                      UnwrittenReads::open_for_system(memory, bytes), (file, memory, bytes, at))
WARPSCOPE_SYSTEM_CALL(ssize_t, pwrite64, (int file, const void* memory, size_t bytes, off_t at),
                      UnwrittenReads::open_for_system(memory, bytes), (file, memory, bytes, at))
WARPSCOPE_SYSTEM_CALL(ssize_t, readv, (int file, const iovec* parts, int count), open_parts(parts, count),
                      (file, parts, count))
WARPSCOPE_SYSTEM_CALL(ssize_t, writev, (int file, const iovec* parts, int count), open_parts(parts, count),
                      (file, parts, count))
WARPSCOPE_SYSTEM_CALL(ssize_t, recv, (int socket, void* memory, size_t bytes, int flags),
                      UnwrittenReads::open_for_system(memory, bytes), (socket, memory, bytes, flags))
WARPSCOPE_SYSTEM_CALL(ssize_t, send, (int socket, const void* memory, size_t bytes, int flags),
                      UnwrittenReads::open_for_system(memory, bytes), (socket, memory, bytes, flags))
WARPSCOPE_SYSTEM_CALL(size_t, fread, (void* memory, size_t size, size_t count, void* file),
                      UnwrittenReads::open_for_system(memory, size* count), (memory, size, count, file))
WARPSCOPE_SYSTEM_CALL(size_t, fwrite, (const void* memory, size_t size, size_t count, void* file),
                      UnwrittenReads::open_for_system(memory, size* count), (memory, size, count, file))

} // namespace warpscope::runtime
#endif
