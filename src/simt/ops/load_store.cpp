#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simt/ops/load_store.cpp"
#include "simt/lanes/vector_targets.hpp"

#include "simt/code/decoded.hpp"
#include "simt/code/opcode_form.hpp"

#include "simt/lanes/access-inl.hpp"
#include "simt/lanes/elements-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpscope::simt {
namespace HWY_NAMESPACE {
namespace {

using ptx::Space;
using ptx::Type;

/// Moves the vectors of 16 lanes, from `lane` on.
template<class T, uint32_t elements>
HWY_INLINE void interleave_half(std::byte* frame, const uint32_t* where, uint32_t lane, std::byte* first, bool loads) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<T, 16> d;
    T* memory = reinterpret_cast<T*>(first);
    const auto part = [frame, where](uint32_t k, size_t l) HWY_ATTR { return slot<T>(frame, where[k]) + l; };
    for (size_t l = lane; l < lane + warp_size / 2; l += hn::Lanes(d), memory += elements * hn::Lanes(d)) {
        hn::Vec<decltype(d)> x, y, z, w;
        if (loads) {
            if constexpr (elements == 4)
                hn::LoadInterleaved4(d, memory, x, y, z, w);
            else
                hn::LoadInterleaved2(d, memory, x, y);
            hn::StoreU(x, d, part(0, l));
            hn::StoreU(y, d, part(1, l));
            if constexpr (elements == 4) {
                hn::StoreU(z, d, part(2, l));
                hn::StoreU(w, d, part(3, l));
            }
        } else {
            x = hn::LoadU(d, part(0, l));
            y = hn::LoadU(d, part(1, l));
            if constexpr (elements == 4)
                hn::StoreInterleaved4(x, y, hn::LoadU(d, part(2, l)), hn::LoadU(d, part(3, l)), d, memory);
            else
                hn::StoreInterleaved2(x, y, d, memory);
        }
    }
}
template<class T, uint32_t elements>
HWY_INLINE void interleave(std::byte* frame, const uint32_t* where, std::byte* first, bool loads) {
    interleave_half<T, elements>(frame, where, 0, first, loads);
    interleave_half<T, elements>(frame, where, 16, first + 16 * elements * sizeof(T), loads);
}

struct Request {
    Warp& warp;
    const Inst* i;
    std::byte* frame;
    const ElementOps& ops;
    uint32_t elements;
    const uint32_t* where;
    bool whole = false;

    [[nodiscard]] uint32_t bytes() const { return ops.bytes * elements; }

    LaneMask admit(LaneMask mask, Window window, AccessShape& shape) const {
        const LaneMask admitted = window == Window::global ? admit_global(warp, i, mask, bytes(), ops.kind)
                                                           : admit_window(warp, i, mask, bytes(), ops.kind, window);
        if (admitted != mask)
            for (uint32_t k = 0; k < elements; ++k) ops.refuse(frame, where[k], mask & ~admitted);
        shape = classify(warp.address, admitted, bytes());
        return admitted;
    }

    void move(HostBase memory, LaneMask mask, const AccessShape& shape) const {
        if (shape.is(AccessShape::regular) && shape.is(AccessShape::contiguous) && ops.bytes == ops.register_bytes) {
            std::byte* const first = memory + shape.first;
            const bool loads = ops.kind == AccessKind::load;
            if (ops.bytes == 4 && elements == 4) return interleave<uint32_t, 4>(frame, where, first, loads);
            if (ops.bytes == 4 && elements == 2) return interleave<uint32_t, 2>(frame, where, first, loads);
            if (ops.bytes == 8 && elements == 2) return interleave<uint64_t, 2>(frame, where, first, loads);
        }
        for (uint32_t k = 0; k < elements; ++k)
            ops.move(frame, where[k], memory.moved(k * ops.bytes), warp.address, mask, shape);
    }
    /// Moves all elements of a lane at once: other workers must not see a partial update.
    void move_whole(HostBase memory, LaneMask mask) const {
        alignas(64) std::byte copies[warp_size * max_whole_bytes];
        alignas(64) uint64_t place[warp_size];
        WARPSCOPE_FOR_LANES place[l] = l * max_whole_bytes;
        const HostBase copy(copies, 0);
        const bool loads = ops.kind == AccessKind::load;
        if (loads) copy_whole(copy, place, memory, warp.address, mask, bytes());
        for (uint32_t k = 0; k < elements; ++k)
            ops.move(frame, where[k], copy.moved(k * ops.bytes), place, mask, AccessShape());
        if (!loads) copy_whole(memory, warp.address, copy, place, mask, bytes());
    }

    void global(LaneMask mask, Space space) const {
        AccessShape shape = classify(warp.address, mask, bytes());
        const SiteCache& cache = warp.sites[i->aux];
        if (shape.lowest < cache.begin || shape.highest >= cache.end - (bytes() - 1) ||
            shape.is(AccessShape::misaligned)) {
            mask = admit(mask, Window::global, shape);
            if (mask == 0) return;
        }
        if ((warp.hooks & (wants_global | wants_const)) != 0)
            report_access(warp, i, space, ops.kind, bytes(), mask, shape, allocation_of(warp, i, shape));
        if (whole && bytes() <= max_whole_bytes)
            move_whole(warp.global, mask);
        else
            move(warp.global, mask, shape);
    }
    void window(LaneMask mask, Window in, Space space, Interest hook, std::byte* memory, uint64_t limit) const {
        AccessShape shape = classify(warp.address, mask, bytes());
        const bool inside = in == Window::shared ? warp.shared_ranges[i->aux].holds(shape.lowest, shape.highest)
                                                 : shape.highest < limit && bytes() <= limit - shape.highest;
        const bool has_gaps = in == Window::local && warp.stack_gaps != nullptr;
        if (!inside || has_gaps || shape.is(AccessShape::misaligned) ||
            (in == Window::param && ops.kind != AccessKind::load)) {
            mask = admit(mask, in, shape);
            if (mask == 0) return;
        }
        if ((warp.hooks & hook) != 0) report_access(warp, i, space, ops.kind, bytes(), mask, shape);
        if (in == Window::local) {
            for (uint32_t k = 0; k < elements; ++k)
                ops.move_local(frame, where[k], memory, warp.address, k * ops.bytes, mask,
                               shape.is(AccessShape::broadcast));
            return;
        }
        move({memory, 0}, mask, shape);
    }
    void shared(LaneMask mask) const {
        window(mask, Window::shared, Space::shared, wants_shared, warp.shared, warp.shared_bytes);
    }
    void local(LaneMask mask) const {
        window(mask, Window::local, Space::local, wants_local, warp.local, warp.local_end);
    }
    void param(LaneMask mask) const {
        window(mask, Window::param, Space::param, wants_param, warp.parameters, warp.parameter_bytes);
    }
    void of_window(LaneMask mask, Window where) const {
        if (where == Window::global) return global(mask, Space::global);
        rebase(where);
        if (where == Window::shared) return shared(mask);
        return where == Window::local ? local(mask) : param(mask);
    }
    void rebase(Window where) const {
        const uint64_t base = base_of(where);
        WARPSCOPE_FOR_LANES warp.address[l] -= base;
    }
    void generic(LaneMask mask) const {
        const AccessShape shape = classify(warp.address, mask, 1);
        const Window lowest = window_of(shape.lowest);
        if (lowest == window_of(shape.highest) &&
            (lowest != Window::global || shape.lowest >= global_base || shape.highest < param_base))
            return of_window(mask, lowest);
        generic_by_lanes(mask);
    }
    void generic_by_lanes(LaneMask mask) const {
        alignas(64) uint64_t address[32];
        WARPSCOPE_FOR_LANES address[l] = warp.address[l];
        for (const Window where : {Window::global, Window::shared, Window::local, Window::param}) {
            WARPSCOPE_FOR_LANES warp.address[l] = address[l];
            if (const LaneMask lanes = lanes_in(warp, mask, where)) of_window(lanes, where);
        }
    }
};

template<class A>
HWY_INLINE void form_addresses(Warp& warp, const Inst* i, std::byte* frame) {
    const A* const base = slot<A>(frame, i->a);
    const A offset = static_cast<A>(static_cast<int32_t>(i->b));
    uint64_t* const address = warp.address;
    WARPSCOPE_FOR_LANES address[l] = static_cast<A>(base[l] + offset);
}

/// Not inlined, so that all element types share one copy.
HWY_NOINLINE void access(const Request& request, Space space) {
    const LaneMask exec = request.warp.exec;
    switch (space) {
    case Space::generic: request.generic(exec); break;
    case Space::shared: request.shared(exec); break;
    case Space::local: request.local(exec); break;
    case Space::param: request.param(exec); break;
    default: request.global(exec, space); break;
    }
}

template<class A>
const Inst* access_by_site(Warp& warp, const Inst* i, std::byte* frame) {
    const MemorySite& site = warp.memory_sites[i->aux];
    form_addresses<A>(warp, i, frame);
    access({warp, i, frame, *site.ops, site.elements, site.values, site.whole}, site.space);
    return i + 1;
}

template<class A>
HWY_NOINLINE void access_slowly(Warp& warp, const Inst* i, std::byte* frame, const ElementOps& ops) {
    form_addresses<A>(warp, i, frame);
    access({warp, i, frame, ops, 1, &i->d}, warp.memory_sites[i->aux].space);
}

template<class Op, class A, bool again>
HWY_INLINE AccessShape shape_of(Warp& warp, const Inst* i, std::byte* frame, uint32_t hook) {
    const auto offset = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(i->b)));
    if constexpr (again) {
        AccessShape shape = warp.shapes[i->c].moved(offset);
        // If the range wraps around, the flag `misaligned` forces a check of each lane.
        if (shape.lowest > shape.highest) [[unlikely]]
            shape.flags |= AccessShape::misaligned;
        const bool is_observed = Op::kind == AccessKind::load ? warp.forms_addresses : (warp.hooks & hook) != 0;
        if (is_observed || !shape.is(AccessShape::regular)) form_addresses<A>(warp, i, frame);
        return shape;
    }
    form_addresses<A>(warp, i, frame);
    const AccessShape shape = classify(warp.address, warp.exec, sizeof(typename Op::Memory));
    warp.shapes[i->c] = shape.moved(0 - offset);
    return shape;
}

template<class Op, bool again>
HWY_NOINLINE const Inst* access_any_global(Warp& warp, const Inst* i, std::byte* frame) {
    constexpr uint32_t bytes = sizeof(typename Op::Memory);
    const AccessShape shape = shape_of<Op, uint64_t, again>(warp, i, frame, wants_global);
    const SiteCache& cache = warp.sites[i->aux];
    if (shape.lowest >= cache.begin && shape.highest < cache.end - (bytes - 1) && !shape.is(AccessShape::misaligned))
        [[likely]] {
        if ((warp.hooks & wants_global) != 0)
            report_access(warp, i, Space::global, Op::kind, bytes, warp.exec, shape, cache.allocation);
        Op::move(frame, i->d, warp.global, warp.address, warp.exec, shape);
    } else {
        access_slowly<uint64_t>(warp, i, frame, Slow<Op>::ops);
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

/// Tries generic addresses as global addresses. Regular requests without observers need no addresses. The fast path
/// makes no calls, so it need not spill registers.
template<class Op, bool again>
const Inst* access_global(Warp& warp, const Inst* i, std::byte* frame) {
    constexpr uint32_t bytes = sizeof(typename Op::Memory);
    AccessShape& kept = warp.shapes[i->c];
    const auto offset = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(i->b)));
    if ((warp.hooks & wants_global) != 0) return access_any_global<Op, again>(warp, i, frame);
    if constexpr (again) {
        if (!kept.is(AccessShape::regular)) return access_any_global<Op, again>(warp, i, frame);
    } else {
        if (warp.exec != all_lanes || offset % bytes != 0 ||
            !classify_regular(slot<uint64_t>(frame, i->a), bytes, kept))
            return access_any_global<Op, again>(warp, i, frame);
    }
    const uint64_t lowest = kept.lowest + offset, highest = kept.highest + offset;
    const SiteCache& cache = warp.sites[i->aux];
    if (lowest < cache.begin || highest < lowest || highest >= cache.end - (bytes - 1) ||
        kept.is(AccessShape::misaligned)) [[unlikely]]
        return access_any_global<Op, again>(warp, i, frame);
    Op::move_regular(frame, i->d, warp.global + (kept.first + offset), warp.global + (kept.second + offset),
                     kept.stride, kept.is(AccessShape::contiguous));
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class Op, class A, bool again>
const Inst* access_shared(Warp& warp, const Inst* i, std::byte* frame) {
    constexpr uint32_t bytes = sizeof(typename Op::Memory);
    const AccessShape shape = shape_of<Op, A, again>(warp, i, frame, wants_shared);
    if (warp.shared_ranges[i->aux].holds(shape.lowest, shape.highest) && !shape.is(AccessShape::misaligned))
        [[likely]] {
        if ((warp.hooks & wants_shared) != 0) report_access(warp, i, Space::shared, Op::kind, bytes, warp.exec, shape);
        Op::move(frame, i->d, HostBase(warp.shared, 0), warp.address, warp.exec, shape);
    } else {
        access_slowly<A>(warp, i, frame, Slow<Op>::ops);
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class Op, bool again>
HWY_NOINLINE const Inst* access_any_local(Warp& warp, const Inst* i, std::byte* frame) {
    constexpr uint32_t bytes = sizeof(typename Op::Memory);
    const AccessShape shape = shape_of<Op, uint64_t, again>(warp, i, frame, wants_local);
    const bool is_inside = shape.highest < warp.local_end && bytes <= warp.local_end - shape.highest;
    if (is_inside && !shape.is(AccessShape::misaligned) && warp.stack_gaps == nullptr) [[likely]] {
        if ((warp.hooks & wants_local) != 0) report_access(warp, i, Space::local, Op::kind, bytes, warp.exec, shape);
        if (shape.is(AccessShape::broadcast)) {
            Op::move_row(frame, i->d, warp.local, shape.lowest, warp.exec);
        } else {
            if constexpr (again) form_addresses<uint64_t>(warp, i, frame);
            move_local<Op>(frame, i->d, warp.local, warp.address, 0, warp.exec);
        }
    } else {
        access_slowly<uint64_t>(warp, i, frame, Slow<Op>::ops);
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class Op, bool again>
const Inst* access_local(Warp& warp, const Inst* i, std::byte* frame) {
    constexpr uint32_t bytes = sizeof(typename Op::Memory);
    AccessShape& kept = warp.shapes[i->c];
    const auto offset = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(i->b)));
    if ((warp.hooks & wants_local) != 0 || warp.exec != all_lanes || warp.stack_gaps != nullptr)
        return access_any_local<Op, again>(warp, i, frame);
    if constexpr (!again)
        if (offset % bytes != 0 || !classify_regular(slot<uint64_t>(frame, i->a), bytes, kept))
            return access_any_local<Op, again>(warp, i, frame);
    const uint64_t place = kept.first + offset;
    if (!kept.is(AccessShape::broadcast) || kept.is(AccessShape::misaligned) || place >= warp.local_end ||
        bytes > warp.local_end - place) [[unlikely]]
        return access_any_local<Op, again>(warp, i, frame);
    Op::move_row(frame, i->d, warp.local, place, all_lanes);
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class Op, uint32_t elements, class A, Space space>
const Inst* access_vector(Warp& warp, const Inst* i, std::byte* frame) {
    using T = typename Op::Memory;
    constexpr uint32_t bytes = sizeof(T) * elements;
    constexpr uint32_t hook = space == Space::shared  ? wants_shared
                              : space == Space::local ? wants_local
                                                      : wants_global;
    form_addresses<A>(warp, i, frame);
    AccessShape shape;
    if ((warp.hooks & hook) != 0 || warp.exec != all_lanes || !classify_regular(warp.address, bytes, shape) ||
        shape.is(AccessShape::misaligned))
        return access_by_site<A>(warp, i, frame);
    const uint32_t* const where = warp.memory_sites[i->aux].values;
    if constexpr (space == Space::local) {
        if (!shape.is(AccessShape::broadcast) || shape.first >= warp.local_end ||
            bytes > warp.local_end - shape.first || warp.stack_gaps != nullptr)
            return access_by_site<A>(warp, i, frame);
        for (uint32_t k = 0; k < elements; ++k)
            Op::move_row(frame, where[k], warp.local, shape.first + k * sizeof(T), all_lanes);
    } else {
        bool is_inside = false;
        if constexpr (space == Space::shared) {
            is_inside = warp.shared_ranges[i->aux].holds(shape.lowest, shape.highest);
        } else {
            const SiteCache& cache = warp.sites[i->aux];
            is_inside = shape.lowest >= cache.begin && shape.highest < cache.end - (bytes - 1);
        }
        if (!is_inside) [[unlikely]]
            return access_by_site<A>(warp, i, frame);
        const HostBase memory = space == Space::shared ? HostBase(warp.shared, 0) : warp.global;
        std::byte *const first = memory + shape.first, *const second = memory + shape.second;
        if (shape.stride == bytes) {
            interleave_half<T, elements>(frame, where, 0, first, Op::kind == AccessKind::load);
            interleave_half<T, elements>(frame, where, 16, second, Op::kind == AccessKind::load);
        } else {
            for (uint32_t k = 0; k < elements; ++k)
                Op::move_regular(frame, where[k], first + k * sizeof(T), second + k * sizeof(T), shape.stride, false);
        }
    }
    WARPSCOPE_NEXT(warp, i + 1, frame);
}

template<class Op, uint32_t elements>
Handler vector_in(const MemoryForm& f) {
    switch (f.space) {
    case Space::generic:
    case Space::global: return f.wide_address ? access_vector<Op, elements, uint64_t, Space::global> : nullptr;
    case Space::shared:
        return f.wide_address ? access_vector<Op, elements, uint64_t, Space::shared>
                              : access_vector<Op, elements, uint32_t, Space::shared>;
    case Space::local: return f.wide_address ? access_vector<Op, elements, uint64_t, Space::local> : nullptr;
    default: return nullptr;
    }
}
template<class T, uint32_t elements>
Handler vector_of(const MemoryForm& f) {
    return f.store ? vector_in<Store<T, T>, elements>(f) : vector_in<Load<T, T>, elements>(f);
}
Handler vector_access(const MemoryForm& f) {
    if (f.strong || f.register_bytes != ptx::size_of(f.type)) return nullptr;
    if (f.register_bytes == 8 && f.elements == 2) return vector_of<uint64_t, 2>(f);
    if (f.register_bytes != 4) return nullptr;
    return f.elements == 2 ? vector_of<uint32_t, 2>(f) : f.elements == 4 ? vector_of<uint32_t, 4>(f) : nullptr;
}

template<class A>
Handler by_site(Space space) {
    switch (space) {
    case Space::generic:
    case Space::global:
    case Space::const_:
    case Space::shared:
    case Space::local:
    case Space::param: return access_by_site<A>;
    default: return nullptr;
    }
}

template<class Op, bool again>
Handler one_element(const MemoryForm& f) {
    switch (f.space) {
    case Space::generic:
    case Space::global: return f.wide_address ? access_global<Op, again> : nullptr;
    case Space::shared: return f.wide_address ? access_shared<Op, uint64_t, again> : access_shared<Op, uint32_t, again>;
    case Space::local: return f.wide_address ? access_local<Op, again> : nullptr;
    default: return nullptr;
    }
}

/// Rare forms share handlers, to save compile time.
template<class Op>
constexpr bool has_own_handlers = HWY_TARGET != HWY_SCALAR &&
                                  (Op::register_bytes < 8 || sizeof(typename Op::Memory) >= 4);

template<class Op>
MemoryHandler choose(const MemoryForm& f) {
    const ElementOps* const ops = &Slow<Op>::ops;
    if constexpr (has_own_handlers<Op>)
        if (f.elements == 1 && !f.strong)
            if (const Handler handler = one_element<Op, false>(f)) return {handler, one_element<Op, true>(f), ops};
    if (const Handler handler = vector_access(f)) return {handler, nullptr, ops};
    return {f.wide_address ? by_site<uint64_t>(f.space) : by_site<uint32_t>(f.space), nullptr, ops};
}

template<class M, class R16, class R32, class R64>
MemoryHandler load_into(const MemoryForm& f) {
    if constexpr (sizeof(M) <= 2)
        if (f.register_bytes == 2) return choose<Load<M, R16>>(f);
    if constexpr (sizeof(M) <= 4)
        if (f.register_bytes == 4) return choose<Load<M, R32>>(f);
    return f.register_bytes == 8 ? choose<Load<M, R64>>(f) : MemoryHandler{};
}
template<class M>
MemoryHandler store_from(const MemoryForm& f) {
    if constexpr (sizeof(M) <= 2)
        if (f.register_bytes == 2) return choose<Store<M, uint16_t>>(f);
    if constexpr (sizeof(M) <= 4)
        if (f.register_bytes == 4) return choose<Store<M, uint32_t>>(f);
    return f.register_bytes == 8 ? choose<Store<M, uint64_t>>(f) : MemoryHandler{};
}

MemoryHandler find(const MemoryForm& f) {
    switch (f.type) {
    case Type::b8:
    case Type::u8: return f.store ? store_from<uint8_t>(f) : load_into<uint8_t, uint16_t, uint32_t, uint64_t>(f);
    case Type::s8: return f.store ? store_from<uint8_t>(f) : load_into<int8_t, int16_t, int32_t, int64_t>(f);
    case Type::b16:
    case Type::u16:
    case Type::f16:
    case Type::bf16: return f.store ? store_from<uint16_t>(f) : load_into<uint16_t, uint16_t, uint32_t, uint64_t>(f);
    case Type::s16: return f.store ? store_from<uint16_t>(f) : load_into<int16_t, int16_t, int32_t, int64_t>(f);
    case Type::b32:
    case Type::u32:
    case Type::f32:
    case Type::f16x2:
    case Type::bf16x2: return f.store ? store_from<uint32_t>(f) : load_into<uint32_t, uint16_t, uint32_t, uint64_t>(f);
    case Type::s32: return f.store ? store_from<uint32_t>(f) : load_into<int32_t, int16_t, int32_t, int64_t>(f);
    case Type::b64:
    case Type::u64:
    case Type::s64:
    case Type::f64: return f.store ? store_from<uint64_t>(f) : load_into<uint64_t, uint16_t, uint32_t, uint64_t>(f);
    default: return {};
    }
}

} // namespace

MemoryHandler find_memory_here(const MemoryForm& form) { return find(form); }

} // namespace HWY_NAMESPACE
} // namespace warpscope::simt
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpscope::simt {
HWY_EXPORT(find_memory_here);
MemoryHandler find_memory(const MemoryForm& form) { return HWY_DYNAMIC_DISPATCH(find_memory_here)(form); }
} // namespace warpscope::simt
#endif
