#include "gpu/child/serve.hpp"

#include <cstdlib>
#include <poll.h>
#include <string_view>
#include <thread>
#include <unistd.h>

#include "gpu/child/channel.hpp"

namespace warpscope::gpu {
namespace {

constexpr auto never = Channel::Clock::time_point::max();

void end_with_parent(int socket) {
    std::thread([socket] {
        pollfd closed{socket, POLLRDHUP, 0};
        while (::poll(&closed, 1, -1) < 0 || (closed.revents & (POLLRDHUP | POLLHUP | POLLERR)) == 0) {
        }
        ::_exit(0);
    }).detach();
}

bool run_one(Executor& executor, const Channel& channel, const Packet& asked) {
    RunMessage wanted = decode_run(asked.contents);
    RunOptions options;
    options.repeats = wanted.repeats;
    options.unread = std::move(wanted.unread);
    options.running = [&](bool on) {
        // On failure, the main loop finds the socket closed and ends this process.
        (void)channel.send(on ? MessageKind::started : MessageKind::ended, {}, never);
    };
    const auto ran = executor.run(wanted.ptx, wanted.plan, options);
    if (ran) return channel.send(MessageKind::done, encode(*ran), never);
    const bool lost = !executor.status().usable;
    return channel.send(MessageKind::failed, encode(FailureMessage{ran.error(), lost}), never) && !lost;
}

} // namespace

std::optional<int> serve_as_child(int argc, const char* const* argv, Runtime& runtime) {
    if (argc != 3 || std::string_view(argv[1]) != child_command) return std::nullopt;
    const Channel channel(child_socket);
    end_with_parent(child_socket);
    Executor executor(runtime, find_device(runtime, std::atoi(argv[2])));
    if (auto ready = executor.prepare(); !ready) {
        (void)channel.send(MessageKind::failed, encode(FailureMessage{ready.error(), true}), never);
        return 1;
    }
    bool goes_on = channel.send(MessageKind::ready, {}, never);
    while (goes_on) {
        const auto asked = channel.receive(never);
        goes_on = asked && asked->kind == MessageKind::run && run_one(executor, channel, *asked);
    }
    return 0;
}

} // namespace warpscope::gpu
