#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include <httplib.h>

#include "base/descriptor.hpp"
#include "serve/limits.hpp"

namespace warpscope::serve {

/// A client's connection with limits on time and size. cpp-httplib does not limit a request's whole time, so slow
/// clients could take all workers.
class Connection : public httplib::Stream {
public:
    Connection(Descriptor socket, const Limits& limits);
    ~Connection() override;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] const std::string& client() const { return client_; }
    /// Waits for the request's head. If it is invalid, sends a status and returns false.
    [[nodiscard]] bool read_head();
    void send_status(std::string_view status);
    /// Reads for another moment while the client sends, because closing the socket at once would discard the answer.
    void finish();

    [[nodiscard]] bool is_readable() const override;
    [[nodiscard]] bool is_writable() const override;
    ssize_t read(char* data, size_t size) override;
    ssize_t write(const char* data, size_t size) override;
    using Stream::write;
    void get_remote_ip_and_port(std::string& ip, int& port) const override;
    void get_local_ip_and_port(std::string& ip, int& port) const override;
    [[nodiscard]] socket_t socket() const override { return socket_.get(); }

private:
    using Clock = std::chrono::steady_clock;

    /// Returns the status for an invalid head, or "".
    [[nodiscard]] std::string_view problem_of_head(size_t end) const;
    /// Appends received bytes to `buffer_`. Returns false at the end, after an error or at the deadline.
    bool receive(Clock::time_point deadline);
    [[nodiscard]] bool wait_for(short events, Clock::time_point deadline) const;
    [[nodiscard]] std::string_view header(std::string_view name) const;
    [[nodiscard]] std::optional<size_t> content_length() const;

    Descriptor socket_;
    Limits limits_;
    std::string client_;
    std::string buffer_;
    size_t read_ = 0;
    size_t remaining_ = 0;
    Clock::time_point body_deadline_, answer_deadline_;
};

} // namespace warpscope::serve
