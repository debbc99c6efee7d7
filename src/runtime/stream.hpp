// Streams and events. Work runs immediately, and clocks model when it would end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "runtime/abi.hpp"

namespace warpscope::runtime {

/// Count of finished operations per stream number.
using Order = std::map<uint32_t, uint64_t>;

struct Stream {
    uint32_t number = 0; // 0: default stream
    unsigned flags = 0;
    int priority = 0;
    double clock_ms = 0; // modeled end of its last work
    Order known = {};    // operations of all streams that are finished when this stream's work is finished
    double last_event_ms = -1;

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
    Order known = {}; // operations of all streams that are finished when the event occurs

    static constexpr unsigned no_timing = 2;
};

class Streams {
public:
    /// Handles 0, 1 and 2 mean the default stream. Returns nullptr for invalid handles.
    [[nodiscard]] Stream* find(StreamHandle handle);
    [[nodiscard]] Stream* create(unsigned flags, int priority);
    [[nodiscard]] bool destroy(StreamHandle handle);
    [[nodiscard]] Event* find(EventHandle handle);
    [[nodiscard]] Event* create_event(unsigned flags);
    [[nodiscard]] bool destroy(EventHandle handle);

    /// Adds work that starts after the stream's earlier work and the host's waits. The default stream synchronizes with
    /// blocking streams.
    void add_work(Stream& stream, double milliseconds);
    /// Records an event, at least `apart` ms after the stream's previous event.
    void record(Event& event, Stream& stream, double apart);
    static void wait(Stream& stream, const Event& event);

    void wait_for_all();
    void wait_for(const Stream& stream);
    void wait_for(const Event& event);
    [[nodiscard]] const Order& known_to_host() const { return known_to_host_; }

private:
    Stream default_;
    std::map<const Stream*, std::unique_ptr<Stream>> streams_;
    std::map<const Event*, std::unique_ptr<Event>> events_;
    uint32_t made_ = 0;
    double host_ms_ = 0; // modeled end of the host's last wait
    Order known_to_host_, destroyed_;
};

} // namespace warpscope::runtime
