#include "runtime/copy.hpp"
#include "runtime/array.hpp"

namespace warpscope::runtime {
namespace {

uint64_t number(const void* pointer) { return reinterpret_cast<uint64_t>(pointer); }

Error copy_symbol(Context& c, const char* call, const void* symbol, size_t offset, void* host, size_t bytes, int kind,
                  bool to_symbol, StreamHandle stream) {
    Error error = success;
    const auto variable = c.variable(symbol, error);
    if (!variable) return error;
    const Region there{variable->address + offset}, here{number(host)};
    return to_symbol ? copy(c, call, there, here, {bytes}, kind, stream)
                     : copy(c, call, here, there, {bytes}, kind, stream);
}

Error copy_3d(Context& c, const char* call, const Copy3D* p, StreamHandle stream) {
    if (p == nullptr) return invalid_value;
    if (p->source_array != nullptr || p->target_array != nullptr) return copy_3d_of_arrays(c, call, *p, stream);
    const auto region = [](const PitchedPointer& pointer, const Position& at) {
        const uint64_t layer = pointer.pitch * pointer.height;
        return Region{number(pointer.pointer) + at.z * layer + at.y * pointer.pitch + at.x, pointer.pitch, layer};
    };
    return copy(c, call, region(p->target, p->target_position), region(p->source, p->source_position),
                {p->extent.width, p->extent.height, p->extent.depth}, p->kind, stream);
}

Error fill_3d(Context& c, const char* call, const PitchedPointer& p, int value, const Extent& extent,
              StreamHandle stream) {
    return fill(c, call, {number(p.pointer), p.pitch, p.pitch * p.height}, value,
                {extent.width, extent.height, extent.depth}, stream);
}

} // namespace

WARPSCOPE_API int cudaMemcpy(void* to, const void* from, size_t bytes, int kind) {
    return entry("cudaMemcpy", [&](Context& c) {
        return copy(c, "cudaMemcpy", {number(to)}, {number(from)}, {bytes}, kind, nullptr);
    });
}

WARPSCOPE_API int cudaMemcpyAsync(void* to, const void* from, size_t bytes, int kind, StreamHandle stream) {
    return entry("cudaMemcpyAsync", [&](Context& c) {
        return copy(c, "cudaMemcpyAsync", {number(to)}, {number(from)}, {bytes}, kind, stream);
    });
}

WARPSCOPE_API int cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                               size_t height, int kind) {
    return entry("cudaMemcpy2D", [&](Context& c) {
        return copy(c, "cudaMemcpy2D", {number(to), to_pitch}, {number(from), from_pitch}, {width, height}, kind,
                    nullptr);
    });
}

WARPSCOPE_API int cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                                    size_t height, int kind, StreamHandle stream) {
    return entry("cudaMemcpy2DAsync", [&](Context& c) {
        return copy(c, "cudaMemcpy2DAsync", {number(to), to_pitch}, {number(from), from_pitch}, {width, height}, kind,
                    stream);
    });
}

WARPSCOPE_API int cudaMemcpy3D(const Copy3D* parameters) {
    return entry("cudaMemcpy3D", [&](Context& c) { return copy_3d(c, "cudaMemcpy3D", parameters, nullptr); });
}

WARPSCOPE_API int cudaMemcpy3DAsync(const Copy3D* parameters, StreamHandle stream) {
    return entry("cudaMemcpy3DAsync", [&](Context& c) { return copy_3d(c, "cudaMemcpy3DAsync", parameters, stream); });
}

WARPSCOPE_API int cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset, int kind) {
    return entry("cudaMemcpyToSymbol", [&](Context& c) {
        return copy_symbol(c, "cudaMemcpyToSymbol", symbol, offset, const_cast<void*>(from), bytes, kind, true,
                           nullptr);
    });
}

WARPSCOPE_API int cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset, int kind,
                                          StreamHandle stream) {
    return entry("cudaMemcpyToSymbolAsync", [&](Context& c) {
        return copy_symbol(c, "cudaMemcpyToSymbolAsync", symbol, offset, const_cast<void*>(from), bytes, kind, true,
                           stream);
    });
}

WARPSCOPE_API int cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset, int kind) {
    return entry("cudaMemcpyFromSymbol", [&](Context& c) {
        return copy_symbol(c, "cudaMemcpyFromSymbol", symbol, offset, to, bytes, kind, false, nullptr);
    });
}

WARPSCOPE_API int cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset, int kind,
                                            StreamHandle stream) {
    return entry("cudaMemcpyFromSymbolAsync", [&](Context& c) {
        return copy_symbol(c, "cudaMemcpyFromSymbolAsync", symbol, offset, to, bytes, kind, false, stream);
    });
}

WARPSCOPE_API int cudaGetSymbolAddress(void** pointer, const void* symbol) {
    return entry("cudaGetSymbolAddress", [&](Context& c) {
        Error error = success;
        if (const auto variable = c.variable(symbol, error)) *pointer = reinterpret_cast<void*>(variable->address);
        return error;
    });
}

WARPSCOPE_API int cudaGetSymbolSize(size_t* bytes, const void* symbol) {
    return entry("cudaGetSymbolSize", [&](Context& c) {
        Error error = success;
        if (const auto variable = c.variable(symbol, error)) *bytes = variable->bytes;
        return error;
    });
}

WARPSCOPE_API int cudaMemset(void* pointer, int value, size_t bytes) {
    return entry("cudaMemset",
                 [&](Context& c) { return fill(c, "cudaMemset", {number(pointer)}, value, {bytes}, nullptr); });
}

WARPSCOPE_API int cudaMemsetAsync(void* pointer, int value, size_t bytes, StreamHandle stream) {
    return entry("cudaMemsetAsync",
                 [&](Context& c) { return fill(c, "cudaMemsetAsync", {number(pointer)}, value, {bytes}, stream); });
}

WARPSCOPE_API int cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
    return entry("cudaMemset2D", [&](Context& c) {
        return fill(c, "cudaMemset2D", {number(pointer), pitch}, value, {width, height}, nullptr);
    });
}

WARPSCOPE_API int cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                                    StreamHandle stream) {
    return entry("cudaMemset2DAsync", [&](Context& c) {
        return fill(c, "cudaMemset2DAsync", {number(pointer), pitch}, value, {width, height}, stream);
    });
}

WARPSCOPE_API int cudaMemset3D(PitchedPointer pointer, int value, Extent extent) {
    return entry("cudaMemset3D",
                 [&](Context& c) { return fill_3d(c, "cudaMemset3D", pointer, value, extent, nullptr); });
}

WARPSCOPE_API int cudaMemset3DAsync(PitchedPointer pointer, int value, Extent extent, StreamHandle stream) {
    return entry("cudaMemset3DAsync",
                 [&](Context& c) { return fill_3d(c, "cudaMemset3DAsync", pointer, value, extent, stream); });
}

} // namespace warpscope::runtime
