#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace warpscope {

/// Treatment of coordinates outside a texture, numbered as in CUDA.
enum class AddressMode : uint8_t { wrap = 0, clamp = 1, mirror = 2, border = 3 };

struct TextureSettings {
    std::array<AddressMode, 3> address{AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
    bool linear = false;                 // interpolates; false: uses the nearest texel
    bool normalized_coordinates = false; // from 0 to 1
    bool normalized_values = false;      // integers are read as floats in [0, 1] or [-1, 1]
    std::array<float, 4> border{};

    /// Returns the mode for an axis. Like hardware, clamps unnormalized coordinates instead of repeating.
    [[nodiscard]] AddressMode address_of(uint32_t axis) const {
        const AddressMode mode = address[axis];
        const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
        return repeats && !normalized_coordinates ? AddressMode::clamp : mode;
    }
    friend bool operator==(const TextureSettings&, const TextureSettings&) = default;
};

/// Returns a float with the bits of an integer border, as in CUDA.
[[nodiscard]] inline float border_of_integer(int64_t number) {
    return std::bit_cast<float>(static_cast<uint32_t>(number));
}
[[nodiscard]] inline int64_t integer_of_border(float member, bool is_signed) {
    const auto bits = std::bit_cast<uint32_t>(member);
    return is_signed ? int64_t{static_cast<int32_t>(bits)} : int64_t{bits};
}

} // namespace warpscope
