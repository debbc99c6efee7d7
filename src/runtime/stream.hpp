// Streams and events. Work is done when it is asked for, in the order of the calls; what takes time on a device does so
// on clocks of a model, one for each stream. Private to src/runtime.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "runtime/abi.hpp"

namespace warpscope::runtime {

struct Stream {
    uint32_t number = 0; // counted from 1; 0 is the default stream
    unsigned flags = 0;
    int priority = 0;
    double clock_ms = 0; // when its last work ends

    static constexpr unsigned non_blocking = 1;
};

struct Event {
    unsigned flags = 0;
    bool recorded = false;
    double at_ms = 0;

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

    /// Work that takes so long. What is given to the default stream begins when all others have ended, and they begin
    /// after it, but for those that do not block.
    void add_work(Stream& stream, double milliseconds);
    void wait_for_all();

private:
    Stream default_;
    std::map<const Stream*, std::unique_ptr<Stream>> streams_;
    std::map<const Event*, std::unique_ptr<Event>> events_;
    uint32_t made_ = 0;
};

} // namespace warpscope::runtime
