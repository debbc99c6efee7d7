// Handlers for rare operations, which visit only executing lanes.
#pragma once

#include "simt/lane_loop.hpp"
#include "simt/state/machine.hpp"

namespace warpscope::simt {

template<class F, class D, class A>
const Inst* scalar1(Warp& warp, const Inst* i, std::byte* frame) {
    for_each_lane(warp.exec, [&](uint32_t l) { slot<D>(frame, i->d)[l] = F::of(slot<A>(frame, i->a)[l]); });
    return i + 1;
}
template<class F, class D, class A>
const Inst* scalar2(Warp& warp, const Inst* i, std::byte* frame) {
    for_each_lane(warp.exec, [&](uint32_t l) {
        slot<D>(frame, i->d)[l] = F::of(slot<A>(frame, i->a)[l], slot<A>(frame, i->b)[l]);
    });
    return i + 1;
}
template<class F, class D, class A>
const Inst* scalar3(Warp& warp, const Inst* i, std::byte* frame) {
    for_each_lane(warp.exec, [&](uint32_t l) {
        slot<D>(frame, i->d)[l] = F::of(slot<A>(frame, i->a)[l], slot<A>(frame, i->b)[l], slot<A>(frame, i->c)[l]);
    });
    return i + 1;
}

} // namespace warpscope::simt
