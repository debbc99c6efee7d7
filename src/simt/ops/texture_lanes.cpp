#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/ops/texture_lanes.cpp"
#include "simt/lanes/vector_targets.hpp"

#include "simt/lane_loop.hpp"
#include "simt/lanes/half.hpp"
#include "simt/ops/texture_lanes.hpp"

#include "simt/lanes/access-inl.hpp"
#include "simt/lanes/lane_vectors-inl.hpp"

#ifndef WARPSCOPE_TEXTURE_LANES_ONCE
#define WARPSCOPE_TEXTURE_LANES_ONCE
namespace warpscope::simt {

struct TextureAxis {
    double count = 1; // texels
    double steps = 1; // number of distinct normalized coordinates from 0 to 1
    AddressMode mode = AddressMode::clamp;
};
struct TexelKind {
    TexelFormat format;
    uint32_t bytes, channels; // bytes of a channel
    bool is_normalized;
    uint32_t border[4];
};

float float_of_half(uint32_t bits);
/// Rounds ties away from zero.
float rounded_to_half(double value);

} // namespace warpscope::simt
#endif

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {
namespace {

constexpr int32_t one = 256; // 8 fraction bits

HWY_INLINE double limited(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

/// Exact for integers up to 2^41 divided by up to 2^17.
HWY_INLINE double remainder(double index, double count) { return index - __builtin_floor(index / count) * count; }

/// Returns -1 for the border.
template<AddressMode mode>
HWY_INLINE double texel_at(double index, double count) {
    if constexpr (mode == AddressMode::clamp) return limited(index, 0, count - 1);
    if constexpr (mode == AddressMode::border) return index < 0 || index >= count ? -1 : index;
    if constexpr (mode == AddressMode::wrap) return remainder(index, count);
    const double rest = remainder(index, 2 * count);
    return rest < count ? rest : 2 * count - 1 - rest;
}

/// Like an H100, truncates to 21 fraction bits; for more than 16384 texels, to 128 positions per texel.
template<AddressMode mode>
HWY_INLINE double in_texels(double coordinate, const TextureAxis& axis) {
    constexpr double no_fraction = 16777216.0; // every larger float is an even integer, which repeats to 0
    const double near = limited(coordinate, -no_fraction, no_fraction);
    const double texels = __builtin_floor(near * axis.steps) / axis.steps * axis.count;
    constexpr bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
    return repeats && !(__builtin_fabs(coordinate) < no_fraction) ? 0 : texels;
}

struct AxisTexels {
    alignas(64) double at[2][warp_size];
    alignas(64) int32_t weight[warp_size];
};

template<AddressMode mode, bool is_normalized>
void place(const float* coordinates, const TextureAxis& axis, bool is_linear, AxisTexels& out) {
    alignas(64) double texels[warp_size];
    const TextureAxis here = axis;
    WARPSCOPE_FOR_LANES {
        const double value = coordinates[l];
        // NaN and subnormal numbers count as 0.
        const double usual = __builtin_fabs(value) >= 0x1p-126 ? value : 0.0;
        constexpr double far = 1e12;
        texels[l] = limited(is_normalized ? in_texels<mode>(usual, here) : usual, -far, far);
    }
    if (!is_linear) {
        WARPSCOPE_FOR_LANES out.at[0][l] = texel_at<mode>(__builtin_floor(texels[l]), here.count);
        return;
    }
    WARPSCOPE_FOR_LANES {
        const double fixed = __builtin_floor(texels[l] * one + 0.5) - one / 2;
        const double first = __builtin_floor(fixed / one);
        out.weight[l] = static_cast<int32_t>(fixed - first * one);
        out.at[0][l] = texel_at<mode>(first, here.count);
        out.at[1][l] = texel_at<mode>(first + 1, here.count);
    }
}

template<bool is_normalized>
void place_by_mode(const float* coordinates, const TextureAxis& axis, bool is_linear, AxisTexels& out) {
    switch (axis.mode) {
    case AddressMode::wrap: return place<AddressMode::wrap, is_normalized>(coordinates, axis, is_linear, out);
    case AddressMode::mirror: return place<AddressMode::mirror, is_normalized>(coordinates, axis, is_linear, out);
    case AddressMode::border: return place<AddressMode::border, is_normalized>(coordinates, axis, is_linear, out);
    case AddressMode::clamp: return place<AddressMode::clamp, is_normalized>(coordinates, axis, is_linear, out);
    }
}

HWY_INLINE int32_t product(int32_t a, int32_t b) { return (a * b + one / 2) / one; }
HWY_INLINE int32_t lower(int32_t a, int32_t b) { return a < b ? a : b; }
HWY_INLINE int32_t higher(int32_t a, int32_t b) { return a > b ? a : b; }

/// Rounds products of axis weights so that the corners add up to `one`.
void weigh_8(const int32_t* x, const int32_t* y, const int32_t* z, TextureCorners& corners) {
    auto& w = corners.weight;
    WARPSCOPE_FOR_LANES {
        const int32_t a = x[l], b = y[l], c = z[l];
        const int32_t ab = product(a, b), ac = product(a, c), bc = product(b, c);
        // Keeps all weights nonnegative.
        const int32_t min = higher(higher(0, ab + ac - a), higher(ab + bc - b, ac + bc - c));
        const int32_t max = lower(lower(ab, ac), lower(bc, one - a - b - c + ab + ac + bc));
        const int32_t abc = higher(min, lower(max, product(ab, c)));
        w[0][l] = one - a - b - c + ab + ac + bc - abc;
        w[1][l] = a - ab - ac + abc;
        w[2][l] = b - ab - bc + abc;
        w[3][l] = ab - abc;
        w[4][l] = c - ac - bc + abc;
        w[5][l] = ac - abc;
        w[6][l] = bc - abc;
        w[7][l] = abc;
    }
}
void weigh_4(const int32_t* x, const int32_t* y, TextureCorners& corners) {
    auto& w = corners.weight;
    WARPSCOPE_FOR_LANES {
        const int32_t ab = product(x[l], y[l]);
        w[0][l] = one - x[l] - y[l] + ab;
        w[1][l] = x[l] - ab;
        w[2][l] = y[l] - ab;
        w[3][l] = ab;
    }
}
void weigh_2(const int32_t* x, TextureCorners& corners) {
    auto& w = corners.weight;
    WARPSCOPE_FOR_LANES {
        w[0][l] = one - x[l];
        w[1][l] = x[l];
    }
}

struct NotNegative {
    static HWY_INLINE bool of(double a, double) { return a >= 0; }
};
struct Equal {
    static HWY_INLINE bool of(double a, double b) { return a == b; }
};

HWY_INLINE void locate(const Texture& texture, const AxisTexels* axes, uint32_t count, uint32_t corner,
                       TextureCorners& out) {
    const double *const x = axes[0].at[corner & 1], *const y = axes[1].at[corner >> 1 & 1],
                        *const z = axes[2].at[corner >> 2 & 1];
    uint64_t* const address = out.address[corner];
    const uint64_t start = texture.address, step = texture.texel_bytes(), row = texture.row_bytes,
                   layer = texture.layer_bytes;
    WARPSCOPE_FOR_LANES address[l] = start + static_cast<uint64_t>(static_cast<int64_t>(x[l])) * step;
    out.inside[corner] = lanes_where<NotNegative>(x, x);
    if (count < 2) return;
    WARPSCOPE_FOR_LANES address[l] += static_cast<uint64_t>(static_cast<int64_t>(y[l])) * row;
    out.inside[corner] &= lanes_where<NotNegative>(y, y);
    if (count < 3) return;
    WARPSCOPE_FOR_LANES address[l] += static_cast<uint64_t>(static_cast<int64_t>(z[l])) * layer;
    out.inside[corner] &= lanes_where<NotNegative>(z, z);
}

void corners_at_points(const Texture& texture, const TextureAxis* axes, bool halves_with_border,
                       const float* const* coordinates, TextureCorners& out) {
    const bool is_linear = texture.settings.linear;
    AxisTexels texels[3];
    uint32_t count = texture.dimensions;
    for (uint32_t axis = 0; axis < count; ++axis)
        if (texture.settings.normalized_coordinates)
            place_by_mode<true>(coordinates[axis], axes[axis], is_linear, texels[axis]);
        else
            place_by_mode<false>(coordinates[axis], axes[axis], is_linear, texels[axis]);
    if (halves_with_border) {
        WARPSCOPE_FOR_LANES {
            texels[1].at[0][l] = -1;
            texels[1].at[1][l] = 0;
            texels[1].weight[l] = one / 2;
        }
        count = 2;
    }
    out.count = is_linear ? 1u << count : 1;
    for (uint32_t axis = 0; axis < count && is_linear; ++axis)
        out.repeated[axis] = lanes_where<Equal>(texels[axis].at[0], texels[axis].at[1]);
    for (uint32_t corner = 0; corner < out.count; ++corner) locate(texture, texels, count, corner, out);
    if (out.count == 2) weigh_2(texels[0].weight, out);
    if (out.count == 4) weigh_4(texels[0].weight, texels[1].weight, out);
    if (out.count == 8) weigh_8(texels[0].weight, texels[1].weight, texels[2].weight, out);
}

struct Within {
    static HWY_INLINE bool of(double at, double count) { return at >= 0 && at < count; }
};

void corners_at_texels(const Texture& texture, const TextureAxis* axes, const int32_t* const* coordinates,
                       TextureCorners& out) {
    AxisTexels texels[3];
    out.count = 1;
    for (uint32_t axis = 0; axis < texture.dimensions; ++axis) {
        const double last = axes[axis].count;
        WARPSCOPE_FOR_LANES {
            const double at = coordinates[axis][l];
            texels[axis].at[0][l] = Within::of(at, last) ? at : -1;
        }
    }
    locate(texture, texels, texture.dimensions, 0, out);
}

template<class T>
HWY_INLINE void load(HostBase memory, const uint64_t* address, LaneMask readable, uint32_t* bits) {
    for (LaneMask m = readable; m != 0; m &= m - 1) {
        const uint32_t l = static_cast<uint32_t>(__builtin_ctz(m));
        bits[l] = reinterpret_cast<const Unaligned<T>*>(memory + address[l])->value;
    }
}

HWY_INLINE void read_bits(const TexelKind& kind, HostBase memory, const TextureCorners& corners, uint32_t corner,
                          uint32_t channel, LaneMask readable, uint32_t* bits) {
    const LaneMask inside = corners.inside[corner];
    const uint32_t border = kind.border[channel];
    WARPSCOPE_FOR_LANES bits[l] = inside >> l & 1 ? 0 : border;
    const HostBase at = memory.moved(channel * kind.bytes);
    const uint64_t* const address = corners.address[corner];
    switch (kind.bytes) {
    case 1: return load<uint8_t>(at, address, readable & inside, bits);
    case 2: return load<uint16_t>(at, address, readable & inside, bits);
    default: return load<uint32_t>(at, address, readable & inside, bits);
    }
}

HWY_INLINE int32_t extended(uint32_t bits, uint32_t shift) { return static_cast<int32_t>(bits << shift) >> shift; }

void convert_one(const TexelKind& kind, const uint32_t* bits, uint32_t* out) {
    const uint32_t shift = 32 - 8 * kind.bytes;
    const bool is_signed = kind.format == TexelFormat::signed_integer;
    if (kind.is_normalized) {
        const auto full = static_cast<float>((1u << (is_signed ? 31 - shift : 32 - shift)) - 1);
        if (is_signed) {
            WARPSCOPE_FOR_LANES {
                const float value = static_cast<float>(extended(bits[l], shift)) / full;
                out[l] = bits_as<uint32_t>(value < -1 ? -1.0f : value);
            }
        } else {
            WARPSCOPE_FOR_LANES out[l] = bits_as<uint32_t>(static_cast<float>(static_cast<int32_t>(bits[l])) / full);
        }
    } else if (is_signed) {
        WARPSCOPE_FOR_LANES out[l] = static_cast<uint32_t>(extended(bits[l], shift));
    } else if (kind.format == TexelFormat::floating && kind.bytes == 2) {
        for (uint32_t l = 0; l < warp_size; ++l) out[l] = bits_as<uint32_t>(float_of_half(bits[l]));
    } else {
        WARPSCOPE_FOR_LANES out[l] = bits[l];
    }
}

HWY_INLINE void widen(const TexelKind& kind, uint32_t* bits) {
    const bool is_signed = kind.format == TexelFormat::signed_integer;
    if (kind.bytes == 1 && is_signed) {
        WARPSCOPE_FOR_LANES {
            const int32_t value = extended(bits[l], 24);
            bits[l] = static_cast<uint32_t>(value * 258 + value / 64);
        }
    } else if (kind.bytes == 1) {
        WARPSCOPE_FOR_LANES bits[l] *= 257;
    } else if (is_signed) {
        WARPSCOPE_FOR_LANES bits[l] = static_cast<uint32_t>(extended(bits[l], 16));
    }
}

void filter_floats(const TexelKind& kind, HostBase memory, const TextureCorners& corners, const LaneMask* readable,
                   uint32_t channel, uint32_t* out) {
    alignas(64) double sums[warp_size]{};
    alignas(64) uint32_t bits[warp_size];
    for (uint32_t corner = 0; corner < corners.count; ++corner) {
        read_bits(kind, memory, corners, corner, channel, readable[corner], bits);
        if (kind.bytes == 2)
            for (uint32_t& one_lane : bits) one_lane = bits_as<uint32_t>(float_of_half(one_lane));
        const int32_t* const weight = corners.weight[corner];
        // A weight of 0 also ignores infinity and NaN.
        WARPSCOPE_FOR_LANES sums[l] += weight[l] != 0 ? weight[l] * double{bits_as<float>(bits[l])} : 0.0;
    }
    WARPSCOPE_FOR_LANES out[l] = bits_as<uint32_t>(static_cast<float>(sums[l] / one));
    if (kind.bytes == 2)
        for (uint32_t l = 0; l < warp_size; ++l) out[l] = bits_as<uint32_t>(rounded_to_half(sums[l] / one));
}

void filter_integers(const TexelKind& kind, HostBase memory, const TextureCorners& corners, const LaneMask* readable,
                     uint32_t channel, uint32_t* out) {
    alignas(64) int32_t sums[warp_size]{};
    alignas(64) uint32_t bits[warp_size];
    for (uint32_t corner = 0; corner < corners.count; ++corner) {
        read_bits(kind, memory, corners, corner, channel, readable[corner], bits);
        widen(kind, bits);
        const int32_t* const weight = corners.weight[corner];
        WARPSCOPE_FOR_LANES sums[l] += weight[l] * static_cast<int32_t>(bits[l]);
    }
    const float full = kind.format == TexelFormat::signed_integer ? 32767.0f : 65535.0f;
    WARPSCOPE_FOR_LANES {
        const float value = static_cast<float>((sums[l] + one / 2) >> 8) / full;
        out[l] = bits_as<uint32_t>(value < -1 ? -1.0f : value);
    }
}

void sample_lanes(const TexelKind& kind, HostBase memory, const TextureCorners& corners, const LaneMask* readable,
                  LaneMask mask, uint32_t* const* values) {
    alignas(64) uint32_t bits[warp_size];
    for (uint32_t channel = 0; channel < 4; ++channel) {
        uint32_t* const to = values[channel];
        alignas(64) uint32_t out[warp_size]{};
        if (channel < kind.channels && corners.count == 1) {
            read_bits(kind, memory, corners, 0, channel, readable[0], bits);
            convert_one(kind, bits, out);
        } else if (channel < kind.channels && kind.format == TexelFormat::floating) {
            filter_floats(kind, memory, corners, readable, channel, out);
        } else if (channel < kind.channels) {
            filter_integers(kind, memory, corners, readable, channel, out);
        }
        WARPSCOPE_FOR_LANES to[l] = mask >> l & 1 ? out[l] : to[l];
    }
}

} // namespace

void corners_at_points_here(const Texture& texture, const TextureAxis* axes, bool halves_with_border,
                            const float* const* coordinates, TextureCorners& out) {
    corners_at_points(texture, axes, halves_with_border, coordinates, out);
}
void corners_at_texels_here(const Texture& texture, const TextureAxis* axes, const int32_t* const* coordinates,
                            TextureCorners& out) {
    corners_at_texels(texture, axes, coordinates, out);
}
void sample_here(const TexelKind& kind, HostBase memory, const TextureCorners& corners, const LaneMask* readable,
                 LaneMask mask, uint32_t* const* values) {
    sample_lanes(kind, memory, corners, readable, mask, values);
}

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <bit>
#include <cmath>

namespace warpscope::simt {

HWY_EXPORT(corners_at_points_here);
HWY_EXPORT(corners_at_texels_here);
HWY_EXPORT(sample_here);

namespace {

TextureAxis axis_of(const Texture& texture, uint32_t axis) {
    const uint64_t count = texture.extent(axis);
    const int bits = std::max(21, static_cast<int>(std::bit_width(count - 1)) + 7);
    return {static_cast<double>(count), std::ldexp(1.0, bits), texture.settings.address_of(axis)};
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

} // namespace

float float_of_half(uint32_t bits) { return float_from_bits<HalfFormat::ieee>(static_cast<uint16_t>(bits)); }
float rounded_to_half(double value) {
    return float_of_half(bits_from_double<HalfFormat::ieee>(value, ptx::Rounding::rna));
}

void find_corners(const Texture& texture, const float* const (&coordinates)[3], TextureCorners& corners) {
    const TextureAxis axes[3]{axis_of(texture, 0), axis_of(texture, 1), axis_of(texture, 2)};
    // A GPU filters in two dimensions, so half of the result is the border.
    const bool halves_with_border =
        texture.dimensions == 1 && texture.settings.linear && texture.settings.address[1] == AddressMode::border;
    HWY_DYNAMIC_DISPATCH(corners_at_points_here)(texture, axes, halves_with_border, coordinates, corners);
}

void find_corners(const Texture& texture, const int32_t* const (&coordinates)[3], TextureCorners& corners) {
    const TextureAxis axes[3]{axis_of(texture, 0), axis_of(texture, 1), axis_of(texture, 2)};
    HWY_DYNAMIC_DISPATCH(corners_at_texels_here)(texture, axes, coordinates, corners);
}

void sample(const Texture& texture, const TextureCorners& corners, const LaneMask (&readable)[max_corners],
            HostBase memory, bool border_is_zero, LaneMask mask, uint32_t* const (&values)[4]) {
    TexelKind kind{texture.format, texture.channel_bytes, texture.channels, texture.settings.normalized_values, {}};
    for (uint32_t channel = 0; channel < texture.channels && !border_is_zero; ++channel)
        kind.border[channel] = border_bits(texture, channel);
    HWY_DYNAMIC_DISPATCH(sample_here)(kind, memory, corners, readable, mask, values);
}

} // namespace warpscope::simt
#endif
