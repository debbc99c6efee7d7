#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/ops/select.cpp"
#include "simt/lanes/vector_targets.hpp"

#include "simt/code/opcode_form.hpp"

#include "simt/lanes/float-inl.hpp"
#include "simt/lanes/lane_vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {
namespace {

using ptx::Opcode;
using ptx::Type;

struct Same {
    template<class T>
    static HWY_INLINE T of(T a) {
        return a;
    }
};
template<class To>
struct Cast {
    template<class From>
    static HWY_INLINE To of(From a) {
        return static_cast<To>(a);
    }
};

const Inst* move_predicate(Warp& warp, const Inst* i, std::byte* frame) {
    write_predicate(frame, i->d, *slot<LaneMask>(frame, i->a), warp.exec);
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

Handler move(uint32_t bytes) {
    switch (bytes) {
    case 1: return move_predicate;
    case 2: return map1<Same, uint16_t, uint16_t>;
    case 4: return map1<Same, uint32_t, uint32_t>;
    case 8: return map1<Same, uint64_t, uint64_t>;
    default: return nullptr;
    }
}

template<class From>
Handler resize_from(uint32_t to) {
    switch (to) {
    case 2: return map1<Cast<uint16_t>, uint16_t, From>;
    case 4: return map1<Cast<uint32_t>, uint32_t, From>;
    case 8: return map1<Cast<uint64_t>, uint64_t, From>;
    default: return nullptr;
    }
}
Handler resize(uint32_t from, uint32_t to, bool is_signed) {
    switch (from) {
    case 2: return is_signed ? resize_from<int16_t>(to) : resize_from<uint16_t>(to);
    case 4: return is_signed ? resize_from<int32_t>(to) : resize_from<uint32_t>(to);
    case 8: return resize_from<uint64_t>(to);
    default: return nullptr;
    }
}

template<class T>
const Inst* select(Warp& warp, const Inst* i, std::byte* frame) {
    T* const d = slot<T>(frame, i->d);
    const T* const a = slot<T>(frame, i->a);
    const T* const b = slot<T>(frame, i->b);
    const LaneMask choose = *slot<LaneMask>(frame, i->c);
    const LaneMask mask = warp.exec;
    WARPSCOPE_FOR_LANES {
        const T value = choose >> l & 1 ? a[l] : b[l];
        d[l] = mask >> l & 1 ? value : d[l];
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

struct SelectBySign {
    template<class T>
    static HWY_INLINE T of(T a, T b, int32_t c) {
        return c >= 0 ? a : b;
    }
};
template<bool ftz>
struct SelectByFloat {
    template<class T>
    static HWY_INLINE T of(T a, T b, float c) {
        return (ftz ? flushed(c) : c) >= 0 ? a : b;
    }
};

template<class T>
Handler select_by(const Form& f) {
    if (f.type2 == Type::s32) return map3<SelectBySign, T, T, T, int32_t>;
    if (f.type2 != Type::f32) return nullptr;
    return f.ftz ? map3<SelectByFloat<true>, T, T, T, float> : map3<SelectByFloat<false>, T, T, T, float>;
}

/// Parts are in a, b, c, aux for packing, in d, b, c, aux for unpacking.
template<class Part, class Whole>
const Inst* pack(Warp& warp, const Inst* i, std::byte* frame) {
    constexpr uint32_t parts = sizeof(Whole) / sizeof(Part);
    constexpr uint32_t width = 8 * sizeof(Part);
    Whole* const d = slot<Whole>(frame, i->d);
    const Part* const p0 = slot<Part>(frame, i->a);
    const Part* const p1 = slot<Part>(frame, i->b);
    const Part* const p2 = slot<Part>(frame, parts > 2 ? i->c : i->a);
    const Part* const p3 = slot<Part>(frame, parts > 2 ? i->aux : i->a);
    const LaneMask mask = warp.exec;
    WARPSCOPE_FOR_LANES {
        Whole value = static_cast<Whole>(static_cast<Whole>(p0[l]) | static_cast<Whole>(p1[l]) << width);
        if constexpr (parts > 2)
            value |= static_cast<Whole>(p2[l]) << 2 * width | static_cast<Whole>(p3[l]) << 3 * width;
        d[l] = mask >> l & 1 ? value : d[l];
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}
template<class Part, class Whole>
const Inst* unpack(Warp& warp, const Inst* i, std::byte* frame) {
    constexpr uint32_t parts = sizeof(Whole) / sizeof(Part);
    constexpr uint32_t width = 8 * sizeof(Part);
    const uint32_t offsets[4] = {i->d, i->b, i->c, i->aux};
    alignas(64) Whole whole[32]; // a copy: the operand may overlap a part
    __builtin_memcpy(whole, frame + i->a, sizeof(whole));
    const LaneMask mask = warp.exec;
    for (uint32_t k = 0; k < parts; ++k) {
        Part* const d = slot<Part>(frame, offsets[k]);
        WARPSCOPE_FOR_LANES {
            const Part value = static_cast<Part>(whole[l] >> k * width);
            d[l] = mask >> l & 1 ? value : d[l];
        }
    }
    return i + 1;
}
Handler packing(uint32_t part_bytes, uint32_t parts, bool into) {
    if (part_bytes == 2 && parts == 2) return into ? pack<uint16_t, uint32_t> : unpack<uint16_t, uint32_t>;
    if (part_bytes == 2 && parts == 4) return into ? pack<uint16_t, uint64_t> : unpack<uint16_t, uint64_t>;
    if (part_bytes == 4 && parts == 2) return into ? pack<uint32_t, uint64_t> : unpack<uint32_t, uint64_t>;
    return nullptr;
}

Handler find(const Form& f) {
    const uint32_t bytes = ptx::size_of(f.type);
    if (f.opcode == Opcode::selp)
        return bytes == 2 ? select<uint16_t> : bytes == 4 ? select<uint32_t> : bytes == 8 ? select<uint64_t> : nullptr;
    if (f.opcode == Opcode::slct)
        return bytes == 2   ? select_by<uint16_t>(f)
               : bytes == 4 ? select_by<uint32_t>(f)
               : bytes == 8 ? select_by<uint64_t>(f)
                            : nullptr;
    return nullptr;
}

} // namespace

Handler find_select_here(const Form& form) { return find(form); }
Handler find_move_here(uint32_t bytes) { return move(bytes); }
Handler find_resize_here(uint32_t from, uint32_t to, bool is_signed) { return resize(from, to, is_signed); }
Handler find_pack_here(uint32_t part_bytes, uint32_t parts, bool into) { return packing(part_bytes, parts, into); }

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpscope::simt {
HWY_EXPORT(find_select_here);
HWY_EXPORT(find_move_here);
HWY_EXPORT(find_resize_here);
HWY_EXPORT(find_pack_here);
Handler find_select(const Form& form) { return HWY_DYNAMIC_DISPATCH(find_select_here)(form); }
Handler find_move(uint32_t bytes) { return HWY_DYNAMIC_DISPATCH(find_move_here)(bytes); }
Handler find_resize(uint32_t from_bytes, uint32_t to_bytes, bool is_signed) {
    return HWY_DYNAMIC_DISPATCH(find_resize_here)(from_bytes, to_bytes, is_signed);
}
Handler find_pack(uint32_t part_bytes, uint32_t parts, bool into) {
    return HWY_DYNAMIC_DISPATCH(find_pack_here)(part_bytes, parts, into);
}
} // namespace warpscope::simt
#endif
