// A subtraction without borrow sets the carry; the compiler's 128-bit division relies on it (docs/MEASUREMENTS.md).
#include "simt/code/opcode_form.hpp"
#include "simt/lanes/scalar_lanes.hpp"

namespace warpscope::simt {
namespace {

using ptx::Opcode;
using ptx::Type;

template<class U>
struct Sum {
    U value;
    bool carry;
};

template<class U>
Sum<U> add(U a, U b, bool carry) {
    const U partial = a + b;
    const U value = partial + static_cast<U>(carry);
    return {value, partial < a || value < partial};
}
template<class U>
Sum<U> subtract(U a, U b, bool borrow) {
    const U partial = a - b;
    const U value = partial - static_cast<U>(borrow);
    return {value, a < b || partial < static_cast<U>(borrow)};
}

enum class Kind { add, subtract, multiply_low, multiply_high };

template<Kind kind, class T, bool reads, bool writes>
const Inst* carrying(Warp& warp, const Inst* i, std::byte* frame) {
    using U = std::make_unsigned_t<T>;
    using Wide = std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>,
                                    std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>>;
    for_each_lane(warp.exec, [&](uint32_t l) {
        const T a = slot<T>(frame, i->a)[l], b = slot<T>(frame, i->b)[l];
        const bool carry = reads && (warp.carry >> l & 1) != 0;
        Sum<U> sum{};
        if constexpr (kind == Kind::add) {
            sum = add(static_cast<U>(a), static_cast<U>(b), carry);
        } else if constexpr (kind == Kind::subtract) {
            sum = subtract(static_cast<U>(a), static_cast<U>(b), reads && !carry);
            sum.carry = !sum.carry;
        } else {
            const Wide product = static_cast<Wide>(a) * static_cast<Wide>(b);
            const U part = static_cast<U>(kind == Kind::multiply_low ? product : product >> (8 * sizeof(T)));
            sum = add(part, slot<U>(frame, i->c)[l], carry);
        }
        slot<U>(frame, i->d)[l] = sum.value;
        if constexpr (writes) warp.carry = (warp.carry & ~(1u << l)) | static_cast<uint32_t>(sum.carry) << l;
    });
    return i + 1;
}

template<Kind kind, class T>
Handler by_flags(bool reads, bool writes) {
    if (reads) return writes ? carrying<kind, T, true, true> : carrying<kind, T, true, false>;
    return writes ? carrying<kind, T, false, true> : nullptr;
}
template<Kind kind>
Handler by_type(Type type, bool reads, bool writes) {
    switch (type) {
    case Type::u32:
    case Type::b32: return by_flags<kind, uint32_t>(reads, writes);
    case Type::s32: return by_flags<kind, int32_t>(reads, writes);
    case Type::u64:
    case Type::b64: return by_flags<kind, uint64_t>(reads, writes);
    case Type::s64: return by_flags<kind, int64_t>(reads, writes);
    default: return nullptr;
    }
}

} // namespace

Handler find_carry(const Form& f) {
    switch (f.opcode) {
    case Opcode::add: return by_type<Kind::add>(f.type, false, f.cc);
    case Opcode::addc: return by_type<Kind::add>(f.type, true, f.cc);
    case Opcode::sub: return by_type<Kind::subtract>(f.type, false, f.cc);
    case Opcode::subc: return by_type<Kind::subtract>(f.type, true, f.cc);
    case Opcode::mad:
    case Opcode::madc: {
        const bool reads = f.opcode == Opcode::madc;
        return f.hi ? by_type<Kind::multiply_high>(f.type, reads, f.cc)
                    : by_type<Kind::multiply_low>(f.type, reads, f.cc);
    }
    default: return nullptr;
    }
}

} // namespace warpscope::simt
