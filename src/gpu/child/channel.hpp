#pragma once

#include <chrono>
#include <optional>

#include "base/descriptor.hpp"
#include "gpu/child/messages.hpp"

namespace warpscope::gpu {

struct Packet {
    MessageKind kind{};
    Bytes contents;
};

class Channel {
public:
    using Clock = std::chrono::steady_clock;

    explicit Channel(int socket)
        : socket_(socket) {}
    [[nodiscard]] int socket() const { return socket_.get(); }
    /// Returns false if the socket is closed or does not accept all bytes by `deadline`.
    [[nodiscard]] bool send(MessageKind kind, const Bytes& contents, Clock::time_point deadline) const;
    /// Returns nullopt if the socket is closed or the packet is incomplete by `deadline`.
    [[nodiscard]] std::optional<Packet> receive(Clock::time_point deadline) const;

private:
    [[nodiscard]] bool wait(short events, Clock::time_point deadline) const;
    [[nodiscard]] bool write(const void* from, size_t bytes, Clock::time_point deadline) const;
    [[nodiscard]] bool read(void* to, size_t bytes, Clock::time_point deadline) const;
    Descriptor socket_;
};

} // namespace warpscope::gpu
