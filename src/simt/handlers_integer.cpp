// Integer arithmetic: add sub mul mad div rem abs neg min max sad mul24 mad24 dp4a dp2a.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/handlers_integer.cpp"
#include "simt/targets.hpp"

#include "simt/form.hpp"

#include "simt/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {
namespace {

using ptx::Opcode;
using ptx::Type;

template<class T>
struct Traits;
// `Wide` has twice the bits, `Bits` is the unsigned type of the same size.
template<>
struct Traits<uint16_t> {
    using Bits = uint16_t;
    using Wide = uint32_t;
};
template<>
struct Traits<int16_t> {
    using Bits = uint16_t;
    using Wide = int32_t;
};
template<>
struct Traits<uint32_t> {
    using Bits = uint32_t;
    using Wide = uint64_t;
};
template<>
struct Traits<int32_t> {
    using Bits = uint32_t;
    using Wide = int64_t;
};
template<>
struct Traits<uint64_t> {
    using Bits = uint64_t;
    using Wide = unsigned __int128;
};
template<>
struct Traits<int64_t> {
    using Bits = uint64_t;
    using Wide = __int128;
};
template<class T>
using Bits = typename Traits<T>::Bits;
template<class T>
using Wide = typename Traits<T>::Wide;

// Sums and products are formed in unsigned types, where wrapping around is defined; 1u lifts 16-bit operands out of
// the signed int that C++ would compute them in.
template<class T>
HWY_INLINE T product(T a, T b) {
    return static_cast<T>(1u * static_cast<Bits<T>>(a) * static_cast<Bits<T>>(b));
}
template<class T>
HWY_INLINE Wide<T> wide_product(T a, T b) {
    return static_cast<Wide<T>>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
}
template<class T>
HWY_INLINE T high_product(T a, T b) {
    return static_cast<T>(wide_product(a, b) >> (8 * sizeof(T)));
}
template<class T>
HWY_INLINE T sum(T a, T b) {
    return static_cast<T>(static_cast<Bits<T>>(a) + static_cast<Bits<T>>(b));
}

struct Add {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return sum(a, b);
    }
};
struct Sub {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return static_cast<T>(static_cast<Bits<T>>(a) - static_cast<Bits<T>>(b));
    }
};
struct AddSat {
    static HWY_INLINE int32_t of(int32_t a, int32_t b) {
        const int64_t wide = int64_t{a} + b;
        return static_cast<int32_t>(wide > INT32_MAX ? INT32_MAX : wide < INT32_MIN ? INT32_MIN : wide);
    }
};
struct SubSat {
    static HWY_INLINE int32_t of(int32_t a, int32_t b) {
        const int64_t wide = int64_t{a} - b;
        return static_cast<int32_t>(wide > INT32_MAX ? INT32_MAX : wide < INT32_MIN ? INT32_MIN : wide);
    }
};
struct MulLo {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return product(a, b);
    }
};
struct MulHi {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return high_product(a, b);
    }
};
struct MulWide {
    template<class T>
    static HWY_INLINE Wide<T> of(T a, T b) {
        return wide_product(a, b);
    }
};
struct MadLo {
    template<class T>
    static HWY_INLINE T of(T a, T b, T c) {
        return sum(product(a, b), c);
    }
};
struct MadHi {
    template<class T>
    static HWY_INLINE T of(T a, T b, T c) {
        return sum(high_product(a, b), c);
    }
};
struct MadHiSat {
    static HWY_INLINE int32_t of(int32_t a, int32_t b, int32_t c) { return AddSat::of(high_product(a, b), c); }
};
struct MadWide {
    template<class T>
    static HWY_INLINE Wide<T> of(T a, T b, Wide<T> c) {
        return sum(wide_product(a, b), c);
    }
};
struct Abs {
    template<class T>
    static HWY_INLINE T of(T a) {
        return static_cast<T>(a < 0 ? Bits<T>(0) - static_cast<Bits<T>>(a) : static_cast<Bits<T>>(a));
    }
};
struct Neg {
    template<class T>
    static HWY_INLINE T of(T a) {
        return static_cast<T>(Bits<T>(0) - static_cast<Bits<T>>(a));
    }
};
struct Min {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return b < a ? b : a;
    }
};
struct Max {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return a < b ? b : a;
    }
};
struct MinRelu {
    static HWY_INLINE int32_t of(int32_t a, int32_t b) { return Max::of(Min::of(a, b), 0); }
};
struct MaxRelu {
    static HWY_INLINE int32_t of(int32_t a, int32_t b) { return Max::of(Max::of(a, b), 0); }
};
struct Sad {
    template<class T>
    static HWY_INLINE T of(T a, T b, T c) {
        const Bits<T> difference = static_cast<Bits<T>>(a < b ? static_cast<Bits<T>>(b) - static_cast<Bits<T>>(a)
                                                              : static_cast<Bits<T>>(a) - static_cast<Bits<T>>(b));
        return sum(static_cast<T>(difference), c);
    }
};

// A divisor of zero gives what the hardware gives: all bits set, in quotient and remainder.
struct Div {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        if constexpr (sizeof(T) == 4) {
            // The nearest double of a 32-bit quotient never rounds up to the next integer, so cutting it is exact.
            const double quotient = static_cast<double>(a) / static_cast<double>(b == 0 ? T{1} : b);
            return b == 0 ? static_cast<T>(~Bits<T>(0)) : static_cast<T>(static_cast<int64_t>(quotient));
        } else {
            if (b == 0) return static_cast<T>(~Bits<T>(0));
            if (static_cast<T>(-1) < T{0} && b == static_cast<T>(-1)) return Neg::of(a);
            return static_cast<T>(a / b);
        }
    }
};
struct Rem {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return b == 0 ? static_cast<T>(~Bits<T>(0))
                      : static_cast<T>(static_cast<Bits<T>>(a) - static_cast<Bits<T>>(product(Div::of(a, b), b)));
    }
};

template<class T>
HWY_INLINE int64_t product24(T a, T b) {
    constexpr int64_t sign = static_cast<T>(-1) < T{0} ? 1 << 23 : 0;
    const int64_t x = ((static_cast<int64_t>(a) & 0xffffff) ^ sign) - sign;
    const int64_t y = ((static_cast<int64_t>(b) & 0xffffff) ^ sign) - sign;
    return x * y;
}
struct Mul24Lo {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return static_cast<T>(product24(a, b));
    }
};
struct Mul24Hi {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return static_cast<T>(product24(a, b) >> 16);
    }
};
struct Mad24Lo {
    template<class T>
    static HWY_INLINE T of(T a, T b, T c) {
        return sum(Mul24Lo::of(a, b), c);
    }
};
struct Mad24Hi {
    template<class T>
    static HWY_INLINE T of(T a, T b, T c) {
        return sum(Mul24Hi::of(a, b), c);
    }
};
struct Mad24HiSat {
    static HWY_INLINE int32_t of(int32_t a, int32_t b, int32_t c) { return AddSat::of(Mul24Hi::of(a, b), c); }
};

/// Dot products: A and B say how the parts are extended.
template<class A, class B>
struct Dp4a {
    static HWY_INLINE uint32_t of(uint32_t a, uint32_t b, uint32_t c) {
        for (uint32_t k = 0; k < 32; k += 8)
            c += static_cast<uint32_t>(static_cast<int32_t>(static_cast<A>(a >> k)) *
                                       static_cast<int32_t>(static_cast<B>(b >> k)));
        return c;
    }
};
template<class A, class B, uint32_t first_byte>
struct Dp2a {
    static HWY_INLINE uint32_t of(uint32_t a, uint32_t b, uint32_t c) {
        for (uint32_t k = 0; k < 2; ++k)
            c += static_cast<uint32_t>(static_cast<int32_t>(static_cast<A>(a >> 16 * k)) *
                                       static_cast<int32_t>(static_cast<B>(b >> 8 * (first_byte + k))));
        return c;
    }
};

/// Like map2, and reports a divisor of zero.
template<class F, class T>
const Inst* divide(Warp& warp, const Inst* i, std::byte* frame) {
    T* const d = slot<T>(frame, i->d);
    const T* const a = slot<T>(frame, i->a);
    const T* const b = slot<T>(frame, i->b);
    const LaneMask mask = warp.exec;
    LaneMask zero = 0;
    WARPSCOPE_FOR_LANES zero |= b[l] == 0 ? LaneMask{1} << l : 0;
    if ((zero & mask) != 0) report_division_by_zero(warp, i, zero & mask);
    WARPSCOPE_FOR_LANES {
        const T value = F::of(a[l], b[l]);
        d[l] = mask >> l & 1 ? value : d[l];
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class F>
Handler unary(Type type) {
    switch (type) {
    case Type::s16: return map1<F, int16_t, int16_t>;
    case Type::s32: return map1<F, int32_t, int32_t>;
    case Type::s64: return map1<F, int64_t, int64_t>;
    default: return nullptr;
    }
}

template<class F>
Handler binary(Type type) {
    switch (type) {
    case Type::u16: return map2<F, uint16_t, uint16_t, uint16_t>;
    case Type::s16: return map2<F, int16_t, int16_t, int16_t>;
    case Type::u32: return map2<F, uint32_t, uint32_t, uint32_t>;
    case Type::s32: return map2<F, int32_t, int32_t, int32_t>;
    case Type::u64: return map2<F, uint64_t, uint64_t, uint64_t>;
    case Type::s64: return map2<F, int64_t, int64_t, int64_t>;
    default: return nullptr;
    }
}

/// For operations that give the same bits signed and unsigned.
template<class F>
Handler binary_bits(Type type) {
    switch (type) {
    case Type::u16:
    case Type::s16: return map2<F, uint16_t, uint16_t, uint16_t>;
    case Type::u32:
    case Type::s32: return map2<F, uint32_t, uint32_t, uint32_t>;
    case Type::u64:
    case Type::s64: return map2<F, uint64_t, uint64_t, uint64_t>;
    default: return nullptr;
    }
}

template<class F>
Handler ternary(Type type) {
    switch (type) {
    case Type::u16: return map3<F, uint16_t, uint16_t, uint16_t, uint16_t>;
    case Type::s16: return map3<F, int16_t, int16_t, int16_t, int16_t>;
    case Type::u32: return map3<F, uint32_t, uint32_t, uint32_t, uint32_t>;
    case Type::s32: return map3<F, int32_t, int32_t, int32_t, int32_t>;
    case Type::u64: return map3<F, uint64_t, uint64_t, uint64_t, uint64_t>;
    case Type::s64: return map3<F, int64_t, int64_t, int64_t, int64_t>;
    default: return nullptr;
    }
}

template<class F>
Handler division(Type type) {
    switch (type) {
    case Type::u16: return divide<F, uint16_t>;
    case Type::s16: return divide<F, int16_t>;
    case Type::u32: return divide<F, uint32_t>;
    case Type::s32: return divide<F, int32_t>;
    case Type::u64: return divide<F, uint64_t>;
    case Type::s64: return divide<F, int64_t>;
    default: return nullptr;
    }
}

Handler wide_multiply(Type type) {
    switch (type) {
    case Type::u16: return map2<MulWide, uint32_t, uint16_t, uint16_t>;
    case Type::s16: return map2<MulWide, int32_t, int16_t, int16_t>;
    case Type::u32: return map2<MulWide, uint64_t, uint32_t, uint32_t>;
    case Type::s32: return map2<MulWide, int64_t, int32_t, int32_t>;
    default: return nullptr;
    }
}

Handler wide_multiply_add(Type type) {
    switch (type) {
    case Type::u16: return map3<MadWide, uint32_t, uint16_t, uint16_t, uint32_t>;
    case Type::s16: return map3<MadWide, int32_t, int16_t, int16_t, int32_t>;
    case Type::u32: return map3<MadWide, uint64_t, uint32_t, uint32_t, uint64_t>;
    case Type::s32: return map3<MadWide, int64_t, int32_t, int32_t, int64_t>;
    default: return nullptr;
    }
}

template<class F>
constexpr Handler dot = map3<F, uint32_t, uint32_t, uint32_t, uint32_t>;

Handler dot_product(const Form& f) {
    const bool a = f.type == Type::s32, b = f.type2 == Type::s32;
    if (f.opcode == Opcode::dp4a)
        return a ? (b ? dot<Dp4a<int8_t, int8_t>> : dot<Dp4a<int8_t, uint8_t>>)
                 : (b ? dot<Dp4a<uint8_t, int8_t>> : dot<Dp4a<uint8_t, uint8_t>>);
    if (f.lo)
        return a ? (b ? dot<Dp2a<int16_t, int8_t, 0>> : dot<Dp2a<int16_t, uint8_t, 0>>)
                 : (b ? dot<Dp2a<uint16_t, int8_t, 0>> : dot<Dp2a<uint16_t, uint8_t, 0>>);
    return a ? (b ? dot<Dp2a<int16_t, int8_t, 2>> : dot<Dp2a<int16_t, uint8_t, 2>>)
             : (b ? dot<Dp2a<uint16_t, int8_t, 2>> : dot<Dp2a<uint16_t, uint8_t, 2>>);
}

Handler saturating(const Form& f) {
    if (f.type != Type::s32) return nullptr;
    switch (f.opcode) {
    case Opcode::add: return map2<AddSat, int32_t, int32_t, int32_t>;
    case Opcode::sub: return map2<SubSat, int32_t, int32_t, int32_t>;
    case Opcode::mad: return f.hi ? map3<MadHiSat, int32_t, int32_t, int32_t, int32_t> : nullptr;
    case Opcode::mad24: return f.hi ? map3<Mad24HiSat, int32_t, int32_t, int32_t, int32_t> : nullptr;
    default: return nullptr;
    }
}

Handler find(const Form& f) {
    if (f.sat) return saturating(f);
    if (f.cc) return nullptr;
    if (f.relu) {
        if (f.type != Type::s32 || f.operands != 3) return nullptr;
        return f.opcode == Opcode::min   ? map2<MinRelu, int32_t, int32_t, int32_t>
               : f.opcode == Opcode::max ? map2<MaxRelu, int32_t, int32_t, int32_t>
                                         : nullptr;
    }
    switch (f.opcode) {
    case Opcode::add: return binary_bits<Add>(f.type);
    case Opcode::sub: return binary_bits<Sub>(f.type);
    case Opcode::mul: return f.wide ? wide_multiply(f.type) : f.hi ? binary<MulHi>(f.type) : binary_bits<MulLo>(f.type);
    case Opcode::mad:
        return f.wide ? wide_multiply_add(f.type) : f.hi ? ternary<MadHi>(f.type) : ternary<MadLo>(f.type);
    case Opcode::div: return division<Div>(f.type);
    case Opcode::rem: return division<Rem>(f.type);
    case Opcode::abs: return unary<Abs>(f.type);
    case Opcode::neg: return unary<Neg>(f.type);
    case Opcode::min: return f.operands == 3 ? binary<Min>(f.type) : nullptr;
    case Opcode::max: return f.operands == 3 ? binary<Max>(f.type) : nullptr;
    case Opcode::sad: return ternary<Sad>(f.type);
    case Opcode::mul24:
        if (f.type == Type::u32)
            return f.hi ? map2<Mul24Hi, uint32_t, uint32_t, uint32_t> : map2<Mul24Lo, uint32_t, uint32_t, uint32_t>;
        if (f.type == Type::s32)
            return f.hi ? map2<Mul24Hi, int32_t, int32_t, int32_t> : map2<Mul24Lo, int32_t, int32_t, int32_t>;
        return nullptr;
    case Opcode::mad24:
        if (f.type == Type::u32)
            return f.hi ? map3<Mad24Hi, uint32_t, uint32_t, uint32_t, uint32_t>
                        : map3<Mad24Lo, uint32_t, uint32_t, uint32_t, uint32_t>;
        if (f.type == Type::s32)
            return f.hi ? map3<Mad24Hi, int32_t, int32_t, int32_t, int32_t>
                        : map3<Mad24Lo, int32_t, int32_t, int32_t, int32_t>;
        return nullptr;
    case Opcode::dp4a:
    case Opcode::dp2a: return dot_product(f);
    default: return nullptr;
    }
}

} // namespace

Handler find_integer_here(const Form& form) { return find(form); }

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpscope::simt {
HWY_EXPORT(find_integer_here);
Handler find_integer(const Form& form) { return HWY_DYNAMIC_DISPATCH(find_integer_here)(form); }
} // namespace warpscope::simt
#endif
