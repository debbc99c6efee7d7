// Streams and events. Work is done when it is asked for, in the order of the calls; what takes time on a device does so
// on clocks of a model, one for each stream. Private to src/runtime.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "runtime/abi.hpp"

namespace warpscope::runtime {

/// How much work has ended, by number of the stream.
using Order = std::map<uint32_t, uint64_t>;

struct Stream {
    uint32_t number = 0; // counted from 1; 0 is the default stream
    unsigned flags = 0;
    int priority = 0;
    double clock_ms = 0;       // when its last work ends
    Order known = {};          // what has ended when that has, itself included
    double last_event_ms = -1; // when the last of its events happened

    /// Counts what was given to it.
    [[nodiscard]] uint64_t work() const {
        const auto own = known.find(number);
        return own == known.end() ? 0 : own->second;
    }

    static constexpr unsigned non_blocking = 1;
};

struct Event {
    unsigned flags = 0;
    bool recorded = false;
    double at_ms = 0;
    Order known = {}; // what has ended when it happens

    static constexpr unsigned no_timing = 2;
};

class Streams {
public:
    /// nullptr for a handle that is none. The null handle, 1 and 2 are the default stream.
    [[nodiscard]] Stream* find(StreamHandle handle);
    [[nodiscard]] Stream* create(unsigned flags, int priority);
    [[nodiscard]] bool destroy(StreamHandle handle);
    [[nodiscard]] Event* find(EventHandle handle);
    [[nodiscard]] Event* create_event(unsigned flags);
    [[nodiscard]] bool destroy(EventHandle handle);

    /// Work that takes so long. It begins when the host gives it, and not before what the host has waited for has
    /// ended; what is given to the default stream begins when all others have ended, and they begin after it, but for
    /// those that do not block.
    void add_work(Stream& stream, double milliseconds);
    /// It happens when the stream's work has ended, and `apart` after the stream's event before it at the earliest.
    void record(Event& event, Stream& stream, double apart);
    /// What comes begins after an event.
    static void wait(Stream& stream, const Event& event);

    /// The host waits for all that there is, for a stream, or for an event.
    void wait_for_all();
    void wait_for(const Stream& stream);
    void wait_for(const Event& event);
    /// What the host knows to have ended.
    [[nodiscard]] const Order& known_to_host() const { return known_to_host_; }

private:
    Stream default_;
    std::map<const Stream*, std::unique_ptr<Stream>> streams_;
    std::map<const Event*, std::unique_ptr<Event>> events_;
    uint32_t made_ = 0;
    double host_ms_ = 0;              // when the last thing ended that the host has waited for
    Order known_to_host_, destroyed_; // the latter: work of streams that are no more
};

} // namespace warpscope::runtime
