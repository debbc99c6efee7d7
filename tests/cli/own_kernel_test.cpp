#include "command.hpp"

namespace warpscope::cli {
namespace {

TEST_F(Command, BoundsFindingHasItsLine) {
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

TEST_F(Command, MissingBarrierPrecedesItsRaces) {
    write_experiment("shift",
                     "__global__ void shift(int* out)\n"
                     "{\n"
                     "    __shared__ int part[128];\n"
                     "    part[threadIdx.x] = 2 * threadIdx.x;\n"
                     "    int left = part[(threadIdx.x + 127) % 128];\n"
                     "    int right = part[(threadIdx.x + 1) % 128];\n"
                     "    out[threadIdx.x] = left + right;\n"
                     "}\n",
                     128, R"(grid = [1]
block = [128]
arguments = ["data"])",
                     "races = true");
    const Outcome run = warpscope("run " + file("shift.toml") + " --device emulator --report -");
    ASSERT_EQ(run.status, 1) << run.err;
    const std::string cause = "shift.cu:4: Missing __syncthreads() between line 4 and lines 5-6. This causes the next ";
    const size_t at = run.err.find(cause);
    ASSERT_NE(at, std::string::npos) << run.err;
    EXPECT_LT(at, run.err.find("race_shared")) << run.err;
    const Json report = Json::parse(run.out);
    ASSERT_EQ(report["missing_barriers"].size(), 1u);
    const Json& barrier = report["missing_barriers"][0];
    EXPECT_EQ(barrier["after_line"], 4);
    EXPECT_EQ(barrier["before_lines"], (Json{5, 6}));
    ASSERT_GE(barrier["causes"].size(), 2u);
    for (const Json& position : barrier["causes"])
        EXPECT_EQ(report["findings"].at(position.get<size_t>())["kind"], "race_shared");
}

TEST_F(Command, KernelOutputIsPrintedAndReported) {
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

TEST_F(Command, HeadersAreRelativeToTheKernel) {
    fs::create_directories(folder / "include" / "parts");
    write("include/parts/sum.cuh", "#include \"count.cuh\"\n__device__ int sum(int a) { return a + COUNT; }\n");
    write_experiment("include/beside",
                     "#include \"parts/sum.cuh\"\n"
                     "__global__ void beside(int* data) { data[threadIdx.x + OFFSET] = sum(threadIdx.x); }\n",
                     2, "grid = [1]\nblock = [2]\narguments = [\"data\"]");
    std::string text = contents(file("include/beside.toml"));
    text.replace(text.find("include/"), 8, ""); // path relative to include/
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

TEST_F(Command, NewerKernelsUseTheirArchitecture) {
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
    EXPECT_EQ(older.status, 0) << older.err;
    EXPECT_NE(older.err.find("Compiled for compute_80 instead of compute_75, because __reduce_add_sync"),
              std::string::npos)
        << older.err;
}

TEST_F(Command, TemplateInstanceRunsByName) {
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
        EXPECT_EQ(run.err.find("unused"), std::string::npos) << run.err; // this kernel does not use the variable
    }
    const Outcome set = warpscope("run " + file("scale.cu") + ":other --compiler nvrtc");
    EXPECT_NE(set.err.find("nothing has set the __constant__ variable 'unused'"), std::string::npos) << set.err;
    EXPECT_EQ(warpscope("run '" + file("scale.cu") + ":scales<double, 3>'").status, 2);
}

TEST_F(Command, UnsupportedTexturesNameTheirLines) {
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

TEST_F(Command, GuessedLaunchIsMarkedInFindings) {
    write("past.cu", "__global__ void past(float* out, int n) { out[n + threadIdx.x] = 1; }\n");
    const std::string run_it = "run " + file("past.cu") + " --compiler nvrtc --device emulator";
    const Outcome run = warpscope(run_it + " --report - --save-toml " + file("past.toml"));
    if (run.status == 3) GTEST_SKIP() << run.err;
    ASSERT_EQ(run.status, 1) << run.err;
    EXPECT_NE(run.err.find("; under a guessed launch]"), std::string::npos) << run.err;
    EXPECT_FALSE(Json::parse(run.out)["guessed_launch"].empty());
    const Outcome saved = warpscope("run " + file("past.toml") + " --compiler nvrtc --device emulator --report -");
    ASSERT_EQ(saved.status, 1) << saved.err;
    EXPECT_EQ(saved.err.find("guessed"), std::string::npos) << saved.err;
    EXPECT_FALSE(Json::parse(saved.out).contains("guessed_launch"));
}

TEST_F(Command, MismatchedBufferTypeIsRejected) {
    const std::string source = "struct P { float gain; int n; const float* in; };\n__device__ float sum[4];\n"
                               "__global__ void k(const float* data, int n) { sum[0] = data[n]; }\n"
                               "__global__ void s(P p) { sum[0] = p.in[p.n] * p.gain; }\n"
                               "extern \"C\" __global__ void c(double* data) { data[0] = 1; }\n";
    const auto run = [&](const std::string& type, const std::string& launch, const std::string& variable = "f32") {
        write("k.cu", source);
        write("k.toml", "source = \"k.cu\"\n[[buffer]]\nname = \"data\"\nrole = \"input\"\nshape = 64\ncontents = 1\n"
                        "type = \"" +
                            type +
                            "\"\n[[buffer]]\nname = \"sum\"\nrole = \"output\"\nshape = 4\n"
                            "variable = \"sum\"\ncontents = 0\nowners = \"any\"\ntype = \"" +
                            variable + "\"\n[[launch]]\ngrid = [1]\nblock = [1]\n" + launch);
        return warpscope("run " + file("k.toml") + " --compiler nvrtc --device emulator");
    };
    const std::string k = "kernel = \"k\"\narguments = [\"data\", \"s32:1\"]\n";
    const Outcome good = run("f32", k);
    if (good.status == 3) GTEST_SKIP() << good.err;
    EXPECT_EQ(good.status, 0) << good.err;
    const Outcome wrong = run("s32", k);
    EXPECT_EQ(wrong.status, 1);
    EXPECT_NE(wrong.err.find("\"data\", is a buffer of s32, but the kernel takes a pointer to float"),
              std::string::npos)
        << wrong.err;
    EXPECT_NE(wrong.err.find("type = \"f32\""), std::string::npos) << wrong.err;
    EXPECT_NE(run("f32", k, "s32").err.find("the variable 'sum' of float"), std::string::npos);
    EXPECT_EQ(run("f64", "kernel = \"c\"\narguments = [\"data\"]\n").status, 0);
    EXPECT_NE(run("f32", "kernel = \"c\"\narguments = [\"data\"]\n").err.find("pointer to double"), std::string::npos);
    const auto structure = [&](const std::string& gain) {
        return run("f32", "kernel = \"s\"\narguments = [[\"" + gain + "\", \"s32:1\", \"data\"]]\n");
    };
    EXPECT_EQ(structure("f32:2").status, 0) << structure("f32:2").err;
    EXPECT_NE(structure("s32:2").err.find("its member 'gain', is s32, but the struct has float"), std::string::npos);
}

TEST_F(Command, RawInputFilesNeedNoExtension) {
    std::string bytes;
    for (const float value : {1.0f, 2.0f, 3.0f, 4.0f})
        bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
    write("data", bytes);
    write("twice.cu", "__global__ void twice(const float* in, const float* more, float* out, int n) {\n"
                      "    int i = threadIdx.x; if (i < n) out[i] = in[i] + more[i]; }\n");
    write("twice.toml",
          "source = \"twice.cu\"\ninput = \"noise:4\"\n"
          "[[buffer]]\nname = \"in\"\nrole = \"input\"\ntype = \"f32\"\nmain = true\n"
          "[[buffer]]\nname = \"more\"\nrole = \"input\"\ntype = \"f32\"\nshape = [4]\ncontents = \"data\"\n"
          "[[buffer]]\nname = \"out\"\nrole = \"output\"\ntype = \"f32\"\nshape = [\"cells\"]\n"
          "[[launch]]\nkernel = \"twice\"\ngrid = [1]\nblock = [4]\n"
          "arguments = [\"in\", \"more\", \"out\", \"s32:cells\"]\n");
    for (const char* name : {"data", "data.raw", "data.f32"}) {
        write(name, bytes);
        // Runs in the folder of the input, which is named without a folder.
        const Outcome run =
            warpscope("run twice.toml --compiler nvrtc --device emulator --output out.csv --input " + std::string(name),
                      "cd '" + folder.string() + "' &&");
        if (run.status == 3) GTEST_SKIP() << run.err;
        ASSERT_EQ(run.status, 0) << name << ": " << run.err;
        EXPECT_EQ(contents(file("out.csv")).substr(0, 7), "2,4,6,8") << name;
    }
}

TEST_F(Command, CheckHandlesCubAndInstances) {
    write("cub.cu", "#include <cub/cub.cuh>\n__global__ void sum(const int* in, int* out) {\n"
                    "    typedef cub::BlockReduce<int, 256> Reduce;\n    __shared__ Reduce::TempStorage room;\n"
                    "    int all = Reduce(room).Sum(in[threadIdx.x]);\n    if (threadIdx.x == 0) out[0] = all;\n}\n");
    const Outcome cub = warpscope("check " + file("cub.cu") + " --compiler nvrtc");
    if (cub.status == 3) GTEST_SKIP() << cub.err;
    if (cub.status != 0 && cub.err.find("Toolkit") != std::string::npos) GTEST_SKIP() << cub.err; // has no CUB
    EXPECT_EQ(cub.status, 0) << cub.err;
    EXPECT_EQ(warpscope("run " + file("cub.cu") + " --compiler nvrtc --device emulator").status, 0);
    write("modes.cu", "enum class Mode { slow, fast };\n"
                      "template<Mode mode> __global__ void modal(u_int32_t* out) { *out = mode == Mode::fast; }\n"
                      "template<typename T> __global__ void open(T* out) { *out = 1; }\n"
                      "void run(u_int32_t* out) { modal<Mode::fast><<<1, 1>>>(out); }\n");
    const Outcome modes = warpscope("check " + file("modes.cu") + " --compiler nvrtc");
    EXPECT_EQ(modes.status, 0) << modes.err;
    EXPECT_NE(modes.out.find("kernel modal<Mode::fast>"), std::string::npos) << modes.out;
    EXPECT_NE(modes.out.find("warpscope run '" + file("modes.cu") + ":open<float>'"), std::string::npos) << modes.out;
}

} // namespace
} // namespace warpscope::cli
