// Programs in the style of public samples print the same on the emulator as on a GPU.
#include <algorithm>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/devices/device_model.hpp"
#include "base/process/temporary_folder.hpp"
#include "program/build.hpp"
#include "program/host_compiler.hpp"
#include "program/run_program.hpp"

namespace warpscope {
namespace {

using Sample = std::tuple<const char*, const char*>; // program and compiler

class Programs : public testing::TestWithParam<Sample> {
    void SetUp() override {
        if (!can_build_programs(std::get<1>(GetParam()))) GTEST_SKIP() << "no such compiler";
    }
};

TEST_P(Programs, PrintExpectedOutput) {
    const auto [name, compiler] = GetParam();
    const ProgramRun run = run_program(fmt::format("{}.cu", name), false, {}, {}, {"--compiler", compiler});
    EXPECT_EQ(run.output, read_text(fmt::format("{}/tests/programs/expected/{}.txt", WARPSCOPE_SOURCE_DIR, name)))
        << run.errors;
    // Refused calls are findings although the programs check the error.
    static const std::set<std::string_view> refused{"exceptions", "host_threads"};
    EXPECT_EQ(run.status, refused.contains(name) ? 1 : 0) << run.errors;
}

const auto title = [](const testing::TestParamInfo<Sample>& test) {
    const std::string compiler = std::get<1>(test.param);
    return fmt::format("{}_{}", std::get<0>(test.param), compiler == "nvrtc" ? "nvcc" : compiler);
};

INSTANTIATE_TEST_SUITE_P(
    Samples, Programs,
    testing::Combine(testing::Values("vector_add", "buffer_class", "matrix_multiply", "streams", "symbols", "pitched",
                                     "device_query", "dynamic_shared", "device_printf", "saxpy_macro",
                                     "transpose_tiles", "histogram_atomics", "scan_blocks", "reduce_shuffle",
                                     "convolution_2d", "mandelbrot", "life", "nbody", "bitonic_sort", "sparse_matrix",
                                     "events", "pinned_pieces", "managed_class", "function_pointers", "functors",
                                     "grid_barrier", "tiles_of_a_block", "device_heap", "half_precision", "volumes",
                                     "callbacks", "host_threads", "occupancy", "exceptions", "jacobi", "pointer_kinds",
                                     "launch_by_pointer", "compaction", "breadth_first", "c_style", "managed_list",
                                     "managed_variables", "random_pi", "complex_powers", "generated_by_list",
                                     "concepts", "textures", "tensor_cores", "conjugate_gradient", "frame_pipeline",
                                     "sample_helpers", "stencil_templates", "minimum_of_types", "results_used",
                                     "registered_memory", "registered_list", "spaced_launch"),
                     testing::Values("nvrtc", "clang")),
    title);
class Program : public testing::Test {
    void SetUp() override {
        if (!can_build_programs()) GTEST_SKIP() << "no compiler for programs with main()";
    }
};

TEST_F(Program, MayHaveSeveralFiles) {
    const std::string folder = std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/several/";
    for (const char* compiler : {"nvrtc", "clang"}) {
        if (!can_build_programs(compiler)) continue;
        const ProgramRun run = run_program("several/main.cu", true, {}, {},
                                           {"--compiler", compiler, "--with", folder + "offset.cu", "--with",
                                            folder + "check.cpp", "--with", folder + "sum.c", "-D", "OFFSET=7"});
        EXPECT_EQ(run.output, "307, checked by the host: right, sum 15850\n") << compiler << run.errors;
        EXPECT_EQ(run.status, 0) << compiler << run.errors;
        ASSERT_TRUE(run.report.is_object());
        const auto& launches = run.report["program"]["launches"];
        ASSERT_EQ(launches.size(), 3u) << compiler;
        EXPECT_EQ(launches[1]["kernel"], "triple(int*, int)");
        EXPECT_TRUE(launches[2]["file"].get<std::string>().ends_with("several/offset.cu")) << launches[2]["file"];
        EXPECT_EQ(launches[2]["line"], 13) << compiler;
    }
}

TEST_F(Program, OmpHeaderEnablesOpenMP) {
    if (!can_build_programs("nvrtc")) GTEST_SKIP() << "no nvcc";
    const ProgramRun run = run_program("openmp.cu", false, {}, {}, {"--compiler", "nvrtc"});
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.output, "6\n") << run.errors;
}

TEST_F(Program, OmittedChecksAreNamed) {
    constexpr const char* note = "races and uninitialized reads were not checked";
    EXPECT_NE(run_program("vector_add.cu", false).errors.find(note), std::string::npos);
    EXPECT_EQ(run_program("vector_add.cu", true).errors.find(note), std::string::npos);
}

TEST_F(Program, MessagesAreBounded) {
    const ProgramRun run = run_program("errors/many_unsupported.cu", true, {}, {}, {"--compiler", "nvrtc"});
    const nlohmann::json finding = only_finding(run, "module");
    if (finding.is_null()) GTEST_SKIP() << "no nvcc";
    const std::string message = finding["message"].get<std::string>();
    EXPECT_LT(message.size(), 4100u);
    EXPECT_NE(message.find("is not supported by the emulator"), std::string::npos) << message;
    EXPECT_NE(message.find("more instructions"), std::string::npos) << message;
}

TEST_F(Program, OwnHelpersPrecedeSampleHelpers) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    std::ofstream(folder->path() / "helper_cuda.h") << "#define checkCudaErrors(call) (void)(call)\n"
                                                       "constexpr int own = 7;\n";
    const std::string file = (folder->path() / "own.cu").string();
    std::ofstream(file) << "#include <cstdio>\n#include <helper_cuda.h>\n"
                           "int main() { checkCudaErrors(cudaDeviceSynchronize()); printf(\"%d\\n\", own); }\n";
    for (const char* compiler : {"nvrtc", "clang"}) {
        if (!can_build_programs(compiler)) continue;
        const ProgramRun run =
            run_command({"run", file, "--compiler", compiler, "-I", folder->path().string()}, false, {});
        EXPECT_EQ(run.output, "7\n") << compiler << run.errors;
    }
}

/// Either the C library or the runtime finds the damage, depending on the checks.
TEST_F(Program, DamagedHeapIsNamed) {
    for (const bool with_report : {false, true}) {
        const ProgramRun run = run_program("errors/damaged_heap.cu", with_report);
        EXPECT_EQ(run.status, 1) << run.errors;
        EXPECT_NE(run.errors.find("past one of its arrays"), std::string::npos) << run.errors;
    }
}

TEST_F(Program, LongLaunchesPrintTheirProgress) {
    setenv("WARPSCOPE_PROGRESS", "0.05", 1);
    const ProgramRun run = run_program("long_launch.cu", false);
    unsetenv("WARPSCOPE_PROGRESS");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_NE(run.errors.find("spin(unsigned int*, unsigned int): "), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find(" of 2048 blocks done after "), std::string::npos) << run.errors;
    const ProgramRun silent = run_program("long_launch.cu", false); // standard error is not a terminal
    EXPECT_EQ(silent.errors.find("blocks done"), std::string::npos) << silent.errors;
}

TEST_F(Program, CompileTimeIsLimited) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const std::string file = (folder->path() / "slow.cu").string();
    std::ofstream(file) << "#include <iostream>\n#include <regex>\n"
                           "int main() { std::cout << std::regex_match(\"aa\", std::regex(\"a+\")); }\n";
    for (const char* compiler : {"nvrtc", "clang"}) {
        if (!can_build_programs(compiler)) continue;
        setenv("WARPSCOPE_COMPILE_SECONDS", "1", 1);
        const ProgramRun run = run_command({"run", file, "--compiler", compiler}, false, {});
        unsetenv("WARPSCOPE_COMPILE_SECONDS");
        EXPECT_EQ(run.status, 1) << compiler << run.errors;
        EXPECT_NE(run.errors.find("took longer than 1 seconds and was stopped"), std::string::npos) << run.errors;
        EXPECT_NE(run.errors.find("WARPSCOPE_COMPILE_SECONDS"), std::string::npos) << run.errors;
    }
}

TEST_F(Program, MissingQuotedHeaderIsSkipped) {
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const std::string file = (folder->path() / "relax.cu").string();
    for (const char* body : {"u[threadIdx.x] *= 2;", "u[threadIdx.x] *= relaxation;"}) {
        std::ofstream(file) << "#include \"solver.h\"\n__global__ void relax(float* u) { " << body << " }\n";
        const ProgramRun run = run_command({"check", file}, false, {});
        const bool is_used = std::string_view(body).find("relaxation") != std::string_view::npos;
        EXPECT_EQ(run.status, is_used ? 1 : 0) << run.errors;
        EXPECT_NE((run.output + run.errors).find("'solver.h'"), std::string::npos) << run.output << run.errors;
    }
}

TEST_F(Program, NotebookCellsAreFiles) {
    const std::string folder = std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/notebooks/";
    const ProgramRun run = run_command({"run", folder + "hello.ipynb"}, true, {});
    EXPECT_EQ(run.output, "2\n") << run.errors;
    EXPECT_EQ(run.status, 1) << run.errors;
    const nlohmann::json finding = only_finding(run, "out_of_bounds");
    ASSERT_TRUE(finding.is_object()) << run.report;
    EXPECT_EQ(finding["line"], 5); // line within the notebook's cell
    EXPECT_NE(run.errors.find("also has the program other.cu"), std::string::npos) << run.errors;
    const auto empty = TemporaryFolder::create();
    ASSERT_TRUE(empty);
    const std::string none = (empty->path() / "none.ipynb").string();
    std::ofstream(none) << "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"print(1)\"]}]}";
    const ProgramRun refused = run_command({"run", none}, false, {});
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.errors.find("has no cell with CUDA code"), std::string::npos) << refused.errors;
}

TEST_F(Program, FurtherFilesNameTheirMemory) {
    const std::string folder = std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/errors/";
    for (const char* compiler : {"nvrtc", "clang"}) {
        if (!can_build_programs(compiler)) continue;
        const ProgramRun run = run_program("errors/allocates_elsewhere.cu", true, {}, {},
                                           {"--compiler", compiler, "--with", folder + "allocates_elsewhere_part.cu"});
        for (const char* words :
             {"allocates_elsewhere.cu:8: out_of_bounds", "'bins.used' of line 10 of allocates_elsewhere_part.cu",
              "allocates_elsewhere_part.cu:6: out_of_bounds", "'values' of line 14 of allocates_elsewhere.cu",
              "allocates_elsewhere_part.cu:11: note: leak: 'bins.kept' of line 11 ("})
            EXPECT_NE(run.errors.find(words), std::string::npos) << words << "\n" << run.errors;
    }
}

/// clang's line table lacks inlined calls.
TEST_F(Program, FindingsInHelpersNameTheCall) {
    for (const char* compiler : {"nvrtc", "clang"}) {
        if (!can_build_programs(compiler)) continue;
        const ProgramRun run = run_program("errors/in_helper.cu", true, {}, {}, {"--compiler", compiler});
        const nlohmann::json finding = only_finding(run, "out_of_bounds");
        ASSERT_TRUE(finding.is_object()) << run.report;
        EXPECT_EQ(finding["line"], 4) << finding;
        if (compiler == std::string_view("clang")) continue;
        ASSERT_TRUE(finding.contains("kernel_call")) << finding;
        EXPECT_EQ(finding["kernel_call"]["line"], 9) << finding;
        EXPECT_NE(run.errors.find("called in line 9"), std::string::npos) << run.errors;
    }
}

/// The compiler merges the stores of both branches and gives the result no line.
TEST_F(Program, MergedStoresHaveALine) {
    for (const char* compiler : {"nvrtc", "clang"}) {
        if (!can_build_programs(compiler)) continue;
        const ProgramRun run = run_program("errors/merged_stores.cu", true, {}, {}, {"--compiler", compiler});
        const nlohmann::json finding = only_finding(run, "race_shared");
        ASSERT_TRUE(finding.is_object()) << run.report;
        const uint32_t lines[]{finding["line"], finding["other"]["line"]};
        EXPECT_TRUE(std::ranges::count(lines, 10u) == 1) << finding;
        // Clang 19 names the branch's line.
        EXPECT_EQ(std::ranges::count_if(lines, [](uint32_t line) { return line >= 5 && line <= 8; }), 1) << finding;
    }
}

TEST_F(Program, LinksDeviceCodeAcrossFiles) {
    const std::string folder = std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/linked/";
    for (const char* compiler : {"nvrtc", "clang"}) {
        if (!can_build_programs(compiler)) continue;
        const ProgramRun run =
            run_program("linked/main.cu", true, {}, {}, {"--compiler", compiler, "--with", folder + "library.cu"});
        EXPECT_EQ(run.output, "this is fill\nthis is work\n105 calls, 3.5 to 993.5, no error\n")
            << compiler << run.errors;
        EXPECT_EQ(run.status, 0) << compiler << run.errors;
        ASSERT_TRUE(run.report.is_object());
        const auto& launches = run.report["program"]["launches"];
        ASSERT_EQ(launches.size(), 2u) << compiler;
        EXPECT_EQ(launches[0]["kernel"], "fill(float*, int)");
        EXPECT_EQ(launches[1]["line"], 22) << compiler;
    }
}

TEST_F(Program, ReportsChildUsingCuda) {
    const ProgramRun run = run_program("child_process.cu", true);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.output, "the child's last number is 62\n");
    const nlohmann::json note = only_finding(run, "child_process");
    ASSERT_TRUE(note.is_object()) << run.report;
    EXPECT_EQ(note["severity"], "note");
}

TEST_F(Program, ReportsStartedProgram) {
    const ProgramRun run = run_program("starts_itself.cu", true);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.output, "the other's last number is 62\nthe last number here is 31\n");
    const nlohmann::json note = only_finding(run, "child_process");
    ASSERT_TRUE(note.is_object()) << run.report;
    EXPECT_EQ(note["severity"], "note");
    EXPECT_NE(note["message"].get<std::string>().find("another program"), std::string::npos) << note;
    // The record has all of the first program and nothing of the second.
    EXPECT_EQ(run.report["program"]["launch_count"], 1);
    EXPECT_EQ(run.report["program"]["calls"]["cudaMalloc"], 1);
}

TEST_F(Program, ExplainsOldDeviceModel) {
    if (!can_build_programs("nvrtc")) GTEST_SKIP() << "there is no nvcc";
    const ProgramRun run =
        run_program("errors/needs_newer_device.cu", false, {}, {}, {"--model", "T4", "--compiler", "nvrtc"});
    EXPECT_NE(run.status, 0);
    EXPECT_NE(run.errors.find("from compute capability 8.0 on, but the T4 has 7.5"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("--model"), std::string::npos) << run.errors;
}

TEST_F(Program, ExplainsMissingBuildInputs) {
    struct Case {
        const char *text, *hint;
    };
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const std::string file = (folder->path() / "odd.cu").string();
    for (const char* compiler : {"nvrtc", "clang"}) {
        if (!can_build_programs(compiler)) continue;
        for (const Case& one :
             {Case{"extern \"C\" int cublasCreate_v2(void**);\nint main() { void* p; return cublasCreate_v2(&p); }\n",
                   "the library cuBLAS is not available"},
              {"extern \"C\" int cuInit(unsigned);\nint main() { return cuInit(0); }\n",
               "CUDA driver functions are not available"},
              {"int elsewhere(float);\nint main() { return elsewhere(1); }\n",
               "if 'elsewhere(float)' is defined in another source file, add that file: --with FILE"},
              {"#include <no_such_helper.h>\nint main() {}\n", "-I FOLDER adds a folder with headers"}}) {
            std::ofstream(file) << one.text;
            const ProgramRun run = run_command({"run", file, "--compiler", compiler}, false, {});
            EXPECT_NE(run.status, 0);
            EXPECT_NE(run.errors.find(one.hint), std::string::npos) << compiler << ": " << run.errors;
        }
    }
}

TEST_F(Program, MayStartWithACppFile) {
    const std::string folder = std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/mixed/";
    const ProgramRun run = run_command({"run", folder + "main.cpp", "--with", folder + "work.cu"}, false, {});
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.output, "12\n");
    const ProgramRun alone = run_command({"run", folder + "main.cpp"}, false, {});
    EXPECT_NE(alone.status, 0);
    EXPECT_NE(alone.errors.find("--with FILE"), std::string::npos) << alone.errors;
}

TEST_F(Program, ExecutableGetsAReport) {
    const std::string source = std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/vector_add.cu";
    const auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    const auto built = program::build({{source}, {}, {}, compile::CompilerChoice::automatic}, folder->path());
    ASSERT_TRUE(built) << built.error().text();
    const std::vector<std::string> trailing_words{"--", built->executable.string()};
    const ProgramRun run = run_command({"capture"}, true, trailing_words);
    EXPECT_EQ(run.status, 0) << run.errors;
    ASSERT_TRUE(run.report.is_object()) << run.errors;
    EXPECT_EQ(run.report["program"]["launch_count"], 1);
    ASSERT_EQ(run.report["program"]["launches"].size(), 1u);
    EXPECT_GT(run.report["program"]["launches"][0]["global"]["store_sectors"], 0);
    EXPECT_EQ(run.report["file"], built->executable.string());
}

TEST_F(Program, SourceAsArgumentIsExplained) {
    const std::string library = std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/linked/library.cu";
    const ProgramRun run = run_program("linked/main.cu", false, {library});
    EXPECT_NE(run.status, 0);
    EXPECT_NE(run.errors.find("--with " + library), std::string::npos) << run.errors;
}

TEST_F(Program, CppFileMayContainMain) {
    const std::string folder = std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/several/";
    for (const char* compiler : {"nvrtc", "clang"}) {
        if (!can_build_programs(compiler)) continue;
        const std::pair<const char*, const char*> orders[]{{"kernel_file.cu", "main_of_host.cpp"},
                                                           {"main_of_host.cpp", "kernel_file.cu"}};
        for (const auto& [first, second] : orders) {
            const ProgramRun run = run_program(fmt::format("several/{}", first), false, {}, {},
                                               {"--compiler", compiler, "--with", folder + second});
            EXPECT_EQ(run.output, "40 2\n") << compiler << first << run.errors;
            EXPECT_EQ(run.status, 0) << compiler << first << run.errors;
        }
    }
    const ProgramRun none = run_program("several/kernel_file.cu", false, {}, {}, {"--with", folder + "kernel_file.cu"});
    EXPECT_EQ(none.status, 2);
    EXPECT_NE(none.errors.find("have main()"), std::string::npos) << none.errors;
}

TEST_F(Program, IncludesHelpersThatSearchCudaHeaders) {
    const std::string folder = std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/older/helpers";
    for (const char* compiler : {"nvrtc", "clang"}) {
        if (!can_build_programs(compiler)) continue;
        const ProgramRun run =
            run_program("older/with_helper.cu", false, {"first"}, {}, {"--compiler", compiler, "-I", folder});
        // argv[0] is the path that a program next to its source would have.
        EXPECT_EQ(run.output, "/with_helper on 0: 1 4 9 16\n") << compiler << run.errors;
        EXPECT_EQ(run.status, 0) << compiler << run.errors;
    }
}

TEST_F(Program, OldCudaNeedsClang) {
    if (can_build_programs("clang")) {
        const ProgramRun run = run_program("older/properties.cu", false, {}, {}, {"--compiler", "clang"});
        EXPECT_EQ(run.output, "1 1 1 1\ncudaSuccess 1 1000\n") << run.errors;
        EXPECT_EQ(run.status, 0) << run.errors;
    }
    const auto nvcc = program::find_host_compiler(compile::CompilerChoice::nvrtc);
    if (!nvcc || !nvcc->name.starts_with("nvcc 13")) return; // older versions accept the program
    if (can_build_programs("clang")) {
        const ProgramRun instead = run_program("older/properties.cu", false);
        EXPECT_EQ(instead.output, "1 1 1 1\ncudaSuccess 1 1000\n") << instead.errors;
        EXPECT_EQ(instead.status, 0) << instead.errors;
        EXPECT_NE(instead.errors.find("because CUDA 13 changed or removed a name"), std::string::npos)
            << instead.errors;
        const ProgramRun wrong = run_program("errors/does_not_compile.cu", false);
        EXPECT_EQ(wrong.errors.find("clang"), std::string::npos) << wrong.errors;
    }
    const ProgramRun refused = run_program("older/properties.cu", false, {}, {}, {"--compiler", "nvrtc"});
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.errors.find("--compiler clang"), std::string::npos) << refused.errors;
    const ProgramRun other = run_program("errors/does_not_compile.cu", false, {}, {}, {"--compiler", "nvrtc"});
    EXPECT_EQ(other.errors.find("CUDA 13"), std::string::npos) << other.errors;
}

TEST_F(Program, ReceivesArgumentsAndInput) {
    const ProgramRun run = run_program("stdin_filter.cu", true, {"b"}, "ab c");
    EXPECT_EQ(run.output, "a1 b2 c1 \n") << run.errors;
    EXPECT_EQ(run.status, 1);
    ASSERT_TRUE(run.report.is_object());
    EXPECT_EQ(run.report["program"]["exit_status"], 4);
    EXPECT_EQ(run.report["program"]["calls"]["cudaMalloc"], 2);
    EXPECT_EQ(run.report["program"]["findings"].size(), 0u) << run.report["program"]["findings"];
    EXPECT_NE(run.errors.find("stdin_filter.cu returned 4\n"), std::string::npos) << run.errors;
}

TEST_F(Program, ReturnedErrorKeepsUncheckedCalls) {
    const ProgramRun returned = run_program("unchecked_then.cu", true, {"4"});
    const nlohmann::json note = only_finding(returned, "unchecked_error");
    ASSERT_TRUE(note.is_object()) << returned.errors;
    EXPECT_EQ(note["severity"], "note");
    EXPECT_EQ(note["line"], 6);
    EXPECT_NE(returned.errors.find("unchecked_then.cu returned 4\n"), std::string::npos) << returned.errors;
    EXPECT_EQ(returned.status, 1);
}

TEST_F(Program, CrashKeepsUncheckedCalls) {
    const ProgramRun crashed = run_program("unchecked_then.cu", true, {"crash"});
    const nlohmann::json error = only_finding(crashed, "unchecked_error");
    ASSERT_TRUE(error.is_object()) << crashed.errors;
    EXPECT_EQ(error["severity"], "error");
    EXPECT_EQ(error["line"], 6);
    EXPECT_EQ(crashed.errors.find("returned"), std::string::npos) << crashed.errors;
}

TEST_F(Program, LaunchesHavePlacesAndCosts) {
    const ProgramRun run = run_program("matrix_multiply.cu", true, {"32"});
    EXPECT_EQ(run.status, 0) << run.errors;
    ASSERT_TRUE(run.report.is_object());
    const auto& program = run.report["program"];
    ASSERT_EQ(program["launches"].size(), 1u);
    const auto& launch = program["launches"][0];
    EXPECT_EQ(launch["kernel"], "multiply(float const*, float const*, float*, int)");
    EXPECT_EQ(launch["grid"], (nlohmann::json{2, 2, 1}));
    EXPECT_EQ(launch["block"], (nlohmann::json{16, 16, 1}));
    EXPECT_EQ(launch["line"], 39);
    EXPECT_EQ(launch["global"]["store_requests"], 4 * 8);
    EXPECT_EQ(launch["finding_count"], 0);
    EXPECT_EQ(run.report["event_times"], "modelled");
}

TEST_F(Program, SeesTheChosenDevice) {
    const auto output = [](const std::string& model) {
        const ProgramRun run = run_program("model_query.cu", true, {}, {}, {"--model", model});
        unsetenv(device_model_variable); // --model has set the variable in this process
        EXPECT_EQ(run.report["model"], find_device_model(model)->name) << run.errors;
        return run.output;
    };
    const std::string h100 = output("h100"), t4 = output("T4");
    EXPECT_NE(h100.find("Warpscope emulator (H100 SXM model): 9.0, 132 multiprocessors of 228 KiB, 8 and 5 blocks, "
                        "100 KiB: cudaSuccess\n"),
              std::string::npos)
        << h100;
    EXPECT_NE(t4.find("Warpscope emulator (T4 model): 7.5, 40 multiprocessors of 64 KiB, 4 and 1 blocks, 100 KiB: "
                      "cudaErrorInvalidValue\n"),
              std::string::npos)
        << t4;
    // All blocks sleep for half a millisecond at the same time, in one wave.
    for (const std::string& text : {h100, t4}) EXPECT_NE(text.find("slept 0.50 ms"), std::string::npos) << text;
    const auto busy = [](const std::string& text) { return std::stod(text.substr(text.find("busy ") + 5)); };
    const double launch = 0.004; // fixed cost of a launch in ms, equal on both models
    EXPECT_GT(busy(t4) - launch, 2 * (busy(h100) - launch));
    const ProgramRun unknown = run_program("model_query.cu", false, {}, {}, {"--model", "Voodoo"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_NE(unknown.errors.find("RTX 4090"), std::string::npos) << unknown.errors;
}

TEST_F(Program, MayRecoverFromErrors) {
    const ProgramRun run = run_program("errors_recovered.cu", true);
    EXPECT_EQ(run.output,
              read_text(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/expected/errors_recovered.txt"));
    EXPECT_TRUE(only_finding(run, "unchecked_error").is_null());
}

TEST_F(Program, KernelErrorIsSticky) {
    const ProgramRun run = run_program("sticky_fault.cu", true);
    EXPECT_EQ(run.output, read_text(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/expected/sticky_fault.txt"));
    EXPECT_EQ(run.report["program"]["exit_status"], 3);
}

TEST_F(Program, MayExitDuringAKernel) {
    const ProgramRun run = run_program("exit_during_kernel.cu", true);
    EXPECT_EQ(run.report["program"]["exit_status"], 3) << run.report.dump() << run.errors;
}

TEST_F(Program, CompileErrorPreventsTheRun) {
    const ProgramRun run = run_program("errors/does_not_compile.cu", false);
    EXPECT_EQ(run.status, 1);
    EXPECT_NE(run.errors.find("does_not_compile.cu"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("undeclared_name"), std::string::npos) << run.errors;
}

} // namespace
} // namespace warpscope
