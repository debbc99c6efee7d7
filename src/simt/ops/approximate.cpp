// PTX's approximate functions, computed in double and rounded once. Errors are within the PTX manual's bounds, but a
// GPU's results differ.
#include <cmath>

#include "simt/code/opcode_form.hpp"
#include "simt/lanes/denormal.hpp"
#include "simt/lanes/half.hpp"
#include "simt/lanes/scalar_lanes.hpp"

namespace warpscope::simt {
namespace {

using ptx::Opcode;
using ptx::Type;

float canonical(float a) { return a == a ? a : std::bit_cast<float>(0x7fffffffu); }

struct Rcp {
    static double of(double a) { return 1.0 / a; }
};
struct Rsqrt {
    static double of(double a) { return 1.0 / std::sqrt(a); }
};
struct Ex2 {
    static double of(double a) { return std::exp2(a); }
};
/// ex2 for bf16. Below -126, the next number is -126.5: no subnormal result rounds to a normal number.
struct FlushedEx2 {
    static double of(double a) { return a < -126 ? 0 : std::exp2(a); }
};
struct Tanh {
    static double of(double a) { return std::tanh(a); }
};

template<class F, bool ftz>
struct Single {
    static float of(float a) {
        const auto result = static_cast<float>(F::of(ftz ? flushed(a) : a));
        return canonical(ftz ? flushed(result) : result);
    }
};
/// Applies F to the operand's upper half (.approx.ftz.f64)
template<class F>
struct Upper {
    static double of(double a) {
        const auto upper = std::bit_cast<uint64_t>(a) & 0xffffffff00000000u;
        const double value = std::bit_cast<double>(upper);
        const double flushed_value = std::fabs(value) < 0x1p-1022 ? std::copysign(0.0, value) : value;
        const double result = F::of(flushed_value);
        return std::bit_cast<double>(std::bit_cast<uint64_t>(result) & 0xffffffff00000000u);
    }
};
template<class F, HalfFormat format>
struct Half {
    static uint16_t of(uint16_t a) { return bits_from_double<format>(F::of(float_from_bits<format>(a))); }
};
template<class F, HalfFormat format>
struct HalfPair {
    static uint32_t of(uint32_t a) {
        using H = Half<F, format>;
        return static_cast<uint32_t>(H::of(static_cast<uint16_t>(a >> 16))) << 16 | H::of(static_cast<uint16_t>(a));
    }
};

template<class F>
Handler single(bool ftz) {
    return ftz ? scalar1<Single<F, true>, float, float> : scalar1<Single<F, false>, float, float>;
}
template<class F>
Handler any_width(const Form& f) {
    switch (f.type) {
    case Type::f32: return single<F>(f.ftz);
    case Type::f16: return scalar1<Half<F, HalfFormat::ieee>, uint16_t, uint16_t>;
    case Type::f16x2: return scalar1<HalfPair<F, HalfFormat::ieee>, uint32_t, uint32_t>;
    case Type::bf16: return scalar1<Half<F, HalfFormat::brain>, uint16_t, uint16_t>;
    case Type::bf16x2: return scalar1<HalfPair<F, HalfFormat::brain>, uint32_t, uint32_t>;
    default: return nullptr;
    }
}
template<class F>
struct Whole {
    static double of(double a) {
        return a == a ? F::of(a) : std::bit_cast<double>(std::bit_cast<uint64_t>(a) | 0x0008000000000000u);
    }
};

template<class F>
Handler wide(const Form& f) {
    if (f.type != Type::f64) return nullptr;
    return f.ftz ? scalar1<Upper<F>, double, double> : scalar1<Whole<F>, double, double>;
}

} // namespace

Handler find_approximate(const Form& f) {
    if (f.sat) return nullptr;
    if (f.type == Type::f32)
        if (const Handler handler = find_approximate_lanes(f)) return handler;
    switch (f.opcode) {
    case Opcode::rcp: return wide<Rcp>(f);
    case Opcode::rsqrt: return wide<Rsqrt>(f);
    case Opcode::ex2: return f.ftz && f.type != Type::f32 ? any_width<FlushedEx2>(f) : any_width<Ex2>(f);
    case Opcode::tanh: return any_width<Tanh>(f);
    default: return nullptr;
    }
}

} // namespace warpscope::simt
