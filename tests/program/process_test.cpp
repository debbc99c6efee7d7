#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "base/process/temporary_folder.hpp"
#include "program/build.hpp"
#include "program/record.hpp"
#include "program/run.hpp"

namespace warpscope::program {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

RunRequest shell(const std::string& script) {
    RunRequest request{"/bin/sh", {"-c", script}, {}};
    request.on_gpu = true; // nothing is recorded
    request.output = [](std::string_view) {};
    return request;
}

TEST(Process, ClosedOutputsAllowCancellation) {
    std::atomic<bool> cancel{false};
    RunRequest request = shell("exec >&- 2>&-; sleep 30");
    int calls = 0;
    request.output = [&](std::string_view) { cancel = ++calls > 10; };
    request.cancel = &cancel;
    const auto ran = run(request);
    ASSERT_TRUE(ran) << ran.error().text();
    EXPECT_TRUE(ran->canceled);
    EXPECT_EQ(ran->signal, SIGKILL);
    EXPECT_LT(ran->milliseconds, 20'000);
}

TEST(Process, DetachedWriterDoesNotDelayExit) {
    std::string written;
    RunRequest request = shell("echo first; timeout 30 yes & exit 3");
    request.output = [&](std::string_view text) { written += text; };
    const auto ran = run(request);
    ASSERT_TRUE(ran) << ran.error().text();
    EXPECT_EQ(ran->exit_status, 3);
    EXPECT_FALSE(ran->canceled);
    EXPECT_TRUE(written.starts_with("first\n"));
    EXPECT_LT(ran->milliseconds, 20'000);
}

TEST(Process, FailedStartSaysWhy) {
    RunRequest request = shell("exit 0");
    request.working_folder = "/no/such/folder";
    const auto ran = run(request);
    ASSERT_FALSE(ran);
    EXPECT_NE(ran.error().message.english().find("No such file"), std::string::npos) << ran.error().text();
}

TEST(Process, EndsWithItsParent) {
    auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const fs::path file = folder->path() / "pid";
    ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    const pid_t starter = fork();
    if (starter == 0) {
        (void)run(shell("echo $$ > " + file.string() + ".part; mv " + file.string() + ".part " + file.string() +
                        "; exec sleep 30"));
        _exit(0);
    }
    const auto until = std::chrono::steady_clock::now() + 15s;
    pid_t program = 0;
    while (!(std::ifstream(file) >> program) && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    kill(starter, SIGKILL);
    waitpid(starter, nullptr, 0);
    ASSERT_GT(program, 0);
    int status = 0;
    pid_t ended = 0;
    while ((ended = waitpid(program, &status, WNOHANG)) == 0 && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    EXPECT_EQ(ended, program);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    if (ended == 0) kill(program, SIGKILL);
}

TEST(Process, ReceivesTerminationSignals) {
    for (const auto& [signal, expected] : {std::pair{SIGINT, 7}, std::pair{SIGTERM, 8}}) {
        auto folder = TemporaryFolder::create();
        ASSERT_TRUE(folder);
        const fs::path file = folder->path() / "ready";
        std::jthread sender([&, sent = signal](std::stop_token stop) {
            while (!fs::exists(file) && !stop.stop_requested()) std::this_thread::sleep_for(5ms);
            if (!stop.stop_requested()) kill(getpid(), sent);
        });
        RunRequest request = shell("trap 'exit 7' INT; trap 'exit 8' TERM; echo > " + file.string() +
                                   "; for k in $(seq 600); do sleep 0.05; done; exit 9");
        request.output = nullptr; // the program shares this process's streams, as on the command line
        const auto ran = run(request);
        ASSERT_TRUE(ran) << ran.error().text();
        EXPECT_EQ(ran->exit_status, expected);
    }
}

class Setting {
public:
    Setting(const char* name, const std::string& value)
        : name_(name) {
        if (const char* const before = std::getenv(name)) before_ = before;
        setenv(name, value.c_str(), 1);
    }
    ~Setting() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

private:
    const char* name_;
    std::optional<std::string> before_;
};

TEST(ProgramBuild, ChangedSourceIsNotKept) {
    auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const fs::path source = folder->path() / "program.cu", compiler = folder->path() / "nvcc";
    std::ofstream(source) << "int main() {}\n";
    // Fake nvcc: writes whatever file follows "-o", and changes the source while the file "edit" exists.
    std::ofstream(compiler) << "#!/bin/sh\n[ \"$1\" = --version ] && echo 'release 13.0, V13' && exit 0\n"
                               "while [ $# -gt 1 ]; do [ \"$1\" = -o ] && echo built > \"$2\"; shift; done\n"
                               "[ -e \"${1%/*}/edit\" ] && echo '// edited' >> \"$1\"\nexit 0\n";
    fs::permissions(compiler, fs::perms::owner_all);
    const Setting nvcc("WARPSCOPE_NVCC", compiler.string()), cache("XDG_CACHE_HOME", folder->path() / "cache");
    std::ofstream(folder->path() / "edit") << "\n";
    const auto changed = build({{source}, {}}, folder->path());
    ASSERT_FALSE(changed);
    EXPECT_NE(changed.error().message.english().find("has just changed"), std::string::npos) << changed.error().text();
    fs::remove(folder->path() / "edit");
    std::ofstream(source) << "int main() {}\n"; // the earlier text
    const auto built = build({{source}, {}}, folder->path());
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_FALSE(built->from_cache);
    const auto again = build({{source}, {}}, folder->path());
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_TRUE(again->from_cache);
}

TEST(ProgramBuild, StopsWhenCanceled) {
    auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const fs::path source = folder->path() / "program.cu", compiler = folder->path() / "nvcc";
    std::ofstream(source) << "int main() {}\n";
    std::ofstream(compiler) << "#!/bin/sh\n[ \"$1\" = --version ] && echo 'release 13.0, V13' && exit 0\nsleep 100\n";
    fs::permissions(compiler, fs::perms::owner_all);
    const Setting nvcc("WARPSCOPE_NVCC", compiler.string()), cache("XDG_CACHE_HOME", folder->path() / "cache");
    std::atomic<bool> cancel{false};
    std::thread soon([&] {
        std::this_thread::sleep_for(300ms);
        cancel = true;
    });
    BuildRequest request{{source}};
    request.cancel = &cancel;
    const auto begin = std::chrono::steady_clock::now();
    const auto built = build(request, folder->path());
    soon.join();
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().kind, ErrorKind::canceled) << built.error().text();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 50s);
}

TEST(ProgramBuild, DeviceCompilationStopsWhenCanceled) {
    auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    // Device-only templates that take very long to compile.
    const fs::path source = folder->path() / "program.cu";
    std::ofstream(source) << "template<int N, int M> struct Deep {\n"
                             "    static __host__ __device__ constexpr int at(int x) {\n"
                             "        return Deep<N - 1, 2 * M>::at(x) + Deep<N - 1, 2 * M + 1>::at(x);\n    }\n};\n"
                             "template<int M> struct Deep<0, M> {\n"
                             "    static __host__ __device__ constexpr int at(int x) { return x ^ M; }\n};\n"
                             "__global__ void endless(int* out) {\n    out[0] = Deep<22, 0>::at(out[1]);\n}\n"
                             "int main() { endless<<<1, 1>>>(nullptr); }\n";
    const Setting cache("XDG_CACHE_HOME", folder->path() / "cache");
    std::atomic<bool> cancel{false};
    BuildRequest request{{source}};
    request.compiler = compile::CompilerChoice::clang;
    request.cancel = &cancel;
    std::thread soon([&] {
        // The assembly exists once the host code is compiled.
        for (int i = 0; i < 600 && !fs::exists(folder->path() / "part-0" / "host.s"); ++i)
            std::this_thread::sleep_for(100ms);
        std::this_thread::sleep_for(1s);
        cancel = true;
    });
    const auto begin = std::chrono::steady_clock::now();
    const auto built = build(request, folder->path());
    const auto took = std::chrono::steady_clock::now() - begin;
    soon.join();
    ASSERT_FALSE(built);
    if (built.error().kind == ErrorKind::environment) GTEST_SKIP() << built.error().text();
    EXPECT_EQ(built.error().kind, ErrorKind::canceled) << built.error().text();
    EXPECT_LT(took, 50s);
}

TEST(ProgramBuild, DigestCoversEveryInput) {
    auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const fs::path main = folder->path() / "main.cu";
    fs::create_directories(folder->path() / "headers");
    std::ofstream(main) << "#include \"mine.h\"\nint main() {}\n";
    std::ofstream(folder->path() / "headers" / "mine.h") << "int a;\n";
    std::ofstream(folder->path() / "more.cu") << "int b;\n";
    std::set<std::string> digests;
    const auto add = [&](const std::vector<std::string>& words) {
        const auto request = build_request(main, words);
        ASSERT_TRUE(request) << request.error().text();
        const auto digest = digest_of(*request);
        ASSERT_TRUE(digest) << digest.error().text();
        digests.insert(*digest);
    };
    add({});
    add({"-Iheaders"});
    add({"-I", "headers"}); // equal
    add({"-Iheaders", "-DN=1"});
    add({"-Iheaders", "-DN=2"});
    add({"-Iheaders", "more.cu"});
    EXPECT_EQ(digests.size(), 5u);
    std::ofstream(folder->path() / "headers" / "mine.h") << "int c;\n";
    add({"-Iheaders"});
    EXPECT_EQ(digests.size(), 6u);
    std::ofstream(folder->path() / "more.cu") << "int d;\n";
    add({"-Iheaders", "more.cu"});
    EXPECT_EQ(digests.size(), 7u);
    // A definition names the header; an option names its folder.
    std::ofstream(main) << "#include H\nint main() {}\n";
    fs::create_directories(folder->path() / "headers" / "sub");
    for (const char* text : {"int e;\n", "int f;\n"}) {
        std::ofstream(folder->path() / "headers" / "sub" / "named.h") << text;
        add({"-Iheaders", "-DH=\"sub/named.h\""});
    }
    EXPECT_EQ(digests.size(), 9u);
    EXPECT_FALSE(build_request(main, {"-o", "elsewhere"}));
    EXPECT_FALSE(build_request(main, {"-D"}));
}

TEST(ProgramRecord, RerunIsComparedUpToLaunch) {
    const auto launch = [](const char* kernel, uint32_t blocks) {
        Operation one;
        one.kind = Operation::Kind::launch;
        one.kernel = kernel;
        one.grid = {blocks, 1, 1};
        return one;
    };
    const auto identity = [](const Operation& one) { return LaunchIdentity{one.kernel, one.grid, one.block}; };
    Operation copy;
    copy.kind = Operation::Kind::copy;
    const std::vector<Operation> first{launch("a", 1), copy, launch("b", 2), launch("c", 3)};
    EXPECT_EQ(difference(first, {launch("a", 1), launch("b", 2)}, 2, identity(launch("c", 3))), "");
    EXPECT_NE(difference(first, {launch("a", 1), launch("b", 2)}, 2, identity(launch("c", 4))), "");
    EXPECT_NE(difference(first, {launch("a", 1), launch("x", 2)}, 2, identity(launch("c", 3))), "");
    EXPECT_NE(difference(first, {launch("a", 1)}, 2, identity(launch("c", 3))), "");
    EXPECT_EQ(difference(first, {}, 0, identity(launch("a", 1))), "");
}

/// Tail file of a killed process, as in runtime/record/recorder.hpp.
struct LeftTail {
    uint64_t bytes = 0, flushed_to = 0; // flushed_to: offset in the file plus 1; 0: no flush
    std::string lines{};
};
std::string lines_of(int count, const char* of = "synchronise") {
    std::string out;
    for (int i = 0; i < count; ++i) out += std::string("{\"event\":\"") + of + "\"}\n";
    return out;
}
size_t operations_of(const std::string& events, const std::vector<LeftTail>& tails) {
    const auto folder = TemporaryFolder::create();
    if (!folder) return 0;
    std::ofstream(folder->path() / "events") << events;
    for (size_t i = 0; i < tails.size(); ++i) {
        std::ofstream stream(folder->path() / ("tail-" + std::to_string(i)), std::ios::binary);
        stream.write(reinterpret_cast<const char*>(&tails[i].bytes), 2 * sizeof(uint64_t));
        stream << tails[i].lines << "left from before";
    }
    const auto record = read_record(folder->path(), folder->path() / "none", {});
    return record ? record->operations.size() : 0;
}

TEST(ProgramRecord, RepeatedEventsAreExpanded) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    std::ofstream(folder->path() / "events")
        << R"({"event":"launch","launch":0,"kernel":"k","grid":[2,1,1],"block":[32,1,1],"shared_bytes_dynamic":0,)"
           R"("stream":0,"at":[],"finding_count":1,"execute_ms":0.5,"kept":true,"shape":7})"
           "\n"
           R"({"event":"copy","bytes":12,"at":[],"stream":0,"from":"host","to":"a","shape":8})"
           "\n"
           R"({"event":"launch","like":7,"launch":1,"execute_ns":1500000})"
           "\n"
           R"({"event":"again","like":8})"
           "\n"
           R"({"event":"again","like":9})"
           "\n"; // unknown shape
    const auto record = read_record(folder->path(), folder->path() / "none", {});
    ASSERT_TRUE(record) << record.error().text();
    EXPECT_EQ(record->launch_count, 2u);
    ASSERT_EQ(record->operations.size(), 4u);
    const Operation& again = record->operations[2];
    EXPECT_EQ(again.kernel, "k");
    EXPECT_EQ(again.launch, 1u);
    EXPECT_EQ(again.grid, (Dim3{2, 1, 1}));
    EXPECT_DOUBLE_EQ(again.execute_ms, 1.5);
    EXPECT_EQ(again.finding_count, 0u);
    EXPECT_FALSE(again.kept);
    EXPECT_EQ(record->operations[3].to, "a");
    EXPECT_EQ(record->operations[3].bytes, 12u);
}

TEST(ProgramRecord, KilledProcessLosesNoLine) {
    const auto tail = [](const std::string& lines, uint64_t flushed_to = 0) {
        return LeftTail{lines.size(), flushed_to, lines};
    };
    // Keeps the tail's lines even if they equal earlier lines.
    EXPECT_EQ(operations_of(lines_of(5), {tail(lines_of(2))}), 7u);
    EXPECT_EQ(operations_of("", {tail(lines_of(2))}), 2u);
    // The process was killed before, during or after a flush. Another process may have written lines later.
    const std::string newest = lines_of(3), before = lines_of(4);
    for (size_t there = 0; there <= newest.size(); there += 7)
        EXPECT_EQ(operations_of(before + newest.substr(0, there), {tail(newest, before.size() + 1)}), 7u) << there;
    EXPECT_EQ(operations_of(before + newest + lines_of(2, "free"), {tail(newest, before.size() + 1)}), 9u);
    EXPECT_EQ(operations_of(before + newest.substr(0, 30), {tail(newest, before.size() + 1), tail(lines_of(2))}), 9u);
    // At the offset of the flush, another process wrote its lines first.
    EXPECT_EQ(operations_of(before + lines_of(2, "free"), {tail(newest, before.size() + 1)}), 9u);
}

} // namespace
} // namespace warpscope::program
