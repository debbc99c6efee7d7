#include "compile/output/ptx_file_names.hpp"

#include <gtest/gtest.h>

namespace warpscope::compile {
namespace {

TEST(PtxFiles, RestoresTheUsersName) {
    const auto named = [](const char* ptx, const char* name, const char* path, const char* folder) {
        return with_files_as_given(ptx, {name, path, folder});
    };
    EXPECT_EQ(named("a\n\t.file\t1 \"/x/cuda/k.cu\"\nb\n", "cuda/k.cu", "/x/cuda/k.cu", "/x/cuda"),
              "a\n\t.file\t1 \"cuda/k.cu\"\nb\n");
    EXPECT_EQ(named(".file 1 \"/x/./cuda/../k.cu\"", "./k.cu", "/x/./k.cu", "/x"), ".file 1 \"./k.cu\"");
    EXPECT_EQ(named(".file 1 \"/a/k.cu\"", "/a/k.cu", "/a/k.cu", "/a"), ".file 1 \"/a/k.cu\"");
}

const KernelFile kernel{"k.cu", "/kernels/k.cu", "/kernels"};

TEST(PtxFiles, OtherFilesStayUnchanged) {
    for (const char* ptx :
         {".file 1 \"/a/other.cu\"\n", ".file 1 \"/a/mk.cu\"\n", "// .file k.cu \"/a/k.cu\"\n", ".file 1 \"/a/k.cu\"\n",
          ".file 1 \"k.cu\"\n", ".file 1 \"\"\n", ".file 1\n", ".file 1 \"open", ".b8 1; \"/kernels/k.cu\"", ""})
        EXPECT_EQ(with_files_as_given(ptx, kernel), ptx);
}

TEST(PtxFiles, RewritesSeveralFiles) {
    EXPECT_EQ(with_files_as_given(".file 1 \"/kernels/k.cu\"\n.file 2 \"/w/h.cuh\"\n.file 3 \"/kernels/k.cu\", 123\n",
                                  kernel),
              ".file 1 \"k.cu\"\n.file 2 \"/w/h.cuh\"\n.file 3 \"k.cu\", 123\n");
}

TEST(PtxFiles, OtherFilesAreRelativeToKernel) {
    const auto named = [](const std::string& path, const char* name, const char* folder) {
        const std::string ptx =
            with_files_as_given(".file 1 \"" + path + "\"", {name, std::string(folder) + "/k.cu", folder});
        return ptx.substr(9, ptx.size() - 10);
    };
    const std::string header = "/home/include/kernels/./sub/../sub/h.cuh";
    EXPECT_EQ(named(header, "k.cu", "/home/include/kernels"), "sub/h.cuh");
    EXPECT_EQ(named(header, "kernels/k.cu", "/home/include/kernels"), "kernels/sub/h.cuh");
    EXPECT_EQ(named(header, "k.cu", "/home/include/ker"), "../kernels/sub/h.cuh");
    EXPECT_EQ(named("/home/common/x.cuh", "kernels/k.cu", "/home/include/kernels"), "../common/x.cuh");
    EXPECT_EQ(named(header, "k.cu", "/work"), header) << "nothing in common";
    EXPECT_EQ(named(header, "k.cu", "/"), header.substr(1, 21) + "sub/h.cuh");
    // These are other files with the kernel's name.
    EXPECT_EQ(named("/home/k/sub/k.cu", "k.cu", "/home/k"), "sub/k.cu");
    EXPECT_EQ(named("/home/k.cu", "k.cu", "/home/k"), "../k.cu");
}

TEST(PtxFiles, FolderMatchesWholeNames) {
    EXPECT_TRUE(is_below_folder("/toolkit/include/cuda.h", "/toolkit/include"));
    EXPECT_FALSE(is_below_folder("/toolkit/include_mine/k.cuh", "/toolkit/include"));
    EXPECT_FALSE(is_below_folder("/toolkit/include", "/toolkit/include"));
    EXPECT_FALSE(is_below_folder("/k.cuh", "")) << "no folder";
}

} // namespace
} // namespace warpscope::compile
