// CUDA arrays, stored in rows.
#pragma once

#include <optional>

#include "runtime/context.hpp"
#include "simt/texture.hpp"

namespace warpscope::runtime {

/// Bits of each channel. `kind`: signed, unsigned or floating.
struct ChannelFormat {
    int x, y, z, w, kind; // a C structure, hence no initializers
};

[[nodiscard]] bool set_format(simt::Texture& texture, const ChannelFormat& format);

struct Array {
    ChannelFormat format{};
    Extent extent; // 0: dimension does not exist
    unsigned flags = 0;
    uint64_t address = 0;
    uint32_t texel_bytes = 0;

    [[nodiscard]] uint64_t height() const { return extent.height == 0 ? 1 : extent.height; }
    [[nodiscard]] uint64_t depth() const { return extent.depth == 0 ? 1 : extent.depth; }
    [[nodiscard]] uint64_t row_bytes() const { return extent.width * texel_bytes; }
    [[nodiscard]] uint64_t layer_bytes() const { return row_bytes() * height(); }
    [[nodiscard]] uint8_t dimensions() const { return extent.depth != 0 ? 3 : extent.height != 0 ? 2 : 1; }
};

[[nodiscard]] Error copy_3d_of_arrays(Context& context, const char* call, const Copy3D& parameters,
                                      StreamHandle stream);

[[nodiscard]] const Array* find_array(const void* handle);

/// Call after the arrays' memory was freed.
void forget_arrays();
void forget_textures(Context& context);

/// Texel limits of arrays and of textures over linear memory
inline constexpr uint64_t max_row_texels = 131072, max_rows = 65536;

inline constexpr Error invalid_channels = static_cast<Error>(20), invalid_filter = static_cast<Error>(26),
                       invalid_normalization = static_cast<Error>(27);

} // namespace warpscope::runtime
