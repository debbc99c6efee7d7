// Programs with one error each, and the expected finding: kind, line and part of the message.
#include <gtest/gtest.h>

#include "program/run_program.hpp"

namespace warpscope {
namespace {

struct HostError {
    const char* file;
    const char* kind;
    int line;
    const char* words;
    int status = 1;
};

const std::vector<HostError> host_errors{
    {"unchecked_call", "unchecked_error", 7, "cudaMalloc failed with cudaErrorMemoryAllocation"},
    {"unchecked_launch", "invalid_launch", 9, "2000 threads"},
    {"unchecked_launch", "unchecked_error", 9, "cudaLaunchKernel failed with cudaErrorInvalidValue"},
    {"fault_unchecked", "unchecked_error", 10,
     "cudaMemcpy failed with cudaErrorIllegalAddress (an illegal memory access was encountered), caused by an earlier "
     "kernel"},
    {"unsupported_call", "unsupported_call", 7, "cudaGraphCreate"},
    {"copy_direction", "copy_direction", 9, "its destination is host memory"},
    {"copy_size", "copy_size", 8, "192 bytes past the end of 'device' of line 7"},
    {"host_copy_size", "copy_size", 8, "its source in host memory is smaller than the copied 16777216 bytes"},
    {"host_pointer", "host_pointer", 6, "memory of the host"},
    {"kernel_waits_for_host", "unsupported_wait", 6, "'question' of line 11 at offset 0"},
    {"leak", "leak", 8, "'kept' of line 8", 0},
    {"leak_after_sort", "leak", 13, "'kept' of line 13", 0},
    {"leaks_of_a_helper", "leak", 7, "and 4 more from there (160 bytes) are never freed", 0},
    {"double_free", "double_free", 9, "'p'"},
    {"larger_heap", "unsupported_call", 11, "the heap of kernels has 8 MiB here", 0},
    {"wrong_free", "invalid_free", 8, "'pinned' of line 7, which is pinned host memory: free it with cudaFreeHost"},
    {"array_free", "invalid_free", 8,
     "cudaFree of 'table' of line 7, which is a cudaArray: free it with cudaFreeArray"},
    {"volume_copy", "invalid_pointer", 10, "a cudaArray ('volume' of line 8), which cudaMemcpy3D fills and reads"},
    {"invalid_free", "invalid_free", 8, "4 bytes after the start of 'p' of line 7"},
    {"use_after_free", "use_after_free", 5, "'p' of line 8"},
    {"device_pointer_on_host", "device_pointer_on_host", 10, "'p' of line 7"},
    {"managed_read", "unsynchronised_access", 11,
     "the host reads 'p' of line 8 before it has waited for the device: the kernel kernel(int*) writes it"},
    {"managed_variable_write", "unsynchronised_access", 11, "'total' before"},
    {"copied_too_early", "unsynchronised_access", 15,
     "the host reads 'host' of line 10 before it has waited for the device: cudaMemcpyAsync writes it"},
    {"source_reused", "unsynchronised_access", 16,
     "the host writes 'host' of line 9 before it has waited for the device: cudaMemcpyAsync reads it"},
    {"damaged_heap", "crash", 21, "past one of its arrays"},
    {"mapped_flag", "unsynchronised_access", 20, "before it has waited for the device"},
    {"mapped_data", "unsynchronised_access", 20, "before it has waited for the device"},
    {"system_atomics", "unsynchronised_access", 17, "before it has waited for the device"},
    {"unwritten_copy", "unwritten_copy", 21,
     "232 of the 1000 elements copied from 'doubled' of line 19 to the host were never written; the first is element "
     "768. The last kernel that could write it is doubling(float const*, float*, int)",
     0},
    {"padded_structures", "unwritten_copy", 24,
     "8 of the 40 elements copied from 'device' of line 21 to the host were never written; the first is element 32", 0},
    {"nothing_written", "unwritten_copy", 13, "none of the 256 bytes copied from 'other'"},
    {"host_reads_unwritten", "unwritten_read", 20,
     "the host reads element 768 of 'doubled' of line 14, which was never written. This is true for 232 of its 1000 "
     "elements. The last kernel that could write it is doubling(float const*, float*, int)",
     0},
    {"crash", "crash", 8, "as through a null pointer"},
    {"null_store", "crash", 10, "as through a null pointer"},
    {"local_array", "crash", 9, "this function wrote past the end of a local array"},
    {"uncaught", "crash", 10, "an exception that nothing catches"},
    {"out_of_bounds", "out_of_bounds", 7, "just past the end of 'out'"},
    {"race", "race_global", 5, "writes it there as well"},
    {"unwritten_read", "uninitialised_read", 5, "'in' of line 8"},
    {"unwritten_heap", "uninitialised_read", 14, "of 'the heap of malloc' are read, but nothing has written them"},
    {"unwritten_managed", "uninitialised_read", 6, "'in' of line 10"}};

class HostErrors : public testing::TestWithParam<std::tuple<HostError, const char*>> {
    void SetUp() override {
        if (!can_build_programs(std::get<1>(GetParam()))) GTEST_SKIP() << "no compiler for programs with main()";
    }
};

TEST_P(HostErrors, ErrorHasItsLine) {
    const auto& [host_error, compiler] = GetParam();
    const ProgramRun run =
        run_program(std::string("errors/") + host_error.file + ".cu", true, {}, {}, {"--compiler", compiler});
    EXPECT_EQ(run.status, host_error.status) << run.errors;
    const nlohmann::json finding = only_finding(run, host_error.kind);
    ASSERT_TRUE(finding.is_object()) << run.report;
    EXPECT_EQ(finding["line"], host_error.line);
    EXPECT_NE(finding["file"].get<std::string>().find(host_error.file), std::string::npos);
    EXPECT_NE(finding["message"].get<std::string>().find(host_error.words), std::string::npos) << finding["message"];
}

const auto test_title = [](const testing::TestParamInfo<std::tuple<HostError, const char*>>& test) {
    const std::string compiler = std::get<1>(test.param);
    const auto& host_error = std::get<0>(test.param);
    const std::string file = host_error.file, kind = host_error.kind;
    return file + (file == kind ? "" : "_" + kind) + (compiler == "nvrtc" ? "_nvcc" : "_clang");
};

INSTANTIATE_TEST_SUITE_P(Kinds, HostErrors,
                         testing::Combine(testing::ValuesIn(host_errors), testing::Values("nvrtc", "clang")),
                         test_title);

TEST_P(HostErrors, FixedProgramHasNoFinding) {
    const auto& [host_error, compiler] = GetParam();
    const ProgramRun run = run_program(std::string("errors/") + host_error.file + ".cu", true, {}, {},
                                       {"-D", "FIXED=1", "--compiler", compiler});
    EXPECT_EQ(run.status, 0) << run.errors;
    ASSERT_TRUE(run.report.is_object());
    EXPECT_EQ(run.report["program"]["findings"].size(), 0u) << run.report["program"]["findings"];
}

TEST(HostErrorPrograms, HostMayReadWhatWasWritten) {
    for (const char* compiler : {"nvrtc", "clang"}) {
        if (!can_build_programs(compiler)) continue;
        const ProgramRun run = run_program("managed_partly_written.cu", true, {}, {}, {"--compiler", compiler});
        EXPECT_EQ(run.output, "xxxxx 5\n") << run.errors;
        ASSERT_TRUE(run.report.is_object()) << run.errors;
        EXPECT_EQ(run.report["program"]["findings"].size(), 0u) << run.report["program"]["findings"];
    }
}

TEST(HostErrorPrograms, KernelFindingNamesItsLaunch) {
    if (!can_build_programs()) GTEST_SKIP() << "no compiler for programs with main()";
    const ProgramRun run = run_program("errors/out_of_bounds.cu", true);
    EXPECT_NE(run.errors.find("[kernel(int*, int), parameter 1, launched in line 12, block (1, 0, 0)"),
              std::string::npos)
        << run.errors;
    EXPECT_EQ(only_finding(run, "out_of_bounds")["parameter"], 1);
}

TEST(HostErrorPrograms, FaultSuppressesLeaks) {
    if (!can_build_programs()) GTEST_SKIP() << "no compiler for programs with main()";
    const ProgramRun run = run_program("errors/fault_unchecked.cu", true);
    ASSERT_TRUE(only_finding(run, "out_of_bounds").is_object()) << run.report;
    EXPECT_TRUE(only_finding(run, "leak").is_null()) << run.report;
}

TEST(HostErrorPrograms, FindingsAreMergedOverLaunches) {
    if (!can_build_programs()) GTEST_SKIP() << "no compiler for programs with main()";
    const ProgramRun run = run_program("errors/repeated.cu", true);
    EXPECT_EQ(run.status, 1) << run.errors;
    const nlohmann::json& findings = run.report["program"]["findings"];
    ASSERT_EQ(findings.size(), 3u) << findings;
    const int lines[] = {8, 9, 13}, counts[] = {60 * 63, 60 * 63, 63}; // 63 threads race with the first one
    for (size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(findings[k]["line"], lines[k]);
        EXPECT_EQ(findings[k]["count"], counts[k]);
    }
    EXPECT_EQ(run.report["program"]["launches"][59]["findings"].size(), 2u);
    EXPECT_NE(run.errors.find("(3780 times; this is the first)"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("repeated.cu:13"), std::string::npos) << run.errors;
    const ProgramRun fixed = run_program("errors/repeated.cu", true, {}, {}, {"-D", "FIXED=1"});
    EXPECT_EQ(fixed.status, 0) << fixed.errors;
    EXPECT_EQ(fixed.report["program"]["findings"].size(), 0u) << fixed.report["program"]["findings"];
}

TEST(HostErrorPrograms, CleanProgramHasNoFindings) {
    if (!can_build_programs()) GTEST_SKIP() << "no compiler for programs with main()";
    const ProgramRun run = run_program("errors/clean.cu", true);
    EXPECT_EQ(run.status, 0) << run.errors;
    ASSERT_TRUE(run.report.is_object());
    EXPECT_EQ(run.report["program"]["findings"].size(), 0u) << run.report["program"]["findings"];
    EXPECT_EQ(run.output, "cudaSuccess\n62\n");
}

} // namespace
} // namespace warpscope
