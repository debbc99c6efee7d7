#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/ops/integer.cpp"
#include "simt/lanes/vector_targets.hpp"

#include "simt/code/opcode_form.hpp"

#include "simt/lanes/integer-inl.hpp"
#include "simt/lanes/lane_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {
namespace {

using ptx::Opcode;
using ptx::Type;

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
