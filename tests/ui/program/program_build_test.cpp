// Builds of a CUDA program in the window, and messages if it cannot be built.
#include <chrono>
#include <cstdlib>
#include <fstream>

#include "program/build.hpp"
#include "program_window.hpp"

namespace warpscope::ui {
namespace {

using namespace std::chrono_literals;

TEST_F(Program, SlowCompilerCanBeStopped) {
    const fs::path compiler = folder / "nvcc", file = copy_of("picture.cu");
    std::ofstream(compiler) << "#!/bin/sh\n[ \"$1\" = --version ] && echo 'release 13.0, V13' && exit 0\nsleep 100\n";
    fs::permissions(compiler, fs::perms::owner_all);
    const char* const before = std::getenv("WARPSCOPE_NVCC");
    const std::string kept = before == nullptr ? "" : before;
    setenv("WARPSCOPE_NVCC", compiler.c_str(), 1);
    {
        std::ofstream(file, std::ios::app) << "// " << ::getpid() << "\n"; // makes the text unknown to the cache
        Driver driver(start_with_program(file), 1366, 768);
        driver.settle();
        driver.click("Run##program");
        driver.click("Run this program##confirm");
        for (int i = 0; i < 100; ++i) {
            driver.frames(1);
            std::this_thread::sleep_for(5ms);
        }
        EXPECT_TRUE(driver.says("Building…")) << driver.text();
        const auto begin = std::chrono::steady_clock::now();
        driver.click("Stop##program");
        EXPECT_TRUE(wait(driver, [&] { return !view(driver).busy(); }));
        EXPECT_LT(std::chrono::steady_clock::now() - begin, 50s);
        EXPECT_FALSE(view(driver).problem) << view(driver).problem->text();
        // Closing the window does not wait for the build either.
        driver.click("Run##program");
        driver.frames(20);
    }
    kept.empty() ? unsetenv("WARPSCOPE_NVCC") : setenv("WARPSCOPE_NVCC", kept.c_str(), 1);
}

TEST_F(Program, BuildWordsSetTheOptions) {
    const fs::path file = folder / "parts.cu";
    fs::create_directories(folder / "headers");
    std::ofstream(folder / "headers" / "scale.h") << "#define SCALE 10\n";
    std::ofstream(folder / "kernels.cu") << "__global__ void scale(int* out) { *out = FACTOR * 2; }\n"
                                            "void start(int* out) { scale<<<1, 1>>>(out); }\n";
    std::ofstream(file) << "#include <cstdio>\n#include <scale.h>\nvoid start(int* out);\nint main() {\n"
                           "    int *d_out, out = 0;\n    cudaMalloc(&d_out, 4);\n    start(d_out);\n"
                           "    cudaMemcpy(&out, d_out, 4, cudaMemcpyDeviceToHost);\n    printf(\"result %d\\n\", "
                           "out * SCALE);\n    cudaFree(d_out);\n}\n";
    Start start = start_with_program(file);
    start.build_words = "-Iheaders -DFACTOR=3";
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    EXPECT_EQ(view(driver).build_words, "-Iheaders -DFACTOR=3");
    driver.click("##build");
    driver.key(ImGuiKey_End);
    driver.type(" kernels.cu");
    driver.settle();
    EXPECT_EQ(view(driver).build.sources.size(), 2u);
    ASSERT_TRUE(run(driver)) << driver.text();
    EXPECT_TRUE(driver.says("result 60")) << driver.text();
    driver.click("##launch 1");
    ASSERT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().result; })) << driver.text();
    EXPECT_NE(driver.model().result->source.find("FACTOR * 2"), std::string::npos);
    // Other build options make another program, which needs a new confirmation.
    driver.key(ImGuiKey_F6);
    EXPECT_TRUE(view(driver).trusted);
    driver.click("##build");
    driver.key(ImGuiKey_End);
    driver.type(" -o");
    EXPECT_FALSE(view(driver).trusted);
    driver.settle();
    ASSERT_TRUE(view(driver).problem);
    EXPECT_NE(view(driver).problem->message.english().find("'-o'"), std::string::npos);
    driver.click("Run##program");
    EXPECT_FALSE(view(driver).busy());
    // After a restart, Warpscope opens the program's page and runs nothing.
    const std::vector<std::string> words = driver.app().restart_arguments();
    ASSERT_FALSE(words.empty());
    EXPECT_EQ(words.front(), file.string());
}

TEST_F(Program, ExecutableRunsOnRequest) {
    const auto built = program::build({{copy_of("picture.cu")}}, folder);
    ASSERT_TRUE(built) << built.error().text();
    const fs::path file = folder / "picture";
    fs::copy_file(built->executable, file);
    Driver driver(start_with(setup_of("box_blur", "gradient:64x48")), 1366, 768);
    driver.settle();
    driver.app().open_files({file});
    ASSERT_TRUE(wait(driver, [&] { return driver.model().program != nullptr; }));
    EXPECT_TRUE(driver.says("Built program")) << driver.text();
    EXPECT_FALSE(view(driver).busy());
    EXPECT_FALSE(driver.has("##build"));
    keep_picture(driver, "program-built");
    driver.click("Run##program");
    EXPECT_TRUE(view(driver).asking);
    driver.click("Run this program##confirm");
    ASSERT_TRUE(wait(driver, [&] { return view(driver).run != nullptr; })) << driver.text();
    EXPECT_TRUE(driver.says("mean luminance 0.4673")) << driver.text();
    EXPECT_TRUE(driver.says("__global__")); // the file named by the line information
    keep_picture(driver, "program-built-run");
    driver.click("##launch 1");
    ASSERT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().result; })) << driver.text();
    EXPECT_EQ(driver.model().result->output.layout.channels, 3u);
    EXPECT_NE(driver.model().result->source.find("__global__"), std::string::npos);
}

TEST_F(Program, UnsuitableExecutableGetsABuildHint) {
    const auto compiler = program::find_host_compiler(compile::CompilerChoice::automatic);
    if (compiler->kind != program::HostCompiler::Kind::nvcc) GTEST_SKIP() << "no static runtime";
    const fs::path source = folder / "plain.cu", file = folder / "plain";
    std::ofstream(source) << "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n";
    ASSERT_EQ(
        std::system(("'" + compiler->path + "' -o '" + file.string() + "' '" + source.string() + "' 2>&1").c_str()), 0);
    Driver driver(start_with(setup_of("box_blur", "gradient:64x48")), 1366, 768);
    driver.settle();
    driver.app().open_files({file});
    ASSERT_TRUE(wait(driver, [&] { return driver.model().program != nullptr; }));
    EXPECT_TRUE(driver.says("-cudart shared")) << driver.text();
    keep_picture(driver, "program-static");
}

TEST_F(Program, CompileErrorHasItsLine) {
    const fs::path file = folder / "wrong.cu";
    std::ofstream(file) << "__global__ void k() {}\nint main() {\n    undeclared();\n}\n";
    Driver driver(start_with_program(file), 1366, 768);
    driver.settle();
    driver.click("Run##program");
    driver.click("Run this program##confirm");
    EXPECT_TRUE(wait(driver, [&] { return view(driver).problem.has_value(); }));
    EXPECT_EQ(view(driver).problem->where.line, 3u);
    EXPECT_TRUE(driver.says("undeclared")) << driver.text();
    keep_picture(driver, "program-wrong");
}

} // namespace
} // namespace warpscope::ui
