#include "compile/ptx_files.hpp"

#include <gtest/gtest.h>

namespace warpscope::compile {
namespace {

TEST(PtxFiles, TheUsersNameComesBack) {
    EXPECT_EQ(with_files_as_given("a\n\t.file\t1 \"/home/x/cuda/k.cu\"\nb\n", "cuda/k.cu", "cuda"),
              "a\n\t.file\t1 \"cuda/k.cu\"\nb\n");
    EXPECT_EQ(with_files_as_given(".file 1 \"/home/x/./cuda/../k.cu\"", "./k.cu", "."), ".file 1 \"./k.cu\"");
    EXPECT_EQ(with_files_as_given(".file 1 \"/a/k.cu\"", "/a/k.cu", "/a"), ".file 1 \"/a/k.cu\"");
}

TEST(PtxFiles, OtherFilesStay) {
    for (const char* ptx : {".file 1 \"/a/other.cu\"\n", ".file 1 \"/a/mk.cu\"\n", "// .file k.cu \"/a/k.cu\"\n",
                            ".file 1\n", ".file 1 \"open", ".b8 1; \"/a/k.cu\"", ""})
        EXPECT_EQ(with_files_as_given(ptx, "k.cu", "/kernels"), ptx);
}

TEST(PtxFiles, SeveralFiles) {
    EXPECT_EQ(with_files_as_given(".file 1 \"/w/k.cu\"\n.file 2 \"/w/h.cuh\"\n.file 3 \"/w/k.cu\", 123\n", "k.cu",
                                  "/kernels"),
              ".file 1 \"k.cu\"\n.file 2 \"/w/h.cuh\"\n.file 3 \"k.cu\", 123\n");
}

TEST(PtxFiles, WhatLiesBesideTheKernelIsNamedFromThere) {
    const std::string header = ".file 1 \"/home/include/kernels/./sub/../sub/h.cuh\"\n";
    EXPECT_EQ(with_files_as_given(header, "k.cu", "/home/include/kernels"), ".file 1 \"sub/h.cuh\"\n");
    EXPECT_EQ(with_files_as_given(header, "kernels/k.cu", "/home/include/kernels/"), ".file 1 \"kernels/sub/h.cuh\"\n");
    EXPECT_EQ(with_files_as_given(header, "k.cu", "/home/include/ker"), header);
}

TEST(PtxFiles, AFolderIsNoBeginningOfAName) {
    EXPECT_TRUE(lies_below("/toolkit/include/cuda.h", "/toolkit/include"));
    EXPECT_FALSE(lies_below("/toolkit/include_mine/k.cuh", "/toolkit/include"));
    EXPECT_FALSE(lies_below("/toolkit/include", "/toolkit/include"));
    EXPECT_FALSE(lies_below("/k.cuh", "")) << "no folder";
}

} // namespace
} // namespace warpscope::compile
