#include "simt/livelock/iteration_recorder.hpp"

#include <algorithm>

#include "simt/lane_loop.hpp"
#include "simt/state/local_stack.hpp"

namespace warpscope::simt {
namespace {

std::vector<Observer*> with(const Listeners& listeners, Observer* one_more) {
    std::vector<Observer*> all(listeners.first, listeners.last);
    all.push_back(one_more);
    return all;
}

} // namespace

RoundWatch::RoundWatch(Warp& warp)
    : warp_(warp)
    , hooks_(warp.hooks)
    , forms_addresses_(warp.forms_addresses)
    , global_(warp.global_listeners)
    , shared_(warp.shared_listeners)
    , global_and_this_(with(global_, this))
    , shared_and_this_(with(shared_, this))
    , stack_in_use_(stack_end(warp, warp.active)) {
    warp.hooks |= interests();
    warp.forms_addresses = true;
    warp.global_listeners = {global_and_this_.data(), global_and_this_.data() + global_and_this_.size()};
    warp.shared_listeners = {shared_and_this_.data(), shared_and_this_.data() + shared_and_this_.size()};
    listeners(wants_local).push_back(this);
    listeners(wants_steps).push_back(this);
}

RoundWatch::~RoundWatch() {
    warp_.hooks = hooks_;
    warp_.forms_addresses = forms_addresses_;
    warp_.global_listeners = global_;
    warp_.shared_listeners = shared_;
    listeners(wants_local).pop_back();
    listeners(wants_steps).pop_back();
}

std::vector<Observer*>& RoundWatch::listeners(Interest what) {
    return warp_.worker->listeners[static_cast<size_t>(std::countr_zero(static_cast<uint32_t>(what)))];
}

std::array<std::byte, 16> bytes_now(const RoundWatch::Access& access) {
    std::array<std::byte, 16> value{};
    for (uint32_t k = 0; k < access.count; ++k)
        value[k] =
            std::byte{__atomic_load_n(reinterpret_cast<const unsigned char*>(access.place + k), __ATOMIC_RELAXED)};
    return value;
}

void RoundWatch::note_stack(uint64_t begin, uint64_t end) {
    end = std::min(end, stack_in_use_);
    if (begin >= end) return;
    const bool first = stack_ == StackRange{};
    stack_ = {first ? begin : std::min(stack_.begin, begin), std::max(stack_.end, end)};
}

void RoundWatch::on_memory(const MemoryEvent& event) {
    const bool stores = event.kind != AccessKind::load, local = event.space == ptx::Space::local;
    if (local && stores) note_stack(event.lowest, event.highest + event.bytes);
    for_each_lane(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.address[lane];
        const std::byte* const place = local ? warp_.local + lane * warp_.local_stride + address
                                       : event.space == ptx::Space::shared ? warp_.shared + address
                                                                           : warp_.global + address;
        constexpr uint64_t most = sizeof(Access::before);
        for (uint64_t done = 0; done < event.bytes; done += most) {
            Access access{event.pc, event.kind, local, false, 0, place + done, {}};
            access.count = static_cast<uint8_t>(std::min<uint64_t>(event.bytes - done, most));
            if (stores) access.before = bytes_now(access);
            accesses_.push_back(access);
        }
    });
}

bool RoundWatch::has_changed_memory() {
    bool any = false;
    for (; looked_at_ < accesses_.size(); ++looked_at_) {
        Access& access = accesses_[looked_at_];
        if (access.kind == AccessKind::load) continue;
        access.changed = bytes_now(access) != access.before;
        any = any || (access.changed && !access.of_stack);
    }
    return any;
}

void RoundWatch::restart() {
    accesses_.clear();
    executed_.clear();
    looked_at_ = 0;
}

} // namespace warpscope::simt
