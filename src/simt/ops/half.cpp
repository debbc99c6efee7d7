// Computes in double, exactly or rounded to odd, then rounds once.
#include <limits>

#include "simt/code/opcode_form.hpp"
#include "simt/lanes/denormal.hpp"
#include "simt/lanes/half.hpp"
#include "simt/lanes/scalar_lanes.hpp"

namespace warpscope::simt {
namespace {

using ptx::Opcode;
using ptx::Rounding;
using ptx::Type;

struct Add {
    static double of(double a, double b, double) { return sum_to_odd(a, b); }
};
struct Sub {
    static double of(double a, double b, double) { return sum_to_odd(a, -b); }
};
struct Mul {
    static double of(double a, double b, double) { return a * b; }
};
struct Fma {
    static double of(double a, double b, double c) { return sum_to_odd(a * b, c); }
};
template<bool larger, bool nan>
struct Extreme {
    static double of(double a, double b, double) {
        if (a != a || b != b) return nan || (a != a && b != b) ? NAN : a != a ? b : a;
        const bool a_below = a < b || (a == b && std::signbit(a) && !std::signbit(b));
        return a_below == larger ? b : a;
    }
};

enum class After { nothing, saturate, relu };

template<class F, HalfFormat format, bool ftz, After after>
struct Arithmetic {
    static uint16_t of(uint16_t a, uint16_t b, uint16_t c) {
        const auto in = [](uint16_t bits) {
            return static_cast<double>(float_from_bits<format>(ftz ? flushed_half<format>(bits) : bits));
        };
        double value = F::of(in(a), in(b), in(c));
        if (after == After::saturate) value = value > 0 ? (value < 1 ? value : 1.0) : 0.0;
        if (after == After::relu && value <= 0) value = 0.0; // also replaces -0
        if (ftz && std::fabs(value) < std::ldexp(1.0, 1 - exponent_bias<format>)) value = std::copysign(0.0, value);
        return bits_from_double<format>(value);
    }
};
template<class H>
struct Pair {
    static uint32_t of(uint32_t a, uint32_t b, uint32_t c) {
        const auto low = [](uint32_t x) { return static_cast<uint16_t>(x); };
        const auto high = [](uint32_t x) { return static_cast<uint16_t>(x >> 16); };
        return static_cast<uint32_t>(H::of(high(a), high(b), high(c))) << 16 | H::of(low(a), low(b), low(c));
    }
};

template<class F, HalfFormat format, bool ftz, After after>
Handler one_or_two(bool pair) {
    using H = Arithmetic<F, format, ftz, after>;
    return pair ? scalar3<Pair<H>, uint32_t, uint32_t> : scalar3<H, uint16_t, uint16_t>;
}
template<class F, HalfFormat format>
Handler by_flags(const Form& f, bool pair) {
    if (f.ftz) {
        if (f.sat) return one_or_two<F, format, true, After::saturate>(pair);
        return f.relu ? one_or_two<F, format, true, After::relu>(pair)
                      : one_or_two<F, format, true, After::nothing>(pair);
    }
    if (f.sat) return one_or_two<F, format, false, After::saturate>(pair);
    return f.relu ? one_or_two<F, format, false, After::relu>(pair)
                  : one_or_two<F, format, false, After::nothing>(pair);
}

template<bool negate, HalfFormat format>
struct Sign {
    static uint16_t of(uint16_t a) {
        if ((a & 0x7fff) > infinity_bits<format>) return half_nan;
        return static_cast<uint16_t>(negate ? a ^ 0x8000 : a & 0x7fff);
    }
    static uint32_t of(uint32_t a) {
        return static_cast<uint32_t>(of(static_cast<uint16_t>(a >> 16))) << 16 | of(static_cast<uint16_t>(a));
    }
};
template<bool negate, HalfFormat format>
Handler sign_operation(bool pair) {
    return pair ? scalar1<Sign<negate, format>, uint32_t, uint32_t> : scalar1<Sign<negate, format>, uint16_t, uint16_t>;
}

template<HalfFormat format>
Handler arithmetic(const Form& f, bool pair) {
    const bool nearest = f.rounding == Rounding::none || f.rounding == Rounding::rn;
    if (!nearest || f.xorsign) return nullptr;
    switch (f.opcode) {
    case Opcode::add: return by_flags<Add, format>(f, pair);
    case Opcode::sub: return by_flags<Sub, format>(f, pair);
    case Opcode::mul: return by_flags<Mul, format>(f, pair);
    case Opcode::fma: return by_flags<Fma, format>(f, pair);
    case Opcode::min:
        if (f.operands != 3) return nullptr;
        return f.nan ? by_flags<Extreme<false, true>, format>(f, pair)
                     : by_flags<Extreme<false, false>, format>(f, pair);
    case Opcode::max:
        if (f.operands != 3) return nullptr;
        return f.nan ? by_flags<Extreme<true, true>, format>(f, pair) : by_flags<Extreme<true, false>, format>(f, pair);
    case Opcode::neg: return f.ftz ? nullptr : sign_operation<true, format>(pair);
    case Opcode::abs: return f.ftz ? nullptr : sign_operation<false, format>(pair);
    default: return nullptr;
    }
}

enum Option : uint32_t { saturating = 0x100, rectifying = 0x200, flushing = 0x400 };

double adjusted(double value, uint32_t options) {
    if ((options & saturating) != 0) return value > 0 ? (value < 1 ? value : 1.0) : 0.0;
    if ((options & rectifying) != 0 && value <= 0) return 0.0;
    return value;
}

template<HalfFormat format, class S, uint32_t options, Rounding rounding>
struct ToHalf {
    static uint16_t of(S a) {
        if constexpr (std::is_same_v<S, float>)
            if ((options & flushing) != 0) a = flushed(a);
        if constexpr (std::is_same_v<S, double>)
            if (a != a && options == 0) return nan_from_double<format>(a);
        return bits_from_double<format>(adjusted(static_cast<double>(a), options), rounding);
    }
};
template<HalfFormat format, uint32_t options, Rounding rounding>
struct ToPair {
    static uint32_t of(float a, float b) {
        using H = ToHalf<format, float, options, rounding>;
        return static_cast<uint32_t>(H::of(a)) << 16 | H::of(b);
    }
};

template<HalfFormat format, class S, uint32_t options>
Handler to_half_rounded(Rounding rounding) {
    switch (rounding) {
    case Rounding::none:
    case Rounding::rn: return scalar1<ToHalf<format, S, options, Rounding::rn>, uint16_t, S>;
    case Rounding::rz: return scalar1<ToHalf<format, S, options, Rounding::rz>, uint16_t, S>;
    case Rounding::rm: return scalar1<ToHalf<format, S, options, Rounding::rm>, uint16_t, S>;
    case Rounding::rp: return scalar1<ToHalf<format, S, options, Rounding::rp>, uint16_t, S>;
    default: return nullptr;
    }
}
template<HalfFormat format, class S>
Handler to_half(const Form& f) {
    if (f.sat) return to_half_rounded<format, S, saturating>(f.rounding);
    if (f.relu) return to_half_rounded<format, S, rectifying>(f.rounding);
    return f.ftz ? to_half_rounded<format, S, flushing>(f.rounding) : to_half_rounded<format, S, 0>(f.rounding);
}
template<HalfFormat format>
Handler to_pair(const Form& f) {
    if (f.type2 != Type::f32 || f.operands != 3 || f.sat) return nullptr;
    const bool zero = f.rounding == Rounding::rz;
    if (!zero && f.rounding != Rounding::rn) return nullptr;
    if (f.relu)
        return zero ? scalar2<ToPair<format, rectifying, Rounding::rz>, uint32_t, float>
                    : scalar2<ToPair<format, rectifying, Rounding::rn>, uint32_t, float>;
    return zero ? scalar2<ToPair<format, 0, Rounding::rz>, uint32_t, float>
                : scalar2<ToPair<format, 0, Rounding::rn>, uint32_t, float>;
}

template<class D, HalfFormat format, uint32_t options>
struct FromHalf {
    static D of(uint16_t a) {
        const auto value = static_cast<D>(adjusted(float_from_bits<format>(a), options));
        // A bf16 NaN keeps its bits; an f16 NaN becomes the canonical NaN.
        if constexpr (std::is_same_v<D, float> && format == HalfFormat::ieee)
            return value == value ? value : std::bit_cast<float>(0x7fffffffu);
        return value;
    }
};
template<class D, HalfFormat format, Rounding rounding>
struct IntegerFromHalf {
    static D of(uint16_t a) {
        const double value = float_from_bits<format>(a);
        const double whole = rounding == Rounding::rni   ? std::nearbyint(value)
                             : rounding == Rounding::rmi ? std::floor(value)
                             : rounding == Rounding::rpi ? std::ceil(value)
                                                         : std::trunc(value);
        constexpr auto max = std::numeric_limits<D>::max(), min = std::numeric_limits<D>::min();
        if (value != value) return sizeof(D) == 8 ? static_cast<D>(uint64_t{1} << 63) : D{0};
        if (whole >= static_cast<double>(max)) return max;
        return whole <= static_cast<double>(min) ? min : static_cast<D>(whole);
    }
};
template<HalfFormat format, Rounding rounding>
struct IntegralHalf {
    static uint16_t of(uint16_t a) {
        const double value = float_from_bits<format>(a);
        if (rounding == Rounding::none) return value == value ? a : half_nan;
        const double whole = rounding == Rounding::rni   ? std::nearbyint(value)
                             : rounding == Rounding::rmi ? std::floor(value)
                             : rounding == Rounding::rpi ? std::ceil(value)
                                                         : std::trunc(value);
        return bits_from_double<format>(whole);
    }
};

template<class D, class Stored, HalfFormat format>
Handler integer_from_half(Rounding rounding) {
    switch (rounding) {
    case Rounding::rni: return scalar1<IntegerFromHalf<D, format, Rounding::rni>, Stored, uint16_t>;
    case Rounding::rmi: return scalar1<IntegerFromHalf<D, format, Rounding::rmi>, Stored, uint16_t>;
    case Rounding::rpi: return scalar1<IntegerFromHalf<D, format, Rounding::rpi>, Stored, uint16_t>;
    default: return scalar1<IntegerFromHalf<D, format, Rounding::rzi>, Stored, uint16_t>;
    }
}
template<HalfFormat format>
Handler integral_half(Rounding rounding) {
    switch (rounding) {
    case Rounding::none:
    case Rounding::rn: return scalar1<IntegralHalf<format, Rounding::none>, uint16_t, uint16_t>;
    case Rounding::rni: return scalar1<IntegralHalf<format, Rounding::rni>, uint16_t, uint16_t>;
    case Rounding::rmi: return scalar1<IntegralHalf<format, Rounding::rmi>, uint16_t, uint16_t>;
    case Rounding::rpi: return scalar1<IntegralHalf<format, Rounding::rpi>, uint16_t, uint16_t>;
    case Rounding::rzi: return scalar1<IntegralHalf<format, Rounding::rzi>, uint16_t, uint16_t>;
    default: return nullptr;
    }
}

template<HalfFormat from, HalfFormat to>
struct BetweenHalves {
    static uint16_t of(uint16_t a) { return bits_from_double<to>(float_from_bits<from>(a)); }
};

template<HalfFormat format>
Handler from_half(const Form& f) {
    constexpr Type own = format == HalfFormat::ieee ? Type::f16 : Type::bf16;
    constexpr HalfFormat other = format == HalfFormat::ieee ? HalfFormat::brain : HalfFormat::ieee;
    if (f.type == own) return f.sat ? nullptr : integral_half<format>(f.rounding);
    switch (f.type) {
    case Type::f16:
    case Type::bf16: return f.sat ? nullptr : scalar1<BetweenHalves<format, other>, uint16_t, uint16_t>;
    case Type::f32:
        return f.sat ? scalar1<FromHalf<float, format, saturating>, float, uint16_t>
                     : scalar1<FromHalf<float, format, 0>, float, uint16_t>;
    case Type::f64:
        return f.sat ? scalar1<FromHalf<double, format, saturating>, double, uint16_t>
                     : scalar1<FromHalf<double, format, 0>, double, uint16_t>;
    case Type::u8: return integer_from_half<uint8_t, uint16_t, format>(f.rounding);
    case Type::s8: return integer_from_half<int8_t, int16_t, format>(f.rounding);
    case Type::u16: return integer_from_half<uint16_t, uint16_t, format>(f.rounding);
    case Type::s16: return integer_from_half<int16_t, int16_t, format>(f.rounding);
    case Type::u32: return integer_from_half<uint32_t, uint32_t, format>(f.rounding);
    case Type::s32: return integer_from_half<int32_t, int32_t, format>(f.rounding);
    case Type::u64: return integer_from_half<uint64_t, uint64_t, format>(f.rounding);
    case Type::s64: return integer_from_half<int64_t, int64_t, format>(f.rounding);
    default: return nullptr;
    }
}

/// Exact below 2^53. Larger numbers overflow f16, and are rounded to odd for bf16.
template<class S>
struct Exact {
    static double of(S a) {
        const auto high = static_cast<double>(static_cast<S>(a / 65536));
        return sum_to_odd(high * 65536.0, static_cast<double>(static_cast<S>(a % 65536)));
    }
};
/// An 8-bit S uses the low bits of `Stored`.
template<HalfFormat format, class S, class Stored, Rounding rounding>
struct HalfFromInteger {
    static uint16_t of(Stored a) { return bits_from_double<format>(Exact<S>::of(static_cast<S>(a)), rounding); }
};
template<HalfFormat format, class S, class Stored = S>
Handler from_integer(Rounding rounding) {
    switch (rounding) {
    case Rounding::none:
    case Rounding::rn: return scalar1<HalfFromInteger<format, S, Stored, Rounding::rn>, uint16_t, Stored>;
    case Rounding::rz: return scalar1<HalfFromInteger<format, S, Stored, Rounding::rz>, uint16_t, Stored>;
    case Rounding::rm: return scalar1<HalfFromInteger<format, S, Stored, Rounding::rm>, uint16_t, Stored>;
    case Rounding::rp: return scalar1<HalfFromInteger<format, S, Stored, Rounding::rp>, uint16_t, Stored>;
    default: return nullptr;
    }
}

template<HalfFormat format>
Handler into_half(const Form& f) {
    switch (f.type2) {
    case Type::f32: return to_half<format, float>(f);
    case Type::f64: return to_half<format, double>(f);
    case Type::u8: return from_integer<format, uint8_t, uint16_t>(f.rounding);
    case Type::s8: return from_integer<format, int8_t, uint16_t>(f.rounding);
    case Type::u16: return from_integer<format, uint16_t>(f.rounding);
    case Type::s16: return from_integer<format, int16_t>(f.rounding);
    case Type::u32: return from_integer<format, uint32_t>(f.rounding);
    case Type::s32: return from_integer<format, int32_t>(f.rounding);
    case Type::u64: return from_integer<format, uint64_t>(f.rounding);
    case Type::s64: return from_integer<format, int64_t>(f.rounding);
    default: return nullptr;
    }
}

} // namespace

Handler find_half(const Form& f) {
    switch (f.type) {
    case Type::f16: return arithmetic<HalfFormat::ieee>(f, false);
    case Type::f16x2: return arithmetic<HalfFormat::ieee>(f, true);
    case Type::bf16: return arithmetic<HalfFormat::brain>(f, false);
    case Type::bf16x2: return arithmetic<HalfFormat::brain>(f, true);
    default: return nullptr;
    }
}

Handler find_half_convert(const Form& f) {
    if (f.type == Type::f16x2) return to_pair<HalfFormat::ieee>(f);
    if (f.type == Type::bf16x2) return to_pair<HalfFormat::brain>(f);
    if (f.operands != 2) return nullptr;
    if (f.type2 == Type::f16) return from_half<HalfFormat::ieee>(f);
    if (f.type2 == Type::bf16) return from_half<HalfFormat::brain>(f);
    if (f.type == Type::f16) return into_half<HalfFormat::ieee>(f);
    return f.type == Type::bf16 ? into_half<HalfFormat::brain>(f) : nullptr;
}

} // namespace warpscope::simt
