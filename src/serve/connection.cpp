#include "serve/connection.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

#include "base/text.hpp"

namespace warpscope::serve {
namespace {

constexpr std::string_view head_end = "\r\n\r\n";
constexpr std::string_view head_too_large = "431 Request Header Fields Too Large";

using AddressFunction = int (*)(int, sockaddr*, socklen_t*);

std::pair<std::string, int> address_of(int socket, AddressFunction function) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    std::array<char, NI_MAXHOST> host{};
    std::array<char, NI_MAXSERV> port{};
    if (function(socket, plain, &size) != 0 || ::getnameinfo(plain, size, host.data(), host.size(), port.data(),
                                                             port.size(), NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        return {"unknown", 0};
    return {host.data(), std::atoi(port.data())};
}

bool equal_names(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other,
                              [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

} // namespace

Connection::Connection(Descriptor socket, const Limits& limits)
    : socket_(std::move(socket))
    , limits_(limits)
    , client_(address_of(socket_.get(), ::getpeername).first)
    , answer_deadline_(Clock::now() + limits.answer_time) {
    ::fcntl(socket_.get(), F_SETFL, ::fcntl(socket_.get(), F_GETFL) | O_NONBLOCK);
}

Connection::~Connection() { ::shutdown(socket_.get(), SHUT_RDWR); }

bool Connection::read_head() {
    const auto deadline = Clock::now() + limits_.head_time;
    size_t end = std::string::npos;
    remaining_ = 1; // nonzero until the head gives the length
    while ((end = buffer_.find(head_end)) == std::string::npos) {
        if (buffer_.size() <= limits_.head_bytes && receive(deadline)) continue;
        const bool is_too_large = buffer_.size() > limits_.head_bytes;
        if (!is_too_large) remaining_ = 0; // finish() must not wait again
        if (!buffer_.empty()) send_status(is_too_large ? head_too_large : "408 Request Timeout");
        return false;
    }
    if (const std::string_view problem = problem_of_head(end); !problem.empty()) {
        send_status(problem);
        return false;
    }
    const size_t all = end + head_end.size() + content_length().value_or(0);
    buffer_.resize(std::min(buffer_.size(), all));
    remaining_ = all - buffer_.size();
    body_deadline_ = Clock::now() + limits_.body_time;
    return true;
}

void Connection::send_status(std::string_view status) {
    write(fmt::format("HTTP/1.1 {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status));
}

std::string_view Connection::problem_of_head(size_t end) const {
    const std::string_view head = std::string_view(buffer_).substr(0, end);
    if (head.size() > limits_.head_bytes || std::cmp_greater(std::ranges::count(head, '\n'), limits_.head_lines))
        return head_too_large;
    if (!header("Transfer-Encoding").empty()) return "411 Length Required";
    const auto length = content_length();
    if (!length) return "400 Bad Request";
    return *length > limits_.body_bytes ? "413 Payload Too Large" : "";
}

void Connection::finish() {
    if (remaining_ == 0) return;
    ::shutdown(socket_.get(), SHUT_WR);
    const auto deadline = Clock::now() + limits_.head_time;
    do buffer_.clear();
    while (Clock::now() < deadline && receive(deadline));
}

bool Connection::is_readable() const { return read_ < buffer_.size() || wait_for(POLLIN, body_deadline_); }

bool Connection::is_writable() const {
    return wait_for(POLLOUT, std::min(Clock::now() + limits_.stall_time, answer_deadline_));
}

ssize_t Connection::read(char* data, size_t size) {
    if (read_ == buffer_.size()) {
        if (remaining_ == 0) return 0;
        buffer_.clear();
        read_ = 0;
        if (!receive(body_deadline_)) return -1;
        buffer_.resize(std::min(buffer_.size(), remaining_));
        remaining_ -= buffer_.size();
    }
    const size_t count = std::min(size, buffer_.size() - read_);
    std::copy_n(buffer_.data() + read_, count, data);
    read_ += count;
    return static_cast<ssize_t>(count);
}

ssize_t Connection::write(const char* data, size_t size) {
    for (;;) {
        const ssize_t sent = ::send(socket_.get(), data, size, MSG_NOSIGNAL);
        if (sent >= 0) return sent;
        if (errno == EINTR) continue;
        if ((errno != EAGAIN && errno != EWOULDBLOCK) || !is_writable()) return -1;
    }
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
    std::tie(ip, port) = address_of(socket_.get(), ::getpeername);
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
    std::tie(ip, port) = address_of(socket_.get(), ::getsockname);
}

bool Connection::receive(Clock::time_point deadline) {
    std::array<char, 16384> chunk;
    for (;;) {
        const ssize_t count = ::recv(socket_.get(), chunk.data(), chunk.size(), 0);
        if (count > 0) {
            buffer_.append(chunk.data(), static_cast<size_t>(count));
            return true;
        }
        const bool should_wait = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
        if (!should_wait || !wait_for(POLLIN, deadline)) return false;
    }
}

bool Connection::wait_for(short events, Clock::time_point deadline) const {
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return false;
        pollfd waiting{socket_.get(), events, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(left));
        if (ready > 0) return (waiting.revents & events) != 0;
        if (ready < 0 && errno != EINTR) return false;
    }
}

std::string_view Connection::header(std::string_view name) const {
    std::string_view rest = buffer_;
    rest = rest.substr(0, rest.find(head_end));
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find("\r\n"));
        rest.remove_prefix(std::min(line.size() + 2, rest.size()));
        const size_t colon = line.find(':');
        if (colon != std::string_view::npos && equal_names(line.substr(0, colon), name))
            return trim(line.substr(colon + 1));
    }
    return {};
}

std::optional<size_t> Connection::content_length() const {
    const std::string_view text = header("Content-Length");
    size_t length = 0;
    if (text.empty()) return length;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(length) : std::nullopt;
}

} // namespace warpscope::serve
