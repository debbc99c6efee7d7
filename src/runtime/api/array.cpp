#include "runtime/array.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "runtime/copy.hpp"

namespace warpscope::runtime {
namespace {

enum ArrayFlag : unsigned { layered = 1, for_surfaces = 2, cubemap = 4, for_gather = 8 };

std::map<const void*, std::unique_ptr<Array>>& arrays() {
    static auto* const all = new std::map<const void*, std::unique_ptr<Array>>;
    return *all;
}

bool fits_device(const Extent& e) {
    if (e.depth != 0) return e.width <= 16384 && e.height <= 16384 && e.depth <= 16384;
    return e.width <= max_row_texels && e.height <= max_rows;
}

Error make_array(Context& c, const char* call, Array** handle, const ChannelFormat* format, const Extent& extent,
                 unsigned flags) {
    if (handle == nullptr || format == nullptr) return invalid_value;
    *handle = nullptr;
    if ((flags & (layered | cubemap)) != 0) return c.unsupported(fmt::format("{} of layers or cubemaps", call).c_str());
    if ((flags & ~(for_surfaces | for_gather)) != 0)
        return c.unsupported(fmt::format("{} with flags {}", call, flags).c_str());
    simt::Texture texture;
    if (!set_format(texture, *format)) return invalid_channels;
    if (extent.width == 0 || (extent.depth != 0 && extent.height == 0) || !fits_device(extent)) return invalid_value;
    auto made = std::make_unique<Array>(Array{*format, extent, flags, 0, texture.texel_bytes()});
    const Allocated* const memory =
        c.allocations().allocate(made->layer_bytes() * made->depth(), MemoryKind::device, frames_here());
    if (memory == nullptr) return memory_allocation;
    c.report_allocation(*memory);
    made->address = memory->begin;
    *handle = made.get();
    arrays().emplace(made.get(), std::move(made));
    return success;
}

Error free_array(Context& c, const void* handle) {
    if (handle == nullptr) return success;
    const auto found = arrays().find(handle);
    if (found == arrays().end()) {
        c.report({"invalid_free",
                  "error",
                  msg("cudaFreeArray of something that is not an array, or was already freed"),
                  {}});
        return invalid_value;
    }
    Allocations& all = c.allocations();
    if (const Allocated* const held = all.find(found->second->address); held != nullptr) {
        c.report_operation({"free", held->bytes, std::nullopt, all.name_of(*held), {}});
        all.release(held->begin);
    }
    arrays().erase(found);
    return success;
}

/// `x` counts bytes.
struct ArrayPlace {
    const void* handle = nullptr;
    size_t x = 0, y = 0, z = 0;
};

bool fits(uint64_t at, uint64_t size, uint64_t all) { return at <= all && size <= all - at; }

std::optional<Region> region_of(Context& c, const char* call, const ArrayPlace& place, const RegionSize& size) {
    const Array* const array = find_array(place.handle);
    if (array == nullptr) {
        c.report({"invalid_pointer", "error", msg("{}: its argument is not an array", call), {}});
        return std::nullopt;
    }
    if (!fits(place.x, size.width, array->row_bytes()) || !fits(place.y, size.height, array->height()) ||
        !fits(place.z, size.depth, array->depth())) {
        c.report({"copy_size",
                  "error",
                  msg("{}: {} bytes of {} rows, starting at byte {} of row {}, extend past the end of the array, whose "
                      "{} rows have {} bytes",
                      call, size.width, size.height, place.x, place.y, array->height(), array->row_bytes()),
                  {}});
        return std::nullopt;
    }
    return Region{array->address + place.z * array->layer_bytes() + place.y * array->row_bytes() + place.x,
                  array->row_bytes(), array->layer_bytes()};
}

/// Returns contiguous bytes, which may span several rows.
std::optional<Region> run_in(Context& c, const char* call, const ArrayPlace& place, size_t bytes) {
    const Array* const array = find_array(place.handle);
    if (array != nullptr && place.x <= array->row_bytes() && place.y < array->height() &&
        fits(place.y * array->row_bytes() + place.x, bytes, array->layer_bytes()))
        return Region{array->address + place.y * array->row_bytes() + place.x};
    return region_of(c, call, place, {bytes, array == nullptr ? 1 : array->height() + 1});
}

uint64_t address_number(const void* pointer) { return reinterpret_cast<uint64_t>(pointer); }

Error copy_to(Context& c, const char* call, const ArrayPlace& to, const Region& from, const RegionSize& size, int kind,
              StreamHandle stream) {
    const auto region = region_of(c, call, to, size);
    return region ? copy(c, call, *region, from, size, kind, stream) : invalid_value;
}
Error copy_from(Context& c, const char* call, const Region& to, const ArrayPlace& from, const RegionSize& size,
                int kind, StreamHandle stream) {
    const auto region = region_of(c, call, from, size);
    return region ? copy(c, call, to, *region, size, kind, stream) : invalid_value;
}

} // namespace

void forget_arrays() { arrays().clear(); }

const Array* find_array(const void* handle) {
    const auto found = arrays().find(handle);
    return found == arrays().end() ? nullptr : found->second.get();
}

bool set_format(simt::Texture& texture, const ChannelFormat& format) {
    const int bits = format.x;
    const auto is = [&](int y, int z, int w) { return format.y == y && format.z == z && format.w == w; };
    texture.channels = is(0, 0, 0) ? 1 : is(bits, 0, 0) ? 2 : is(bits, bits, bits) ? 4 : 0;
    if (bits != 8 && bits != 16 && bits != 32) return false;
    texture.channel_bytes = static_cast<uint8_t>(bits / 8);
    switch (format.kind) {
    case 0: texture.format = simt::TexelFormat::signed_integer; break;
    case 1: texture.format = simt::TexelFormat::unsigned_integer; break;
    case 2: texture.format = simt::TexelFormat::floating; break;
    default: return false;
    }
    return simt::fault_of(texture) != simt::TextureFault::channels;
}

Error copy_3d_of_arrays(Context& c, const char* call, const Copy3D& p, StreamHandle stream) {
    const Array* const array = find_array(p.target_array != nullptr ? p.target_array : p.source_array);
    const uint64_t unit = array == nullptr ? 1 : array->texel_bytes; // extents of arrays count elements
    RegionSize size{0, p.extent.height, p.extent.depth};
    if (__builtin_mul_overflow(p.extent.width, unit, &size.width)) return invalid_value;
    const auto side = [&](const void* handle, const PitchedPointer& pointer, const Position& at) {
        if (handle != nullptr) {
            const Array* const own = find_array(handle);
            return region_of(c, call, {handle, at.x * (own == nullptr ? 1 : own->texel_bytes), at.y, at.z}, size);
        }
        const uint64_t layer = pointer.pitch * pointer.height;
        return std::optional(
            Region{address_number(pointer.pointer) + at.z * layer + at.y * pointer.pitch + at.x, pointer.pitch, layer});
    };
    const auto to = side(p.target_array, p.target, p.target_position);
    const auto from = to ? side(p.source_array, p.source, p.source_position) : std::nullopt;
    return from ? copy(c, call, *to, *from, size, p.kind, stream) : invalid_value;
}

WARPSCOPE_API ChannelFormat cudaCreateChannelDesc(int x, int y, int z, int w, int kind) { return {x, y, z, w, kind}; }

WARPSCOPE_API int cudaMallocArray(Array** array, const ChannelFormat* format, size_t width, size_t height,
                                  unsigned flags) {
    return entry("cudaMallocArray", [&](Context& c) {
        return make_array(c, "cudaMallocArray", array, format, {width, height, 0}, flags);
    });
}

WARPSCOPE_API int cudaMalloc3DArray(Array** array, const ChannelFormat* format, Extent extent, unsigned flags) {
    return entry("cudaMalloc3DArray",
                 [&](Context& c) { return make_array(c, "cudaMalloc3DArray", array, format, extent, flags); });
}

WARPSCOPE_API int cudaFreeArray(Array* array) {
    return entry("cudaFreeArray", [&](Context& c) { return free_array(c, array); });
}

WARPSCOPE_API int cudaArrayGetInfo(ChannelFormat* format, Extent* extent, unsigned* flags, Array* handle) {
    return entry("cudaArrayGetInfo", [&](Context&) {
        const Array* const array = find_array(handle);
        if (array == nullptr) return invalid_resource_handle;
        if (format != nullptr) *format = array->format;
        if (extent != nullptr) *extent = array->extent;
        if (flags != nullptr) *flags = array->flags;
        return success;
    });
}

WARPSCOPE_API int cudaGetChannelDesc(ChannelFormat* format, const Array* handle) {
    return entry("cudaGetChannelDesc", [&](Context&) {
        const Array* const array = find_array(handle);
        if (array == nullptr || format == nullptr) return invalid_resource_handle;
        *format = array->format;
        return success;
    });
}

WARPSCOPE_API int cudaMemcpy2DToArrayAsync(Array* to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                           size_t height, int kind, StreamHandle stream) {
    return entry("cudaMemcpy2DToArrayAsync", [&](Context& c) {
        return copy_to(c, "cudaMemcpy2DToArrayAsync", {to, x, y}, {address_number(from), pitch}, {width, height}, kind,
                       stream);
    });
}

WARPSCOPE_API int cudaMemcpy2DToArray(Array* to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                      size_t height, int kind) {
    return entry("cudaMemcpy2DToArray", [&](Context& c) {
        return copy_to(c, "cudaMemcpy2DToArray", {to, x, y}, {address_number(from), pitch}, {width, height}, kind,
                       nullptr);
    });
}

WARPSCOPE_API int cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, const Array* from, size_t x, size_t y,
                                             size_t width, size_t height, int kind, StreamHandle stream) {
    return entry("cudaMemcpy2DFromArrayAsync", [&](Context& c) {
        return copy_from(c, "cudaMemcpy2DFromArrayAsync", {address_number(to), pitch}, {from, x, y}, {width, height},
                         kind, stream);
    });
}

WARPSCOPE_API int cudaMemcpy2DFromArray(void* to, size_t pitch, const Array* from, size_t x, size_t y, size_t width,
                                        size_t height, int kind) {
    return entry("cudaMemcpy2DFromArray", [&](Context& c) {
        return copy_from(c, "cudaMemcpy2DFromArray", {address_number(to), pitch}, {from, x, y}, {width, height}, kind,
                         nullptr);
    });
}

WARPSCOPE_API int cudaMemcpy2DArrayToArray(Array* to, size_t to_x, size_t to_y, const Array* from, size_t from_x,
                                           size_t from_y, size_t width, size_t height, int kind) {
    return entry("cudaMemcpy2DArrayToArray", [&](Context& c) {
        const auto source = region_of(c, "cudaMemcpy2DArrayToArray", {from, from_x, from_y}, {width, height});
        return source
                   ? copy_to(c, "cudaMemcpy2DArrayToArray", {to, to_x, to_y}, *source, {width, height}, kind, nullptr)
                   : invalid_value;
    });
}

WARPSCOPE_API int cudaMemcpyToArrayAsync(Array* to, size_t x, size_t y, const void* from, size_t bytes, int kind,
                                         StreamHandle stream) {
    return entry("cudaMemcpyToArrayAsync", [&](Context& c) {
        const auto region = run_in(c, "cudaMemcpyToArrayAsync", {to, x, y}, bytes);
        return region ? copy(c, "cudaMemcpyToArrayAsync", *region, {address_number(from)}, {bytes}, kind, stream)
                      : invalid_value;
    });
}

WARPSCOPE_API int cudaMemcpyToArray(Array* to, size_t x, size_t y, const void* from, size_t bytes, int kind) {
    return entry("cudaMemcpyToArray", [&](Context& c) {
        const auto region = run_in(c, "cudaMemcpyToArray", {to, x, y}, bytes);
        return region ? copy(c, "cudaMemcpyToArray", *region, {address_number(from)}, {bytes}, kind, nullptr)
                      : invalid_value;
    });
}

WARPSCOPE_API int cudaMemcpyFromArrayAsync(void* to, const Array* from, size_t x, size_t y, size_t bytes, int kind,
                                           StreamHandle stream) {
    return entry("cudaMemcpyFromArrayAsync", [&](Context& c) {
        const auto region = run_in(c, "cudaMemcpyFromArrayAsync", {from, x, y}, bytes);
        return region ? copy(c, "cudaMemcpyFromArrayAsync", {address_number(to)}, *region, {bytes}, kind, stream)
                      : invalid_value;
    });
}

WARPSCOPE_API int cudaMemcpyFromArray(void* to, const Array* from, size_t x, size_t y, size_t bytes, int kind) {
    return entry("cudaMemcpyFromArray", [&](Context& c) {
        const auto region = run_in(c, "cudaMemcpyFromArray", {from, x, y}, bytes);
        return region ? copy(c, "cudaMemcpyFromArray", {address_number(to)}, *region, {bytes}, kind, nullptr)
                      : invalid_value;
    });
}

} // namespace warpscope::runtime
