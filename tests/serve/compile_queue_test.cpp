#include "serve/compile_queue.hpp"

#include <atomic>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "compile/compile_json.hpp"

namespace warpscope::serve {
namespace {

using std::chrono::milliseconds;

std::string request_for(const std::string& source) {
    compile::CompileRequest request;
    request.file = "kernel.cu";
    request.source = source;
    return compile::json_text_of(request);
}

Result<compile::CompileResult> compiled() {
    compile::CompileResult result;
    result.ptx = ".version 7.0\n";
    return result;
}

class SlowCompiler {
public:
    ~SlowCompiler() { release(); }
    void release() {
        if (!released_.exchange(true)) released_.notify_all();
    }
    void wait_until_running(int count) const {
        while (running_ < count) std::this_thread::sleep_for(milliseconds(1));
    }
    CompileQueue::Compile function() {
        return [this](const std::string&, milliseconds, const std::atomic<bool>&) {
            ++running_;
            released_.wait(false);
            return compiled();
        };
    }

private:
    std::atomic<int> running_ = 0;
    std::atomic<bool> released_ = false;
};

TEST(CompileQueue, CompilesEqualRequestsOnce) {
    int calls = 0;
    CompileQueue queue({}, [&](const std::string&, milliseconds, const std::atomic<bool>&) {
        ++calls;
        return compiled();
    });
    for (int i = 0; i < 2; ++i) {
        const auto answer = queue.compile("10.0.0.1", request_for("__global__ void a() {}"));
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(compile::result_from_json(answer.json)->ptx, ".version 7.0\n");
    }
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(queue.compile("10.0.0.1", request_for("__global__ void b() {}")).status, 200);
    EXPECT_EQ(calls, 2);
}

TEST(CompileQueue, FailuresOfTheServerAreRetried) {
    int calls = 0;
    CompileQueue queue({}, [&](const std::string&, milliseconds, const std::atomic<bool>&) {
        ++calls;
        return Result<compile::CompileResult>(fail(ErrorKind::environment, "no memory"));
    });
    for (int i = 0; i < 2; ++i) EXPECT_EQ(queue.compile("10.0.0.1", request_for("text")).status, 503);
    EXPECT_EQ(calls, 2);
}

TEST(CompileQueue, RefusesManyRequestsOfOneClient) {
    SlowCompiler compiler;
    CompileQueue queue({.compilations = 2, .waiting_per_client = 1}, compiler.function());
    auto first = std::async(std::launch::async, [&] { return queue.compile("10.0.0.1", request_for("first")); });
    compiler.wait_until_running(1);
    EXPECT_EQ(queue.compile("10.0.0.1", request_for("second")).status, 429);
    auto other = std::async(std::launch::async, [&] { return queue.compile("10.0.0.2", request_for("second")); });
    compiler.wait_until_running(2);
    compiler.release();
    EXPECT_EQ(first.get().status, 200);
    EXPECT_EQ(other.get().status, 200);
    EXPECT_EQ(queue.compile("10.0.0.1", request_for("third")).status, 200);
}

TEST(CompileQueue, RefusesRequestsWhenFull) {
    SlowCompiler compiler;
    CompileQueue queue({.compilations = 1, .waiting = 0}, compiler.function());
    auto first = std::async(std::launch::async, [&] { return queue.compile("10.0.0.1", request_for("first")); });
    compiler.wait_until_running(1);
    EXPECT_EQ(queue.compile("10.0.0.2", request_for("second")).status, 503);
    compiler.release();
    EXPECT_EQ(first.get().status, 200);
}

TEST(CompileQueue, WaitingEndsAtDeadline) {
    SlowCompiler compiler;
    CompileQueue queue({.compilations = 1, .compile_time = milliseconds(100)}, compiler.function());
    auto first = std::async(std::launch::async, [&] { return queue.compile("10.0.0.1", request_for("first")); });
    compiler.wait_until_running(1);
    EXPECT_EQ(queue.compile("10.0.0.2", request_for("second")).status, 503);
    compiler.release();
    EXPECT_EQ(first.get().status, 200);
}

TEST(CompileQueue, StopEndsWaiting) {
    SlowCompiler compiler;
    CompileQueue queue({.compilations = 1}, compiler.function());
    auto first = std::async(std::launch::async, [&] { return queue.compile("10.0.0.1", request_for("first")); });
    compiler.wait_until_running(1);
    auto second = std::async(std::launch::async, [&] { return queue.compile("10.0.0.2", request_for("second")); });
    queue.stop();
    EXPECT_EQ(second.get().status, 503);
    compiler.release();
}

TEST(CompileQueue, RefusesInvalidRequests) {
    CompileQueue queue({}, [](const std::string&, milliseconds, const std::atomic<bool>&) { return compiled(); });
    for (const char* text : {"", "no JSON", "{}", R"({"source": 3})", R"({"source": "", "compiler": "gcc"})",
                             R"({"source": "", "file": "a.ptx"})", R"({"source": "", "defines": [["-o/x", "1"]]})",
                             R"({"source": "", "arch": "sm_75 -o x"})", R"({"source": "", "headers": [["../x", ""]]})"})
        EXPECT_EQ(queue.compile("10.0.0.1", text).status, 400) << text;
}

TEST(CompileQueue, RefusesFilesOfTheServer) {
    int calls = 0;
    CompileQueue queue({}, [&](const std::string&, milliseconds, const std::atomic<bool>&) {
        ++calls;
        return compiled();
    });
    for (const char* source : {"#include \"/etc/passwd\"", "#include \"../secret.h\"", "#embed \"/etc/passwd\""}) {
        const auto answer = compile::result_from_json(queue.compile("10.0.0.1", request_for(source)).json);
        ASSERT_FALSE(answer) << source;
        EXPECT_EQ(answer.error().kind, ErrorKind::failed) << source;
    }
    compile::CompileRequest request;
    request.file = "kernel.cu";
    request.instances = {"f<1>\n#include \"/etc/passwd\""};
    EXPECT_FALSE(compile::result_from_json(queue.compile("10.0.0.1", compile::json_text_of(request)).json));
    request.instances.clear();
    request.defines = {{"X", "__has_include(\"/etc/passwd\")"}};
    EXPECT_FALSE(compile::result_from_json(queue.compile("10.0.0.1", compile::json_text_of(request)).json));
    EXPECT_EQ(calls, 0);
}

TEST(CompileQueue, CachedAnswerLeavesItsTurn) {
    Limits limits;
    limits.compilations = 1;
    SlowCompiler compiler;
    CompileQueue queue(limits, compiler.function());
    std::vector<std::future<int>> answers;
    const auto ask = [&](const std::string& client, const std::string& source) {
        answers.push_back(std::async(std::launch::async, [&queue, client, source] {
            return queue.compile(client, request_for(source)).status;
        }));
    };
    ask("10.0.0.1", "a");
    compiler.wait_until_running(1);
    ask("10.0.0.2", "a");
    ask("10.0.0.3", "b");
    std::this_thread::sleep_for(milliseconds(200)); // until both requests wait
    compiler.release();
    for (auto& answer : answers) {
        ASSERT_EQ(answer.wait_for(limits.compile_time / 4), std::future_status::ready);
        EXPECT_EQ(answer.get(), 200);
    }
}

} // namespace
} // namespace warpscope::serve
