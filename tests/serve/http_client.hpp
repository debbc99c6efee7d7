#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace warpscope::serve {

class Client {
public:
    explicit Client(uint16_t port)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        const timeval longest{120, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
    }
    ~Client() { ::close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    void send(std::string_view text) const {
        while (!text.empty()) {
            const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
            if (sent <= 0) return; // the server has closed the connection
            text.remove_prefix(static_cast<size_t>(sent));
        }
    }
    [[nodiscard]] std::string receive() const {
        std::string all;
        char chunk[4096];
        for (ssize_t count = 0; (count = ::recv(socket_, chunk, sizeof chunk, 0)) > 0;)
            all.append(chunk, static_cast<size_t>(count));
        return all;
    }

private:
    int socket_;
};

struct Answer {
    int status = 0;
    std::string head, body;
};

/// The status is 0 without an answer.
inline Answer answer_to(uint16_t port, const std::string& request) {
    const Client client(port);
    client.send(request);
    const std::string text = client.receive();
    const size_t end = text.find("\r\n\r\n");
    if (end == std::string::npos) return {0, text, ""};
    return {std::stoi(text.substr(text.find(' ') + 1)), text.substr(0, end + 2), text.substr(end + 4)};
}

} // namespace warpscope::serve
