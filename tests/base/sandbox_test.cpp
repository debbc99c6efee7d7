#include "base/process/sandbox.hpp"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "base/process/subprocess.hpp"
#include "base/process/temporary_folder.hpp"

namespace warpscope {
namespace {

class InSandbox : public testing::Test {
protected:
    void SetUp() override {
        if (const auto problem = sandbox_error("skip")) GTEST_SKIP() << problem->text();
    }
    static std::string run(const Sandbox& sandbox, const ProcessLimits& limits, const std::string& script) {
        std::vector<std::string> command = sandbox_command(sandbox);
        const std::vector<std::string> limited = limit_command(limits);
        command.insert(command.end(), limited.begin(), limited.end());
        command.insert(command.end(), {"/bin/sh", "-c", script});
        const auto ran = run_process(command, std::chrono::minutes(2));
        return ran ? ran->output : ran.error().text();
    }
    ProcessLimits limits{.processor = std::chrono::seconds(60)};
};

TEST_F(InSandbox, ShowsOnlyNamedFiles) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder && folder->write("public", "named\n") && folder->write("secret", "hidden\n"));
    const Sandbox sandbox{.files = {{folder->path() / "public", "/request/file"}}};
    EXPECT_EQ(run(sandbox, limits, "cat /request/file"), "named\n");
    EXPECT_EQ(run(sandbox, limits, "cat " + (folder->path() / "secret").string()).find("hidden"), std::string::npos);
    EXPECT_EQ(run({.visible = {folder->path()}}, limits, "cat " + (folder->path() / "secret").string()), "hidden\n");
}

TEST_F(InSandbox, FoldersOfTheSystemAreIgnored) {
    const Sandbox sandbox{.visible = {"/usr/bin", "/lib", "/usr/../bin"}};
    EXPECT_EQ(run(sandbox, limits, "echo works"), "works\n");
    const auto command = sandbox_command(sandbox);
    EXPECT_EQ(std::ranges::count(command, "/usr/bin"), 0);
}

TEST_F(InSandbox, NamedFilesAreReadOnly) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder && folder->write("file", "before\n"));
    const Sandbox sandbox{.files = {{folder->path() / "file", "/request/file"}}};
    run(sandbox, limits, "echo after >/request/file");
    EXPECT_EQ(run(sandbox, limits, "cat /request/file"), "before\n");
}

TEST_F(InSandbox, HidesEnvironmentVariables) {
    ::setenv("WARPSCOPE_TEST_SECRET", "hidden", 1);
    const std::string seen = run({.environment = {{"NAMED", "visible"}}}, limits, "env");
    ::unsetenv("WARPSCOPE_TEST_SECRET");
    EXPECT_EQ(seen.find("hidden"), std::string::npos) << seen;
    EXPECT_NE(seen.find("NAMED=visible"), std::string::npos) << seen;
}

TEST_F(InSandbox, LimitsFileSizes) {
    limits.file_bytes = 4096;
    const std::string size = run({}, limits, "(head -c 1000000 /dev/zero >file) 2>/dev/null; wc -c <file");
    EXPECT_EQ(size.substr(size.rfind('\n', size.size() - 2) + 1), "4096\n") << size;
}

TEST(SandboxAnswer, LastOneCounts) {
    EXPECT_EQ(find_answer("noise\nwarpscope-answer:first\nwarpscope-answer:second\nnoise"), "second");
    EXPECT_EQ(find_answer("\nwarpscope-answer:[\"warpscope-answer:\"]\n"), "[\"warpscope-answer:\"]");
    EXPECT_EQ(find_answer("noise"), "");
}

} // namespace
} // namespace warpscope
