#include "simt/divergence/warp_collective.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "simt/divergence/warp_split.hpp"

namespace warpscope::simt {
namespace {

struct Caller {
    LaneMask exec = 0;
    const Inst* inst = nullptr;
    std::byte* frame = nullptr;

    [[nodiscard]] LaneMask named() const {
        if (inst[1].a == 0) return exec;
        const uint32_t* const masks = slot<uint32_t>(frame, inst[1].b);
        LaneMask lanes = 0;
        for (LaneMask m = exec; m != 0; m &= m - 1) lanes |= masks[std::countr_zero(m)];
        return lanes;
    }
};

Caller caller_of(const WarpSplit& warp_split) { return {warp_split.exec, warp_split.pc, warp_split.frame}; }

struct Gathering {
    LaneMask lanes = 0;
    std::vector<size_t> warp_splits;
    bool complete = false;
};

Gathering gather(const Warp& warp, const Caller& first) {
    Gathering result;
    result.lanes = first.exec;
    LaneMask named = first.named() & ~warp.exited;
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < warp.others.size(); ++k) {
            const WarpSplit& other = warp.others[k];
            if (other.state != WarpSplit::State::at_sync || other.exchange != nullptr) continue;
            if (other.pc->handler != first.inst->handler || (other.exec & named & ~result.lanes) == 0) continue;
            result.lanes |= other.exec;
            result.warp_splits.push_back(k);
            named |= caller_of(other).named() & ~warp.exited;
            more = true;
        }
    }
    result.complete = (named & ~result.lanes) == 0;
    return result;
}

uint32_t value_bytes(const Inst* inst) { return inst[1].aux == no_value ? 0 : inst[1].aux; }

void give(Exchange& exchange, const Caller& caller) {
    const uint32_t bytes = value_bytes(caller.inst);
    for (LaneMask m = caller.exec; m != 0; m &= m - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(m));
        exchange.masks[lane] = slot<uint32_t>(caller.frame, caller.inst[1].b)[lane];
        std::memcpy(exchange.values.data() + lane * bytes, caller.frame + caller.inst[1].c + lane * bytes, bytes);
    }
    if (caller.inst[1].aux == 0) {
        LaneMask& all = reinterpret_cast<LaneMask&>(exchange.values);
        all = (all & ~caller.exec) | (*slot<LaneMask>(caller.frame, caller.inst[1].c) & caller.exec);
    }
    exchange.lanes |= caller.exec;
}

/// Slot with temporary values of other splits' lanes. restore() writes the previous values back.
class Borrowed {
public:
    Borrowed(std::byte* frame, uint32_t offset, uint32_t bytes_per_lane)
        : place_(frame + offset)
        , bytes_(bytes_per_lane) {
        std::memcpy(before_.data(), place_, size());
    }
    void fill(const Exchange& exchange, const void* from, LaneMask own) {
        copy(static_cast<const std::byte*>(from), exchange.lanes & ~own);
    }
    void restore(LaneMask own) { copy(before_.data(), ~own); }

private:
    [[nodiscard]] size_t size() const { return bytes_ == 0 ? sizeof(LaneMask) : size_t{bytes_} * warp_size; }
    void copy(const std::byte* from, LaneMask lanes) {
        if (bytes_ == 0) {
            LaneMask theirs = 0, all = 0;
            std::memcpy(&theirs, from, sizeof(theirs));
            std::memcpy(&all, place_, sizeof(all));
            all = (all & ~lanes) | (theirs & lanes);
            std::memcpy(place_, &all, sizeof(all));
            return;
        }
        for (LaneMask m = lanes; m != 0; m &= m - 1) {
            const size_t at = static_cast<size_t>(std::countr_zero(m)) * bytes_;
            std::memcpy(place_ + at, from + at, bytes_);
        }
    }

    std::byte* place_;
    uint32_t bytes_;
    std::array<std::byte, warp_size * 8> before_{};
};

const Inst* exchange_and_do(Warp& warp, const Inst* inst, std::byte* frame, Handler core) {
    const Exchange& exchange = *warp.exchange;
    const LaneMask own = warp.exec;
    Borrowed masks(frame, inst[1].b, sizeof(uint32_t));
    masks.fill(exchange, exchange.masks.data(), own);
    const Inst* next = nullptr;
    if (inst[1].aux == no_value) {
        next = core(warp, inst, frame);
    } else {
        Borrowed values(frame, inst[1].c, inst[1].aux);
        values.fill(exchange, exchange.values.data(), own);
        next = core(warp, inst, frame);
        values.restore(own);
    }
    masks.restore(own);
    warp.exchange.reset();
    return next;
}

} // namespace

LaneMask missing_lanes(const Warp& warp, const Inst* inst, std::byte* frame) {
    return Caller{warp.exec, inst, frame}.named() & ~warp.exec & ~warp.exited;
}

bool can_sync(const Warp& warp, const WarpSplit& warp_split) {
    return warp_split.exchange != nullptr || gather(warp, caller_of(warp_split)).complete;
}

LaneMask named_lanes(const WarpSplit& warp_split) { return caller_of(warp_split).named(); }

const Inst* wait_for_collective(Warp& warp, const Inst* inst, std::byte* frame, Handler core) {
    if (warp.exchange != nullptr) return exchange_and_do(warp, inst, frame, core);
    const Caller here{warp.exec, inst, frame};
    // Predicated-off lanes of this path can never arrive.
    const bool deadlocked = (here.named() & warp.active & ~warp.exec) != 0;
    if (std::exchange(warp.gives_up, false) || deadlocked) return core(warp, inst, frame);
    Gathering gathering = gather(warp, here);
    if (!gathering.complete) return defer_lanes(warp, inst, WarpSplit::State::at_sync);
    auto exchange = std::make_shared<Exchange>();
    give(*exchange, here);
    for (const size_t k : gathering.warp_splits) give(*exchange, caller_of(warp.others[k]));
    std::ranges::sort(gathering.warp_splits, std::greater<>());
    for (const size_t k : gathering.warp_splits) {
        if (at_same_place(warp, inst, warp.others[k]))
            merge_split(warp, k);
        else
            warp.others[k].exchange = exchange;
    }
    if (warp.exec == exchange->lanes) return core(warp, inst, frame);
    warp.exchange = std::move(exchange);
    return exchange_and_do(warp, inst, frame, core);
}

} // namespace warpscope::simt
