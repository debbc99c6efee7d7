#include "gpu/child/channel.hpp"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

namespace warpscope::gpu {
namespace {

struct Head {
    MessageKind kind{};
    uint64_t bytes = 0;
};

} // namespace

bool Channel::wait(short events, Clock::time_point deadline) const {
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return false;
        pollfd waiting{socket(), events, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<int64_t>(left, 1 << 30)));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
}

bool Channel::write(const void* from, size_t bytes, Clock::time_point deadline) const {
    const auto* at = static_cast<const std::byte*>(from);
    while (bytes > 0) {
        if (!wait(POLLOUT, deadline)) return false;
        const ssize_t count = ::send(socket(), at, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) return false;
        at += count;
        bytes -= static_cast<size_t>(count);
    }
    return true;
}

bool Channel::read(void* to, size_t bytes, Clock::time_point deadline) const {
    auto* at = static_cast<std::byte*>(to);
    while (bytes > 0) {
        if (!wait(POLLIN, deadline)) return false;
        const ssize_t count = ::recv(socket(), at, bytes, MSG_DONTWAIT);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) return false;
        at += count;
        bytes -= static_cast<size_t>(count);
    }
    return true;
}

bool Channel::send(MessageKind kind, const Bytes& contents, Clock::time_point deadline) const {
    const Head head{kind, contents.size()};
    return write(&head, sizeof head, deadline) && write(contents.data(), contents.size(), deadline);
}

std::optional<Packet> Channel::receive(Clock::time_point deadline) const {
    Head head;
    if (!read(&head, sizeof head, deadline)) return std::nullopt;
    Packet packet{head.kind, Bytes(head.bytes)};
    if (!read(packet.contents.data(), packet.contents.size(), deadline)) return std::nullopt;
    return packet;
}

} // namespace warpscope::gpu
