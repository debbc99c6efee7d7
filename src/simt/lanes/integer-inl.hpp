#if defined(WARPSCOPE_SIMT_INTEGER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPSCOPE_SIMT_INTEGER_INL
#undef WARPSCOPE_SIMT_INTEGER_INL
#else
#define WARPSCOPE_SIMT_INTEGER_INL
#endif

#include "simt/lanes/lane_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {

template<class T>
struct Traits;
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

// Uses unsigned types, whose overflow is defined. 1u prevents promotion of 16-bit operands to int.
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

// Division by zero sets all bits, as on hardware.
struct Div {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        if constexpr (sizeof(T) == 4) {
            // Exact: the nearest double of a 32-bit quotient never rounds up to an integer.
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

/// Adds the dot product of two vectors of four bytes to c. A, B: types of the bytes.
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

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#endif
