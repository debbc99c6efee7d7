#include "simt/store_watch.hpp"

#include <algorithm>

#include "simt/scalar.hpp"
#include "simt/stack.hpp"

namespace warpscope::simt {
namespace {

std::vector<Observer*> with(const Listeners& listeners, Observer* one_more) {
    std::vector<Observer*> all(listeners.first, listeners.last);
    all.push_back(one_more);
    return all;
}

} // namespace

StoreWatch::StoreWatch(Warp& warp)
    : warp_(warp)
    , hooks_(warp.hooks)
    , global_(warp.global_listeners)
    , shared_(warp.shared_listeners)
    , global_and_this_(with(global_, this))
    , shared_and_this_(with(shared_, this))
    , stack_in_use_(stack_end(warp, warp.active)) {
    warp.hooks |= interests();
    warp.global_listeners = {global_and_this_.data(), global_and_this_.data() + global_and_this_.size()};
    warp.shared_listeners = {shared_and_this_.data(), shared_and_this_.data() + shared_and_this_.size()};
    stack_listeners().push_back(this);
}

StoreWatch::~StoreWatch() {
    warp_.hooks = hooks_;
    warp_.global_listeners = global_;
    warp_.shared_listeners = shared_;
    stack_listeners().pop_back();
}

std::vector<Observer*>& StoreWatch::stack_listeners() {
    return warp_.worker->listeners[static_cast<size_t>(std::countr_zero(static_cast<uint32_t>(wants_local)))];
}

StoreWatch::Bytes StoreWatch::read(const std::byte* place, uint64_t count) {
    Bytes bytes;
    bytes.count = static_cast<uint32_t>(count);
    for (uint32_t k = 0; k < bytes.count; ++k) // other workers may be changing it
        bytes.value[k] =
            std::byte{__atomic_load_n(reinterpret_cast<const unsigned char*>(place + k), __ATOMIC_RELAXED)};
    return bytes;
}

bool StoreWatch::differs(const std::byte* place, const Bytes& before) {
    return read(place, before.count).value != before.value;
}

void StoreWatch::note_stack(uint64_t begin, uint64_t end) {
    end = std::min(end, stack_in_use_);
    if (begin >= end) return;
    const bool first = stack_ == StackRange{};
    stack_ = {first ? begin : std::min(stack_.begin, begin), std::max(stack_.end, end)};
}

void StoreWatch::on_memory(const MemoryEvent& event) {
    if (event.kind == AccessKind::load) return;
    if (event.space == ptx::Space::local) return note_stack(event.lowest, event.highest + event.bytes);
    for_each_lane(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.address[lane];
        const std::byte* const place =
            event.space == ptx::Space::shared ? warp_.shared + address : warp_.global + address;
        for (uint64_t done = 0; done < event.bytes; done += sizeof(Bytes::value))
            noted_.emplace_back(place + done,
                                read(place + done, std::min<uint64_t>(event.bytes - done, sizeof(Bytes::value))));
    });
}

bool StoreWatch::has_changed_memory() {
    const bool changed =
        std::ranges::any_of(noted_, [](const auto& bytes) { return differs(bytes.first, bytes.second); });
    noted_.clear();
    return changed;
}

} // namespace warpscope::simt
