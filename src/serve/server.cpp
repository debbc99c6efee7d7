#include "serve/server.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <functional>
#include <mutex>
#include <set>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <httplib.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.hpp"
#include "compile/compile_json.hpp"
#include "serve/accept_connections.hpp"
#include "serve/class_routes.hpp"
#include "serve/client_limits.hpp"
#include "serve/connection.hpp"
#include "serve/http.hpp"
#include "serve/shared_files.hpp"

namespace warpscope::serve {
namespace {

using httplib::Request;
using httplib::Response;

constexpr uint16_t last_port = usual_port + 100;

class OpenSockets {
public:
    [[nodiscard]] bool add(int socket) {
        const std::lock_guard lock(mutex_);
        if (!is_down_) sockets_.insert(socket);
        return !is_down_;
    }
    void remove(int socket) {
        const std::lock_guard lock(mutex_);
        sockets_.erase(socket);
    }
    void shut_down() {
        const std::lock_guard lock(mutex_);
        is_down_ = true;
        for (const int socket : sockets_) ::shutdown(socket, SHUT_RDWR);
    }

private:
    std::mutex mutex_;
    std::set<int> sockets_;
    bool is_down_ = false;
};

/// cpp-httplib's server with our limits for connections. Each connection has one request.
class LimitedServer : public httplib::Server {
public:
    LimitedServer(const Limits& limits, ClientLimits& clients)
        : limits_(limits)
        , clients_(clients) {
        set_socket_options([](int socket) { // not SO_REUSEPORT, which lets two servers share a port
            const int yes = 1;
            ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        });
    }
    /// Listens with a longer queue than cpp-httplib. Sets errno on failure.
    [[nodiscard]] bool bind(const std::string& address, int port) {
        if (port == 0 ? bind_to_any_port(address) <= 0 : !bind_to_port(address, port)) return false;
        listening_ = Descriptor(svr_sock_);
        ::listen(listening_.get(), SOMAXCONN);
        return true;
    }
    [[nodiscard]] uint16_t bound_port() const {
        sockaddr_storage address{};
        socklen_t size = sizeof address;
        ::getsockname(listening_.get(), reinterpret_cast<sockaddr*>(&address), &size);
        return ntohs(address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                                   : reinterpret_cast<sockaddr_in&>(address).sin_port);
    }
    /// Replaces cpp-httplib's loop, which gives each connection to a worker at once.
    void serve() {
        httplib::ThreadPool workers(limits_.workers);
        accept_connections(listening_.get(), limits_, [&](Descriptor connection) {
            workers.enqueue([this, socket = connection.release()] { serve_one(Descriptor(socket)); });
        });
        workers.shutdown();
    }
    /// Ends listening and all connections. Works even before serve().
    void end() {
        ::shutdown(listening_.get(), SHUT_RDWR);
        sockets_.shut_down();
    }

private:
    using SetUp = std::function<void(Request&)>;

    void serve_one(Descriptor descriptor) {
        const int socket = descriptor.get();
        Connection connection(std::move(descriptor), limits_);
        if (!sockets_.add(socket)) return;
        if (clients_.open_connection(connection.client())) {
            if (connection.read_head()) process(&LimitedServer::process_request, connection);
            connection.finish();
            clients_.close_connection(connection.client());
        } else {
            connection.send_status("503 Service Unavailable");
        }
        sockets_.remove(socket);
    }
    /// Calls process_request() of cpp-httplib 0.11.
    void process(bool (httplib::Server::*process_request)(httplib::Stream&, bool, bool&, const SetUp&),
                 Connection& connection) {
        bool is_closed = false;
        (this->*process_request)(connection, true, is_closed, nullptr);
    }
    /// Calls process_request() of cpp-httplib 0.18.
    void process(bool (httplib::Server::*process_request)(httplib::Stream&, const std::string&, int, const std::string&,
                                                          int, bool, bool&, const SetUp&),
                 Connection& connection) {
        std::string remote, local;
        int remote_port = 0, local_port = 0;
        connection.get_remote_ip_and_port(remote, remote_port);
        connection.get_local_ip_and_port(local, local_port);
        bool is_closed = false;
        (this->*process_request)(connection, remote, remote_port, local, local_port, true, is_closed, nullptr);
    }

    Limits limits_;
    ClientLimits& clients_;
    Descriptor listening_;
    OpenSockets sockets_;
};

bool is_ip_address(const std::string& host) {
    in6_addr address{};
    return ::inet_pton(AF_INET, host.c_str(), &address) == 1 || ::inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

int to_lower(char c) { return std::tolower(static_cast<unsigned char>(c)); }

std::vector<std::string> names_of_computer() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return {"localhost"};
    return {"localhost", name.data(), fmt::format("{}.local", name.data())};
}

std::vector<std::string> network_addresses() {
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) return {};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> all(first, &::freeifaddrs);
    std::vector<std::string> addresses;
    for (const ifaddrs* one = first; one != nullptr; one = one->ifa_next) {
        if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET || (one->ifa_flags & IFF_LOOPBACK) != 0)
            continue;
        std::array<char, INET_ADDRSTRLEN> text{};
        const auto& address = reinterpret_cast<const sockaddr_in&>(*one->ifa_addr).sin_addr;
        if (::inet_ntop(AF_INET, &address, text.data(), text.size()) != nullptr) addresses.emplace_back(text.data());
    }
    return addresses;
}

/// Raises the limit on descriptors, usually 1024, because each worker needs two.
void allow_many_descriptors() {
    constexpr rlim_t wanted = 8192;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = std::min(wanted, limit.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

void send_problem(Response& response, int status, Message what, Message advice) {
    send_json(response, status,
              compile::json_text_of(
                  Result<compile::CompileResult>(fail(ErrorKind::environment, std::move(what), std::move(advice)))));
}

} // namespace

std::string_view host_in(std::string_view url) {
    if (const size_t scheme = url.find("://"); scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
    if (url.starts_with('[')) return url.substr(1, url.find(']') - 1);
    return url.substr(0, url.find_first_of(":/"));
}

struct Server::Impl {
    Impl(ServerOptions given, SharedFiles shared, SharedFiles pages_of_class, bool serves_page)
        : options(std::move(given))
        , files(std::move(shared))
        , class_files(std::move(pages_of_class))
        , has_page(serves_page)
        , clients(options.limits)
        , queue(options.limits, options.compile)
        , http(options.limits, clients) {
        for (const std::string& name : names_of_computer()) options.host_names.push_back(name);
        options.host_names.push_back(options.address);
        if (options.lesson) session.emplace(std::move(*options.lesson), options.limits, has_page, options.judge);
        add_routes();
    }

    void add_routes() {
        http.set_default_headers({{"Cross-Origin-Opener-Policy", "same-origin"},
                                  {"Cross-Origin-Embedder-Policy", "require-corp"},
                                  {"Cross-Origin-Resource-Policy", "same-origin"},
                                  {"X-Content-Type-Options", "nosniff"}});
        http.set_payload_max_length(options.limits.body_bytes);
        http.set_pre_routing_handler([this](const Request& request, Response& response) {
            return admit(request, response) ? httplib::Server::HandlerResponse::Unhandled
                                            : httplib::Server::HandlerResponse::Handled;
        });
        http.Get("/compile", [this](const Request&, Response& response) {
            nlohmann::ordered_json answer{{"compile", options.compile != nullptr}};
            if (!options.compile) answer["reason"] = options.no_compile_reason.english();
            send_json(response, 200, answer.dump());
        });
        http.Post("/compile", [this](const Request& request, Response& response) { compile(request, response); });
        http.Get("/files/", [this](const Request&, Response& response) {
            send_json(response, 200, nlohmann::json(files.names()).dump());
        });
        if (session) add_class_routes(http, *session, class_files);
        if (!has_page) http.Get("/", [](const Request&, Response& response) { response.set_redirect("/class", 302); });
        http.Get("/.*", [this](const Request& request, Response& response) {
            auto file = files.find(request.path, request.get_header_value("Accept-Encoding"));
            if (file)
                send_file(request, response, std::move(*file));
            else
                response.status = 404;
        });
        http.set_error_handler([](const Request&, Response& response) {
            if (response.body.empty())
                response.set_content(fmt::format("{}\n", response.status == 404 ? "There is no such file."
                                                                                : "The request is not valid."),
                                     "text/plain; charset=utf-8");
        });
    }

    [[nodiscard]] bool knows_name(const std::string& host) const {
        const auto is_host = [&](const std::string& name) {
            return std::ranges::equal(name, host, {}, to_lower, to_lower);
        };
        return std::ranges::any_of(options.host_names, is_host);
    }

    bool admit(const Request& request, Response& response) {
        constexpr size_t max_ranges = 1;
        const std::string host(host_in(request.get_header_value("Host")));
        if (!is_ip_address(host) && !knows_name(host)) {
            // Another site could make its own name point here (DNS rebinding).
            send_problem(response, 421, msg("This server was not started for the host name '{}'.", host),
                         msg("start the server with --url and this host name"));
        } else if (!clients.allow_request(client_of(request))) {
            send_problem(response, 429, msg("Too many requests."), msg("try again in a moment"));
        } else if (request.ranges.size() > max_ranges) {
            send_problem(response, 416, msg("The server sends one range at a time."), {});
        } else {
            return true;
        }
        return false;
    }

    void compile(const Request& request, Response& response) {
        if (!options.compile)
            return send_problem(response, 403, msg("This server does not compile: {}.", options.no_compile_reason),
                                msg("use the desktop program"));
        if (!is_json(request)) return send_problem(response, 415, msg("The request is not JSON."), {});
        auto answer = queue.compile(client_of(request), request.body);
        send_json(response, answer.status, std::move(answer.json));
    }

    [[nodiscard]] bool is_taken(uint16_t port) const {
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        if (::getaddrinfo(options.address.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) return false;
        const int probe = ::socket(found->ai_family, found->ai_socktype, found->ai_protocol), yes = 1;
        ::setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        const bool is_taken = ::bind(probe, found->ai_addr, found->ai_addrlen) != 0 && errno == EADDRINUSE;
        if (probe >= 0) ::close(probe);
        ::freeaddrinfo(found);
        return is_taken;
    }

    Result<void> listen() {
        const uint16_t first = options.port.value_or(usual_port), last = options.port.value_or(last_port);
        for (uint32_t port = first; port <= last; ++port) {
            // tests the port first, because cpp-httplib can bind only once
            if (port != 0 && is_taken(static_cast<uint16_t>(port))) continue;
            errno = 0;
            if (http.bind(options.address, static_cast<int>(port))) return {};
            if (errno != EADDRINUSE)
                return fail(ErrorKind::environment,
                            fmt::format("The server cannot listen on {}, port {}: {}.", options.address, port,
                                        errno != 0 ? std::strerror(errno) : "unknown address"),
                            "choose an address of this computer, and a port above 1023");
        }
        return fail(ErrorKind::environment, fmt::format("Port {} of {} is taken.", first, options.address),
                    options.port ? "choose another port, or leave out --port" : "choose a port with --port");
    }

    ServerOptions options;
    SharedFiles files, class_files;
    bool has_page;
    std::optional<ClassSession> session;
    ClientLimits clients;
    CompileQueue queue;
    LimitedServer http;
};

Server::Server(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}

Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::open(ServerOptions options) {
    std::error_code error;
    const bool has_page = std::filesystem::is_regular_file(options.page / "index.html", error);
    if (!has_page && !options.lesson)
        return fail(ErrorKind::environment, fmt::format("There is no page for browsers in {}.", options.page.string()),
                    "build it with scripts/web.sh --build-only, or name its folder with --page");
    allow_many_descriptors();
    auto files = SharedFiles::open(has_page ? options.page : options.class_pages, options.shared);
    if (!files) return tl::unexpected(files.error());
    auto class_files = SharedFiles::open(options.lesson ? options.class_pages : options.page, {});
    if (!class_files) return tl::unexpected(class_files.error());
    std::unique_ptr<Server> server(
        new Server(std::make_unique<Impl>(std::move(options), std::move(*files), std::move(*class_files), has_page)));
    if (auto listening = server->impl_->listen(); !listening) return tl::unexpected(listening.error());
    return server;
}

uint16_t Server::port() const { return impl_->http.bound_port(); }

std::vector<std::string> Server::addresses() const {
    const std::string& address = impl_->options.address;
    std::vector<std::string> hosts{address};
    if (address == "0.0.0.0" || address == "::") {
        hosts = network_addresses();
        hosts.insert(hosts.begin(), "127.0.0.1");
    }
    std::vector<std::string> out;
    for (const std::string& host : hosts)
        out.push_back(host.find(':') == std::string::npos ? fmt::format("http://{}:{}/", host, port())
                                                          : fmt::format("http://[{}]:{}/", host, port()));
    return out;
}

ClassSession* Server::session() { return impl_->session ? &*impl_->session : nullptr; }

void Server::run() { impl_->http.serve(); }

void Server::stop() {
    impl_->queue.stop();
    if (impl_->session) impl_->session->stop();
    impl_->http.end();
}

} // namespace warpscope::serve
