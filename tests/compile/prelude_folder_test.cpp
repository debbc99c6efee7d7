// Prelude files in the cache folder: precompiled once for all kernels, without action by the user.
#include <cstdlib>

#include "base/files.hpp"
#include "compile/tools.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

class PreludeFiles : public ::testing::Test {
protected:
    void SetUp() override {
        if (!Clang::find(std::nullopt)) GTEST_SKIP() << "there is no clang here";
        if (const char* value = std::getenv(variable)) before_ = value;
        set(folder_.path());
    }
    void TearDown() override { before_ ? ::setenv(variable, before_->c_str(), 1) : ::unsetenv(variable); }

    static void set(const fs::path& cache) { ::setenv(variable, cache.c_str(), 1); }
    /// Uses a new compiler object, as in a new process.
    static Result<CompileResult> compiled(const CompileRequest& request) {
        const auto clang = Clang::find(std::nullopt);
        return (*clang)->compile(request);
    }
    static std::string ptx_of(const CompileRequest& request) {
        const auto result = compiled(request);
        EXPECT_TRUE(result) << result.error().text();
        return result ? result->ptx : "";
    }
    [[nodiscard]] std::vector<fs::path> precompiled() const {
        std::vector<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
            if (entry.path().extension() == ".pch") files.push_back(entry.path());
        return files;
    }

    static constexpr const char* variable = "XDG_CACHE_HOME";
    ScratchFolder folder_;
    std::optional<std::string> before_;
};

TEST_F(PreludeFiles, NextProcessReusesThem) {
    const CompileRequest request = request_for(small_kernel);
    const std::string first = ptx_of(request);
    ASSERT_EQ(precompiled().size(), 1u);
    const auto made = fs::last_write_time(precompiled()[0]);
    EXPECT_EQ(ptx_of(request), first);
    ASSERT_EQ(precompiled().size(), 1u);
    EXPECT_EQ(fs::last_write_time(precompiled()[0]), made);
    CompileRequest other = request;
    other.optimization = 1;
    EXPECT_FALSE(ptx_of(other).empty());
    EXPECT_EQ(precompiled().size(), 2u) << "other options, another file";
}

TEST_F(PreludeFiles, PrecompiledHeadersGiveSamePtx) {
    const CompileRequest request = request_for("#include <cstdint>\n#include <math.h>\n"
                                               "__global__ void k(float* a, uint32_t n) { a[n] = sinf(a[0]) + "
                                               "__shfl_sync(~0u, a[1], 3); }\n");
    const std::string precompiled_ptx = ptx_of(request);
    CompileRequest as_text = request;
    as_text.defines = {{"NDEBUG", "1"}}; // prevents using the precompiled prelude
    EXPECT_EQ(ptx_of(as_text), precompiled_ptx);
}

TEST_F(PreludeFiles, DamagedFilesAreRebuilt) {
    const CompileRequest request = request_for(small_kernel);
    const std::string first = ptx_of(request);
    ASSERT_EQ(precompiled().size(), 1u);
    const std::string whole = read_file(precompiled()[0]).value_or("");
    for (const std::string& damaged : {std::string(), std::string("no precompiled header"), whole.substr(0, 1000)}) {
        ASSERT_TRUE(write_file(precompiled()[0], damaged));
        EXPECT_EQ(ptx_of(request), first) << damaged.size() << " bytes";
        EXPECT_TRUE(precompiled().empty()) << "an unreadable file is removed";
        EXPECT_EQ(ptx_of(request), first);
        ASSERT_EQ(precompiled().size(), 1u) << "the next process creates it again";
    }
    const fs::path header = precompiled()[0].parent_path() / "headers/warpscope/language/warp.h";
    ASSERT_TRUE(fs::remove(header));
    EXPECT_EQ(ptx_of(request), first);
    EXPECT_TRUE(fs::exists(header));
}

TEST_F(PreludeFiles, UnwritableFolderUsesAnother) {
    const std::string first = ptx_of(request_for(small_kernel));
    set(folder_.write("file", "not a folder"));
    EXPECT_EQ(ptx_of(request_for(small_kernel)), first);
}

TEST_F(PreludeFiles, MacrosChangeTheResult) {
    CompileRequest request = request_for("__global__ void k(int* a) { assert(a[0] == 7); a[1] = 2; }\n");
    EXPECT_NE(ptx_of(request).find("__assertfail"), std::string::npos);
    request.defines = {{"NDEBUG", "1"}};
    EXPECT_EQ(ptx_of(request).find("__assertfail"), std::string::npos);
}

TEST_F(PreludeFiles, ErrorsNameTheKernelsLine) {
    const auto failed = compiled(request_for(std::string(small_kernel) + "int missing = nothing;\n"));
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().where.line, 7u);
    EXPECT_EQ(precompiled().size(), 1u) << "an error in the kernel must not remove the file";
}

} // namespace
} // namespace warpscope::compile
