#include <fmt/format.h>

#include "runtime/array.hpp"
#include "runtime/context.hpp"
#include "simt/message_parts.hpp"

namespace warpscope::runtime {
namespace {

constexpr size_t pitch_unit = 512;

Error allocate(Context& context, void** pointer, size_t bytes, MemoryKind kind) {
    if (pointer == nullptr) return invalid_value;
    *pointer = nullptr;
    if (bytes == 0) return success;
    const Allocated* const made = context.allocations().allocate(bytes, kind, frames_here());
    if (made == nullptr) return memory_allocation;
    context.report_allocation(*made);
    *pointer = reinterpret_cast<void*>(made->begin);
    return success;
}

Error allocate_rows(Context& context, void** pointer, size_t row_bytes, size_t pitch, size_t bytes) {
    const Error error = allocate(context, pointer, bytes, MemoryKind::device);
    if (error == success) context.allocations().set_rows(reinterpret_cast<uint64_t>(*pointer), row_bytes, pitch);
    return error;
}

bool is_pinned(MemoryKind kind) { return kind == MemoryKind::pinned; }
bool is_of_device(MemoryKind kind) { return kind == MemoryKind::device || kind == MemoryKind::managed; }

/// `wanted` returns whether the call may free this kind of memory.
template<class Wanted>
Error release(Context& context, void* pointer, const char* call, Wanted&& wanted) {
    if (pointer == nullptr) return success;
    Allocations& all = context.allocations();
    const auto address = reinterpret_cast<uint64_t>(pointer);
    const Allocated* const held = all.find(address);
    if (held != nullptr && held->begin == address && held->number != 0 && wanted(held->kind)) {
        context.wait_for_all();
        context.unfinished.forget(held->begin, held->end());
        context.unwritten_reads.forget(held->begin, held->end());
        context.report_operation({"free", held->bytes, std::nullopt, all.name_of(*held), {}});
        all.release(address);
        return success;
    }
    const Allocated* const gone = held == nullptr ? all.freed(address) : nullptr;
    const auto quoted_name = [&](const Allocated& allocated) { return warpscope::quoted(all.name_of(allocated)); };
    Message message = msg("{} of {}, where no allocation begins", call, simt::hex_text(address));
    const Array* const array = find_array(pointer);
    const Allocated* const of_array = array == nullptr ? nullptr : all.find(array->address);
    if (of_array != nullptr)
        message = msg("{} of {}, which is a cudaArray: free it with cudaFreeArray", call, quoted_name(*of_array));
    else if (gone != nullptr)
        message = msg("{} of {}, which has been freed already", call, quoted_name(*gone));
    else if (held != nullptr && held->begin != address)
        message =
            msg("{} of an address {} bytes after the start of {}", call, address - held->begin, quoted_name(*held));
    else if (held != nullptr && is_pinned(held->kind))
        message = msg("{} of {}, which is pinned host memory: free it with cudaFreeHost", call, quoted_name(*held));
    else if (held != nullptr && is_of_device(held->kind))
        message = msg("{} of {}, which is device memory: free it with cudaFree", call, quoted_name(*held));
    context.report({gone != nullptr ? "double_free" : "invalid_free", "error", std::move(message), {}});
    return invalid_value;
}

auto not_freed(void* pointer) {
    return [pointer](Context& c) { c.allocations().note_free_tried(pointer); };
}

Error add_registered(Context& context, void* pointer, size_t bytes) {
    const auto begin = reinterpret_cast<uint64_t>(pointer);
    Allocations& all = context.allocations();
    if (begin == 0 || bytes == 0) return invalid_value;
    if (all.covers(begin) || context.registered.overlaps(begin, bytes)) return host_memory_already_registered;
    const Allocated* const twin = all.allocate(bytes, MemoryKind::registered, frames_here());
    if (twin == nullptr) return memory_allocation;
    context.report_allocation(*twin);
    context.registered.add(begin, *twin, *all.memory());
    return success;
}

Error remove_registered(Context& context, void* pointer) {
    Allocations& all = context.allocations();
    const uint64_t twin = context.registered.remove(reinterpret_cast<uint64_t>(pointer), *all.memory());
    if (twin == 0) return host_memory_not_registered;
    const Allocated* const held = all.find(twin);
    context.wait_for_all();
    context.report_operation({"free", held->bytes, std::nullopt, all.name_of(*held), {}});
    all.release(twin);
    return success;
}

} // namespace

WARPSCOPE_API int cudaMalloc(void** pointer, size_t bytes) {
    return entry("cudaMalloc", [&](Context& c) { return allocate(c, pointer, bytes, MemoryKind::device); });
}

WARPSCOPE_API int cudaMallocAsync(void** pointer, size_t bytes, StreamHandle stream) {
    return entry("cudaMallocAsync", [&](Context& c) {
        return c.streams.find(stream) == nullptr ? invalid_resource_handle
                                                 : allocate(c, pointer, bytes, MemoryKind::device);
    });
}

WARPSCOPE_API int cudaMallocManaged(void** pointer, size_t bytes, unsigned /*flags*/) {
    return entry("cudaMallocManaged", [&](Context& c) {
        return bytes == 0 ? invalid_value : allocate(c, pointer, bytes, MemoryKind::managed);
    });
}

WARPSCOPE_API int cudaMallocHost(void** pointer, size_t bytes) {
    return entry("cudaMallocHost", [&](Context& c) { return allocate(c, pointer, bytes, MemoryKind::pinned); });
}

WARPSCOPE_API int cudaHostAlloc(void** pointer, size_t bytes, unsigned /*flags*/) {
    return entry("cudaHostAlloc", [&](Context& c) { return allocate(c, pointer, bytes, MemoryKind::pinned); });
}

WARPSCOPE_API int cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
    return entry("cudaMallocPitch", [&](Context& c) {
        if (pitch == nullptr) return invalid_value;
        *pitch = (width + pitch_unit - 1) / pitch_unit * pitch_unit;
        if (height != 0 && *pitch > ~size_t{0} / height) return memory_allocation;
        return allocate_rows(c, pointer, width, *pitch, *pitch * height);
    });
}

WARPSCOPE_API int cudaMalloc3D(PitchedPointer* pointer, Extent extent) {
    return entry("cudaMalloc3D", [&](Context& c) {
        if (pointer == nullptr) return invalid_value;
        const size_t pitch = (extent.width + pitch_unit - 1) / pitch_unit * pitch_unit;
        *pointer = {nullptr, pitch, extent.width, extent.height};
        return allocate_rows(c, &pointer->pointer, extent.width, pitch, pitch * extent.height * extent.depth);
    });
}

WARPSCOPE_API int cudaFree(void* pointer) {
    return entry(
        "cudaFree", [&](Context& c) { return release(c, pointer, "cudaFree", is_of_device); }, not_freed(pointer));
}

WARPSCOPE_API int cudaFreeAsync(void* pointer, StreamHandle stream) {
    return entry(
        "cudaFreeAsync",
        [&](Context& c) {
            return c.streams.find(stream) == nullptr ? invalid_resource_handle
                                                     : release(c, pointer, "cudaFreeAsync", is_of_device);
        },
        not_freed(pointer));
}

WARPSCOPE_API int cudaFreeHost(void* pointer) {
    return entry(
        "cudaFreeHost", [&](Context& c) { return release(c, pointer, "cudaFreeHost", is_pinned); }, not_freed(pointer));
}

WARPSCOPE_API int cudaHostRegister(void* pointer, size_t bytes, unsigned /*flags*/) {
    return entry("cudaHostRegister", [&](Context& c) { return add_registered(c, pointer, bytes); });
}

WARPSCOPE_API int cudaHostUnregister(void* pointer) {
    return entry("cudaHostUnregister", [&](Context& c) { return remove_registered(c, pointer); });
}

WARPSCOPE_API int cudaHostGetDevicePointer(void** device, void* host, unsigned /*flags*/) {
    return entry("cudaHostGetDevicePointer", [&](Context& c) {
        const auto address = reinterpret_cast<uint64_t>(host);
        const Allocated* const held = c.allocations().find(address);
        const uint64_t found =
            held != nullptr && held->for_host() ? address : c.registered.address_for_kernels(address);
        if (device == nullptr || found == 0) return invalid_value;
        *device = reinterpret_cast<void*>(found);
        return success;
    });
}

WARPSCOPE_API int cudaHostGetFlags(unsigned* flags, void* /*host*/) {
    return entry("cudaHostGetFlags", [&](Context&) {
        *flags = 0;
        return success;
    });
}

WARPSCOPE_API int cudaMemGetInfo(size_t* free, size_t* total) {
    return entry("cudaMemGetInfo", [&](Context& c) {
        *total = c.allocations().budget();
        *free = c.allocations().budget() - c.allocations().bytes_in_use();
        return success;
    });
}

WARPSCOPE_API int cudaPointerGetAttributes(PointerAttributes* attributes, const void* pointer) {
    return entry("cudaPointerGetAttributes", [&](Context& c) {
        *attributes = {};
        const auto address = reinterpret_cast<uint64_t>(pointer);
        constexpr int host = 1, device = 2, managed = 3;
        const uint64_t of_host = c.registered.address_for_host(address);
        if (c.registered.holds(of_host)) {
            attributes->type = host;
            attributes->device_pointer = reinterpret_cast<void*>(c.registered.address_for_kernels(of_host));
            attributes->host_pointer = reinterpret_cast<void*>(of_host);
            return success;
        }
        const Allocated* const held = c.allocations().find(address);
        if (held == nullptr) {
            attributes->device = -2;
            attributes->host_pointer = const_cast<void*>(pointer);
            return success;
        }
        attributes->type = held->kind == MemoryKind::pinned    ? host
                           : held->kind == MemoryKind::managed ? managed
                                                               : device;
        attributes->device_pointer = const_cast<void*>(pointer);
        if (held->for_host()) attributes->host_pointer = const_cast<void*>(pointer);
        return success;
    });
}

// Location in hints, which have no effect here
struct Location {
    int type = 0, id = 0;
};
WARPSCOPE_API int cudaMemPrefetchAsync(const void*, size_t, Location, unsigned, StreamHandle stream) {
    return entry("cudaMemPrefetchAsync",
                 [&](Context& c) { return c.streams.find(stream) == nullptr ? invalid_resource_handle : success; });
}
WARPSCOPE_API int cudaMemAdvise(const void*, size_t, int /*advice*/, Location) {
    return entry("cudaMemAdvise", [](Context&) { return success; });
}
WARPSCOPE_API int cudaStreamAttachMemAsync(StreamHandle stream, void*, size_t, unsigned) {
    return entry("cudaStreamAttachMemAsync",
                 [&](Context& c) { return c.streams.find(stream) == nullptr ? invalid_resource_handle : success; });
}

} // namespace warpscope::runtime
