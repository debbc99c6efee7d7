#include "simt/ops/texture_sampling.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "simt/lanes/half.hpp"

namespace warpscope::simt {
namespace {

constexpr int32_t one = 256; // 8 fraction bits

struct AxisPosition {
    int64_t first = 0;
    int32_t weight = 0;
};

int64_t texel_at(int64_t index, int64_t count, AddressMode mode) {
    switch (mode) {
    case AddressMode::clamp: return std::clamp<int64_t>(index, 0, count - 1);
    case AddressMode::border: return index < 0 || index >= count ? -1 : index;
    case AddressMode::wrap: {
        const int64_t rest = index % count;
        return rest < 0 ? rest + count : rest;
    }
    case AddressMode::mirror: {
        int64_t rest = index % (2 * count);
        if (rest < 0) rest += 2 * count;
        return rest < count ? rest : 2 * count - 1 - rest;
    }
    }
    return -1;
}

/// Scales a coordinate to texels. An H100 truncates the coordinate to 21 fraction bits; for more than 16384 texels, to
/// 128 positions per texel.
double in_texels(double coordinate, int64_t count, AddressMode mode) {
    const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
    constexpr double no_fraction = 16777216.0; // every larger float is an even integer, which repeats to 0
    if (repeats && !(std::fabs(coordinate) < no_fraction)) return 0;
    const int bits = std::max(21, static_cast<int>(std::bit_width(static_cast<uint64_t>(count - 1))) + 7);
    const double steps = std::ldexp(1.0, bits);
    return std::floor(std::clamp(coordinate, -no_fraction, no_fraction) * steps) / steps * static_cast<double>(count);
}

AxisPosition position(float coordinate, int64_t count, const TextureSettings& settings, AddressMode mode) {
    const bool is_zero = std::isnan(coordinate) || std::fpclassify(coordinate) == FP_SUBNORMAL;
    double texels = is_zero ? 0.0 : double{coordinate};
    if (settings.normalized_coordinates) texels = in_texels(texels, count, mode);
    constexpr double far = 1e12;
    texels = std::clamp(texels, -far, far);
    if (!settings.linear) return {static_cast<int64_t>(std::floor(texels)), 0};
    const int64_t fixed = static_cast<int64_t>(std::floor(texels * one + 0.5)) - one / 2;
    return {fixed >> 8, static_cast<int32_t>(fixed & (one - 1))};
}

int32_t product(int32_t a, int32_t b) { return (a * b + one / 2) / one; }

/// Rounds products of axis weights so that the corners add up to `one`.
std::array<int32_t, 8> corner_weights(int32_t a, int32_t b, int32_t c) {
    const int32_t ab = product(a, b), ac = product(a, c), bc = product(b, c);
    // These limits keep all weights nonnegative.
    const int32_t least = std::max({0, ab + ac - a, ab + bc - b, ac + bc - c});
    const int32_t most = std::min({ab, ac, bc, one - a - b - c + ab + ac + bc});
    const int32_t abc = std::max(least, std::min(most, product(ab, c)));
    return {one - a - b - c + ab + ac + bc - abc,
            a - ab - ac + abc,
            b - ab - bc + abc,
            ab - abc,
            c - ac - bc + abc,
            ac - abc,
            bc - abc,
            abc};
}

template<class T>
T read(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

int32_t signed_part(uint32_t bits, uint32_t bytes) {
    return bytes == 1   ? static_cast<int8_t>(bits)
           : bytes == 2 ? static_cast<int16_t>(bits)
                        : static_cast<int32_t>(bits);
}

uint32_t bits_at(const std::byte* from, uint32_t bytes) {
    return bytes == 1 ? read<uint8_t>(from) : bytes == 2 ? read<uint16_t>(from) : read<uint32_t>(from);
}

uint32_t border_bits(const Texture& texture, uint32_t channel) {
    const float value = texture.settings.border[channel];
    if (texture.format == TexelFormat::floating)
        return texture.channel_bytes == 2 ? bits_from_double<HalfFormat::ieee>(value) : std::bit_cast<uint32_t>(value);
    const uint32_t bits = 8u * texture.channel_bytes;
    if (!texture.settings.normalized_values) {
        const auto whole = std::bit_cast<uint32_t>(value); // CUDA returns integer bits
        return bits == 32 ? whole : whole & ((1u << bits) - 1);
    }
    const bool is_signed = texture.format == TexelFormat::signed_integer;
    const auto full = static_cast<float>((1u << (is_signed ? bits - 1 : bits)) - 1);
    const float inside = std::isnan(value) ? 0.0f : std::clamp(value, is_signed ? -1.0f : 0.0f, 1.0f);
    return static_cast<uint32_t>(static_cast<int32_t>(std::floor(inside * full + 0.5f))) & ((1u << bits) - 1);
}

float normalized(const Texture& texture, uint32_t bits) {
    const uint32_t size = 8u * texture.channel_bytes;
    if (texture.format == TexelFormat::unsigned_integer)
        return static_cast<float>(bits) / static_cast<float>((1u << size) - 1);
    const auto full = static_cast<float>((1u << (size - 1)) - 1);
    return std::max(static_cast<float>(signed_part(bits, texture.channel_bytes)) / full, -1.0f);
}

int32_t widened(const Texture& texture, uint32_t bits) {
    if (texture.format == TexelFormat::unsigned_integer)
        return static_cast<int32_t>(texture.channel_bytes == 1 ? bits * 257 : bits);
    const int32_t value = signed_part(bits, texture.channel_bytes);
    return texture.channel_bytes == 1 ? value * 258 + value / 64 : value;
}

float half(uint32_t bits) { return float_from_bits<HalfFormat::ieee>(static_cast<uint16_t>(bits)); }

struct Blend {
    const Texture& texture;
    const TextureFootprint& footprint;
    const std::array<const std::byte*, 8>& texels;
    bool border_is_zero;

    [[nodiscard]] uint32_t bits(uint32_t k, uint32_t channel) const {
        if (footprint.texels[k].outside) return border_is_zero ? 0 : border_bits(texture, channel);
        return texels[k] == nullptr ? 0 : bits_at(texels[k] + channel * texture.channel_bytes, texture.channel_bytes);
    }
    [[nodiscard]] double number(uint32_t bits) const {
        return texture.channel_bytes == 2 ? double{half(bits)} : double{std::bit_cast<float>(bits)};
    }
    [[nodiscard]] uint32_t one_texel(uint32_t channel) const {
        const uint32_t raw = bits(0, channel);
        if (texture.settings.normalized_values) return std::bit_cast<uint32_t>(normalized(texture, raw));
        if (texture.format == TexelFormat::signed_integer)
            return static_cast<uint32_t>(signed_part(raw, texture.channel_bytes));
        if (texture.format == TexelFormat::floating && texture.channel_bytes == 2)
            return std::bit_cast<uint32_t>(half(raw));
        return raw;
    }
    [[nodiscard]] uint32_t filtered(uint32_t channel) const {
        if (texture.format == TexelFormat::floating) {
            double sum = 0;
            for (uint32_t k = 0; k < footprint.count; ++k)
                if (footprint.texels[k].weight != 0) sum += footprint.texels[k].weight * number(bits(k, channel));
            sum /= one;
            if (texture.channel_bytes == 4) return std::bit_cast<uint32_t>(static_cast<float>(sum));
            return std::bit_cast<uint32_t>(half(bits_from_double<HalfFormat::ieee>(sum, ptx::Rounding::rna)));
        }
        int64_t sum = 0;
        for (uint32_t k = 0; k < footprint.count; ++k)
            sum += int64_t{footprint.texels[k].weight} * widened(texture, bits(k, channel));
        const auto whole = static_cast<float>((sum + one / 2) >> 8);
        const bool is_signed = texture.format == TexelFormat::signed_integer;
        return std::bit_cast<uint32_t>(std::max(whole / (is_signed ? 32767.0f : 65535.0f), -1.0f));
    }
};

} // namespace

TextureFootprint footprint(const Texture& texture, const std::array<float, 3>& coordinates) {
    std::array<std::array<int64_t, 2>, 3> at{};
    std::array<int32_t, 3> weights{};
    for (uint32_t axis = 0; axis < texture.dimensions; ++axis) {
        const auto count = static_cast<int64_t>(texture.extent(axis));
        const AddressMode mode = texture.settings.address_of(axis);
        const AxisPosition found = position(coordinates[axis], count, texture.settings, mode);
        weights[axis] = found.weight;
        at[axis] = {texel_at(found.first, count, mode), texel_at(found.first + 1, count, mode)};
    }
    uint32_t axes = texture.dimensions;
    if (axes == 1 && texture.settings.linear && texture.settings.address[1] == AddressMode::border) {
        // A GPU filters in two dimensions, so half of the result is the border.
        weights[1] = one / 2;
        at[1] = {-1, 0};
        axes = 2;
    }
    TextureFootprint result;
    if (texture.settings.linear) result.count = 1u << axes;
    const std::array<int32_t, 8> corners = corner_weights(weights[0], weights[1], weights[2]);
    for (uint32_t k = 0; k < result.count; ++k) {
        TextureFootprint::Texel& texel = result.texels[k];
        if (result.count > 1) texel.weight = static_cast<uint16_t>(corners[k]);
        for (uint32_t axis = 0; axis < axes; ++axis) {
            texel.at[axis] = at[axis][k >> axis & 1];
            texel.outside = texel.outside || texel.at[axis] < 0;
        }
    }
    return result;
}

TextureFootprint footprint(const Texture& texture, const std::array<int32_t, 3>& coordinates) {
    TextureFootprint result;
    for (uint32_t axis = 0; axis < texture.dimensions; ++axis) {
        const int64_t at = coordinates[axis];
        result.texels[0].at[axis] = at;
        if (at < 0 || static_cast<uint64_t>(at) >= texture.extent(axis)) result.texels[0].outside = true;
    }
    return result;
}

uint64_t address_of(const Texture& texture, const std::array<int64_t, 3>& at) {
    return texture.address + static_cast<uint64_t>(at[2]) * texture.layer_bytes +
           static_cast<uint64_t>(at[1]) * texture.row_bytes + static_cast<uint64_t>(at[0]) * texture.texel_bytes();
}

TextureValue texture_value(const Texture& texture, const TextureFootprint& footprint,
                           const std::array<const std::byte*, 8>& texels, bool border_is_zero) {
    const Blend blend{texture, footprint, texels, border_is_zero};
    TextureValue value{};
    for (uint32_t channel = 0; channel < texture.channels; ++channel)
        value[channel] = footprint.count == 1 ? blend.one_texel(channel) : blend.filtered(channel);
    return value;
}

} // namespace warpscope::simt
