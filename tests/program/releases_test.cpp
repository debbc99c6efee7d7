// Programs built for an older CUDA release find its functions in Warpscope's runtime. They are linked to stub libraries
// with the release's names and versions, whose functions only fail.
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.hpp"
#include "base/process/subprocess.hpp"
#include "program/linkage.hpp"
#include "program/run.hpp"
#include "runtime/fat_binary.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr const char* device_code = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry twice(.param .u64 twice_0) {
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [twice_0];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.s32 %r4, %r1, %r2, %r3;
    mul.wide.s32 %rd2, %r4, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r5, [%rd3];
    add.s32 %r5, %r5, %r5;
    st.global.u32 [%rd3], %r5;
    ret;
}
)";

class CudaReleases : public testing::Test {
protected:
    void SetUp() override {
        compiler_ = find_on_path("cc");
        if (compiler_.empty()) compiler_ = find_on_path("clang");
        if (compiler_.empty()) GTEST_SKIP() << "no compiler for C";
        std::string name = (fs::temp_directory_path() / "releases-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override {
        std::error_code error;
        fs::remove_all(folder_, error);
    }

    void compile(std::vector<std::string> words) const {
        words.insert(words.begin(), compiler_);
        const auto ran = run_process(words, std::chrono::seconds(120));
        ASSERT_TRUE(ran && ran->exit_status == 0) << (ran ? ran->output : ran.error().text());
    }
    /// Makes a library with a release's name. Its functions return 999.
    void make_library(const std::string& name, const std::string& properties) const {
        std::string text;
        for (const std::string& function :
             {std::string("__cudaRegisterFatBinary"), std::string("__cudaRegisterFatBinaryEnd"),
              std::string("__cudaUnregisterFatBinary"), std::string("__cudaRegisterFunction"),
              std::string("cudaLaunchKernel"), std::string("cudaMallocManaged"), std::string("cudaFree"),
              std::string("cudaMemPrefetchAsync"), std::string("cudaMemAdvise"), std::string("cudaThreadSynchronize"),
              std::string("cudaRuntimeGetVersion"), std::string("cudaPointerGetAttributes"),
              std::string("cudaFuncGetAttributes"), properties})
            text += fmt::format("int {}(void) {{ return 999; }}\n", function);
        ASSERT_TRUE(write_file(folder_ / "library.c", text));
        ASSERT_TRUE(write_file(folder_ / "library.map", fmt::format("{} {{ global: *; }};\n", name)));
        compile({"-shared", "-fPIC", "-Wl,-soname," + name,
                 "-Wl,--version-script=" + (folder_ / "library.map").string(), "-o", (folder_ / name).string(),
                 (folder_ / "library.c").string()});
    }
    [[nodiscard]] fs::path make_program(int release, const std::string& library) const {
        const fs::path code = folder_ / "code.fatbin", program = folder_ / fmt::format("program{}", release);
        EXPECT_TRUE(write_file(code, runtime::fat_binary_of(device_code, 70)));
        compile({fmt::format("-DRELEASE={}", release), fmt::format("-DDEVICE_CODE=\"{}\"", code.string()), "-o",
                 program.string(), std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/releases/program.c",
                 (folder_ / library).string()});
        return program;
    }

    std::string compiler_;
    fs::path folder_;
};

TEST_F(CudaReleases, OlderReleasesFindTheirFunctions) {
    const std::tuple<int, std::string, std::string> cases[]{{11, "libcudart.so.11.0", "cudaGetDeviceProperties"},
                                                            {12, "libcudart.so.12", "cudaGetDeviceProperties_v2"}};
    for (const auto& [release, library, properties] : cases) {
        ASSERT_NO_FATAL_FAILURE(make_library(library, properties));
        const fs::path program = make_program(release, library);
        const auto found = program::find_program(program.string());
        ASSERT_TRUE(found) << found.error().text();
        std::string output;
        program::RunRequest request{*found, {}, folder_};
        request.output = [&](std::string_view text) { output += text; };
        const auto ran = program::run(request);
        ASSERT_TRUE(ran) << ran.error().text();
        EXPECT_EQ(output, fmt::format("release {}, 132 multiprocessors, 1980000 kHz, compute capability 9.0, 1\n"
                                      "2 126, managed 1, most threads 1024, 11, errors 0\n",
                                      release));
        EXPECT_EQ(ran->exit_status, 0);
    }
}

TEST_F(CudaReleases, UnknownReleaseIsRejected) {
    ASSERT_NO_FATAL_FAILURE(make_library("libcudart.so.10.2", "cudaGetDeviceProperties"));
    const auto found = program::find_program(make_program(11, "libcudart.so.10.2").string());
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().message.english().find("libcudart.so.10.2"), std::string::npos);
}

TEST(RuntimeLibrary, ExportsEveryCallForEveryRelease) {
    void* const library = dlopen((program::runtime_folder() / "libcudart.so.12").c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    for (const char* version : {"libcudart.so.11.0", "libcudart.so.12", "libcudart.so.13"}) {
        const auto has = [&](const char* name) { return dlvsym(library, name, version) != nullptr; };
        for (const char* name : {"cudaMalloc", "cudaGetDeviceProperties", "cudaMemcpyAsync_ptsz", "cudaMemcpy_ptds",
                                 "cudaThreadExit", "__cudaRegisterTexture", "cudaGetErrorString", "cudaMemAdvise",
                                 "cudaMemPrefetchAsync_ptsz", "cudaCreateTextureObject", "cudaRuntimeGetVersion"})
            EXPECT_TRUE(has(name)) << name << "@" << version;
#define WARPSCOPE_UNSUPPORTED(name) EXPECT_TRUE(has(#name)) << #name << "@" << version;
#include "runtime/unsupported_calls.def"
#undef WARPSCOPE_UNSUPPORTED
    }
    // A function whose interface changed has two versions.
    EXPECT_NE(dlvsym(library, "cudaPointerGetAttributes", "libcudart.so.12"),
              dlvsym(library, "cudaPointerGetAttributes", "libcudart.so.13"));
    EXPECT_NE(dlvsym(library, "cudaGetDeviceProperties_v2", "libcudart.so.12"), nullptr);
    dlclose(library);
}

} // namespace
} // namespace warpscope
