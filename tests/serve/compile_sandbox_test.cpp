// Compiles with the real compiler in the real sandbox.
#include "serve/compile_sandbox.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/process/temporary_folder.hpp"
#include "compile/compile_json.hpp"

namespace warpscope::serve {
namespace {

class Sandboxed : public testing::Test {
protected:
    void SetUp() override {
        static const auto made = CompileSandbox::create(WARPSCOPE_PROGRAM);
        if (!made && made.error().kind == ErrorKind::environment) GTEST_SKIP() << made.error().text();
        ASSERT_TRUE(made) << made.error().text();
        sandbox_ = &*made;
    }
    Result<compile::CompileResult> compile(const compile::CompileRequest& request,
                                           std::chrono::milliseconds limit = std::chrono::minutes(2)) const {
        const std::atomic<bool> never = false;
        return sandbox_->compile(compile::json_text_of(request), limit, never);
    }
    static compile::CompileRequest request_for(std::string source) {
        compile::CompileRequest request;
        request.file = "scale.cu";
        request.source = std::move(source);
        return request;
    }

    static compile::CompileRequest request_with(const std::filesystem::path& header) {
        return request_for(
            fmt::format("#include \"{}\"\n__global__ void scale(float* a) {{ a[0] *= factor; }}\n", header.string()));
    }

private:
    const CompileSandbox* sandbox_ = nullptr;
};

TEST_F(Sandboxed, CompilesWithMacrosAndHeaders) {
    auto request = request_for("#include \"factor.h\"\n"
                               "__global__ void NAME(float* a) { a[threadIdx.x] *= factor; }\n");
    request.defines = {{"NAME", "scale"}};
    request.headers = {{"factor.h", "constexpr float factor = 2;\n"}};
    const auto compiled = compile(request);
    ASSERT_TRUE(compiled) << compiled.error().text();
    EXPECT_NE(compiled->ptx.find(".entry _Z5scalePf"), std::string::npos) << compiled->ptx;
    EXPECT_NE(compiled->compiler, compile::CompilerKind::none);
}

TEST_F(Sandboxed, ErrorsNameTheLine) {
    const auto compiled = compile(request_for("__global__ void scale(float* a) {\n    a[0] = missing;\n}\n"));
    ASSERT_FALSE(compiled);
    EXPECT_EQ(compiled.error().kind, ErrorKind::failed);
    EXPECT_EQ(compiled.error().where.file, "scale.cu");
    EXPECT_EQ(compiled.error().where.line, 2u);
}

TEST_F(Sandboxed, FilesOfTheUserAreInvisible) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder && folder->write("secret.h", "constexpr float factor = 2;\n"));
    const auto compiled = compile(request_with(folder->path() / "secret.h"));
    ASSERT_FALSE(compiled);
    EXPECT_EQ(compiled.error().kind, ErrorKind::failed);
}

/// Sets an environment variable until destruction.
class Setting {
public:
    Setting(const char* name, const std::string& value)
        : name_(name) {
        if (const char* const before = std::getenv(name)) before_ = before;
        ::setenv(name, value.c_str(), 1);
    }
    ~Setting() {
        if (before_)
            ::setenv(name_, before_->c_str(), 1);
        else
            ::unsetenv(name_);
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

private:
    const char* name_;
    std::optional<std::string> before_;
};

TEST_F(Sandboxed, ToolkitIsVisible) {
    const auto toolkit = TemporaryFolder::create();
    ASSERT_TRUE(toolkit && toolkit->write("factor.h", "constexpr float factor = 2;\n"));
    const auto request = request_with(toolkit->path() / "factor.h");
    EXPECT_FALSE(compile(request));
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"}) {
        const Setting setting(name, toolkit->path().string());
        const auto compiled = compile(request);
        EXPECT_TRUE(compiled) << name << ": " << compiled.error().text();
    }
}

TEST_F(Sandboxed, FolderOfNvrtcIsVisible) {
    if (compile::compilers().front().usable) GTEST_SKIP() << "the NVRTC found replaces the setting";
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder && folder->write("factor.h", "constexpr float factor = 2;\n"));
    const Setting setting("WARPSCOPE_NVRTC", (folder->path() / "libnvrtc.so").string());
    const auto compiled = compile(request_with(folder->path() / "factor.h"));
    EXPECT_TRUE(compiled) << compiled.error().text();
}

TEST_F(Sandboxed, NvrtcCompiles) {
    if (!compile::compilers().front().usable) GTEST_SKIP() << "there is no NVRTC here";
    auto request = request_for("__global__ void scale(float* a) { a[threadIdx.x] *= 2; }\n");
    request.compiler = compile::CompilerChoice::nvrtc;
    const auto compiled = compile(request);
    ASSERT_TRUE(compiled) << compiled.error().text();
    EXPECT_EQ(compiled->compiler, compile::CompilerKind::nvrtc);
}

TEST_F(Sandboxed, HomeStaysInvisible) {
    const auto home = TemporaryFolder::create();
    ASSERT_TRUE(home && home->write("secret.h", "constexpr float factor = 2;\n"));
    const Setting setting("HOME", home->path().string()), toolkit("CUDA_HOME", home->path().string());
    EXPECT_FALSE(compile(request_with(home->path() / "secret.h")));
}

TEST_F(Sandboxed, StopsAtTimeLimit) {
    const auto compiled = compile(request_for(""), std::chrono::milliseconds(1));
    ASSERT_FALSE(compiled);
    EXPECT_EQ(compiled.error().kind, ErrorKind::environment);
    EXPECT_EQ(compiled.error().message.english(), "The kernel was not compiled within the time limit.");
}

} // namespace
} // namespace warpscope::serve
