// Messages over a socket between two processes.
#pragma once

#include <chrono>
#include <optional>
#include <utility>

#include "gpu/child/messages.hpp"

namespace warpscope::gpu {

struct Message {
    MessageKind kind{};
    Bytes contents;
};

/// One end; closed when the object goes.
class Channel {
public:
    using Clock = std::chrono::steady_clock;

    explicit Channel(int socket)
        : socket_(socket) {}
    Channel(Channel&& other) noexcept
        : socket_(std::exchange(other.socket_, -1)) {}
    Channel& operator=(Channel&& other) noexcept {
        std::swap(socket_, other.socket_);
        return *this;
    }
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;
    ~Channel();

    [[nodiscard]] int socket() const { return socket_; }
    /// False when the other end is closed, or takes nothing until `deadline`.
    [[nodiscard]] bool send(MessageKind kind, const Bytes& contents, Clock::time_point deadline) const;
    /// nullopt when the other end is closed, or no whole message came until `deadline`.
    [[nodiscard]] std::optional<Message> receive(Clock::time_point deadline) const;

private:
    [[nodiscard]] bool wait(short events, Clock::time_point deadline) const;
    [[nodiscard]] bool write(const void* from, size_t bytes, Clock::time_point deadline) const;
    [[nodiscard]] bool read(void* to, size_t bytes, Clock::time_point deadline) const;
    int socket_;
};

} // namespace warpscope::gpu
