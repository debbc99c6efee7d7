#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "serve/class_session.hpp"
#include "serve/compile_queue.hpp"
#include "serve/limits.hpp"

namespace warpscope::serve {

inline constexpr uint16_t usual_port = 8080;

struct ServerOptions {
    std::filesystem::path page;
    std::vector<std::filesystem::path> shared;
    std::string address = "127.0.0.1";
    std::optional<uint16_t> port; // default: usual_port or the next free one; 0: any
    std::vector<std::string> host_names;
    CompileQueue::Compile compile; // null: the server does not compile
    Message no_compile_reason = msg("it was started with --no-compile");
    std::optional<ClassLesson> lesson; // opens a class; then the page is optional
    std::filesystem::path class_pages; // folder with class.html
    ClassSession::Judge judge;         // null: the server does not judge attempts
    Limits limits;
};

/// Returns the host in "https://host:port/path", "host:port" or "[address]:port".
[[nodiscard]] std::string_view host_in(std::string_view url);

/// Serves the page for browsers, shared files, compiled kernels, and a class.
class Server {
public:
    /// Listens on a port. Connections wait until run() serves them.
    [[nodiscard]] static Result<std::unique_ptr<Server>> open(ServerOptions options);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] uint16_t port() const;
    [[nodiscard]] std::vector<std::string> addresses() const;
    [[nodiscard]] ClassSession* session();
    void run();
    /// Ends run() and all connections. Thread-safe.
    void stop();

private:
    struct Impl;
    explicit Server(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::serve
