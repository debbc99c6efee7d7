#include "serve/accept_connections.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

namespace warpscope::serve {
namespace {

using Clock = std::chrono::steady_clock;

struct IdleConnection {
    Descriptor socket;
    Clock::time_point deadline;
};
using IdleConnections = std::vector<IdleConnection>; // oldest first

int milliseconds_until_deadline(const IdleConnections& idle) {
    if (idle.empty()) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(idle.front().deadline - Clock::now()).count();
    return static_cast<int>(std::clamp<int64_t>(left, 0, 1 << 30));
}

void drop_oldest(IdleConnections& idle) {
    if (!idle.empty()) idle.erase(idle.begin());
}

/// Returns false if `listening` is shut down.
bool accept_some(int listening, const Limits& limits, IdleConnections& idle) {
    constexpr int at_once = 64; // maximum per call: more could drop an idle connection whose request just arrived
    for (int i = 0; i < at_once; ++i) {
        Descriptor socket(::accept4(listening, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!socket && errno == EINVAL) return false;
        if (!socket && errno != EAGAIN) { // for example, too many open files
            drop_oldest(idle);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        if (!socket) return true;
        if (idle.size() >= limits.idle_connections) drop_oldest(idle);
        idle.push_back({std::move(socket), Clock::now() + limits.head_time});
    }
    return true;
}

} // namespace

void accept_connections(int listening, const Limits& limits, const std::function<void(Descriptor)>& serve) {
    ::fcntl(listening, F_SETFL, ::fcntl(listening, F_GETFL) | O_NONBLOCK);
    IdleConnections idle;
    std::vector<pollfd> polled;
    do {
        polled.assign(1, {listening, POLLIN, 0});
        for (const IdleConnection& connection : idle) polled.push_back({connection.socket.get(), POLLIN, 0});
        if (::poll(polled.data(), polled.size(), milliseconds_until_deadline(idle)) < 0) continue;
        for (size_t i = 0; i < idle.size(); ++i)
            if (polled[i + 1].revents != 0) serve(std::move(idle[i].socket));
        std::erase_if(idle, [now = Clock::now()](const IdleConnection& connection) {
            return !connection.socket || connection.deadline <= now;
        });
    } while (polled.front().revents == 0 || accept_some(listening, limits, idle));
}

} // namespace warpscope::serve
