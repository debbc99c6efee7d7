// Directed rounding (.rz .rm .rp), by the host's rounding mode. -frounding-math and volatile variables keep operations
// from moving across mode changes.
#include <cfenv>
#include <cmath>

#include "simt/code/opcode_form.hpp"
#include "simt/lanes/denormal.hpp"
#include "simt/lanes/scalar_lanes.hpp"

namespace warpscope::simt {
namespace {

using ptx::Opcode;
using ptx::Rounding;
using ptx::Type;

class RoundingMode {
public:
    explicit RoundingMode(int mode)
        : before_(std::fegetround()) {
        std::fesetround(mode);
    }
    ~RoundingMode() { std::fesetround(before_); }
    RoundingMode(const RoundingMode&) = delete;
    RoundingMode& operator=(const RoundingMode&) = delete;

private:
    int before_;
};

template<Rounding rounding>
constexpr int host_mode = rounding == Rounding::rz   ? FE_TOWARDZERO
                          : rounding == Rounding::rm ? FE_DOWNWARD
                                                     : FE_UPWARD;

struct Add {
    static constexpr int operands = 2;
    template<class T>
    static T of(T a, T b, T) {
        return a + b;
    }
};
struct Sub {
    static constexpr int operands = 2;
    template<class T>
    static T of(T a, T b, T) {
        return a - b;
    }
};
struct Mul {
    static constexpr int operands = 2;
    template<class T>
    static T of(T a, T b, T) {
        return a * b;
    }
};
struct Div {
    static constexpr int operands = 2;
    template<class T>
    static T of(T a, T b, T) {
        return a / b;
    }
};
struct Fma {
    static constexpr int operands = 3;
    template<class T>
    static T of(T a, T b, T c) {
        return std::fma(a, b, c);
    }
};
struct Rcp {
    static constexpr int operands = 1;
    template<class T>
    static T of(T a, T, T) {
        return T{1} / a;
    }
};
struct Sqrt {
    static constexpr int operands = 1;
    template<class T>
    static T of(T a, T, T) {
        return std::sqrt(a);
    }
};

float flushed_if(float a, bool ftz) { return ftz ? flushed(a) : a; }
double flushed_if(double a, bool) { return a; }
float finished(float a, bool ftz, bool sat) {
    a = flushed_if(a, ftz);
    if (sat) return a > 0.0f ? (a < 1.0f ? a : 1.0f) : 0.0f;
    return a == a ? a : std::bit_cast<float>(0x7fffffffu);
}
double finished(double a, bool, bool) { return a; }

/// Follows propagate_nan() of float-inl.hpp. Unused operands are zero.
double propagate_nan(double result, double a, double b, double c) {
    for (const double operand : {b, c, a})
        if (operand != operand) return std::bit_cast<double>(std::bit_cast<uint64_t>(operand) | 0x0008000000000000u);
    return result;
}
float propagate_nan(float result, float, float, float) { return result; }

template<class F>
bool tiny(float a, float b, float c) {
    if constexpr (std::is_same_v<F, Mul>) return tiny_product(a, b);
    if constexpr (std::is_same_v<F, Div>) return tiny_quotient(a, b);
    if constexpr (std::is_same_v<F, Rcp>) return tiny_quotient(1.0f, a);
    if constexpr (std::is_same_v<F, Fma>) return tiny_sum(a, b, c);
    return false;
}

template<class F, class T, Rounding rounding, bool ftz, bool sat>
const Inst* arithmetic(Warp& warp, const Inst* i, std::byte* frame) {
    const RoundingMode mode(host_mode<rounding>);
    for_each_lane(warp.exec, [&](uint32_t l) {
        const volatile T a = flushed_if(slot<T>(frame, i->a)[l], ftz);
        const volatile T b = flushed_if(slot<T>(frame, i->b)[l], ftz);
        const volatile T c = flushed_if(slot<T>(frame, i->c)[l], ftz);
        volatile T result = F::of(T{a}, T{b}, T{c});
        if constexpr (ftz && std::is_same_v<T, float>)
            if (tiny<F>(a, b, c)) result = std::copysign(0.0f, T{result});
        const T first = a, second = F::operands > 1 ? T{b} : T{0}, third = F::operands > 2 ? T{c} : T{0};
        // Division is a software routine that prefers the first operand's NaN.
        constexpr bool swap = std::is_same_v<F, Div>;
        slot<T>(frame, i->d)[l] =
            propagate_nan(finished(T{result}, ftz, sat), swap ? second : first, swap ? first : second, third);
    });
    return i + 1;
}

template<class D, class S, Rounding rounding, bool ftz, bool sat>
const Inst* conversion(Warp& warp, const Inst* i, std::byte* frame) {
    const RoundingMode mode(host_mode<rounding>);
    for_each_lane(warp.exec, [&](uint32_t l) {
        const volatile S a = slot<S>(frame, i->a)[l];
        const volatile D result = static_cast<D>(a);
        // A NaN keeps its truncated payload, which finished() would replace.
        slot<D>(frame, i->d)[l] = sat || result == result ? finished(D{result}, ftz, sat) : D{result};
    });
    return i + 1;
}

template<class F, class T, Rounding rounding>
Handler by_flags(const Form& f) {
    if (f.ftz) return f.sat ? arithmetic<F, T, rounding, true, true> : arithmetic<F, T, rounding, true, false>;
    return f.sat ? arithmetic<F, T, rounding, false, true> : arithmetic<F, T, rounding, false, false>;
}
template<class F, class T>
Handler by_rounding(const Form& f) {
    switch (f.rounding) {
    case Rounding::rz: return by_flags<F, T, Rounding::rz>(f);
    case Rounding::rm: return by_flags<F, T, Rounding::rm>(f);
    case Rounding::rp: return by_flags<F, T, Rounding::rp>(f);
    default: return nullptr;
    }
}
template<class F>
Handler by_type(const Form& f) {
    return f.type == Type::f32 ? by_rounding<F, float>(f) : f.type == Type::f64 ? by_rounding<F, double>(f) : nullptr;
}

template<class D, class S, Rounding rounding>
Handler conversion_by_flags(const Form& f) {
    if (f.ftz) return f.sat ? conversion<D, S, rounding, true, true> : conversion<D, S, rounding, true, false>;
    return f.sat ? conversion<D, S, rounding, false, true> : conversion<D, S, rounding, false, false>;
}
template<class D, class S>
Handler conversion_by_rounding(const Form& f) {
    switch (f.rounding) {
    case Rounding::rz: return conversion_by_flags<D, S, Rounding::rz>(f);
    case Rounding::rm: return conversion_by_flags<D, S, Rounding::rm>(f);
    case Rounding::rp: return conversion_by_flags<D, S, Rounding::rp>(f);
    default: return nullptr;
    }
}
template<class S>
Handler conversion_from(const Form& f) {
    return f.type == Type::f32   ? conversion_by_rounding<float, S>(f)
           : f.type == Type::f64 ? conversion_by_rounding<double, S>(f)
                                 : nullptr;
}

} // namespace

Handler find_rounded(const Form& f) {
    switch (f.opcode) {
    case Opcode::add: return by_type<Add>(f);
    case Opcode::sub: return by_type<Sub>(f);
    case Opcode::mul: return by_type<Mul>(f);
    case Opcode::div: return by_type<Div>(f);
    case Opcode::fma:
    case Opcode::mad: return by_type<Fma>(f);
    case Opcode::rcp: return by_type<Rcp>(f);
    case Opcode::sqrt: return by_type<Sqrt>(f);
    case Opcode::cvt:
        switch (f.type2) {
        // These conversions are exact in every rounding mode.
        case Type::u8:
        case Type::s8:
        case Type::u16:
        case Type::s16: {
            Form exact = f;
            exact.rounding = Rounding::rn;
            return find_convert(exact);
        }
        case Type::u32: return conversion_from<uint32_t>(f);
        case Type::s32: return conversion_from<int32_t>(f);
        case Type::u64: return conversion_from<uint64_t>(f);
        case Type::s64: return conversion_from<int64_t>(f);
        case Type::f64: return f.type == Type::f32 ? conversion_by_rounding<float, double>(f) : nullptr;
        default: return nullptr;
        }
    default: return nullptr;
    }
}

} // namespace warpscope::simt
