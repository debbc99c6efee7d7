#include "simt/store_watch.hpp"

#include <algorithm>

#include "simt/scalar.hpp"

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
    , shared_and_this_(with(shared_, this)) {
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

void StoreWatch::note(ptx::Space space, const std::byte* place, uint64_t count) {
    const Bytes bytes = read(place, count);
    if (space == ptx::Space::local)
        noted_of_stack_.emplace(place, bytes);
    else
        noted_.emplace_back(place, bytes);
}

void StoreWatch::on_memory(const MemoryEvent& event) {
    if (event.kind == AccessKind::load) return;
    for_each_lane(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.address[lane];
        const std::byte* place = warp_.global + address;
        if (event.space == ptx::Space::shared) place = warp_.shared + address;
        if (event.space == ptx::Space::local) place = warp_.local + lane * warp_.local_stride + address;
        for (uint64_t done = 0; done < event.bytes; done += sizeof(Bytes::value))
            note(event.space, place + done, std::min<uint64_t>(event.bytes - done, sizeof(Bytes::value)));
    });
}

bool StoreWatch::has_changed_memory() {
    const bool changed =
        std::ranges::any_of(noted_, [](const auto& bytes) { return differs(bytes.first, bytes.second); });
    noted_.clear();
    return changed;
}

bool StoreWatch::has_changed_stack() const {
    return std::ranges::any_of(noted_of_stack_, [](const auto& bytes) { return differs(bytes.first, bytes.second); });
}

} // namespace warpscope::simt
