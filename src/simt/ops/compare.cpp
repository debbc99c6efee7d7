// The decoder builds p|q forms, boolean combinations and `set` from setp.
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/ops/compare.cpp"
#include "simt/lanes/vector_targets.hpp"

#include "simt/code/opcode_form.hpp"
#include "simt/lanes/half.hpp"

#include "simt/lanes/float-inl.hpp"
#include "simt/lanes/lane_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {
namespace {

using ptx::Compare;
using ptx::Mode;
using ptx::Opcode;
using ptx::Type;

// GCC 14 generates wrong AVX-512 code for `a != a || b != b` in half precision.
template<class T>
HWY_INLINE bool is_unordered(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        return __builtin_isunordered(a, b);
    else
        return false;
}

// Comparisons that end in u are true for NaN.
template<Compare compare, class T>
HWY_INLINE bool holds(T a, T b) {
    switch (compare) {
    case Compare::eq: return a == b;
    case Compare::ne: return a < b || a > b;
    case Compare::lt:
    case Compare::lo: return a < b;
    case Compare::le:
    case Compare::ls: return a <= b;
    case Compare::gt:
    case Compare::hi: return a > b;
    case Compare::ge:
    case Compare::hs: return a >= b;
    case Compare::equ: return !(a < b || a > b);
    case Compare::neu: return a != b;
    case Compare::ltu: return !(a >= b);
    case Compare::leu: return !(a > b);
    case Compare::gtu: return !(a <= b);
    case Compare::geu: return !(a < b);
    case Compare::num: return !is_unordered(a, b);
    case Compare::nan: return is_unordered(a, b);
    default: return false;
    }
}

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
template<Compare compare, class V>
HWY_INLINE auto vector_holds(V a, V b) {
    namespace hn = hwy::HWY_NAMESPACE;
    if constexpr (compare == Compare::eq)
        return hn::Eq(a, b);
    else if constexpr (compare == Compare::lt)
        return hn::Lt(a, b);
    else if constexpr (compare == Compare::gt)
        return hn::Gt(a, b);
    else if constexpr (compare == Compare::le)
        return hn::Le(a, b);
    else
        return hn::Ge(a, b);
}

template<Compare compare, class T>
HWY_INLINE LaneMask holds_for_lanes(const T* a, const T* b) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<T, 32> tag;
    constexpr size_t lanes = hn::MaxLanes(tag);
    // Computes neu as complement of eq. Integers have no NaN, so le and ge are complements of gt and lt.
    constexpr bool integer = static_cast<T>(0.5) == T{0};
    constexpr bool inverted =
        compare == Compare::neu || (integer && (compare == Compare::le || compare == Compare::ge));
    constexpr Compare base = !inverted                 ? compare
                             : compare == Compare::neu ? Compare::eq
                             : compare == Compare::le  ? Compare::gt
                                                       : Compare::lt;
    LaneMask result = 0;
    for (size_t first = 0; first < 32; first += lanes) {
        const auto x = hn::LoadU(tag, a + first), y = hn::LoadU(tag, b + first);
        const auto mask = vector_holds<base>(x, y);
        uint8_t bits[8] = {};
        hn::StoreMaskBits(tag, mask, bits);
        uint32_t word = 0;
        __builtin_memcpy(&word, bits, (lanes + 7) / 8);
        result |= word << first;
    }
    return inverted ? ~result : result;
}
constexpr bool has_vector_compare(Compare compare) {
    return compare == Compare::eq || compare == Compare::lt || compare == Compare::le || compare == Compare::gt ||
           compare == Compare::ge || compare == Compare::neu;
}
#endif

template<class T>
struct Plain {
    [[maybe_unused]] static constexpr bool plain = true;
    using Stored = T;
    static HWY_INLINE T of(T a) { return a; }
};
struct Flushed {
    [[maybe_unused]] static constexpr bool plain = false;
    using Stored = float;
    static HWY_INLINE float of(float a) { return flushed(a); }
};
template<bool ftz>
struct Half {
    [[maybe_unused]] static constexpr bool plain = false;
    using Stored = uint16_t;
    static HWY_INLINE float of(uint16_t a) { return float_from_half_bits(ftz ? flushed_half<HalfFormat::ieee>(a) : a); }
};
struct Brain {
    [[maybe_unused]] static constexpr bool plain = false;
    using Stored = uint16_t;
    static HWY_INLINE float of(uint16_t a) { return float_from_brain_bits(a); }
};

template<Compare compare, class Read>
const Inst* set_predicate(Warp& warp, const Inst* i, std::byte* frame) {
    using T = typename Read::Stored;
    const T* const a = slot<T>(frame, i->a);
    const T* const b = slot<T>(frame, i->b);
    LaneMask result = 0;
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
    if constexpr (Read::plain && has_vector_compare(compare))
        result = holds_for_lanes<compare>(a, b);
    else
#endif
    {
        WARPSCOPE_FOR_LANES result |= holds<compare>(Read::of(a[l]), Read::of(b[l])) ? LaneMask{1} << l : 0;
    }
    write_predicate(frame, i->d, result, warp.exec);
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class Read>
Handler integers(Compare compare) {
    switch (compare) {
    case Compare::eq: return set_predicate<Compare::eq, Read>;
    case Compare::ne: return set_predicate<Compare::neu, Read>;
    case Compare::lt:
    case Compare::lo: return set_predicate<Compare::lt, Read>;
    case Compare::le:
    case Compare::ls: return set_predicate<Compare::le, Read>;
    case Compare::gt:
    case Compare::hi: return set_predicate<Compare::gt, Read>;
    case Compare::ge:
    case Compare::hs: return set_predicate<Compare::ge, Read>;
    default: return nullptr;
    }
}

template<class Read>
Handler floats(Compare compare) {
    switch (compare) {
    case Compare::eq: return set_predicate<Compare::eq, Read>;
    case Compare::ne: return set_predicate<Compare::ne, Read>;
    case Compare::lt: return set_predicate<Compare::lt, Read>;
    case Compare::le: return set_predicate<Compare::le, Read>;
    case Compare::gt: return set_predicate<Compare::gt, Read>;
    case Compare::ge: return set_predicate<Compare::ge, Read>;
    case Compare::equ: return set_predicate<Compare::equ, Read>;
    case Compare::neu: return set_predicate<Compare::neu, Read>;
    case Compare::ltu: return set_predicate<Compare::ltu, Read>;
    case Compare::leu: return set_predicate<Compare::leu, Read>;
    case Compare::gtu: return set_predicate<Compare::gtu, Read>;
    case Compare::geu: return set_predicate<Compare::geu, Read>;
    case Compare::num: return set_predicate<Compare::num, Read>;
    case Compare::nan: return set_predicate<Compare::nan, Read>;
    default: return nullptr;
    }
}

template<Mode mode, class U, uint32_t mantissa_bits>
struct Class {
    using Stored = U;
    static HWY_INLINE bool of(U bits) {
        constexpr U infinity = static_cast<U>((~U{0} >> 1) >> mantissa_bits << mantissa_bits);
        const U magnitude = static_cast<U>(bits & (~U{0} >> 1));
        switch (mode) {
        case Mode::finite: return magnitude < infinity;
        case Mode::infinite: return magnitude == infinity;
        case Mode::number: return magnitude <= infinity;
        case Mode::notanumber: return magnitude > infinity;
        case Mode::normal: return magnitude == 0 || (magnitude < infinity && magnitude >= (U{1} << mantissa_bits));
        case Mode::subnormal: return magnitude != 0 && magnitude < (U{1} << mantissa_bits);
        default: return false;
        }
    }
};
template<class C>
const Inst* test_class(Warp& warp, const Inst* i, std::byte* frame) {
    const auto* const a = slot<typename C::Stored>(frame, i->a);
    LaneMask result = 0;
    WARPSCOPE_FOR_LANES result |= C::of(a[l]) ? LaneMask{1} << l : 0;
    write_predicate(frame, i->d, result, warp.exec);
    WARPSCOPE_NEXT(warp, i + 1, frame);
}
template<class U, uint32_t mantissa_bits>
Handler classes(Mode mode) {
    switch (mode) {
    case Mode::finite: return test_class<Class<Mode::finite, U, mantissa_bits>>;
    case Mode::infinite: return test_class<Class<Mode::infinite, U, mantissa_bits>>;
    case Mode::number: return test_class<Class<Mode::number, U, mantissa_bits>>;
    case Mode::notanumber: return test_class<Class<Mode::notanumber, U, mantissa_bits>>;
    case Mode::normal: return test_class<Class<Mode::normal, U, mantissa_bits>>;
    case Mode::subnormal: return test_class<Class<Mode::subnormal, U, mantissa_bits>>;
    default: return nullptr;
    }
}

Handler find(const Form& f) {
    if (f.opcode == Opcode::testp)
        return f.type == Type::f32   ? classes<uint32_t, 23>(f.mode)
               : f.type == Type::f64 ? classes<uint64_t, 52>(f.mode)
                                     : nullptr;
    const bool unsigned_name =
        f.compare == Compare::lo || f.compare == Compare::ls || f.compare == Compare::hi || f.compare == Compare::hs;
    switch (f.type) {
    case Type::b16:
    case Type::u16: return integers<Plain<uint16_t>>(f.compare);
    case Type::s16: return unsigned_name ? nullptr : integers<Plain<int16_t>>(f.compare);
    case Type::b32:
    case Type::u32: return integers<Plain<uint32_t>>(f.compare);
    case Type::s32: return unsigned_name ? nullptr : integers<Plain<int32_t>>(f.compare);
    case Type::b64:
    case Type::u64: return integers<Plain<uint64_t>>(f.compare);
    case Type::s64: return unsigned_name ? nullptr : integers<Plain<int64_t>>(f.compare);
    case Type::f32: return f.ftz ? floats<Flushed>(f.compare) : floats<Plain<float>>(f.compare);
    case Type::f64: return floats<Plain<double>>(f.compare);
    case Type::f16: return f.ftz ? floats<Half<true>>(f.compare) : floats<Half<false>>(f.compare);
    case Type::bf16: return floats<Brain>(f.compare);
    default: return nullptr;
    }
}

} // namespace

Handler find_compare_here(const Form& form) { return find(form); }

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpscope::simt {
HWY_EXPORT(find_compare_here);
Handler find_compare(const Form& form) { return HWY_DYNAMIC_DISPATCH(find_compare_here)(form); }
} // namespace warpscope::simt
#endif
