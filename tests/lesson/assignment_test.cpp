#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>

#include <unistd.h>

#include "lesson/assignment.hpp"
#include "lesson/facts.hpp"

namespace warpscope::lesson {
namespace {

using ::testing::HasSubstr;

class Grading : public ::testing::Test {
protected:
    Grading()
        : folder(std::filesystem::path(testing::TempDir()) / ("warpscope-grade-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(folder);
    }
    ~Grading() override { std::filesystem::remove_all(folder); }

    std::filesystem::path write(const std::string& name, const std::string& text) {
        std::ofstream(folder / name) << text;
        return folder / name;
    }
    static const catalog::Catalog& catalog() {
        static const catalog::Catalog all = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
        return all;
    }
    static const Assignment& transpose() {
        static const auto read = read_assignment(WARPSCOPE_SOURCE_DIR "/assets/assignments/transpose.toml");
        if (!read) throw std::runtime_error(read.error().text());
        return *read;
    }
    static const References& references() {
        static const auto made = make_references(transpose(), catalog(), nullptr);
        if (!made) throw std::runtime_error(made.error().text());
        return *made;
    }
    static Grade grade_of(const std::filesystem::path& submission) {
        const auto grade = lesson::grade(transpose(), references(), submission);
        if (!grade) throw std::runtime_error(grade.error().text());
        return *grade;
    }
    static Grade grade_of_text(const std::optional<std::string>& text) {
        const auto grade = grade_text(transpose(), references(), text, nullptr);
        if (!grade) throw std::runtime_error(grade.error().text());
        return *grade;
    }

    std::filesystem::path folder;
};

TEST_F(Grading, CourseKernelPasses) {
    const Grade grade = grade_of(WARPSCOPE_SOURCE_DIR "/cuda/transpose/padded.cu");
    EXPECT_TRUE(grade.passed());
    EXPECT_EQ(grade.points, 10);
    for (const GateResult& gate : grade.gates) EXPECT_EQ(gate.why, "") << gate.name;
}

TEST_F(Grading, MissingPadFailsBanksOnly) {
    const Grade grade = grade_of(WARPSCOPE_SOURCE_DIR "/cuda/transpose/tiled.cu");
    ASSERT_EQ(grade.gates.size(), 4u);
    EXPECT_TRUE(grade.gates[0].passed) << grade.gates[0].why;
    EXPECT_TRUE(grade.gates[1].passed) << grade.gates[1].why;
    EXPECT_TRUE(grade.gates[2].passed) << grade.gates[2].why;
    EXPECT_FALSE(grade.gates[3].passed);
    EXPECT_THAT(grade.gates[3].why, HasSubstr("with noise:64x64 in blocks of 32x32x1: "));
    EXPECT_THAT(grade.gates[3].why, HasSubstr("passes for"));
    EXPECT_EQ(grade.points, 8);
    EXPECT_EQ(grade.max, 10);
}

TEST_F(Grading, WrongKernelFails) {
    // The kernel has no barrier, and no guard before the store.
    const Grade grade = grade_of(write("wrong.cu", R"(
__global__ void transpose(float* out, const float* in, int width, int height) {
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int col = blockIdx.x * TILE_DIM + threadIdx.x, row = blockIdx.y * TILE_DIM + threadIdx.y;
    if (col < width && row < height) tile[threadIdx.y][threadIdx.x] = in[row * width + col];
    int out_col = blockIdx.y * TILE_DIM + threadIdx.x, out_row = blockIdx.x * TILE_DIM + threadIdx.y;
    if (out_col < height && out_row < width) out[out_row * height + out_col] = tile[threadIdx.x][threadIdx.y];
})"));
    EXPECT_FALSE(grade.gates[1].passed) << "no findings";
    EXPECT_THAT(grade.gates[1].why, HasSubstr("line "));
}

TEST_F(Grading, CompileErrorFailsAllGates) {
    const Grade grade = grade_of(write("broken.cu", "__global__ void transpose(float* out) { this is no C++ }"));
    EXPECT_EQ(grade.points, 0);
    for (const GateResult& gate : grade.gates) EXPECT_FALSE(gate.why.empty());
    const Grade other = grade_of(write("other.cu", "__global__ void other(float* out) { out[0] = 1; }"));
    EXPECT_EQ(other.points, 0);
}

/// An unfinished launch has counted no sectors, but must fail the gate for sectors.
TEST_F(Grading, EndlessKernelFailsAllGates) {
    const Grade grade = grade_of(write("endless.cu", R"(
__global__ void transpose(float* out, const float* in, int width, int height) {
    for (volatile int forever = 1; forever;) {}
    out[threadIdx.x] = in[threadIdx.x];
})"));
    EXPECT_EQ(grade.points, 0);
    for (const GateResult& gate : grade.gates) EXPECT_THAT(gate.why, HasSubstr("endless loop")) << gate.name;
}

TEST_F(Grading, EmptyKernelGetsNoPoints) {
    const Grade grade = grade_of(write("empty.cu", R"(
__global__ void transpose(float* out, const float* in, int width, int height) {})"));
    EXPECT_EQ(grade.points, 0);
    for (const GateResult& gate : grade.gates) {
        EXPECT_FALSE(gate.passed) << gate.name;
        EXPECT_THAT(gate.why, HasSubstr("the kernel stores nothing")) << gate.name;
    }
}

TEST_F(Grading, AccessGateNeedsAccesses) {
    const auto task = [&](const std::string& holds) {
        const auto read = read_assignment(write("task.toml", "title = \"T\"\nrun = \"transpose/padded\"\ninput = "
                                                             "\"noise:64x64\"\n[[gate]]\nname = \"a\"\nholds = \"" +
                                                                 holds + "\"\n"));
        EXPECT_TRUE(read);
        const auto made = make_references(*read, catalog(), nullptr);
        EXPECT_TRUE(made);
        EXPECT_FALSE(assignment_error(*read, *made)) << holds;
        // naive_row.cu does not use shared memory.
        const auto graded = lesson::grade(*read, *made, WARPSCOPE_SOURCE_DIR "/cuda/transpose/naive_row.cu");
        EXPECT_TRUE(graded);
        return graded->gates[0];
    };
    const GateResult vacuous = task("shared.passes <= 1.1 * shared.requests");
    EXPECT_FALSE(vacuous.passed);
    EXPECT_THAT(vacuous.why, HasSubstr("shared.requests is 0: without such accesses"));
    EXPECT_TRUE(task("shared.requests == 0 or shared.passes <= 1.1 * shared.requests").passed) << "allowed by the gate";
    EXPECT_TRUE(task("global.load_sectors <= 4 * global.load_requests").passed);
    EXPECT_TRUE(task("global.load_requests >= 0 * reference.shared.requests").passed)
        << "requests of the reference do not count";
}

TEST_F(Grading, TaskMistakesAreExplained) {
    const auto error_of_task = [&](const std::string& text) {
        const auto read = read_assignment(write("task.toml", text));
        return read ? std::string() : read.error().text();
    };
    EXPECT_THAT(error_of_task("title = \"T\"\nrun = \"transpose/tiled\"\n"), HasSubstr("there is no [[gate]]"));
    EXPECT_THAT(error_of_task("title = \"T\"\nrun = \"x\"\n[[gate]]\nname = \"a\"\nholds = \"1 +\"\n"),
                HasSubstr("task.toml:5"));
    EXPECT_THAT(error_of_task("title = \"T\"\nrun = \"x\"\n[[gate]]\nname = \"a\"\nhold = \"1\"\n"),
                HasSubstr("did you mean 'holds'"));
}

TEST_F(Grading, TextIsGradedLikeAFile) {
    const Grade own = grade_of_text(std::nullopt);
    EXPECT_TRUE(own.passed());
    EXPECT_EQ(own.gates[0].measured, "with noise:100x60 in blocks of 32x32x1: different('out', 'reference') is 0 "
                                     "(goal: 0); ownership.unwritten_cells is 0 (goal: 0)");

    // The initial text is correct but slow.
    std::ifstream in(transpose().begin_with);
    const std::string begin((std::istreambuf_iterator<char>(in)), {});
    const Grade grade = grade_of_text(begin);
    EXPECT_TRUE(grade.gates[0].passed) << grade.gates[0].why;
    EXPECT_FALSE(grade.gates[2].passed);
    EXPECT_THAT(grade.gates[2].measured, HasSubstr("global.store_sectors is "));
    EXPECT_THAT(grade.gates[2].measured, HasSubstr(" (goal: at most "));
    EXPECT_FALSE(grade.gates[3].passed);
    EXPECT_THAT(grade.gates[3].measured, HasSubstr("shared.requests is 0 (goal: more than 0)"));

    for (const GateResult& gate : grade_of_text("no kernel").gates) {
        EXPECT_FALSE(gate.passed);
        EXPECT_EQ(gate.measured, "");
        EXPECT_NE(gate.why, "");
    }
    CaseWatch cancel;
    cancel.cancel = true;
    const auto canceled = grade_text(transpose(), references(), begin, &cancel);
    ASSERT_FALSE(canceled);
    EXPECT_EQ(canceled.error().kind, ErrorKind::canceled);
    const auto none = make_references(transpose(), catalog(), &cancel);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, ErrorKind::canceled);
}

TEST_F(Grading, MeasurementsMatchTheFailedCase) {
    const auto task = read_assignment(write("two.toml", R"(
title = "T"
run = "transpose/padded"
input = "noise:40x40"
[[case]]
[[case]]
set = { TILE_DIM = 16 }
[[gate]]
name = "no findings"
holds = "finding_count == 0"
)"));
    ASSERT_TRUE(task) << task.error().text();
    const auto own = make_references(*task, catalog(), nullptr);
    ASSERT_TRUE(own) << own.error().text();
    std::ifstream in(WARPSCOPE_SOURCE_DIR "/cuda/transpose/padded.cu");
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    const auto whole = grade_text(*task, *own, text, nullptr);
    ASSERT_TRUE(whole) << whole.error().text();
    EXPECT_EQ(whole->gates[0].measured, "with noise:40x40 in blocks of 16x16x1: finding_count is 0 (goal: 0)");
    const auto half = grade_text(*task, *own, "static_assert(TILE_DIM == 32, \"no other\");\n" + text, nullptr);
    ASSERT_TRUE(half) << half.error().text();
    EXPECT_THAT(half->gates[0].why, HasSubstr("with noise:40x40 in blocks of 16x16x1: "));
    EXPECT_EQ(half->gates[0].measured, "") << "measurements of the passed case must not appear";
}

TEST_F(Grading, NegatedConditionsShowMeasurements) {
    const auto words = [&](const char* condition) {
        const auto parsed = Expression::parse(condition, {});
        return parsed ? measured_words(*parsed, Facts({references().front(), {}})) : parsed.error().message.english();
    };
    EXPECT_EQ(words("not (block.x == 32 or block.y > 40)"),
              "block.x is 32 (goal: not 32); block.y is 32 (goal: not more than 40)");
    EXPECT_EQ(words("not finding_count and block.x"),
              "finding_count is 0 (goal: 0); block.x is 32 (goal: other than 0)");
}

TEST_F(Grading, IncludingCourseKernelsIsRejected) {
    for (const char* text : {"#include \"../transpose/padded.cu\"\n", "asm(\".incbin \\\"/etc/passwd\\\"\");\n",
                             "#include_next <padded.cu>\n", "#include \"padded.cu\"\n", "#include <padded.cu>\n",
                             "#include \"./padded.cu\"\n"}) {
        const Grade grade = grade_of_text(text);
        EXPECT_EQ(grade.points, 0) << text;
        EXPECT_EQ(grade.max, 10);
        for (const GateResult& gate : grade.gates)
            EXPECT_THAT(gate.why, testing::AnyOf(HasSubstr("relative name"), HasSubstr("incbin"),
                                                 HasSubstr("includes 'padded.cu', a kernel of the course")))
                << text;
    }
}

TEST_F(Grading, NulByteHidesNoInclude) {
    const std::string name = "include \"" WARPSCOPE_SOURCE_DIR "/cuda/transpose/padded.cu\"\n";
    for (const std::string& text : {"#" + std::string(1, '\0') + name, std::string(1, '\0') + "#" + name}) {
        const auto why = submission_error(text);
        ASSERT_TRUE(why);
        EXPECT_THAT(*why, HasSubstr("relative name"));
    }
    EXPECT_EQ(submission_error(std::string("int a;\0", 7)), "it has a NUL byte, so it is not text");
    EXPECT_EQ(grade_of_text("#" + std::string(1, '\0') + name).points, 0);
}

TEST_F(Grading, GatesIdentifyAnAssignment) {
    EXPECT_TRUE(is_assignment_file(WARPSCOPE_SOURCE_DIR "/assets/assignments/transpose.toml"));
    EXPECT_FALSE(is_assignment_file(WARPSCOPE_SOURCE_DIR "/cuda/transpose/experiment.toml"));
    EXPECT_FALSE(is_assignment_file(folder / "nothing.toml"));
}

} // namespace
} // namespace warpscope::lesson
