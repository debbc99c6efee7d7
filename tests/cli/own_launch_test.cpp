// Names and arguments of user kernels: templates, overloads, namespaces, structs by value.
#include "command.hpp"

namespace warpscope::cli {
namespace {

class UserLaunch : public Command {
protected:
    /// Returns the output's numbers separated by commas, or the error.
    std::string run(const std::string& name, const std::string& compiler) const {
        const Outcome run = warpscope("run " + file(name + ".toml") + " --device emulator --compiler " + compiler +
                                      " --output " + file("out.csv"));
        if (run.status == 3) return "not here";
        return run.status == 0 ? contents(file("out.csv")) : run.err;
    }
    void expect(const std::string& name, const std::string& expected) const {
        for (const char* compiler : {"nvrtc", "clang"}) {
            const std::string got = run(name, compiler);
            if (got == "not here") continue;
            EXPECT_EQ(got.substr(0, expected.size()), expected) << compiler;
        }
    }
    void expect_silent(const std::string& name, const std::string& part) const {
        for (const char* compiler : {"nvrtc", "clang"})
            EXPECT_EQ(run(name, compiler).find(part), std::string::npos) << compiler;
    }
    void expect_error(const std::string& name, const std::string& part) const {
        for (const char* compiler : {"nvrtc", "clang"}) {
            const std::string got = run(name, compiler);
            if (got == "not here") continue;
            EXPECT_NE(got.find(part), std::string::npos) << compiler << ": " << got;
        }
    }
};

const std::string four_cells = "grid = [1]\nblock = [4]\n";

TEST_F(UserLaunch, PassesStructsAndVectorsByValue) {
    const std::string source = "struct Inner { unsigned char tag; double weight; };\n"
                               "struct Params { short first; Inner inner; const int* more; char last; };\n"
                               "__global__ void pass(int* data, float3 v, uchar4 c, const __grid_constant__ Params p, "
                               "float4 q)\n"
                               "{\n"
                               "    if (threadIdx.x == 0) data[0] = v.x + 10 * v.y + 100 * v.z;\n"
                               "    if (threadIdx.x == 1) data[1] = c.x + 10 * c.y + 100 * c.z + 1000 * c.w;\n"
                               "    if (threadIdx.x == 2) data[2] = p.first + p.inner.tag + 4 * p.inner.weight + "
                               "p.more[2] + p.last;\n"
                               "    if (threadIdx.x == 3) data[3] = q.w + sizeof(Params);\n"
                               "}\n";
    const std::string buffers = "[[buffer]]\nname = \"more\"\nrole = \"input\"\ntype = \"s32\"\nshape = [4]\n"
                                "contents = \"index\"\n"
                                "[[parameter]]\nname = \"tag\"\ntype = \"u8\"\nrange = [0, 9]\ninitial = 5\n";
    const auto with = [&](const std::string& arguments) {
        write_experiment("pass", source, 4, four_cells + "arguments = " + arguments, buffers);
    };
    with(R"(["data", "f32x3:1,2,3", "u8x4:1,2,3,4",
             ["s16:1000", ["tag", "f64:0.25"], "more", "s8:40"], "f32x4:0,0,0,2"])");
    expect("pass", "321,4321,1048,42");
    with(R"(["data", ["f32:1", "f32:2", "f32:3"], ["u8:1", "u8:2", "u8:3", "u8:4"],
             ["s16:1000", ["tag", "f64:0.25"], "more", "s8:40"], ["f32:0", "f32:0", "f32:0", "f32:2"]])");
    expect("pass", "321,4321,1048,42");
    with(R"(["data", "f32x2:1,2", "u8x4:1,2,3,4", ["s16:1"], "f32x4:0,0,0,2"])");
    expect_error("pass",
                 "argument 2 of pass(int*, float3, uchar4, Params, float4): it is a struct of 8 bytes (f32 at 0, "
                 "f32 at 4), but the kernel takes 12 bytes");
}

TEST_F(UserLaunch, ModuleVariableCanBeOutput) {
    const std::string source = "namespace result {\n__device__ int totals[4];\n}\n"
                               "__constant__ int unused[2];\n"
                               "__global__ void other(int* p) { p[0] = unused[1]; }\n"
                               "__global__ void add(const int* in, int* data)\n"
                               "{\n"
                               "    atomicAdd(&result::totals[threadIdx.x], in[threadIdx.x]);\n"
                               "    data[threadIdx.x] = 0;\n"
                               "}\n";
    write("sums.cu", source);
    const auto with = [&](const std::string& shape, const std::string& more) {
        write("sums.toml",
              "title = \"sums\"\n[[buffer]]\nname = \"sums\"\nrole = \"output\"\ntype = \"s32\"\nshape = [" + shape +
                  "]\nvariable = \"totals\"\n" + more +
                  "[[buffer]]\nname = \"data\"\ntype = \"s32\"\nshape = [8]\n"
                  "[[buffer]]\nname = \"in\"\nrole = \"input\"\ntype = \"s32\"\nshape = [8]\n"
                  "contents = \"index\"\n[[launch]]\nkernel = \"add\"\nrepeat = 2\ngrid = [1]\nblock = [4]\n"
                  "arguments = [\"in + 3\", \"data + 4\"]\n");
    };
    with("4", "contents = 100\n");
    expect("sums", "106,108,110,112");
    with("5", "contents = 100\n");
    expect_error("sums", "the variable 'totals' has 16 bytes, but its buffer 'sums' has 20");
    with("4", "");
    expect_error("sums", "its contents are missing");
}

const std::string family = "namespace image {\n"
                           "__constant__ int offset[2];\n"
                           "static __constant__ int hidden[1];\n"
                           "template<class T, int N> __global__ void fill(T* data)\n"
                           "{\n"
                           "    data[threadIdx.x] = N + sizeof(T) + offset[1] + hidden[0];\n"
                           "}\n"
                           "}\n"
                           "__global__ void put(int* data) { data[threadIdx.x] = 1; }\n"
                           "__global__ void put(int* data, unsigned n) { data[threadIdx.x] = n; }\n";
const std::string symbols = "[[symbol]]\nname = \"image::offset\"\ntype = \"s32\"\nvalues = [0, 100]\n"
                            "[[symbol]]\nname = \"hidden\"\ntype = \"s32\"\nvalues = [1000]\n";

TEST_F(UserLaunch, InstantiatesTemplates) {
    write("fill.cu", family);
    const auto with = [&](const std::string& kernel, const std::string& head) {
        write_experiment("fill", family, 4, four_cells + "arguments = [\"data\"]", head + symbols);
        std::string text = contents(file("fill.toml"));
        text.replace(text.find("kernel = \"fill\""), 15, "kernel = \"" + kernel + "\"");
        write("fill.toml", text);
    };
    with("image::fill<int, 3>", "");
    expect("fill", "1107,1107");
    with("image::fill<int, {2*count}>(int*)", "[[parameter]]\nname = \"count\"\nrange = [1, 9]\ninitial = 4\n");
    expect("fill", "1112,1112");
    with("image::fill<itn, 3>", "");
    expect_error("fill", "the kernel 'image::fill<itn, 3>' cannot be instantiated: ");
    with("fill<int, 3>", "");
    expect_error("fill", "with all namespaces: kernel = \"image::blur<float, 3>\"");
    expect_silent("fill", "ws_kernel_");
    write_experiment("made", family + "template __global__ void image::fill<int, 5>(int*);\n", 4,
                     four_cells + "arguments = [\"data\"]", symbols);
    std::string text = contents(file("made.toml"));
    text.replace(text.find("kernel = \"made\""), 15, "kernel = \"fill<int>\"");
    write("made.toml", text);
    expect("made", "1109,1109");
}

TEST_F(UserLaunch, TemplateArgumentsFollowSourceSyntax) {
    const std::string source = "enum class Mode { slow, fast };\n"
                               "template<Mode mode> __global__ void choose(int* data) { data[threadIdx.x] = 10 + "
                               "(mode == Mode::fast); }\n"
                               "template<bool on> __global__ void flag(int* data) { data[threadIdx.x] = on; }\n"
                               "template<char c> __global__ void letter(int* data) { data[threadIdx.x] = c; }\n"
                               "template<class T, int N> __global__ void fill(T* data) { data[threadIdx.x] = N; }\n"
                               "template<class T> __global__ void size(int* data) {\n"
                               "    T::none();\n"
                               "}\n";
    const auto with = [&](const std::string& kernel, const std::string& head = "") {
        write_experiment("choose", source, 4, four_cells + "arguments = [\"data\"]", head);
        std::string text = contents(file("choose.toml"));
        text.replace(text.find("kernel = \"choose\""), 17, "kernel = \"" + kernel + "\"");
        write("choose.toml", text);
    };
    with("choose<Mode::{mode}>",
         "[[parameter]]\nname = \"mode\"\nchoices = [\"slow\", \"fast\"]\ninitial = \"fast\"\n");
    expect("choose", "11,11");
    with("flag<{on}>", "[[parameter]]\nname = \"on\"\nrange = [0, 1]\ninitial = 1\n");
    expect("choose", "1,1");
    with("letter<65>");
    expect("choose", "65,65");
    with("fill<int, (2 > 1)> (int*)");
    expect("choose", "1,1");
    with("letter<65>(float*)");
    expect_error("choose", "there is no kernel 'letter<65>(float*)'; there is letter<(char)65>(int*)");
    with("size<Mode>"); // an error in the source itself
    expect_error("choose", "choose.cu:7:");
    expect_silent("choose", "ws_kernel_");
}

TEST_F(UserLaunch, ParametersSelectTheOverload) {
    const auto with = [&](const std::string& kernel, const std::string& arguments) {
        write_experiment("put", family, 4, four_cells + "arguments = [" + arguments + "]");
        std::string text = contents(file("put.toml"));
        text.replace(text.find("kernel = \"put\""), 14, "kernel = \"" + kernel + "\"");
        write("put.toml", text);
    };
    with("put(int*)", "\"data\"");
    expect("put", "1,1");
    with("put(int*, unsigned)", "\"data\", \"u32:7\"");
    expect("put", "7,7");
    with("put", "\"data\"");
    expect_error("put", "'put' is the name of several kernels: put(int*");
    with("pot", "\"data\"");
    expect_error("put", "there is no kernel 'pot'; there are put(int*");
}

} // namespace
} // namespace warpscope::cli
