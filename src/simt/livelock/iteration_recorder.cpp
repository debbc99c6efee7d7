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

IterationRecorder::IterationRecorder(Warp& warp)
    : warp_(warp)
    , hooks_(warp.hooks)
    , forms_addresses_(warp.forms_addresses)
    , global_(warp.global_listeners)
    , shared_(warp.shared_listeners)
    , global_and_this_(with(global_, this))
    , shared_and_this_(with(shared_, this))
    , local_(warp.worker->listeners[static_cast<size_t>(std::countr_zero(static_cast<uint32_t>(wants_local)))])
    , stack_in_use_(stack_end(warp, warp.active)) {
    warp.hooks |= interests();
    warp.forms_addresses = true;
    warp.global_listeners = {global_and_this_.data(), global_and_this_.data() + global_and_this_.size()};
    warp.shared_listeners = {shared_and_this_.data(), shared_and_this_.data() + shared_and_this_.size()};
    local_.push_back(this);
}

IterationRecorder::~IterationRecorder() {
    warp_.hooks = hooks_;
    warp_.forms_addresses = forms_addresses_;
    warp_.global_listeners = global_;
    warp_.shared_listeners = shared_;
    local_.pop_back();
}

std::array<std::byte, 16> IterationRecorder::bytes_now(const Store& store) {
    std::array<std::byte, 16> value{};
    for (uint32_t k = 0; k < store.count; ++k)
        value[k] =
            std::byte{__atomic_load_n(reinterpret_cast<const unsigned char*>(store.place + k), __ATOMIC_RELAXED)};
    return value;
}

void IterationRecorder::note_stack(uint64_t begin, uint64_t end) {
    end = std::min(end, stack_in_use_);
    if (begin >= end) return;
    const bool first = stack_ == StackRange{};
    stack_ = {first ? begin : std::min(stack_.begin, begin), std::max(stack_.end, end)};
}

void IterationRecorder::record_poll(const MemoryEvent& event) {
    for_each_lane(event.mask, [&](uint32_t lane) {
        const Poll now{event.space, event.address[lane], event.bytes};
        if (poll_.bytes == 0) poll_ = now;
        polls_elsewhere_ = polls_elsewhere_ || poll_ != now;
    });
}

void IterationRecorder::on_memory(const MemoryEvent& event) {
    const bool is_poll = event.kind != AccessKind::store && event.space != ptx::Space::local && event.mask != 0;
    if (is_poll && !polls_elsewhere_) record_poll(event);
    if (event.kind == AccessKind::load) return;
    if (event.space == ptx::Space::local) {
        note_stack(event.lowest, event.highest + event.bytes);
        return;
    }
    for_each_lane(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.address[lane];
        const std::byte* const place =
            event.space == ptx::Space::shared ? warp_.shared + address : warp_.global + address;
        constexpr uint64_t max = sizeof(Store::before);
        for (uint64_t done = 0; done < event.bytes; done += max) {
            Store& store = stores_.emplace_back();
            store.place = place + done;
            store.count = static_cast<uint8_t>(std::min<uint64_t>(event.bytes - done, max));
            store.before = bytes_now(store);
        }
    });
}

bool IterationRecorder::take_changes() {
    const bool any = std::ranges::any_of(stores_, [](const Store& store) { return bytes_now(store) != store.before; });
    stores_.clear();
    return any;
}

} // namespace warpscope::simt
