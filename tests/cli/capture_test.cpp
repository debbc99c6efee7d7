// `warpscope capture` with built programs.
#include "command.hpp"
#include "program/build.hpp"
#include "program/host_compiler.hpp"
#include "program/linkage.hpp"
#include "program/run.hpp"

namespace warpscope::cli {
namespace {

class CaptureCommand : public Command {
protected:
    void SetUp() override {
        if (!program::find_host_compiler(compile::CompilerChoice::automatic))
            GTEST_SKIP() << "no compiler for programs with main()";
    }
    /// Returns the executable of a program in tests/programs/shown.
    std::string built(const std::string& name) const {
        const auto made =
            program::build({{fs::path(WARPSCOPE_SOURCE_DIR) / "tests/programs/shown" / name}, {}}, folder);
        return made ? made->executable.string() : "";
    }
};

TEST_F(CaptureCommand, ListsLaunchesAndSavesOne) {
    const Outcome listed = warpscope("capture -- '" + built("reduction.cu") + "'");
    EXPECT_EQ(listed.status, 0) << listed.err;
    EXPECT_EQ(listed.out, "45000 (45000 expected)\n"); // output of the program
    EXPECT_NE(listed.err.find("launch 1: partial_sums<float, 256>, 40 blocks of 256 threads"), std::string::npos)
        << listed.err;
    EXPECT_NE(listed.err.find("reduction.cu:29"), std::string::npos) << listed.err;
    // The scene has the same output without the program and its folder.
    const Outcome saved =
        warpscope("capture -o '" + file("second.wscope") + "' --launch 2 -- '" + built("reduction.cu") + "'");
    EXPECT_EQ(saved.status, 0) << saved.err;
    const Outcome again = warpscope("run '" + file("second.wscope") + "' --report '" + file("report.json") +
                                        "' --output '" + file("total.csv") + "'",
                                    "XDG_CACHE_HOME='" + file("cache") + "' ");
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_NE((again.out + again.err).find("numbers are as saved"), std::string::npos) << again.out << again.err;
    EXPECT_EQ(std::stod(contents(file("total.csv"))), 45000.0);
}

TEST_F(CaptureCommand, FindsKernelAfterOtherFunctions) {
    write("second.cu", "#include <cstdio>\n__global__ void first(int* out) { printf(\"%d\\n\", out[0]); }\n"
                       "__global__ void second(int* out) { out[threadIdx.x] = 7; }\n"
                       "int main() {\n    int* d_out;\n    cudaMalloc(&d_out, 128);\n    cudaMemset(d_out, 0, 128);\n"
                       "    second<<<1, 32>>>(d_out);\n    first<<<1, 1>>>(d_out);\n    cudaFree(d_out);\n}\n");
    const auto made = program::build({{file("second.cu")}}, folder);
    ASSERT_TRUE(made) << made.error().text();
    const Outcome saved =
        warpscope("capture -o '" + file("second.wscope") + "' --launch 1 -- '" + made->executable.string() + "'");
    EXPECT_EQ(saved.status, 0) << saved.err;
    const std::string scene = contents(file("second.wscope"));
    EXPECT_NE(scene.find("out[threadIdx.x] = 7"), std::string::npos) << saved.err;
}

TEST_F(CaptureCommand, LinkedFilesReplayMeasuredCode) {
    const fs::path linked = fs::path(WARPSCOPE_SOURCE_DIR) / "tests/programs/linked";
    const auto made = program::build({{linked / "main.cu", linked / "library.cu"}}, folder);
    ASSERT_TRUE(made) << made.error().text();
    const Outcome saved =
        warpscope("capture -o '" + file("work.wscope") + "' --launch 2 -- '" + made->executable.string() + "'");
    EXPECT_EQ(saved.status, 0) << saved.err;
    // The kernel calls functions of another file, so it cannot be compiled alone.
    const Outcome again = warpscope("run '" + file("work.wscope") + "' --report '" + file("report.json") + "'");
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_NE((again.out + again.err).find("numbers are as saved"), std::string::npos) << again.out << again.err;
}

TEST_F(CaptureCommand, FetchesSkippedLaunch) {
    const Outcome saved =
        warpscope("capture -o '" + file("late.wscope") + "' --launch 900 -- '" + built("thousand_steps.cu") + "'");
    EXPECT_EQ(saved.status, 0) << saved.err;
    EXPECT_NE(saved.err.find("rerunning the program up to it"), std::string::npos) << saved.err;
    EXPECT_TRUE(fs::is_regular_file(file("late.wscope")));
    const Outcome none =
        warpscope("capture -o '" + file("none.wscope") + "' --launch 1001 -- '" + built("thousand_steps.cu") + "'");
    EXPECT_EQ(none.status, 2);
    EXPECT_NE(none.err.find("There is no launch 1001"), std::string::npos) << none.err;
}

TEST_F(CaptureCommand, FindingsSetExitStatus) {
    const Outcome faulty = warpscope("capture -- '" + built("faulty.cu") + "'");
    EXPECT_EQ(faulty.status, 1);
    EXPECT_NE(faulty.err.find("faulty.cu:6: out_of_bounds"), std::string::npos) << faulty.err;
}

TEST_F(CaptureCommand, ExplainsHowToBuildPrograms) {
    const Outcome absent = warpscope("capture -- no-such-program-anywhere");
    EXPECT_EQ(absent.status, 3);
    EXPECT_NE(absent.err.find("There is no program 'no-such-program-anywhere'"), std::string::npos) << absent.err;
    const Outcome none = warpscope("capture -- /bin/true");
    EXPECT_EQ(none.status, 1);
    EXPECT_NE(none.err.find("did not call the CUDA runtime"), std::string::npos) << none.err;
    // nvcc links the runtime statically by default.
    const auto compiler = program::find_host_compiler(compile::CompilerChoice::automatic);
    if (compiler->kind != program::HostCompiler::Kind::nvcc) GTEST_SKIP() << "no static runtime";
    write("plain.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
    ASSERT_EQ(
        std::system(
            ("'" + compiler->path + "' -o '" + file("plain") + "' '" + file("plain.cu") + "' 2>/dev/null").c_str()),
        0);
    const Outcome fixed = warpscope("capture -- '" + file("plain") + "'");
    EXPECT_EQ(fixed.status, 3);
    EXPECT_NE(fixed.err.find("-cudart shared"), std::string::npos) << fixed.err;
}

TEST_F(CaptureCommand, ChangedLaunchIsNotSaved) {
    write("grows.cu",
          "#include <cstdio>\n__global__ void fill(int* out) { out[blockIdx.x] = 1; }\nint main() {\n"
          "    int runs = 0;\n    if (FILE* in = fopen(\"" +
              file("runs") +
              "\", \"a+\")) {\n"
              "        while (fgetc(in) != EOF) ++runs;\n        fputc('x', in);\n        fclose(in);\n    }\n"
              "    int* d_out;\n    cudaMalloc(&d_out, 400);\n"
              "    for (int i = 0; i < 60; ++i) fill<<<i == 59 ? 3 + runs : 2, 1>>>(d_out);\n"
              "    cudaDeviceSynchronize();\n    cudaFree(d_out);\n}\n");
    const auto made = program::build({{file("grows.cu")}}, folder);
    ASSERT_TRUE(made) << made.error().text();
    const Outcome saved =
        warpscope("capture -o '" + file("last.wscope") + "' --launch 60 -- '" + made->executable.string() + "'");
    EXPECT_EQ(saved.status, 1);
    EXPECT_NE(saved.err.find("launch 60 is a different one"), std::string::npos) << saved.err;
    EXPECT_FALSE(fs::exists(file("last.wscope")));
}

TEST(Linkage, RecognizesExecutables) {
    EXPECT_TRUE(program::is_executable("/proc/self/exe"));
    EXPECT_TRUE(program::is_executable("/bin/sh"));
    EXPECT_FALSE(program::is_executable(program::runtime_folder() / "libcudart.so.13"));
    EXPECT_FALSE(program::is_executable("/etc/passwd"));
    EXPECT_FALSE(program::is_executable("/nowhere"));
    EXPECT_FALSE(program::is_executable("/tmp"));
}

} // namespace
} // namespace warpscope::cli
