// Kernels of a person's own on the command line.
#include "command.hpp"

namespace warpscope::cli {
namespace {

TEST_F(Command, AnOutOfBoundsStoreIsAFindingWithItsLine) {
    write_experiment("past",
                     "__global__ void past(int* data, int n)\n"
                     "{\n"
                     "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                     "    data[i] = i;\n"
                     "}\n",
                     100, R"(grid = [2]
block = [64]
arguments = ["data", "s32:100"])");
    const Outcome run = warpscope("run " + file("past.toml") + " --report -");
    ASSERT_EQ(run.status, 1) << run.err;
    const Json report = Json::parse(run.out);
    ASSERT_FALSE(report["findings"].empty());
    EXPECT_EQ(report["findings"][0]["kind"], "out_of_bounds");
    EXPECT_EQ(report["findings"][0]["file"], "past.cu");
    EXPECT_EQ(report["findings"][0]["line"], 4);
    EXPECT_EQ(report["findings"][0]["block"], (Json{1, 0, 0}));
    EXPECT_EQ(report["findings"][0]["thread"], (Json{36, 0, 0}));
}

TEST_F(Command, WhatAKernelPrintsIsPrintedAndReported) {
    write_experiment("talk",
                     "#include <cstdio>\n"
                     "__global__ void talk(int* data, int n)\n"
                     "{\n"
                     "    if (threadIdx.x % 32 == 0) printf(\"thread %d of %d\\n\", threadIdx.x, n);\n"
                     "    data[threadIdx.x] = n;\n"
                     "}\n",
                     64, R"(grid = [1]
block = [64]
arguments = ["data", "s32:64"])");
    const std::string words = "thread 0 of 64\nthread 32 of 64\n";
    const Outcome run = warpscope("run " + file("talk.toml") + " --device emulator");
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, words);
    const Outcome report = warpscope("run " + file("talk.toml") + " --device emulator --report -");
    EXPECT_EQ(Json::parse(report.out)["printed"], words);
    EXPECT_NE(report.err.find(words), std::string::npos) << report.err;
}

TEST_F(Command, AKernelsHeadersLieBesideItWhereverTheProgramIsStarted) {
    fs::create_directories(folder / "include" / "parts");
    write("include/parts/sum.cuh", "#include \"count.cuh\"\n__device__ int sum(int a) { return a + COUNT; }\n");
    write_experiment("include/beside",
                     "#include \"parts/sum.cuh\"\n"
                     "__global__ void beside(int* data) { data[threadIdx.x + OFFSET] = sum(threadIdx.x); }\n",
                     2, "grid = [1]\nblock = [2]\narguments = [\"data\"]");
    std::string text = contents(file("include/beside.toml"));
    text.replace(text.find("include/"), 8, ""); // of the kernel's name
    write("include/beside.toml", text);
    for (const char* compiler : {"nvrtc", "clang"}) {
        const std::string run_it = "run " + file("include/beside.toml") + " --device emulator --compiler " + compiler;
        write("include/count.cuh", "#define COUNT 20\n#define OFFSET 0\n");
        const Outcome first = warpscope(run_it + " --output " + file("out.csv"));
        if (first.status == 3) continue;
        ASSERT_EQ(first.status, 0) << first.err;
        EXPECT_EQ(contents(file("out.csv")).substr(0, 5), "20,21") << compiler;
        write("include/count.cuh", "#define COUNT 30\n#define OFFSET 0\n");
        EXPECT_EQ(warpscope(run_it + " --output " + file("out.csv")).status, 0);
        EXPECT_EQ(contents(file("out.csv")).substr(0, 5), "30,31") << compiler << ": the header has changed";
        write("include/count.cuh", "#define COUNT 30\n#define OFFSET 2\n");
        const Outcome past = warpscope(run_it + " --report -");
        ASSERT_EQ(past.status, 1) << past.err;
        EXPECT_EQ(Json::parse(past.out)["findings"][0]["file"], "beside.cu") << compiler;
        EXPECT_EQ(warpscope("check " + file("include/beside.toml") + " --compiler " + compiler).status, 0);
    }
}

TEST_F(Command, AKernelForNewerGpusIsCompiledForThem) {
    const std::string source = "__global__ void newer(int* data)\n"
                               "{\n"
                               "    data[threadIdx.x] = __reduce_add_sync(0xffffffff, threadIdx.x);\n"
                               "}\n";
    const std::string launch = R"(grid = [1]
block = [32]
arguments = ["data"])";
    write_experiment("newer", source, 32, launch, "arch = \"compute_80\"");
    const Outcome check = warpscope("check " + file("newer.cu") + " --arch compute_80 --compiler nvrtc");
    if (check.status == 3) GTEST_SKIP() << check.err;
    EXPECT_EQ(check.status, 0) << check.err;
    EXPECT_EQ(warpscope("check " + file("newer.cu") + " --arch sm_80").status, 2);
    const std::string run_it = "run " + file("newer.toml") + " --device emulator --compiler nvrtc";
    const Outcome run = warpscope(run_it + " --output " + file("sum.csv"));
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(contents(file("sum.csv")).substr(0, 8), "496,496,");
    write_experiment("newer", source, 32, launch);
    const Outcome older = warpscope(run_it);
    EXPECT_EQ(older.status, 1) << older.err;
    EXPECT_NE(older.err.find("__reduce_add_sync"), std::string::npos) << older.err;
}

TEST_F(Command, AnyInstanceOfATemplateRunsByItsName) {
    write("scale.cu",
          "__constant__ int unused[2];\n__global__ void other(int* p) { p[0] = unused[1]; }\n"
          "template <typename T, int N> __global__ void scale(T* data, int n) {\n"
          "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) data[i] = N + sizeof(T);\n}\n");
    for (const char* name : {"scale<double,3>", "scale<double, 3>"}) {
        const Outcome run =
            warpscope("run '" + file("scale.cu") + ":" + name + "' --compiler nvrtc --output " + file("out.csv"));
        if (run.status == 3) GTEST_SKIP() << run.err;
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_EQ(contents(file("out.csv")).substr(0, 5), "11,11");
        EXPECT_EQ(run.err.find("unused"), std::string::npos) << run.err; // this kernel does not use it
    }
    const Outcome set = warpscope("run " + file("scale.cu") + ":other --compiler nvrtc");
    EXPECT_NE(set.err.find("nothing has set the __constant__ variable 'unused'"), std::string::npos) << set.err;
    EXPECT_EQ(warpscope("run '" + file("scale.cu") + ":scales<double, 3>'").status, 2);
}

TEST_F(Command, SaysWhichLinesUseTexturesThatAreNotRun) {
    write("sampled.cu", "__global__ void k(cudaTextureObject_t t, cudaSurfaceObject_t s, float* f) {\n"
                        "    f[0] = tex2D<float>(t, 0.5f, 0.5f);\n"
                        "    f[1] = tex2DLayered<float>(t, 0.5f, 0.5f, 1);\n"
                        "    f[2] = surf2Dread<float>(s, 4, 4); // not tex3DLod()\n}\n");
    const Outcome check = warpscope("check " + file("sampled.cu") + " --compiler nvrtc");
    if (check.status == 3) GTEST_SKIP() << check.err;
    EXPECT_EQ(check.status, 1) << check.err;
    EXPECT_NE(check.out.find("layered textures are not emulated"), std::string::npos) << check.out;
    EXPECT_NE(check.out.find("sampled.cu:3: tex2DLayered is not run"), std::string::npos) << check.out;
    EXPECT_NE(check.out.find("sampled.cu:4: surf2Dread is not run"), std::string::npos) << check.out;
    EXPECT_EQ(check.out.find("sampled.cu:2:"), std::string::npos) << check.out;
    EXPECT_EQ(check.out.find("tex3DLod is"), std::string::npos) << check.out;
    write("fetched.cu", "__global__ void k(cudaTextureObject_t t, float* f) { f[0] = tex2D<float>(t, 0.5f, 0.5f); }\n");
    EXPECT_EQ(warpscope("check " + file("fetched.cu")).status, 0);
    const int by_clang = warpscope("check " + file("fetched.cu") + " --compiler clang").status;
    EXPECT_TRUE(by_clang == 0 || by_clang == 3) << by_clang;
}

} // namespace
} // namespace warpscope::cli
