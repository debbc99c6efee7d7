#pragma once

#include <string>
#include <sys/types.h>

#include "gpu/child/channel.hpp"

namespace warpscope::gpu {

/// Owner of a child process. The destructor kills the child without waiting.
class ChildProcess {
public:
    [[nodiscard]] static Result<ChildProcess> start(const std::string& program, int device);
    ChildProcess(ChildProcess&& other) noexcept
        : process_(std::exchange(other.process_, 0))
        , channel_(std::move(other.channel_)) {}
    ChildProcess& operator=(ChildProcess&& other) noexcept {
        std::swap(process_, other.process_);
        std::swap(channel_, other.channel_);
        return *this;
    }
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();

    [[nodiscard]] const Channel& channel() const { return channel_; }

private:
    ChildProcess(pid_t process, Channel channel)
        : process_(process)
        , channel_(std::move(channel)) {}
    pid_t process_ = 0;
    Channel channel_;
};

} // namespace warpscope::gpu
