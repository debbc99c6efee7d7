// f32 and f64, rounded to nearest even.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/ops/float.cpp"
#include "simt/lanes/vector_targets.hpp"

#include "simt/code/opcode_form.hpp"
#include "simt/lanes/denormal.hpp"

#include "simt/lanes/float-inl.hpp"
#include "simt/lanes/lane_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {
namespace {

using ptx::Opcode;
using ptx::Rounding;
using ptx::Type;

// tiny() returns whether .ftz zeroes a result that rounds to a normal number.
struct Add {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return a + b;
    }
};
struct Sub {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return a - b;
    }
};
struct Mul {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return a * b;
    }
    static HWY_INLINE bool tiny(float a, float b) { return tiny_product(a, b); }
};
/// Double-precision division is a software routine that prefers a's NaN.
struct Div {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return a / b;
    }
    static HWY_INLINE bool tiny(float a, float b) { return tiny_quotient(a, b); }
};
template<class F>
constexpr bool prefers_first_nan = false;
template<>
inline constexpr bool prefers_first_nan<Div> = true;
struct Fma {
    static HWY_INLINE float of(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
    static HWY_INLINE double of(double a, double b, double c) { return __builtin_fma(a, b, c); }
    static HWY_INLINE bool tiny(float a, float b, float c) { return tiny_sum(a, b, c); }
};
struct Rcp {
    template<class T>
    static HWY_INLINE T of(T a) {
        return T{1} / a;
    }
    static HWY_INLINE bool tiny(float a) { return tiny_quotient(1.0f, a); }
};
struct Sqrt {
    static HWY_INLINE float of(float a) { return __builtin_sqrtf(a); }
    static HWY_INLINE double of(double a) { return __builtin_sqrt(a); }
};

template<class T>
struct BitsOf;
template<>
struct BitsOf<float> {
    using type = uint32_t;
};
template<>
struct BitsOf<double> {
    using type = uint64_t;
};
template<class T>
constexpr typename BitsOf<T>::type sign_bit = typename BitsOf<T>::type{1} << (8 * sizeof(T) - 1);

template<class T>
HWY_INLINE T with_sign(T magnitude, T sign) {
    using U = typename BitsOf<T>::type;
    return bits_as<T>(static_cast<U>((bits_as<U>(magnitude) & ~sign_bit<T>) | (bits_as<U>(sign) & sign_bit<T>)));
}
template<class F, bool ftz, bool sat>
struct Rounded {
    static HWY_INLINE float in(float a) { return ftz ? flushed(a) : a; }
    static HWY_INLINE double in(double a) { return a; }
    static HWY_INLINE float out(float a) {
        const float result = ftz ? flushed(a) : a;
        return sat ? saturate(result) : canonical(result);
    }
    static HWY_INLINE double out(double a) { return canonical(a); }

    template<class... T>
    static HWY_INLINE auto of(T... operands) {
        auto rounded = F::of(in(operands)...);
        if constexpr (ftz && requires { F::tiny(operands...); })
            rounded = F::tiny(in(operands)...) ? with_sign(decltype(rounded){0}, rounded) : rounded;
        const auto result = out(rounded);
        if constexpr (prefers_first_nan<F>)
            return propagate_nan_reversed(result, operands...);
        else
            return propagate_nan(result, operands...);
    }
};

template<class T>
HWY_INLINE bool negative(T a) {
    return (bits_as<typename BitsOf<T>::type>(a) & sign_bit<T>) != 0;
}

HWY_INLINE float quiet_if_nan(float a) { return a; } // unchanged, because canonical() follows
HWY_INLINE double quiet_if_nan(double a) { return a == a ? a : quiet(a); }

/// If one operand is NaN, returns the other operand, or NaN if `nan`. Treats -0 as less than +0.
template<bool larger, bool nan>
struct Extreme {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        const bool a_below = a < b || (a == b && negative(a) && !negative(b));
        const T chosen = a_below == larger ? b : a;
        const T number = a != a ? quiet_if_nan(b) : b != b ? a : chosen;
        return nan && (a != a || b != b) ? static_cast<T>(__builtin_nan("")) : number;
    }
};
template<bool larger, bool nan>
struct Extreme3 {
    static HWY_INLINE float of(float a, float b, float c) {
        using E = Extreme<larger, nan>;
        return E::of(E::of(a, b), c);
    }
};
/// The result's sign is the product of the operands' signs.
template<bool larger, bool nan>
struct ExtremeMagnitude {
    static HWY_INLINE float of(float a, float b) {
        const uint32_t sign = (bits_as<uint32_t>(a) ^ bits_as<uint32_t>(b)) & sign_bit<float>;
        const float value = Extreme<larger, nan>::of(with_sign(a, 0.0f), with_sign(b, 0.0f));
        return with_sign(value, bits_as<float>(sign));
    }
};
struct Neg {
    static HWY_INLINE float of(float a) { return canonical(bits_as<float>(bits_as<uint32_t>(a) ^ sign_bit<float>)); }
    static HWY_INLINE double of(double a) {
        return propagate_nan(bits_as<double>(bits_as<uint64_t>(a) ^ sign_bit<double>), a);
    }
};
struct Abs {
    static HWY_INLINE float of(float a) { return canonical(with_sign(a, 0.0f)); }
    static HWY_INLINE double of(double a) { return propagate_nan(with_sign(a, 0.0), a); }
};
struct CopySign {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return with_sign(b, a);
    }
};

template<class F, class T>
constexpr Handler one = map1<F, T, T>;
template<class F, class T>
constexpr Handler two = map2<F, T, T, T>;
template<class F, class T>
constexpr Handler three = map3<F, T, T, T, T>;

template<class F>
Handler unary(const Form& f) {
    if (f.type == Type::f64) return one<Rounded<F, false, false>, double>;
    if (f.type != Type::f32) return nullptr;
    return f.ftz ? one<Rounded<F, true, false>, float> : one<Rounded<F, false, false>, float>;
}
template<class F>
Handler binary(const Form& f) {
    if (f.type == Type::f64) return f.sat ? nullptr : two<Rounded<F, false, false>, double>;
    if (f.type != Type::f32) return nullptr;
    if (f.sat) return f.ftz ? two<Rounded<F, true, true>, float> : two<Rounded<F, false, true>, float>;
    return f.ftz ? two<Rounded<F, true, false>, float> : two<Rounded<F, false, false>, float>;
}
Handler fused(const Form& f) {
    if (f.type == Type::f64) return f.sat ? nullptr : three<Rounded<Fma, false, false>, double>;
    if (f.type != Type::f32) return nullptr;
    if (f.sat) return f.ftz ? three<Rounded<Fma, true, true>, float> : three<Rounded<Fma, false, true>, float>;
    return f.ftz ? three<Rounded<Fma, true, false>, float> : three<Rounded<Fma, false, false>, float>;
}

template<bool larger>
Handler extreme(const Form& f) {
    if (f.type == Type::f64)
        return f.operands == 3 && !f.nan && !f.xorsign ? two<Extreme<larger, false>, double> : nullptr;
    if (f.type != Type::f32) return nullptr;
    if (f.operands == 4) {
        if (f.xorsign || f.abs) return nullptr;
        if (f.nan)
            return f.ftz ? three<Rounded<Extreme3<larger, true>, true, false>, float>
                         : three<Rounded<Extreme3<larger, true>, false, false>, float>;
        return f.ftz ? three<Rounded<Extreme3<larger, false>, true, false>, float>
                     : three<Rounded<Extreme3<larger, false>, false, false>, float>;
    }
    if (f.xorsign) {
        if (f.nan)
            return f.ftz ? two<Rounded<ExtremeMagnitude<larger, true>, true, false>, float>
                         : two<Rounded<ExtremeMagnitude<larger, true>, false, false>, float>;
        return f.ftz ? two<Rounded<ExtremeMagnitude<larger, false>, true, false>, float>
                     : two<Rounded<ExtremeMagnitude<larger, false>, false, false>, float>;
    }
    return f.nan ? binary<Extreme<larger, true>>(f) : binary<Extreme<larger, false>>(f);
}

template<class F, bool ftz>
struct Sign {
    static HWY_INLINE float of(float a) { return F::of(ftz ? flushed(a) : a); }
};

template<class F>
Handler sign_operation(const Form& f) {
    if (f.type == Type::f64) return one<F, double>;
    if (f.type != Type::f32) return nullptr;
    return f.ftz ? one<Sign<F, true>, float> : one<F, float>;
}

Handler find(const Form& f) {
    switch (f.opcode) {
    case Opcode::add: return binary<Add>(f);
    case Opcode::sub: return binary<Sub>(f);
    case Opcode::mul: return binary<Mul>(f);
    case Opcode::fma:
    case Opcode::mad: return fused(f);
    case Opcode::div: return f.sat ? nullptr : binary<Div>(f);
    case Opcode::rcp: return unary<Rcp>(f);
    case Opcode::sqrt: return unary<Sqrt>(f);
    case Opcode::min: return extreme<false>(f);
    case Opcode::max: return extreme<true>(f);
    case Opcode::neg: return sign_operation<Neg>(f);
    case Opcode::abs: return sign_operation<Abs>(f);
    case Opcode::copysign:
        return f.type == Type::f32 ? two<CopySign, float> : f.type == Type::f64 ? two<CopySign, double> : nullptr;
    default: return nullptr;
    }
}

} // namespace

Handler find_float_here(const Form& form) { return find(form); }

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpscope::simt {
HWY_EXPORT(find_float_here);
Handler find_float(const Form& form) { return HWY_DYNAMIC_DISPATCH(find_float_here)(form); }
} // namespace warpscope::simt
#endif
