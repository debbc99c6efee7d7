#include "serve/server.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/process/temporary_folder.hpp"
#include "serve/http_client.hpp"

namespace warpscope::serve {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds soon{20}; // generous, because machines may be busy

void write(const fs::path& file, std::string_view text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

class RunningServer : public testing::Test {
protected:
    RunningServer() {
        write(page / "index.html", "<title>page</title>");
        write(page / "program.wasm", "wasm");
        write(page / "start.js", "script");
        write(shared / "lesson.toml", "lesson");
        write(folder.path() / "secret.txt", "secret");
        options.page = page;
        options.port = 0;
        options.shared = {shared};
        options.limits.workers = 16;
    }
    ~RunningServer() override { stop(); }

    void start() {
        auto opened = Server::open(options);
        ASSERT_TRUE(opened) << opened.error().text();
        server = std::move(*opened);
        thread = std::thread([this] { server->run(); });
    }
    void stop() {
        if (server) server->stop();
        if (thread.joinable()) thread.join();
    }
    [[nodiscard]] Answer get(const std::string& path, const std::string& headers = {}) const {
        return answer_to(server->port(), fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n{}\r\n", path, headers));
    }
    [[nodiscard]] Answer post(const std::string& body, const std::string& type = "application/json") const {
        return answer_to(server->port(), fmt::format("POST /compile HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {}\r\n"
                                                     "Content-Length: {}\r\n\r\n{}",
                                                     type, body.size(), body));
    }

    TemporaryFolder folder = *TemporaryFolder::create();
    fs::path page = folder.path() / "page", shared = folder.path() / "shared";
    ServerOptions options;
    std::unique_ptr<Server> server;
    std::thread thread;
};

bool has(const std::string& head, const std::string& line) { return head.find(line + "\r\n") != std::string::npos; }

TEST_F(RunningServer, SendsPageWithIsolationHeaders) {
    start();
    for (const char* path : {"/", "/index.html"}) {
        const Answer answer = get(path);
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.body, "<title>page</title>");
        EXPECT_TRUE(has(answer.head, "Cross-Origin-Opener-Policy: same-origin")) << answer.head;
        EXPECT_TRUE(has(answer.head, "Cross-Origin-Embedder-Policy: require-corp")) << answer.head;
        EXPECT_TRUE(has(answer.head, "Content-Type: text/html; charset=utf-8")) << answer.head;
    }
    EXPECT_TRUE(has(get("/program.wasm").head, "Content-Type: application/wasm"));
    EXPECT_TRUE(has(get("/start.js").head, "Content-Type: text/javascript; charset=utf-8"));
}

TEST_F(RunningServer, PrefersCompressedFiles) {
    write(page / "start.js.gz", "compressed");
    start();
    const Answer compressed = get("/start.js", "Accept-Encoding: gzip, br\r\n"), plain = get("/start.js");
    EXPECT_EQ(compressed.body, "compressed");
    EXPECT_TRUE(has(compressed.head, "Content-Encoding: gzip")) << compressed.head;
    EXPECT_TRUE(has(compressed.head, "Content-Type: text/javascript; charset=utf-8")) << compressed.head;
    EXPECT_EQ(plain.body, "script");
    EXPECT_FALSE(has(plain.head, "Content-Encoding: gzip")) << plain.head;
}

TEST_F(RunningServer, SendsLargeFilesWhole) {
    std::string large;
    while (large.size() < 3'000'000) large += fmt::format("{} ", large.size());
    write(page / "files.data", large);
    start();
    EXPECT_EQ(get("/files.data").body, large);
    EXPECT_EQ(get("/files.data", "Range: bytes=100000-100009\r\n").body, large.substr(100000, 10));
}

TEST_F(RunningServer, UnchangedFilesAreNotSentAgain) {
    start();
    const std::string head = get("/start.js").head;
    const size_t at = head.find("ETag: ");
    ASSERT_NE(at, std::string::npos) << head;
    const std::string tag = head.substr(at + 6, head.find('\r', at) - at - 6);
    const std::string condition = fmt::format("If-None-Match: {}\r\n", tag);
    EXPECT_EQ(get("/start.js", condition).status, 304);
    write(page / "start.js", "another script");
    EXPECT_EQ(get("/start.js", condition).body, "another script");
}

TEST_F(RunningServer, SharesFilesAndFolders) {
    write(folder.path() / "scene.wscope", "scene");
    write(shared / "week 1/kernel.cu", "kernel");
    options.shared = {shared, folder.path() / "scene.wscope"};
    start();
    EXPECT_EQ(get("/files/").body, R"(["scene.wscope","shared"])");
    EXPECT_EQ(get("/files/scene.wscope").body, "scene");
    EXPECT_EQ(get("/files/shared/lesson.toml").body, "lesson");
    EXPECT_EQ(get("/files/shared/week%201/kernel.cu").body, "kernel");
    EXPECT_TRUE(has(get("/files/shared/week%201/kernel.cu").head, "Content-Type: text/plain; charset=utf-8"));
}

TEST_F(RunningServer, SharedFilesCannotRunScripts) {
    write(shared / "evil.html", "<script>");
    start();
    EXPECT_TRUE(has(get("/files/shared/evil.html").head, "Content-Type: application/octet-stream"));
}

TEST_F(RunningServer, MissingFilesAreReported) {
    start();
    for (const char* path :
         {"/missing.html", "/files/missing", "/files/shared", "/files/shared/", "/files/shared/missing"}) {
        const Answer answer = get(path);
        EXPECT_EQ(answer.status, 404) << path;
        EXPECT_EQ(answer.body, "There is no such file.\n") << path;
    }
}

TEST_F(RunningServer, PathsOutsideAreRejected) {
    write(shared / ".git/config", "secret");
    options.shared = {shared / "lesson.toml", shared};
    start();
    for (const char* path :
         {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/files/../../secret.txt",
          "/files/shared/../../secret.txt", "/files/shared/%2e%2e/secret.txt", "/files/shared/.git/config",
          "/files/lesson.toml/../../secret.txt", "//etc/passwd", "/files//etc/passwd", "/files/shared//etc/passwd",
          "/index.html%00.txt", "/./index.html"}) {
        const Answer answer = get(path);
        EXPECT_NE(answer.status, 200) << path;
        EXPECT_EQ(answer.body.find("secret"), std::string::npos) << path;
    }
}

TEST_F(RunningServer, SymbolicLinksAreNotFollowed) {
    fs::create_symlink(folder.path() / "secret.txt", shared / "link.txt");
    fs::create_directory_symlink(folder.path(), shared / "up");
    fs::create_symlink(folder.path() / "secret.txt", page / "link.txt");
    start();
    for (const char* path : {"/files/shared/link.txt", "/files/shared/up/secret.txt", "/link.txt"})
        EXPECT_EQ(get(path).status, 404) << path;
}

TEST_F(RunningServer, ForeignNamesAreRejected) {
    options.host_names = {"hall.example.org"};
    start();
    const auto ask_as = [&](const std::string& host) {
        return answer_to(server->port(), fmt::format("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", host)).status;
    };
    for (const char* host : {"localhost:8080", "10.1.2.3", "[::1]:8080", "hall.example.org", "HALL.example.org"})
        EXPECT_EQ(ask_as(host), 200) << host;
    EXPECT_EQ(ask_as("attacker.example.org"), 421);
}

TEST(Server, FindsHostInAddresses) {
    EXPECT_EQ(host_in("https://hall.example.org:8443/page"), "hall.example.org");
    EXPECT_EQ(host_in("http://[2001:db8::1]:8080/"), "2001:db8::1");
    EXPECT_EQ(host_in("hall.example.org/page"), "hall.example.org");
    EXPECT_EQ(host_in("[::1]:8080"), "::1");
    EXPECT_EQ(host_in("localhost:8080"), "localhost");
    EXPECT_EQ(host_in(""), "");
}

TEST_F(RunningServer, NoCompileHasReason) {
    start();
    EXPECT_EQ(get("/compile").body, R"({"compile":false,"reason":"it was started with --no-compile"})");
    const Answer answer = post(R"({"source": ""})");
    EXPECT_EQ(answer.status, 403);
    EXPECT_NE(answer.body.find("--no-compile"), std::string::npos) << answer.body;
}

Result<compile::CompileResult> some_ptx() {
    compile::CompileResult result;
    result.ptx = ".version 7.0";
    return result;
}

TEST_F(RunningServer, CompileAnswersPtxOrError) {
    options.compile = [](const std::string& request, milliseconds, const std::atomic<bool>&) {
        if (request.find("missing") == std::string::npos) return some_ptx();
        return Result<compile::CompileResult>(fail_at({"kernel.cu", 2, 1}, "use of undeclared identifier"));
    };
    start();
    EXPECT_EQ(get("/compile").body, R"({"compile":true})");
    const Answer good = post(R"({"source": "text"})"), bad = post(R"({"source": "missing"})");
    EXPECT_EQ(good.status, 200);
    EXPECT_EQ(nlohmann::json::parse(good.body)["ptx"], ".version 7.0");
    EXPECT_EQ(nlohmann::json::parse(bad.body)["error"]["line"], 2);
    EXPECT_EQ(post("no JSON").status, 400);
    EXPECT_EQ(post(R"({"source": "text"})", "text/plain").status, 415);
}

TEST_F(RunningServer, ExcessiveRequestsAreRefused) {
    options.compile = [](const std::string&, milliseconds, const std::atomic<bool>&) { return some_ptx(); };
    options.limits.body_bytes = 1000;
    start();
    const auto ask = [&](const std::string& request) { return answer_to(server->port(), request).status; };
    EXPECT_EQ(post(std::string(1001, 'x')).status, 413);
    EXPECT_EQ(post(std::string(3'000'000, 'x')).status, 413);
    EXPECT_EQ(ask("POST /compile HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n"), 400);
    EXPECT_EQ(ask("POST /compile HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 411);
    EXPECT_EQ(get("/", "X: " + std::string(options.limits.head_bytes, 'x') + "\r\n").status, 431);
    std::string many;
    for (size_t i = 0; i < options.limits.head_lines; ++i) many += "X: y\r\n";
    EXPECT_EQ(get("/", many).status, 431);
    EXPECT_EQ(ask("nonsense\r\n\r\n"), 400);
    EXPECT_EQ(get("/").status, 200);
}

TEST_F(RunningServer, FastRequestsOfOneClientAreRefused) {
    options.limits.request_burst = 3;
    options.limits.requests_per_second = 0;
    start();
    for (int i = 0; i < 3; ++i) EXPECT_EQ(get("/").status, 200);
    EXPECT_EQ(get("/").status, 429);
    EXPECT_EQ(get("/", "X-Forwarded-For: 10.0.0.1\r\n").status, 200) << "a proxy on this computer names its client";
}

TEST_F(RunningServer, ManyClientsAreAnswered) {
    constexpr size_t count = 200;
    start();
    std::vector<std::future<int>> answers;
    for (size_t i = 0; i < count; ++i)
        answers.push_back(std::async(std::launch::async, [&] { return get("/program.wasm").status; }));
    for (auto& answer : answers) EXPECT_EQ(answer.get(), 200);
}

TEST_F(RunningServer, SlowClientsDoNotBlockOthers) {
    options.limits.workers = 2;
    options.limits.head_time = milliseconds(200);
    start();
    std::vector<std::unique_ptr<Client>> slow;
    for (int i = 0; i < 4; ++i) {
        slow.push_back(std::make_unique<Client>(server->port()));
        slow.back()->send("GET / HTTP/1.1\r\n");
    }
    const auto begin = Clock::now();
    EXPECT_EQ(get("/").status, 200);
    EXPECT_LT(Clock::now() - begin, soon);
    EXPECT_NE(slow.front()->receive().find(" 408 "), std::string::npos);
}

TEST_F(RunningServer, IdleConnectionsLeaveWorkersFree) {
    options.limits.workers = 2;
    options.limits.head_time = std::chrono::minutes(10);
    start();
    const Client first(server->port()), second(server->port());
    const auto begin = Clock::now();
    EXPECT_EQ(get("/").status, 200);
    EXPECT_LT(Clock::now() - begin, soon);
    first.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    EXPECT_NE(first.receive().find(" 200 "), std::string::npos);
}

TEST_F(RunningServer, IdleConnectionsAreClosed) {
    options.limits.head_time = milliseconds(200);
    start();
    const Client idle(server->port());
    const auto begin = Clock::now();
    EXPECT_EQ(idle.receive(), "");
    EXPECT_LT(Clock::now() - begin, soon);
}

TEST_F(RunningServer, NewestIdleConnectionReplacesOldest) {
    options.limits.idle_connections = 1;
    options.limits.head_time = std::chrono::minutes(10);
    start();
    const Client oldest(server->port()), newest(server->port());
    EXPECT_EQ(oldest.receive(), "");
    newest.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    EXPECT_NE(newest.receive().find(" 200 "), std::string::npos);
}

TEST_F(RunningServer, SlowReadersAreDropped) {
    write(page / "files.data", std::string(64'000'000, 'x')); // more than the system buffers
    options.limits.workers = 1;
    options.limits.stall_time = milliseconds(200);
    start();
    const Client slow(server->port());
    slow.send("GET /files.data HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    const auto begin = Clock::now();
    EXPECT_EQ(get("/").status, 200);
    EXPECT_LT(Clock::now() - begin, soon);
}

TEST_F(RunningServer, ConnectionsOfOneClientAreLimited) {
    options.limits.connections_per_client = 1;
    options.limits.head_time = seconds(60);
    start();
    const Client first(server->port());
    first.send("GET / HTTP/1.1\r\n");
    int status = 0;
    for (int tries = 0; tries < 600 && status != 503; ++tries) {
        status = get("/").status;
        std::this_thread::sleep_for(milliseconds(10));
    }
    EXPECT_EQ(status, 503);
}

TEST_F(RunningServer, CompilingLeavesFilesResponsive) {
    std::atomic<bool> released = false;
    options.compile = [&](const std::string&, milliseconds, const std::atomic<bool>&) {
        released.wait(false);
        return some_ptx();
    };
    options.limits.compilations = 1;
    options.limits.waiting = 4;
    options.limits.waiting_per_client = 100;
    start();
    std::vector<std::future<int>> answers;
    for (int i = 0; i < 50; ++i)
        answers.push_back(
            std::async(std::launch::async, [&, i] { return post(fmt::format(R"({{"source": "{}"}})", i)).status; }));
    const auto count_ended = [&] {
        return std::ranges::count_if(
            answers, [](const auto& answer) { return answer.wait_for(seconds(0)) == std::future_status::ready; });
    };
    for (int tries = 0; tries < 6000 && count_ended() < 45; ++tries) std::this_thread::sleep_for(milliseconds(10));
    EXPECT_EQ(count_ended(), 45); // 45 requests are refused; the others wait
    const auto begin = Clock::now();
    EXPECT_EQ(get("/").status, 200);
    EXPECT_LT(Clock::now() - begin, soon);
    released = true;
    released.notify_all();
    int done = 0;
    for (auto& answer : answers) done += answer.get() == 200;
    EXPECT_EQ(done, 5);
}

TEST_F(RunningServer, StopEndsOpenConnections) {
    options.limits.head_time = std::chrono::minutes(10);
    start();
    const Client open(server->port());
    open.send("GET / HTTP/1.1\r\n");
    EXPECT_EQ(get("/").status, 200);
    const auto begin = Clock::now();
    stop();
    EXPECT_LT(Clock::now() - begin, soon);
    EXPECT_EQ(open.receive().find("200"), std::string::npos);
}

TEST_F(RunningServer, StopWorksBeforeRun) {
    auto opened = Server::open(options);
    ASSERT_TRUE(opened);
    (*opened)->stop();
    (*opened)->run();
}

TEST_F(RunningServer, TakenPortIsAnError) {
    start();
    options.port = server->port();
    const auto second = Server::open(options);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind, ErrorKind::environment);
    EXPECT_NE(second.error().message.english().find("is taken"), std::string::npos) << second.error().text();
}

TEST_F(RunningServer, WithoutPortTakesNextFree) {
    options.port.reset();
    start();
    const auto second = Server::open(options);
    ASSERT_TRUE(second) << second.error().text();
    EXPECT_NE((*second)->port(), server->port());
}

TEST_F(RunningServer, MissingFilesAreErrors) {
    options.shared = {folder.path() / "missing"};
    EXPECT_EQ(Server::open(options).error().kind, ErrorKind::usage);
    options.shared = {shared, folder.path() / "page/../shared"};
    EXPECT_EQ(Server::open(options).error().kind, ErrorKind::usage);
    options.page = folder.path() / "missing";
    EXPECT_NE(Server::open(options).error().text().find("scripts/web.sh"), std::string::npos);
}

} // namespace
} // namespace warpscope::serve
