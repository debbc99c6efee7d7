// How a texture is read: what both executors, experiments and the emulated runtime say alike.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace warpscope {

/// What is read beyond the texels. Numbered as cudaTextureAddressMode and CUaddress_mode.
enum class AddressMode : uint8_t { wrap = 0, clamp = 1, mirror = 2, border = 3 };

struct TextureSettings {
    std::array<AddressMode, 3> address{AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
    bool linear = false;                 // filter; false: the texel whose cell holds the point
    bool normalized_coordinates = false; // 0 to 1 over the texture's extent, not over a texel's
    bool normalized_values = false;      // of integers: 0 to 1, or -1 to 1, as floating-point numbers
    std::array<float, 4> border{};       // what lies beyond with AddressMode::border

    /// Wrapping and mirroring are there with normalized coordinates only; without, hardware clamps.
    [[nodiscard]] AddressMode address_of(uint32_t axis) const {
        const AddressMode mode = address[axis];
        const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
        return repeats && !normalized_coordinates ? AddressMode::clamp : mode;
    }
    friend bool operator==(const TextureSettings&, const TextureSettings&) = default;
};

/// A border's member for a texture of integers that are read as such: CUDA takes their bits in place of a number.
[[nodiscard]] inline float border_of_integer(int64_t number) {
    return std::bit_cast<float>(static_cast<uint32_t>(number));
}
[[nodiscard]] inline int64_t integer_of_border(float member, bool is_signed) {
    const auto bits = std::bit_cast<uint32_t>(member);
    return is_signed ? int64_t{static_cast<int32_t>(bits)} : int64_t{bits};
}

} // namespace warpscope
