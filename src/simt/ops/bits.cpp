#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/ops/bits.cpp"
#include "simt/lanes/vector_targets.hpp"

#include "simt/code/opcode_form.hpp"

#include "simt/lanes/lane_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {
namespace {

using ptx::Mode;
using ptx::Opcode;
using ptx::Type;

struct And {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return static_cast<T>(a & b);
    }
};
struct Or {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return static_cast<T>(a | b);
    }
};
struct Xor {
    template<class T>
    static HWY_INLINE T of(T a, T b) {
        return static_cast<T>(a ^ b);
    }
};
struct Not {
    template<class T>
    static HWY_INLINE T of(T a) {
        return static_cast<T>(~a);
    }
};
struct Cnot {
    template<class T>
    static HWY_INLINE T of(T a) {
        return a == 0;
    }
};

// Shifts by the width or more give zero.
struct Shl {
    template<class T>
    static HWY_INLINE T of(T a, uint32_t b) {
        constexpr uint32_t width = 8 * sizeof(T);
        return b < width ? static_cast<T>(a << (b & (width - 1))) : T{0};
    }
};
struct Shr {
    template<class T>
    static HWY_INLINE T of(T a, uint32_t b) {
        constexpr uint32_t width = 8 * sizeof(T);
        if constexpr (static_cast<T>(-1) < T{0}) return static_cast<T>(a >> (b < width ? b : width - 1));
        return b < width ? static_cast<T>(a >> (b & (width - 1))) : T{0};
    }
};

template<bool right, bool clamp>
struct Funnel {
    static HWY_INLINE uint32_t of(uint32_t low, uint32_t high, uint32_t amount) {
        const uint32_t n = clamp ? (amount < 32 ? amount : 32) : amount & 31;
        const uint64_t pair = uint64_t{high} << 32 | low;
        return static_cast<uint32_t>(right ? pair >> n : pair << n >> 32);
    }
};

/// Returns a field's position or length: the low byte for 32-bit operands, the whole value for 64-bit operands
/// (observed on an H100; the manual differs).
template<class U>
HWY_INLINE uint32_t field_number(uint32_t value) {
    if (sizeof(U) == 4) return value & 0xff;
    return value < 0xff ? value : 0xff;
}

/// Returns a bit field of `a`, cut off at the top of `a`. Extends the field's sign if S is signed.
template<class S, class U>
HWY_INLINE U bit_field(U a, uint32_t position, uint32_t length) {
    constexpr uint32_t width = 8 * sizeof(U);
    constexpr bool is_signed = static_cast<S>(-1) < S{0};
    const uint32_t first = field_number<U>(position), count = field_number<U>(length);
    const uint32_t last = first + count - 1 < width - 1 ? first + count - 1 : width - 1;
    const U shifted = first < width ? static_cast<U>(a >> (first & (width - 1))) : U{0};
    const U field = count < width ? static_cast<U>(shifted & ((U{1} << (count & (width - 1))) - 1)) : shifted;
    if (!is_signed) return field;
    const bool negative = count != 0 && (a >> last & 1) != 0;
    const uint32_t room = first < width ? width - first : 0;
    const uint32_t filled = count < room ? count : room;
    const U fill = filled < width ? static_cast<U>(~U{0} << (filled & (width - 1))) : U{0};
    return negative ? static_cast<U>(field | fill) : field;
}
struct BfeU32 {
    static HWY_INLINE uint32_t of(uint32_t a, uint32_t b, uint32_t c) { return bit_field<uint32_t>(a, b, c); }
};
struct BfeS32 {
    static HWY_INLINE uint32_t of(uint32_t a, uint32_t b, uint32_t c) { return bit_field<int32_t>(a, b, c); }
};
struct BfeU64 {
    static HWY_INLINE uint64_t of(uint64_t a, uint32_t b, uint32_t c) { return bit_field<uint64_t>(a, b, c); }
};
struct BfeS64 {
    static HWY_INLINE uint64_t of(uint64_t a, uint32_t b, uint32_t c) { return bit_field<int64_t>(a, b, c); }
};

struct Bfi {
    template<class T>
    static HWY_INLINE T of(T a, T b, uint32_t position, uint32_t length) {
        constexpr uint32_t width = 8 * sizeof(T);
        const uint32_t first = field_number<T>(position), count = field_number<T>(length);
        const T ones = count < width ? static_cast<T>((T{1} << (count & (width - 1))) - 1) : ~T{0};
        const T mask = first < width ? static_cast<T>(ones << (first & (width - 1))) : T{0};
        const T moved = first < width ? static_cast<T>(a << (first & (width - 1))) : T{0};
        return static_cast<T>((b & ~mask) | (moved & mask));
    }
};

struct Popc {
    template<class T>
    static HWY_INLINE uint32_t of(T a) {
        return static_cast<uint32_t>(__builtin_popcountll(a));
    }
};
struct Clz {
    static HWY_INLINE uint32_t of(uint32_t a) { return a == 0 ? 32 : static_cast<uint32_t>(__builtin_clz(a)); }
    static HWY_INLINE uint32_t of(uint64_t a) { return a == 0 ? 64 : static_cast<uint32_t>(__builtin_clzll(a)); }
};
/// Position of the leading bit or, if `amount`, the left shift that moves it to the top.
template<class S, bool amount>
struct Bfind {
    template<class U>
    static HWY_INLINE uint32_t of(U a) {
        constexpr uint32_t top = 8 * sizeof(U) - 1;
        const bool negative = static_cast<S>(-1) < S{0} && (a >> top) != 0;
        const U value = negative ? static_cast<U>(~a) : a;
        if (value == 0) return ~0u;
        const uint32_t zeros = Clz::of(value);
        return amount ? zeros : top - zeros;
    }
};
struct Brev {
    template<class T>
    static HWY_INLINE T of(T a) {
        T result = 0;
        for (uint32_t k = 0; k < 8 * sizeof(T); ++k) result = static_cast<T>(result << 1 | (a >> k & 1));
        return result;
    }
};
template<bool clamp>
struct Bmsk {
    static HWY_INLINE uint32_t of(uint32_t a, uint32_t b) {
        const uint32_t first = clamp ? a : a & 31, count = clamp ? b : b & 31;
        const uint32_t ones = count < 32 ? (1u << (count & 31)) - 1 : ~0u;
        return first < 32 ? ones << (first & 31) : 0;
    }
};
template<bool is_signed, bool clamp>
struct Szext {
    static HWY_INLINE uint32_t of(uint32_t a, uint32_t b) {
        const uint32_t count = clamp ? b : b & 31;
        if (count >= 32) return a;
        const uint32_t ones = (1u << count) - 1;
        const bool negative = is_signed && count != 0 && (a >> (count - 1) & 1) != 0;
        return negative ? a | ~ones : a & ones;
    }
};
/// Position of the n-th set bit from `base`, searched up for n > 0 and down for n < 0. Follows an H100 for invalid
/// bases and for n = -2^31, which gives 0.
struct Fns {
    static HWY_INLINE uint32_t of(uint32_t mask, uint32_t base, uint32_t offset) {
        if (base > 31) return ~0u;
        if (offset == 0x80000000u) return 0;
        const int32_t n = static_cast<int32_t>(offset);
        if (n == 0) return mask >> base & 1 ? base : ~0u;
        const int32_t step = n > 0 ? 1 : -1;
        uint32_t left = n > 0 ? offset : 0 - offset;
        for (int32_t position = static_cast<int32_t>(base); position >= 0 && position < 32; position += step)
            if ((mask >> position & 1) != 0 && --left == 0) return static_cast<uint32_t>(position);
        return ~0u;
    }
};

HWY_INLINE uint32_t byte_of(uint64_t pair, uint32_t selector) {
    const uint32_t byte = static_cast<uint32_t>(pair >> 8 * (selector & 7)) & 0xff;
    return selector & 8 ? (byte & 0x80 ? 0xffu : 0u) : byte;
}
template<Mode mode>
struct Prmt {
    static HWY_INLINE uint32_t of(uint32_t a, uint32_t b, uint32_t c) {
        const uint64_t pair = uint64_t{b} << 32 | a;
        const uint32_t s = c & 3;
        uint32_t result = 0;
        for (uint32_t k = 0; k < 4; ++k) {
            uint32_t from = 0;
            if (mode == Mode::none) from = c >> 4 * k & 0xf;
            if (mode == Mode::f4e) from = s + k;
            if (mode == Mode::b4e) from = (s + 8 - k) & 7;
            if (mode == Mode::rc8) from = s;
            if (mode == Mode::ecl) from = k > s ? k : s;
            if (mode == Mode::ecr) from = k < s ? k : s;
            if (mode == Mode::rc16) from = (s & 1) * 2 + (k & 1);
            result |= byte_of(pair, from) << 8 * k;
        }
        return result;
    }
};

const Inst* lop3(Warp& warp, const Inst* i, std::byte* frame) {
    uint32_t* const d = slot<uint32_t>(frame, i->d);
    const uint32_t* const a = slot<uint32_t>(frame, i->a);
    const uint32_t* const b = slot<uint32_t>(frame, i->b);
    const uint32_t* const c = slot<uint32_t>(frame, i->c);
    const LaneMask mask = warp.exec;
    uint32_t row[8];
    for (uint32_t k = 0; k < 8; ++k) row[k] = i->aux >> k & 1 ? ~0u : 0;
    WARPSCOPE_FOR_LANES {
        const uint32_t high =
            (b[l] & ((c[l] & row[7]) | (~c[l] & row[6]))) | (~b[l] & ((c[l] & row[5]) | (~c[l] & row[4])));
        const uint32_t low =
            (b[l] & ((c[l] & row[3]) | (~c[l] & row[2]))) | (~b[l] & ((c[l] & row[1]) | (~c[l] & row[0])));
        const uint32_t value = (a[l] & high) | (~a[l] & low);
        d[l] = mask >> l & 1 ? value : d[l];
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class F>
Handler binary(uint32_t bytes) {
    switch (bytes) {
    case 2: return map2<F, uint16_t, uint16_t, uint16_t>;
    case 4: return map2<F, uint32_t, uint32_t, uint32_t>;
    case 8: return map2<F, uint64_t, uint64_t, uint64_t>;
    default: return nullptr;
    }
}
template<class F>
Handler unary(uint32_t bytes) {
    switch (bytes) {
    case 2: return map1<F, uint16_t, uint16_t>;
    case 4: return map1<F, uint32_t, uint32_t>;
    case 8: return map1<F, uint64_t, uint64_t>;
    default: return nullptr;
    }
}
template<class F, class T>
constexpr Handler shift = map2<F, T, T, uint32_t>;
template<class F>
constexpr Handler three = map3<F, uint32_t, uint32_t, uint32_t, uint32_t>;

uint32_t bytes_of(Type type) {
    switch (type) {
    case Type::b16:
    case Type::u16:
    case Type::s16: return 2;
    case Type::b32:
    case Type::u32:
    case Type::s32: return 4;
    case Type::b64:
    case Type::u64:
    case Type::s64: return 8;
    default: return 0;
    }
}

Handler shift_right(Type type) {
    switch (type) {
    case Type::b16:
    case Type::u16: return shift<Shr, uint16_t>;
    case Type::s16: return shift<Shr, int16_t>;
    case Type::b32:
    case Type::u32: return shift<Shr, uint32_t>;
    case Type::s32: return shift<Shr, int32_t>;
    case Type::b64:
    case Type::u64: return shift<Shr, uint64_t>;
    case Type::s64: return shift<Shr, int64_t>;
    default: return nullptr;
    }
}

Handler permute(Mode mode) {
    switch (mode) {
    case Mode::none: return three<Prmt<Mode::none>>;
    case Mode::f4e: return three<Prmt<Mode::f4e>>;
    case Mode::b4e: return three<Prmt<Mode::b4e>>;
    case Mode::rc8: return three<Prmt<Mode::rc8>>;
    case Mode::ecl: return three<Prmt<Mode::ecl>>;
    case Mode::ecr: return three<Prmt<Mode::ecr>>;
    case Mode::rc16: return three<Prmt<Mode::rc16>>;
    default: return nullptr;
    }
}

template<bool amount>
Handler find_bfind(Type type) {
    switch (type) {
    case Type::u32: return map1<Bfind<uint32_t, amount>, uint32_t, uint32_t>;
    case Type::s32: return map1<Bfind<int32_t, amount>, uint32_t, uint32_t>;
    case Type::u64: return map1<Bfind<uint64_t, amount>, uint32_t, uint64_t>;
    case Type::s64: return map1<Bfind<int64_t, amount>, uint32_t, uint64_t>;
    default: return nullptr;
    }
}

Handler bit_field_extract(Type type) {
    switch (type) {
    case Type::u32: return three<BfeU32>;
    case Type::s32: return three<BfeS32>;
    case Type::u64: return map3<BfeU64, uint64_t, uint64_t, uint32_t, uint32_t>;
    case Type::s64: return map3<BfeS64, uint64_t, uint64_t, uint32_t, uint32_t>;
    default: return nullptr;
    }
}

Handler find(const Form& f) {
    const uint32_t bytes = bytes_of(f.type);
    const bool clamp = f.clamp;
    switch (f.opcode) {
    case Opcode::and_: return binary<And>(bytes);
    case Opcode::or_: return binary<Or>(bytes);
    case Opcode::xor_: return binary<Xor>(bytes);
    case Opcode::not_: return unary<Not>(bytes);
    case Opcode::cnot: return unary<Cnot>(bytes);
    case Opcode::shl:
        return bytes == 2   ? shift<Shl, uint16_t>
               : bytes == 4 ? shift<Shl, uint32_t>
               : bytes == 8 ? shift<Shl, uint64_t>
                            : nullptr;
    case Opcode::shr: return shift_right(f.type);
    case Opcode::shf:
        if (f.mode == Mode::right) return clamp ? three<Funnel<true, true>> : three<Funnel<true, false>>;
        return clamp ? three<Funnel<false, true>> : three<Funnel<false, false>>;
    case Opcode::bfe: return bit_field_extract(f.type);
    case Opcode::bfi:
        return bytes == 4   ? map4<Bfi, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>
               : bytes == 8 ? map4<Bfi, uint64_t, uint64_t, uint64_t, uint32_t, uint32_t>
                            : nullptr;
    case Opcode::popc:
        return bytes == 4 ? map1<Popc, uint32_t, uint32_t> : bytes == 8 ? map1<Popc, uint32_t, uint64_t> : nullptr;
    case Opcode::clz:
        return bytes == 4 ? map1<Clz, uint32_t, uint32_t> : bytes == 8 ? map1<Clz, uint32_t, uint64_t> : nullptr;
    case Opcode::brev: return bytes == 2 ? nullptr : unary<Brev>(bytes);
    case Opcode::bfind: return f.shiftamt ? find_bfind<true>(f.type) : find_bfind<false>(f.type);
    case Opcode::bmsk:
        return clamp ? map2<Bmsk<true>, uint32_t, uint32_t, uint32_t> : map2<Bmsk<false>, uint32_t, uint32_t, uint32_t>;
    case Opcode::szext:
        if (f.type == Type::s32)
            return clamp ? map2<Szext<true, true>, uint32_t, uint32_t, uint32_t>
                         : map2<Szext<true, false>, uint32_t, uint32_t, uint32_t>;
        return clamp ? map2<Szext<false, true>, uint32_t, uint32_t, uint32_t>
                     : map2<Szext<false, false>, uint32_t, uint32_t, uint32_t>;
    case Opcode::fns: return three<Fns>;
    case Opcode::prmt: return permute(f.mode);
    case Opcode::lop3: return lop3;
    default: return nullptr;
    }
}

} // namespace

Handler find_bits_here(const Form& form) { return find(form); }

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpscope::simt {
HWY_EXPORT(find_bits_here);
Handler find_bits(const Form& form) { return HWY_DYNAMIC_DISPATCH(find_bits_here)(form); }
} // namespace warpscope::simt
#endif
