#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/ops/convert.cpp"
#include "simt/lanes/vector_targets.hpp"

#include "simt/code/opcode_form.hpp"

#include "simt/lanes/float-inl.hpp"
#include "simt/lanes/lane_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {
namespace {

using ptx::Rounding;
using ptx::Type;

template<class T>
struct SlotOf {
    using type = T;
};
template<>
struct SlotOf<uint8_t> {
    using type = uint16_t;
};
template<>
struct SlotOf<int8_t> {
    using type = uint16_t;
};
template<class T>
using Slot = typename SlotOf<T>::type;

template<class T>
constexpr bool is_signed = static_cast<T>(-1) < T{0};
template<class T>
constexpr int value_bits = 8 * sizeof(T) - is_signed<T>;
template<class T>
constexpr T largest = static_cast<T>(~uint64_t{0} >> (64 - value_bits<T>));
template<class T>
constexpr T smallest = is_signed<T> ? static_cast<T>(-largest<T> - 1) : T{0};
template<class F, class T>
constexpr F two_to_value_bits = value_bits<T> == 64 ? F(0x1p64) : static_cast<F>(uint64_t{1} << (value_bits<T> % 64));

template<class D, class S, bool sat>
struct IntegerToInteger {
    static HWY_INLINE Slot<D> of(Slot<S> raw) {
        const S a = static_cast<S>(raw);
        if constexpr (!sat) return static_cast<Slot<D>>(static_cast<D>(a));
        bool low = false, high = false;
        if constexpr (is_signed<S>) {
            low = int64_t{a} < (is_signed<D> ? static_cast<int64_t>(smallest<D>) : 0);
            high = a > 0 && static_cast<uint64_t>(a) > static_cast<uint64_t>(largest<D>);
        } else {
            high = uint64_t{a} > static_cast<uint64_t>(largest<D>);
        }
        const D value = low ? smallest<D> : high ? largest<D> : static_cast<D>(a);
        return static_cast<Slot<D>>(value);
    }
};

template<class D, class S, bool sat>
struct IntegerToFloat {
    static HWY_INLINE D of(Slot<S> raw) {
        const D value = static_cast<D>(static_cast<S>(raw));
        return sat ? saturate(value) : value;
    }
};

template<Rounding rounding>
HWY_INLINE float integral(float a) {
    return rounding == Rounding::rni   ? __builtin_rintf(a)
           : rounding == Rounding::rmi ? __builtin_floorf(a)
           : rounding == Rounding::rpi ? __builtin_ceilf(a)
                                       : __builtin_truncf(a);
}
template<Rounding rounding>
HWY_INLINE double integral(double a) {
    return rounding == Rounding::rni   ? __builtin_rint(a)
           : rounding == Rounding::rmi ? __builtin_floor(a)
           : rounding == Rounding::rpi ? __builtin_ceil(a)
                                       : __builtin_trunc(a);
}

template<class D, class F, Rounding rounding, bool ftz>
struct FloatToInteger {
    static HWY_INLINE Slot<D> of(F raw) {
        F a = raw;
        if constexpr (ftz && sizeof(F) == 4) a = flushed(a);
        const F rounded = integral<rounding>(a);
        const bool high = rounded >= two_to_value_bits<F, D>;
        const bool low = is_signed<D> ? rounded < -two_to_value_bits<F, D> : rounded < 0;
        const bool inside = !high && !low && rounded == rounded;
        const D value = static_cast<D>(inside ? rounded : F{0});
        // NaN gives zero; if one of the types has 64 bits, NaN gives the sign bit.
        constexpr D none = sizeof(F) == 8 || sizeof(D) == 8 ? static_cast<D>(uint64_t{1} << (8 * sizeof(D) - 1)) : D{0};
        return static_cast<Slot<D>>(high ? largest<D> : low ? smallest<D> : inside ? value : none);
    }
};

template<class D, class S, bool ftz, bool sat>
struct FloatToFloat {
    static HWY_INLINE D of(S a) {
        // Only f32 with .ftz gets the canonical NaN. Other conversions truncate or extend the payload.
        if constexpr (sizeof(S) == 4 && ftz) a = canonical(flushed(a));
        D value = static_cast<D>(a);
        if constexpr (sizeof(D) == 4 && ftz) value = flushed(value);
        return sat ? saturate(value) : value;
    }
};
template<class F, Rounding rounding, bool ftz, bool sat>
struct FloatToIntegral {
    static HWY_INLINE F of(F a) {
        if constexpr (sizeof(F) == 4 && ftz) a = flushed(a);
        F value = a;
        if constexpr (rounding != Rounding::none) value = integral<rounding>(a);
        return sat ? saturate(value) : canonical(value);
    }
};

/// Rare forms are compiled for one vector target, to save compile time.
constexpr bool has_all_forms = HWY_TARGET == HWY_STATIC_TARGET;

template<class D, class S>
Handler bits_of_integer() {
    using Target = std::conditional_t<(sizeof(D) > 1), std::make_unsigned_t<D>, D>;
    using Source = std::conditional_t<(sizeof(D) <= sizeof(S)), std::make_unsigned_t<S>, S>;
    return map1<IntegerToInteger<Target, Source, false>, Slot<Target>, Slot<Source>>;
}
template<class D, class S>
Handler integer_to_integer(bool sat) {
    if (!sat) return bits_of_integer<D, S>();
    if constexpr (has_all_forms) return map1<IntegerToInteger<D, S, true>, Slot<D>, Slot<S>>;
    return nullptr;
}
template<class S>
Handler from_integer(const Form& f) {
    const bool directed = f.rounding != Rounding::none && f.rounding != Rounding::rn;
    switch (f.type) {
    case Type::u8: return integer_to_integer<uint8_t, S>(f.sat);
    case Type::s8: return integer_to_integer<int8_t, S>(f.sat);
    case Type::u16: return integer_to_integer<uint16_t, S>(f.sat);
    case Type::s16: return integer_to_integer<int16_t, S>(f.sat);
    case Type::u32: return integer_to_integer<uint32_t, S>(f.sat);
    case Type::s32: return integer_to_integer<int32_t, S>(f.sat);
    case Type::u64: return integer_to_integer<uint64_t, S>(f.sat);
    case Type::s64: return integer_to_integer<int64_t, S>(f.sat);
    case Type::f32:
        if (directed) return nullptr;
        return f.sat ? map1<IntegerToFloat<float, S, true>, float, Slot<S>>
                     : map1<IntegerToFloat<float, S, false>, float, Slot<S>>;
    case Type::f64:
        if (directed) return nullptr;
        return f.sat ? map1<IntegerToFloat<double, S, true>, double, Slot<S>>
                     : map1<IntegerToFloat<double, S, false>, double, Slot<S>>;
    default: return nullptr;
    }
}

template<class D, class F, bool ftz>
Handler to_integer(Rounding rounding) {
    if constexpr (sizeof(D) < 4 && !has_all_forms)
        return nullptr;
    else
        switch (rounding) {
        case Rounding::rni: return map1<FloatToInteger<D, F, Rounding::rni, ftz>, Slot<D>, F>;
        case Rounding::rmi: return map1<FloatToInteger<D, F, Rounding::rmi, ftz>, Slot<D>, F>;
        case Rounding::rpi: return map1<FloatToInteger<D, F, Rounding::rpi, ftz>, Slot<D>, F>;
        case Rounding::rzi:
        case Rounding::none: return map1<FloatToInteger<D, F, Rounding::rzi, ftz>, Slot<D>, F>;
        default: return nullptr;
        }
}
template<class F, Rounding rounding>
Handler integral_value(bool ftz, bool sat) {
    constexpr bool can_flush = sizeof(F) == 4;
    if (sat) {
        if constexpr (has_all_forms)
            return ftz ? map1<FloatToIntegral<F, rounding, can_flush, true>, F, F>
                       : map1<FloatToIntegral<F, rounding, false, true>, F, F>;
        return nullptr;
    }
    return ftz ? map1<FloatToIntegral<F, rounding, can_flush, false>, F, F>
               : map1<FloatToIntegral<F, rounding, false, false>, F, F>;
}
template<class F>
Handler same_type(const Form& f) {
    switch (f.rounding) {
    case Rounding::none:
    case Rounding::rn: return integral_value<F, Rounding::none>(f.ftz, f.sat);
    case Rounding::rni: return integral_value<F, Rounding::rni>(f.ftz, f.sat);
    case Rounding::rzi: return integral_value<F, Rounding::rzi>(f.ftz, f.sat);
    case Rounding::rmi: return integral_value<F, Rounding::rmi>(f.ftz, f.sat);
    case Rounding::rpi: return integral_value<F, Rounding::rpi>(f.ftz, f.sat);
    default: return nullptr;
    }
}
template<class D, class S>
Handler other_type(const Form& f) {
    if (f.rounding != Rounding::none && f.rounding != Rounding::rn) return nullptr;
    if (f.ftz) return f.sat ? map1<FloatToFloat<D, S, true, true>, D, S> : map1<FloatToFloat<D, S, true, false>, D, S>;
    return f.sat ? map1<FloatToFloat<D, S, false, true>, D, S> : map1<FloatToFloat<D, S, false, false>, D, S>;
}

template<class F, bool ftz>
Handler from_float(const Form& f) {
    switch (f.type) {
    case Type::u8: return to_integer<uint8_t, F, ftz>(f.rounding);
    case Type::s8: return to_integer<int8_t, F, ftz>(f.rounding);
    case Type::u16: return to_integer<uint16_t, F, ftz>(f.rounding);
    case Type::s16: return to_integer<int16_t, F, ftz>(f.rounding);
    case Type::u32: return to_integer<uint32_t, F, ftz>(f.rounding);
    case Type::s32: return to_integer<int32_t, F, ftz>(f.rounding);
    case Type::u64: return to_integer<uint64_t, F, ftz>(f.rounding);
    case Type::s64: return to_integer<int64_t, F, ftz>(f.rounding);
    case Type::f32: return sizeof(F) == 4 ? same_type<float>(f) : other_type<float, double>(f);
    case Type::f64: return sizeof(F) == 8 ? same_type<double>(f) : other_type<double, float>(f);
    default: return nullptr;
    }
}

Handler find(const Form& f) {
    switch (f.type2) {
    case Type::u8: return from_integer<uint8_t>(f);
    case Type::s8: return from_integer<int8_t>(f);
    case Type::u16: return from_integer<uint16_t>(f);
    case Type::s16: return from_integer<int16_t>(f);
    case Type::u32: return from_integer<uint32_t>(f);
    case Type::s32: return from_integer<int32_t>(f);
    case Type::u64: return from_integer<uint64_t>(f);
    case Type::s64: return from_integer<int64_t>(f);
    case Type::f32: return f.ftz ? from_float<float, true>(f) : from_float<float, false>(f);
    case Type::f64: return from_float<double, false>(f);
    default: return nullptr;
    }
}

} // namespace

Handler find_convert_here(const Form& form) { return find(form); }

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpscope::simt {
HWY_EXPORT(find_convert_here);
Handler find_convert(const Form& form) {
    const Handler handler = HWY_DYNAMIC_DISPATCH(find_convert_here)(form);
    return handler != nullptr ? handler : HWY_STATIC_DISPATCH(find_convert_here)(form);
}
} // namespace warpscope::simt
#endif
