// CUDA arrays and what textures are made of, as programs see them in memory. Private to src/runtime.
//
// An array's cells lie row after row without padding; their order on a GPU is not documented.
#pragma once

#include <optional>

#include "runtime/context.hpp"
#include "simt/texture.hpp"

namespace warpscope::runtime {

/// cudaChannelFormatDesc: bits of the channels; kind 0 is signed, 1 unsigned, 2 floating.
struct ChannelFormat {
    int x, y, z, w, kind; // without values of their own: a structure of C, which a function for C returns
};

/// Sets the format's members of a texture. False for formats that no array has.
[[nodiscard]] bool set_format(simt::Texture& texture, const ChannelFormat& format);

/// What a cudaArray_t points to.
struct Array {
    ChannelFormat format{};
    Extent extent; // as the program gave it: 0 where it has no such dimension
    unsigned flags = 0;
    uint64_t address = 0;
    uint32_t texel_bytes = 0;

    [[nodiscard]] uint64_t height() const { return extent.height == 0 ? 1 : extent.height; }
    [[nodiscard]] uint64_t depth() const { return extent.depth == 0 ? 1 : extent.depth; }
    [[nodiscard]] uint64_t row_bytes() const { return extent.width * texel_bytes; }
    [[nodiscard]] uint64_t layer_bytes() const { return row_bytes() * height(); }
    [[nodiscard]] uint8_t dimensions() const { return extent.depth != 0 ? 3 : extent.height != 0 ? 2 : 1; }
};

/// cudaMemcpy3D where an array is the source, the destination or both.
[[nodiscard]] Error copy_3d_of_arrays(Context& context, const char* call, const Copy3D& parameters,
                                      StreamHandle stream);

/// nullptr for what is no array, or none any more.
[[nodiscard]] const Array* find_array(const void* handle);

/// Forgets all arrays, whose memory has been freed, and all texture objects.
void forget_arrays();
void forget_textures(Context& context);

/// Of an array or a texture over rows of memory.
inline constexpr uint64_t most_row_texels = 131072, most_rows = 65536;

/// cudaErrorInvalidFilterSetting and its neighbours.
inline constexpr Error invalid_channels = static_cast<Error>(20), invalid_filter = static_cast<Error>(26),
                       invalid_normalization = static_cast<Error>(27);

} // namespace warpscope::runtime
