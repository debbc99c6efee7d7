#include "runtime/stream.hpp"

#include <algorithm>

namespace warpscope::runtime {
namespace {

void learn(Order& known, const Order& more) {
    for (const auto& [stream, work] : more) known[stream] = std::max(known[stream], work);
}

} // namespace

Stream* Streams::find(StreamHandle handle) {
    if (reinterpret_cast<uintptr_t>(handle) <= 2) return &default_;
    const auto found = streams_.find(handle);
    return found == streams_.end() ? nullptr : found->second.get();
}

Stream* Streams::create(unsigned flags, int priority) {
    auto stream = std::make_unique<Stream>(Stream{++made_, flags, priority, host_ms_});
    Stream* const made = stream.get();
    streams_.emplace(made, std::move(stream));
    return made;
}

bool Streams::destroy(StreamHandle handle) {
    const auto found = streams_.find(handle);
    if (found == streams_.end()) return false;
    learn(destroyed_, found->second->known);
    streams_.erase(found);
    return true;
}

Event* Streams::find(EventHandle handle) {
    const auto found = events_.find(handle);
    return found == events_.end() ? nullptr : found->second.get();
}

Event* Streams::create_event(unsigned flags) {
    auto event = std::make_unique<Event>(Event{flags});
    Event* const made = event.get();
    events_.emplace(made, std::move(event));
    return made;
}

bool Streams::destroy(EventHandle handle) { return events_.erase(handle) != 0; }

void Streams::add_work(Stream& stream, double milliseconds) {
    if (&stream == &default_) {
        for (const auto& [handle, other] : streams_)
            if ((other->flags & Stream::non_blocking) == 0) {
                default_.clock_ms = std::max(default_.clock_ms, other->clock_ms);
                learn(default_.known, other->known);
            }
    } else if ((stream.flags & Stream::non_blocking) == 0) {
        stream.clock_ms = std::max(stream.clock_ms, default_.clock_ms);
        learn(stream.known, default_.known);
    }
    stream.clock_ms = std::max(stream.clock_ms, host_ms_) + milliseconds;
    ++stream.known[stream.number];
}

void Streams::record(Event& event, Stream& stream, double apart) {
    add_work(stream, 0);
    stream.clock_ms = std::max(stream.clock_ms, stream.last_event_ms + apart);
    stream.last_event_ms = stream.clock_ms;
    event.recorded = true;
    event.at_ms = stream.clock_ms;
    event.known = stream.known;
}

void Streams::wait(Stream& stream, const Event& event) {
    if (!event.recorded) return;
    stream.clock_ms = std::max(stream.clock_ms, event.at_ms);
    learn(stream.known, event.known);
}

void Streams::wait_for(const Stream& stream) {
    const auto wait = [this](const Stream& one) {
        learn(known_to_host_, one.known);
        host_ms_ = std::max(host_ms_, one.clock_ms);
    };
    wait(stream);
    if (&stream != &default_) return;
    for (const auto& [handle, other] : streams_)
        if ((other->flags & Stream::non_blocking) == 0) wait(*other);
}

void Streams::wait_for(const Event& event) {
    learn(known_to_host_, event.known);
    if (event.recorded) host_ms_ = std::max(host_ms_, event.at_ms);
}

void Streams::wait_for_all() {
    host_ms_ = std::max(host_ms_, default_.clock_ms);
    for (const auto& [handle, stream] : streams_) host_ms_ = std::max(host_ms_, stream->clock_ms);
    learn(known_to_host_, destroyed_);
    learn(known_to_host_, default_.known);
    for (const auto& [handle, stream] : streams_) learn(known_to_host_, stream->known);
}

} // namespace warpscope::runtime
