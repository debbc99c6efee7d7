#include "simt/code/narrow_float.hpp"

#include <algorithm>

#include "simt/lanes/half.hpp"
#include "simt/lanes/scalar_lanes.hpp"

namespace warpscope::simt {
namespace {

using ptx::Rounding;
using ptx::Type;

/// 8-bit format. `largest`: bits of the largest finite number
struct TinyFormat {
    int mantissa, bias;
    uint8_t largest;
};
constexpr TinyFormat e4m3{3, 7, 0x7e}, e5m2{2, 15, 0x7b};
constexpr uint8_t tiny_nan = 0x7f;

/// Overflow gives the largest finite number.
uint8_t tiny_from_double(double value, const TinyFormat& format) {
    if (value != value) return tiny_nan;
    const auto sign = static_cast<uint8_t>(std::signbit(value) ? 0x80 : 0);
    const double magnitude = std::fabs(value);
    if (magnitude >= std::ldexp(1.0, format.bias + 2)) return sign | format.largest;
    const int lowest = 1 - format.bias;
    const int exponent = magnitude == 0 ? lowest : std::max(std::ilogb(magnitude), lowest);
    const auto units = static_cast<uint32_t>(std::nearbyint(std::ldexp(magnitude, format.mantissa - exponent)));
    const uint32_t bits = (static_cast<uint32_t>(exponent - lowest) << format.mantissa) + units;
    return static_cast<uint8_t>(sign | std::min<uint32_t>(bits, format.largest));
}

/// Converts exactly to f16, which contains both formats.
uint16_t half_from_tiny(uint8_t bits, const TinyFormat& format) {
    if (format.mantissa == e5m2.mantissa) {
        const auto half = static_cast<uint16_t>(bits << 8);
        return (half & 0x7fff) > infinity_bits<HalfFormat::ieee> ? half_nan : half;
    }
    if ((bits & 0x7f) == tiny_nan) return half_nan;
    const int field = bits >> format.mantissa & 0xf, mantissa = bits & 7;
    const double value = std::ldexp(field == 0 ? mantissa : mantissa + 8, std::max(field, 1) - format.bias - 3);
    return bits_from_double<HalfFormat::ieee>((bits & 0x80) != 0 ? -value : value);
}

double rectified(double value, uint32_t how) { return (how & narrow_relu) != 0 && value <= 0 ? 0.0 : value; }
Rounding rounding_of(uint32_t how) { return static_cast<Rounding>(how & narrow_rounding); }

template<HalfFormat format>
uint16_t rounded_half(float a, uint32_t how) {
    constexpr uint16_t largest = infinity_bits<format> - 1;
    double value = rectified(a, how);
    const double bound = float_from_bits<format>(largest);
    if ((how & narrow_finite) != 0 && value == value) value = std::clamp(value, -bound, bound);
    return bits_from_double<format>(value, rounding_of(how));
}

/// Rounds to tf32. NaNs follow an H100 (tests/conformance/h100.txt): .rna truncates them, and .satfinite subtracts one
/// unit.
uint32_t tf32_from_float(float a, uint32_t how) {
    constexpr uint32_t below = (1u << 13) - 1, infinity = 0x7f800000;
    const bool nan = a != a, to_away = rounding_of(how) == Rounding::rna;
    if (nan && !to_away) return 0x7fffffff & ~below;
    const auto bits = std::bit_cast<uint32_t>(nan ? a : static_cast<float>(rectified(a, how)));
    uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude < infinity) {
        if (to_away) magnitude += (below + 1) / 2;
        if (rounding_of(how) == Rounding::rn) magnitude += below / 2 + (magnitude >> 13 & 1);
    }
    magnitude &= ~below;
    if ((how & narrow_finite) != 0 && magnitude >= infinity) magnitude -= below + 1;
    return (bits & 0x80000000u) | magnitude;
}

template<auto function, class D, class A>
const Inst* narrow_one(Warp& warp, const Inst* i, std::byte* frame) {
    for_each_lane(warp.exec, [&](uint32_t l) { slot<D>(frame, i->d)[l] = function(slot<A>(frame, i->a)[l], i->aux); });
    return i + 1;
}
template<HalfFormat format>
uint32_t half_pair(float a, float b, uint32_t how) {
    return uint32_t{rounded_half<format>(a, how)} << 16 | rounded_half<format>(b, how);
}
template<const TinyFormat& format>
uint16_t tiny_pair(float a, float b, uint32_t how) {
    return static_cast<uint16_t>(tiny_from_double(rectified(a, how), format) << 8 |
                                 tiny_from_double(rectified(b, how), format));
}
template<const TinyFormat& format>
uint16_t tiny_pair_of_halves(uint32_t a, uint32_t how) {
    return tiny_pair<format>(float_from_bits<HalfFormat::ieee>(static_cast<uint16_t>(a >> 16)),
                             float_from_bits<HalfFormat::ieee>(static_cast<uint16_t>(a)), how);
}
template<const TinyFormat& format>
uint32_t halves_of_tiny_pair(uint16_t a, uint32_t how) {
    const auto half = [how](uint16_t bits) { return (how & narrow_relu) != 0 && bits >> 15 != 0 ? uint16_t{0} : bits; };
    return uint32_t{half(half_from_tiny(static_cast<uint8_t>(a >> 8), format))} << 16 |
           half(half_from_tiny(static_cast<uint8_t>(a), format));
}
template<auto function, class D>
const Inst* narrow_pair(Warp& warp, const Inst* i, std::byte* frame) {
    for_each_lane(warp.exec, [&](uint32_t l) {
        slot<D>(frame, i->d)[l] = function(slot<float>(frame, i->a)[l], slot<float>(frame, i->b)[l], i->aux);
    });
    return i + 1;
}

const Inst* pack(Warp& warp, const Inst* i, std::byte* frame) {
    const uint32_t bits = i->aux & pack_bits;
    const bool is_signed = (i->aux & pack_signed) != 0;
    const int32_t max = (1 << (is_signed ? bits - 1 : bits)) - 1, min = is_signed ? -max - 1 : 0;
    for_each_lane(warp.exec, [&](uint32_t l) {
        const auto part = [&](uint32_t from) {
            return static_cast<uint32_t>(std::clamp(slot<int32_t>(frame, from)[l], min, max)) & ((1u << bits) - 1);
        };
        const uint64_t above = uint64_t{slot<uint32_t>(frame, i->c)[l]} << 2 * bits;
        slot<uint32_t>(frame, i->d)[l] = static_cast<uint32_t>(above) | part(i->a) << bits | part(i->b);
    });
    return i + 1;
}

template<const TinyFormat& format>
Handler into_tiny(Type from) {
    if (from == Type::f32) return narrow_pair<tiny_pair<format>, uint16_t>;
    return from == Type::f16x2 ? narrow_one<tiny_pair_of_halves<format>, uint16_t, uint32_t> : nullptr;
}

} // namespace

Handler find_narrow(Type to, Type from) {
    switch (to) {
    case Type::e4m3x2: return into_tiny<e4m3>(from);
    case Type::e5m2x2: return into_tiny<e5m2>(from);
    case Type::f16x2:
        if (from == Type::e4m3x2) return narrow_one<halves_of_tiny_pair<e4m3>, uint32_t, uint16_t>;
        if (from == Type::e5m2x2) return narrow_one<halves_of_tiny_pair<e5m2>, uint32_t, uint16_t>;
        return from == Type::f32 ? narrow_pair<half_pair<HalfFormat::ieee>, uint32_t> : nullptr;
    case Type::bf16x2: return from == Type::f32 ? narrow_pair<half_pair<HalfFormat::brain>, uint32_t> : nullptr;
    case Type::f16: return from == Type::f32 ? narrow_one<rounded_half<HalfFormat::ieee>, uint16_t, float> : nullptr;
    case Type::bf16: return from == Type::f32 ? narrow_one<rounded_half<HalfFormat::brain>, uint16_t, float> : nullptr;
    case Type::tf32: return from == Type::f32 ? narrow_one<tf32_from_float, uint32_t, float> : nullptr;
    default: return nullptr;
    }
}

Handler find_integer_pack() { return pack; }

} // namespace warpscope::simt
