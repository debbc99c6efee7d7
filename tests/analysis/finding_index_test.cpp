#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/finding_index.hpp"
#include "analysis/runs.hpp"
#include "metrics/finding_location.hpp"

namespace warpscope::analysis {
namespace {

Ran museum(const std::string& variant, const std::string& input = "gradient:52x90") {
    return run("bug_museum", variant, input);
}

/// Runs the kernel `text` with 64 threads on two arrays A and B of 60 floats. Its third parameter `n` is 60.
Ran user_run(const std::string& text) {
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("warpscope-index-{}", ::getpid());
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "past.toml") << R"(
title = "Past"
[block]
x = 64
[[buffer]]
name = "A"
role = "output"
type = "f32"
shape = ["60"]
owners = "any"
[[buffer]]
name = "B"
role = "input"
type = "f32"
shape = ["60"]
contents = "index"
[[launch]]
kernel = "past"
grid = ["1"]
arguments = ["A", "B", "s32:60"]
[[variant]]
name = "past"
)";
    std::ofstream(folder / "past.cu") << text;
    auto experiment = catalog::load_experiment(folder / "past.toml");
    EXPECT_TRUE(experiment) << experiment.error().text();
    if (!experiment) return nullptr;
    Ran result = run(std::make_shared<const catalog::Experiment>(std::move(*experiment)), "past", "");
    std::filesystem::remove_all(folder);
    return result;
}

/// Returns the sentence of the first matching finding, or "nothing".
std::string first(const Ran& run, std::string_view what) {
    if (!run) return "no run";
    for (const simt::Finding& finding : run->shown().findings) {
        if (finding.message.english().find(what) == std::string::npos) continue;
        const auto index = finding_index(*run, finding);
        return index ? sentence(*index).english() : "nothing";
    }
    return "no finding";
}

std::string user_load(const std::string& body) {
    return first(
        user_run("__global__ void past(float* to, const float* from, int n) {\n    int i = threadIdx.x;\n    " + body +
                 "\n}\n"),
        "load of");
}

TEST(FindingIndex, MuseumFindingsShowTheirIndex) {
    EXPECT_EQ(first(museum("missing_guard"), "store"),
              "The access is out[i], here out[4680]; the last element is out[4679]");
    EXPECT_EQ(first(museum("half_guard"), "load"),
              "The access is in[pixel], here in[4680]; the last element is in[4679]");
    EXPECT_EQ(first(museum("half_guard"), "store"),
              "The access is out[pixel], here out[4680]; the last element is out[4679]");
    EXPECT_EQ(first(museum("wrong_pitch_index"), "store"),
              "The access is out[row * height + col], here out[4680]; the last element is out[4679]; height = 90");
    EXPECT_EQ(first(museum("histogram_without_atomics"), " writes '"),
              "The access is histogram[data[i]], here histogram[2]");
    EXPECT_EQ(first(museum("kogge_stone_missing_sync", ""), " writes shared memory"),
              "The access is section[threadIdx.x], here section[31]; threadIdx.x = 31");
    EXPECT_TRUE(first(museum("missing_second_sync", ""), " reads shared memory")
                    .starts_with("The access is tile[k][tx], here tile["));
    EXPECT_EQ(first(museum("wrong_tile_pitch", ""), "load"),
              "The access is tile[ty * blockDim.y + mirrored], here tile[135]; blockDim.y = 16");
}

TEST(FindingIndex, AmbiguousLineNamesTheElement) {
    const auto result = museum("missing_syncwarp", ""); // the line reads partial[lane] and partial[lane + stride]
    EXPECT_TRUE(first(result, " reads shared memory").starts_with("The access is partial["));
    const std::string text = finding_message(*result, result->shown().findings.at(0)).english();
    EXPECT_NE(text.find(" reads partial["), std::string::npos) << text;
    EXPECT_EQ(text.find("offset"), std::string::npos) << text;
    EXPECT_TRUE(first(museum("uninitialised_shared", ""), "are read").starts_with("The access is tile["));
    EXPECT_EQ(first(museum("divergent_barrier", ""), ""), "nothing") << "a barrier accesses no memory";
    EXPECT_EQ(user_load("to[i % n] = from[i] + from[2 * i];"), "nothing");
}

TEST(FindingIndex, NamesElementsOfSharedTiles) {
    const auto reads = [](const std::string& load) {
        return first(user_run("constexpr int pad = 1;\n__global__ void past(float* to, const float* from, int n) {\n"
                              "    __shared__ float tile[4][16 + pad];\n    int i = threadIdx.x;\n"
                              "    tile[i / 16][i % 16] = from[i % n];\n    __syncthreads();\n    to[i % n] = " +
                              load + ";\n}\n"),
                     "are read");
    };
    EXPECT_EQ(reads("tile[3][16]"), "The access is tile[3][16]");
    EXPECT_EQ(reads("tile[i / 64][i % 2 + 15]"), "The access is tile[i / 64][i % 2 + 15], here tile[0][16]");
    EXPECT_EQ(reads("tile[1][3] + tile[2][16]"), "The access is tile[2][16]") << "two subscripts in the line";
}

TEST(FindingIndex, IgnoresOtherVariablesOnTheLine) {
    const auto reads = [](const std::string& set, const std::string& load) {
        return first(
            user_run(
                "__global__ void past(float* to, const float* from, int n) {\n"
                "    __shared__ float row[64];\n    __shared__ volatile float scale;\n    int i = threadIdx.x;\n    " +
                set + " = 1;\n    __syncthreads();\n    to[i % n] = " + load + ";\n}\n"),
            "are read");
    };
    EXPECT_EQ(reads("row[i]", "row[63 - i] * scale"), "nothing") << "scale is no array";
    // Without any store, clang 19 removes the load.
    EXPECT_EQ(reads("if (n < 0) row[i] = 1; scale", "row[63 - i] * scale"), "The access is row[63 - i], here row[31]");
}

TEST(FindingIndex, MatchesBuffersByArgumentPosition) {
    EXPECT_EQ(user_load("to[i % n] = from[i + n];"),
              "The access is from[i + n], here from[60]; the last element is from[59]; n = 60");
    EXPECT_EQ(user_load("to[i % n] = from[(int)threadIdx.x - 4];"),
              "The access is from[(int)threadIdx.x - 4], here from[-4]; the first element is from[0]; threadIdx.x = 0");
    EXPECT_EQ(user_load("to[i % n] = to[i];"), "The access is to[i], here to[60]; the last element is to[59]");
    EXPECT_EQ(user_load("n = 10; to[i % n] = from[i + n];"),
              "The access is from[i + n], here from[60]; the last element is from[59]")
        << "the kernel has changed n";
}

TEST(FindingIndex, MovedPointersHaveNoIndex) {
    EXPECT_EQ(user_load("const float* p = from + 4; to[i % n] = p[i];"), "nothing");
    EXPECT_EQ(user_load("from += 4; to[i % n] = from[i];"), "nothing");
    EXPECT_EQ(user_load("to[i % n] = *(from + i);"), "nothing");
    EXPECT_EQ(first(user_run("__device__ float get(const float* from, int i) { return from[i + 1]; }\n"
                             "__global__ void past(float* to, const float* from, int n) {\n"
                             "    to[threadIdx.x % n] = get(from, threadIdx.x);\n}\n"),
                    "load of"),
              "nothing");
    EXPECT_EQ(first(user_run("#define GET(i) from[(i) + 1]\n"
                             "__global__ void past(float* to, const float* from, int n) {\n"
                             "    int i = threadIdx.x;\n    to[i % n] = GET(i);\n}\n"),
                    "load of"),
              "nothing");
}

TEST(FindingIndex, OtherElementSizesOmitTheNumber) {
    EXPECT_EQ(first(user_run("__global__ void past(float4* to, const float* from, int n) {\n    int i = threadIdx.x;\n"
                             "    to[i] = make_float4(1, 2, 3, 4);\n}\n"),
                    "store of 16"),
              "The access is to[i]");
}

TEST(FindingIndex, IndexFollowsElementInMessage) {
    const auto result = museum("missing_guard");
    const std::string text = finding_message(*result, result->shown().findings.at(0)).english();
    EXPECT_NE(text.find("which has 90 rows of 52 columns. The access is out[i], here out[4680]"), std::string::npos)
        << text;
    const auto other = museum("divergent_barrier", "");
    const simt::Finding& unknown = other->shown().findings.at(0);
    EXPECT_EQ(finding_message(*other, unknown), metrics::finding_message(*other->measured, unknown));
}

} // namespace
} // namespace warpscope::analysis
