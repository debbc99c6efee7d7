// Finds orders that change the result in kernels with races, and in no correct kernel.
#include <filesystem>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <unistd.h>

#include "kernel_file.hpp"
#include "replay/orders.hpp"

namespace warpscope::replay {
namespace {

struct PreparedRun {
    std::shared_ptr<const session::RunResult> result;
    session::SteppedBuild build;
};

PreparedRun run_of(const cli::TargetOptions& options) {
    const auto request = cli::make_request(catalog::load_catalog(catalog::catalog_folder()), options);
    if (!request) {
        ADD_FAILURE() << request.error().text();
        return {};
    }
    const auto result = session::run(*request);
    if (!result) {
        ADD_FAILURE() << result.error().text();
        return {};
    }
    auto build = session::stepped_build(**result, true);
    EXPECT_TRUE(build) << (build ? "" : build.error().text());
    return {*result, build ? *build : session::SteppedBuild{}};
}

PreparedRun run_of(const std::string& target, const std::string& input = "") {
    return run_of(cli::TargetOptions{target, input, "", {}, "emulator", "auto"});
}

/// Runs a variant of an experiment with a changed kernel text.
PreparedRun run_of_text(const std::string& experiment, const std::string& variant,
                        const std::function<void(std::string& text)>& change) {
    auto text = catalog::read_source(*catalog::load_catalog(catalog::catalog_folder()).find(experiment)->find(variant));
    if (!text) {
        ADD_FAILURE() << text.error().text();
        return {};
    }
    change(*text);
    const std::string file =
        testing::TempDir() + "warpscope_orders_" + std::to_string(static_cast<long>(getpid())) + ".cu";
    std::ofstream(file) << *text;
    cli::TargetOptions options{experiment + "/" + variant, "", "", {}, "emulator", "auto"};
    options.text = file;
    PreparedRun run = run_of(options);
    std::filesystem::remove(file);
    return run;
}

void replace(std::string& text, std::string_view from, std::string_view to) {
    const size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, from.size(), to);
}

/// Searches for an order that proves the first finding of `kind`.
OrderSearch search(const PreparedRun& run, simt::FindingKind kind) {
    for (const simt::Finding& finding : run.result->measured->launches().back().findings) {
        if (finding.kind != kind) continue;
        const auto request = order_request(*run.result->measured, *run.build.stepped, finding);
        EXPECT_TRUE(request);
        if (!request) return {};
        const auto found = search_order(run.result->measured, run.build.stepped, *request);
        EXPECT_TRUE(found) << (found ? "" : found.error().text());
        return found ? *found : OrderSearch{};
    }
    ADD_FAILURE() << "no such finding";
    return {};
}

class RacyKernels : public testing::TestWithParam<std::pair<const char*, simt::FindingKind>> {};

TEST_P(RacyKernels, FindsAnOrderWithAnotherResult) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const auto& [target, kind] = GetParam();
    // Threads of wrong_pitch_index race only if the picture is wider than high.
    const PreparedRun run = run_of(target, std::string(target).ends_with("wrong_pitch_index") ? "gradient:90x52" : "");
    ASSERT_TRUE(run.result);
    const OrderSearch found = search(run, kind);
    ASSERT_TRUE(found.found) << format_lines(found).english();
    const OrderPair& pair = *found.found;
    EXPECT_GT(pair.element_count, 0u);
    EXPECT_NE(pair.elements.front().first, pair.elements.front().second);
    ASSERT_TRUE(pair.first && pair.second);
    EXPECT_GE(format_lines(pair).size(), 2u);
}

std::string race_name(const testing::TestParamInfo<std::pair<const char*, simt::FindingKind>>& info) {
    std::string name = info.param.first;
    std::ranges::replace(name, '/', '_');
    return name + "_" + std::string(simt::name_of(info.param.second));
}

INSTANTIATE_TEST_SUITE_P(
    Museum, RacyKernels,
    testing::Values(std::pair{"bug_museum/kogge_stone_missing_sync", simt::FindingKind::race_shared},
                    std::pair{"bug_museum/missing_second_sync", simt::FindingKind::race_shared},
                    std::pair{"bug_museum/histogram_without_atomics", simt::FindingKind::race_global},
                    std::pair{"bug_museum/wrong_pitch_index", simt::FindingKind::race_global},
                    std::pair{"bug_museum/missing_syncwarp", simt::FindingKind::missing_syncwarp},
                    std::pair{"count_condition/racy", simt::FindingKind::race_global}),
    race_name);

TEST(ExecutionOrders, DivergenceStartsAtARead) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const PreparedRun run = run_of("bug_museum/kogge_stone_missing_sync");
    ASSERT_TRUE(run.result);
    const OrderSearch found = search(run, simt::FindingKind::race_shared);
    ASSERT_TRUE(found.found && found.found->read);
    const OrderPair& pair = *found.found;
    const DifferingRead& read = *pair.read;
    EXPECT_NE(read.first, read.second);
    EXPECT_THAT(place_name(*pair.first, read.at).english(), testing::StartsWith("section["));
    // Both recordings must contain the reported values, written by the reported writers.
    for (const bool second : {false, true}) {
        const Recording& recording = second ? *pair.second : *pair.first;
        const uint64_t record = second ? read.second_record : read.first_record;
        State state = recording.state_at(0);
        recording.move(state, record);
        uint64_t value = 0;
        for (uint32_t k = 0; k < read.bytes; ++k)
            value |= uint64_t{*recording.byte_at(state, read.at.moved(k))} << 8 * k;
        EXPECT_EQ(value, second ? read.second : read.first);
        EXPECT_EQ(recording.place_of(recording.contents().records[record].pc).line, 10u);
        const auto& writer = second ? read.second_writer : read.first_writer;
        ASSERT_TRUE(writer);
        EXPECT_LT(writer->record, record);
    }
    // All earlier reads agree, so the difference comes from two writers.
    EXPECT_NE(read.first_writer->step, read.second_writer->step);
}

/// Atomic counters differ before the race does, but must not be reported as the divergence.
TEST(ExecutionOrders, CountersAreNotTheRace) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const PreparedRun run = run_of_text("bug_museum", "kogge_stone_missing_sync", [](std::string& text) {
        replace(text, "    section[threadIdx.x] = i < n",
                "    __shared__ int count;\n    if (threadIdx.x == 0) count = 0;\n    __syncthreads();\n"
                "    atomicAdd(&count, 1);\n    section[threadIdx.x] = i < n");
    });
    ASSERT_TRUE(run.result);
    const OrderSearch found = search(run, simt::FindingKind::race_shared);
    ASSERT_TRUE(found.found && found.found->read);
    EXPECT_THAT(place_name(*found.found->first, found.found->read->at).english(), testing::StartsWith("section["));
}

/// Correct kernels. The test searches orders of the first two blocks, with possible switches at each instruction.
class CorrectKernels : public testing::TestWithParam<const char*> {};

TEST_P(CorrectKernels, NoOrderChangesTheResult) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const PreparedRun run = run_of(GetParam());
    ASSERT_TRUE(run.result);
    OrderRequest request;
    request.blocks = {0, 1};
    if (run.result->shown().config.blocks() == 1) request.blocks = {0};
    request.tries = 12;
    request.lanes_too = true;
    for (uint32_t pc = 0; pc < run.build.stepped->program->instructions().size(); ++pc) request.places.push_back(pc);
    const auto found = search_order(run.result->measured, run.build.stepped, request);
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_FALSE(found->found) << format_lines(*found).english();
    EXPECT_EQ(format_lines(*found), "None of 12 tried orders changes the result.");
}

INSTANTIATE_TEST_SUITE_P(Course, CorrectKernels,
                         testing::Values("matmul/tiled", "box_blur/tiled", "scan/kogge_stone", "reduction", "histogram",
                                         "count_condition", "transpose/tiled"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::ranges::replace(name, '/', '_');
                             return name;
                         });

TEST(ExecutionOrders, RemovedBarrierChangesTheResult) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const PreparedRun run = run_of("matmul/tiled");
    ASSERT_TRUE(run.result);
    std::vector<uint32_t> lines;
    for (uint32_t line = 1; line < 60; ++line)
        if (request_without_barrier(*run.result->measured, *run.build.stepped, 0, 0, {"tiled.cu", line}))
            lines.push_back(line);
    ASSERT_EQ(lines.size(), 2u);
    for (const uint32_t line : lines) {
        const auto request =
            request_without_barrier(*run.result->measured, *run.build.stepped, 0, 0, {"tiled.cu", line});
        const auto found = search_order(run.result->measured, run.build.stepped, *request);
        ASSERT_TRUE(found) << found.error().text();
        ASSERT_TRUE(found->found) << "line " << line << ": " << format_lines(*found).english();
        EXPECT_GT(found->found->element_count, 0u);
        EXPECT_LE(found->found->element_count, 256u) << "only one block is compared";
        ASSERT_TRUE(found->found->in_launch);
        EXPECT_GT(*found->found->in_launch, 256u) << "other blocks must run as well";
        const std::vector<bool>& cells = found->found->cells[run.result->prepared.output_buffer];
        EXPECT_EQ(static_cast<uint64_t>(std::ranges::count(cells, true)), *found->found->in_launch);
        EXPECT_THAT(format_lines(*found->found), testing::Contains(testing::HasSubstr("in the whole launch")));
        ASSERT_TRUE(found->found->read);
        EXPECT_EQ(found->found->read->at.space, ptx::Space::shared);
        EXPECT_THAT(order_name(*found->found->order), testing::HasSubstr("without the barrier"));
    }
    EXPECT_FALSE(request_without_barrier(*run.result->measured, *run.build.stepped, 0, 0, {"tiled.cu", 1}));
    EXPECT_FALSE(
        request_without_barrier(*run.result->measured, *run.build.stepped, 0, 0, {"other.cuh", lines.front()}));
}

/// Tests barriers that return a value, depend on a condition, or are not block barriers.
TEST(ExecutionOrders, SomeBarriersCannotBeRemoved) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    for (const char* const barrier :
         {"if (__syncthreads_count(tx >= 0) == 0) return;", "if (__syncthreads_or(tx < 0)) return;", "__syncwarp();",
          "asm volatile(\"bar.arrive 1, 1024;\" ::: \"memory\");",
          "asm volatile(\"{ .reg .pred p; setp.ge.s32 p, %0, 0; @p bar.sync 0; }\" ::\"r\"(tx) : \"memory\");"}) {
        SCOPED_TRACE(barrier);
        const PreparedRun run =
            run_of_text("matmul", "tiled", [&](std::string& text) { replace(text, "__syncthreads();", barrier); });
        ASSERT_TRUE(run.result);
        const auto without = request_without_barrier(*run.result->measured, *run.build.stepped, 0, 0, {"tiled.cu", 15});
        ASSERT_FALSE(without);
        // A warp barrier is not a block barrier. For barriers with results, NVRTC calls a function without lines.
        const std::string_view text = barrier;
        const auto refused = testing::HasSubstr("cannot be left out"), none = testing::HasSubstr("has no barrier");
        if (text == "__syncwarp();")
            EXPECT_THAT(without.error().message, none);
        else if (text.find("__syncthreads_") != text.npos)
            EXPECT_THAT(without.error().message, testing::AnyOf(refused, none));
        else
            EXPECT_THAT(without.error().message, refused);
        EXPECT_TRUE(request_without_barrier(*run.result->measured, *run.build.stepped, 0, 0, {"tiled.cu", 20}));
    }
}

TEST(ExecutionOrders, UnfinishedLaunchSuggestsFindings) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const PreparedRun run = run_of_text("matmul", "tiled", [](std::string& text) {
        replace(text, "__syncthreads();",
                "__syncthreads(); if (ty == 0) asm volatile(\"bar.sync 1, 64;\" ::: \"memory\");");
    });
    ASSERT_TRUE(run.result);
    const auto request = request_without_barrier(*run.result->measured, *run.build.stepped, 0, 0, {"tiled.cu", 20});
    ASSERT_TRUE(request) << request.error().text();
    const auto found = search_order(run.result->measured, run.build.stepped, *request);
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().hint, testing::HasSubstr("Findings"));
}

TEST(ExecutionOrders, BarrierMatchesFileAndLine) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const PreparedRun run = run_of_text("matmul", "tiled", [](std::string& text) {
        replace(text, "__syncthreads();  // all threads", "wait_here();  // all threads");
        text.insert(0, "__device__ void wait_here() {\n#line 15 \"other.cuh\"\n__syncthreads();\n}\n#line 1 "
                       "\"tiled.cu\"\n");
    });
    ASSERT_TRUE(run.result);
    const auto in = [&](const char* file) {
        return request_without_barrier(*run.result->measured, *run.build.stepped, 0, 0, {file, 15});
    };
    const auto own = in("tiled.cu"), other = in("other.cuh");
    ASSERT_TRUE(own && other);
    EXPECT_EQ(own->omitted.size(), 1u);
    EXPECT_EQ(other->omitted.size(), 1u);
    EXPECT_NE(own->omitted, other->omitted);
}

TEST(ExecutionOrders, WaitingBlocksRunTogether) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const PreparedRun run = run_of_text("matmul", "tiled", [](std::string& text) {
        replace(
            text, "    float sum",
            "    if (tx == 0 && ty == 0) while (atomicAdd(&done, 0) < blockIdx.y * gridDim.x + blockIdx.x) {} float "
            "sum");
        replace(text, "    if (row < rows && col",
                "    if (tx == 0 && ty == 0) atomicAdd(&done, 1); if (row < rows && col");
        text.insert(0, "__device__ unsigned done; ");
    });
    ASSERT_TRUE(run.result);
    const uint64_t last = run.result->shown().config.blocks() - 1;
    ASSERT_GT(last, 0u);
    auto request = request_without_barrier(*run.result->measured, *run.build.stepped, 0, last, {"tiled.cu", 15});
    ASSERT_TRUE(request) << request.error().text();
    EXPECT_TRUE(request->blocks.empty()) << "all";
    const auto found = search_order(run.result->measured, run.build.stepped, *request);
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_TRUE(found->found);
    // Without the other blocks, this block never finishes, so there is nothing to compare.
    request->blocks = {last};
    EXPECT_FALSE(search_order(run.result->measured, run.build.stepped, *request));
}

TEST(ExecutionOrders, EveryElementIsCompared) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const PreparedRun run = run_of_text("matmul", "tiled", [](std::string& text) {
        text = "__global__ void matmul_tiled(float* P, const float* M, const float* N, int rows, int inner, int "
               "columns) {\n"
               "    __shared__ float4 quads[TILE_DIM * TILE_DIM];\n"
               "    int own = threadIdx.y * TILE_DIM + threadIdx.x;\n"
               "    int col = blockIdx.x * TILE_DIM + threadIdx.x, row = blockIdx.y * TILE_DIM + threadIdx.y;\n"
               "    quads[own] = make_float4(1, 2, 3, 4);\n"
               "    __syncthreads();\n"
               "    quads[own].z = 7;\n"
               "    __syncthreads();\n"
               "    float x, y, z, w;\n"
               "    asm volatile(\"ld.v4.f32 {%0, %1, %2, %3}, [%4];\" : \"=f\"(x), \"=f\"(y), \"=f\"(z), \"=f\"(w)\n"
               "                 : \"l\"(&quads[(own + 33) % (TILE_DIM * TILE_DIM)]) : \"memory\");\n"
               "    if (row < rows && col < columns) P[row * columns + col] = z;\n"
               "}\n";
    });
    ASSERT_TRUE(run.result);
    const auto request = request_without_barrier(*run.result->measured, *run.build.stepped, 0, 0, {"tiled.cu", 8});
    ASSERT_TRUE(request) << request.error().text();
    const auto found = search_order(run.result->measured, run.build.stepped, *request);
    ASSERT_TRUE(found) << found.error().text();
    ASSERT_TRUE(found->found && found->found->read) << format_lines(*found).english();
    EXPECT_EQ(found->found->read->at.address % 16, 8u) << "z";
    EXPECT_TRUE(found->found->reads_complete);
}

const KernelPlan counting{.cells = 64,
                          .more_buffers = "[[buffer]]\nname = \"counter\"\nrole = \"output\"\ntype = \"s32\"\n"
                                          "shape = [\"1\", \"1\", \"1\"]\ncontents = \"0\"\nowners = \"many\"\n",
                          .arguments = R"("in", "out", "counter")"};

/// Searches for an order of both blocks that changes the result, with possible switches at each instruction.
OrderSearch search_both_blocks(const Recorded& run, uint64_t recorded = 0,
                               const std::optional<RaceOfBlocks>& race = std::nullopt) {
    OrderRequest request;
    request.race = race;
    request.block = recorded;
    request.blocks = {0, 1};
    request.other_block = 1 - recorded;
    for (uint32_t pc = 0; pc < run.build.stepped->program->instructions().size(); ++pc) request.places.push_back(pc);
    const auto found = search_order(run.run->measured, run.build.stepped, request);
    EXPECT_TRUE(found) << (found ? "" : found.error().text());
    return found ? *found : OrderSearch{};
}

TEST(ExecutionOrders, LostUpdateNamesBothBlocks) {
    const KernelFile file(R"(__global__ void own(const int* in, int* out, int* counter) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    if (threadIdx.x == 0)
        *counter = *counter + 1 + blockIdx.x;
}
)",
                          counting);
    file.record_by_each(0, [](const Recorded& run, const std::string&) {
        const OrderSearch search = search_both_blocks(run);
        ASSERT_TRUE(search.found);
        ASSERT_TRUE(search.found->lost_update);
        const LostUpdate& lost = *search.found->lost_update;
        EXPECT_EQ(lost.element.english(), "counter[0]");
        EXPECT_EQ(lost.expected, "3");
        EXPECT_EQ(lost.lost.read, "0");
        EXPECT_EQ(lost.kept.read, "0");
        EXPECT_NE(lost.lost.block, lost.kept.block);
        EXPECT_EQ(lost.kept.stored, lost.kept.block == "0" ? "1" : "2");
        EXPECT_EQ(lost.kept.stored, search.found->elements.front().second) << "the last store is the result";
        EXPECT_EQ(lost.lost.read_line, 5u);
        EXPECT_EQ(lost.kept.store_line, 5u);
        const Recording& second = *search.found->second;
        EXPECT_EQ(second.place_of(second.steps()[lost.second_step].pc).line, 5u);
        EXPECT_THAT(format_lines(*search.found),
                    testing::Contains(testing::HasSubstr("both read counter[0] = 0 before either stored to it.")));
    });
}

TEST(ExecutionOrders, BlocksThatRanAreNamed) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const PreparedRun run = run_of("bug_museum/missing_second_sync");
    ASSERT_TRUE(run.result);
    ASSERT_GT(run.result->shown().config.blocks(), 1u);
    const OrderSearch found = search(run, simt::FindingKind::race_shared);
    ASSERT_TRUE(found.found);
    EXPECT_THAT(format_lines(*found.found),
                testing::Contains(testing::ResultOf([](const Message& line) { return line.english(); },
                                                    testing::StartsWith("Only block "))));
}

TEST(ExecutionOrders, OtherRaceHidesExpectedResult) {
    const KernelFile file(R"(__global__ void own(const int* in, int* out, int* counter) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    if (threadIdx.x == 0)
        *counter = *counter + 1 + blockIdx.x;
}
)",
                          counting);
    file.record_by_each(0, [](const Recorded& run, const std::string&) {
        const OrderSearch search = search_both_blocks(run, 0, RaceOfBlocks{std::nullopt, 5, 5, 3});
        EXPECT_EQ(search.other_race, 0u);
        ASSERT_TRUE(search.found && search.found->lost_update) << format_lines(search).english();
        EXPECT_EQ(search.found->lost_update->expected, "") << "the other race could change it";
        EXPECT_EQ(search.found->lost_update->other_race, 3u);
        EXPECT_THAT(format_lines(*search.found),
                    testing::Contains(testing::HasSubstr("Line 3 races too and may change these values")));
        const std::optional<DifferingRead>& read = search.found->read;
        EXPECT_TRUE(!read || read->at.space == ptx::Space::global) << "only reads of the lost element are shown";
    });
}

TEST(ExecutionOrders, OtherRaceMayBeTheCause) {
    const KernelFile file(R"(__global__ void own(const int* in, int* out, int* counter) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    if (threadIdx.x == 0) *counter = 1 + blockIdx.x;
}
)",
                          counting);
    file.record_by_each(0, [](const Recorded& run, const std::string&) {
        const OrderSearch search = search_both_blocks(run, 0, RaceOfBlocks{std::nullopt, 4, 4, 3});
        EXPECT_FALSE(search.found) << "no order loses a store";
        EXPECT_EQ(format_lines(search),
                  "The result changes, but another race (line 3) may be the cause. Fix that first.");
    });
}

TEST(ExecutionOrders, RequestNamesTheOtherRace) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const PreparedRun run = run_of_text("bug_museum", "histogram_without_atomics", [](std::string& text) {
        text =
            "__global__ void histogram_without_atomics(unsigned int* histogram, const unsigned char* data, int n) {\n"
            "    __shared__ unsigned last;\n"
            "    last = threadIdx.x;\n"
            "    __syncthreads();\n"
            "    if (threadIdx.x == 0) histogram[0] = histogram[0] + last;\n"
            "}\n";
    });
    ASSERT_TRUE(run.result);
    bool is_between_blocks = false;
    for (const simt::Finding& finding : run.result->measured->launches().back().findings) {
        if (finding.kind != simt::FindingKind::race_global) continue;
        const auto request = order_request(*run.result->measured, *run.build.stepped, finding);
        ASSERT_TRUE(request && request->race);
        EXPECT_EQ(request->race->other_race, 3u);
        is_between_blocks = true;
    }
    EXPECT_TRUE(is_between_blocks);
}

TEST(ExecutionOrders, WholeLaunchNamesTheLostStore) {
    const KernelFile file(R"(__global__ void own(const int* in, int* out, int* counter) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    if (threadIdx.x == 0)
        *counter = *counter + 1 + blockIdx.x;
}
)",
                          counting);
    file.record_by_each(0, [](const Recorded& run, const std::string&) {
        OrderRequest request;
        request.other_block = 1; // makes all blocks run
        for (uint32_t pc = 0; pc < run.build.stepped->program->instructions().size(); ++pc)
            request.places.push_back(pc);
        const auto search = search_order(run.run->measured, run.build.stepped, request);
        ASSERT_TRUE(search && search->found && search->found->lost_update);
        const std::vector<Message> lines = format_lines(*search->found);
        EXPECT_THAT(lines, testing::Contains(testing::HasSubstr("is lost: block ")));
        EXPECT_THAT(lines, testing::Not(testing::Contains(testing::HasSubstr("before the block began"))))
            << "the other block may have stored since";
    });
}

/// The atomic counter next to the racing element differs earlier, but must not be reported.
TEST(ExecutionOrders, DivergenceIsAtTheFinding) {
    const KernelPlan plan{.cells = 64,
                          .more_buffers = "[[buffer]]\nname = \"total\"\nrole = \"output\"\ntype = \"s32\"\n"
                                          "shape = [\"2\", \"1\", \"1\"]\ncontents = \"0\"\nowners = \"many\"\n",
                          .arguments = R"("in", "out", "total")"};
    const KernelFile file(R"(__global__ void own(const int* in, int* out, int* total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    if (threadIdx.x == 0) {
        atomicAdd(total + 1, 1);
        atomicAdd(total + 1, 1);
        *total = *total + 1 + blockIdx.x;
    }
}
)",
                          plan);
    file.record_by_each(0, [](const Recorded& run, const std::string&) {
        const OrderSearch search = search_both_blocks(run, 1);
        ASSERT_TRUE(search.found && search.found->read);
        const OrderPair& pair = *search.found;
        EXPECT_EQ(place_name(*pair.first, pair.read->at).english(), "total[0]");
        EXPECT_EQ(pair.first->place_of(pair.first->steps()[pair.read->first_step].pc).line, 7u);
        EXPECT_EQ(pair.other_block, "0");
        EXPECT_THAT(format_lines(pair), testing::Contains(testing::HasSubstr("of block 1 reads total[0]")));
    });
}

TEST(ExecutionOrders, OverwritingIsNoLostUpdate) {
    const KernelFile file(R"(__global__ void own(const int* in, int* out, int* counter) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
    if (threadIdx.x == 0) *counter = 1 + blockIdx.x;
}
)",
                          counting);
    file.record_by_each(0, [](const Recorded& run, const std::string&) {
        const OrderSearch search = search_both_blocks(run);
        ASSERT_TRUE(search.found) << "the last store decides";
        EXPECT_FALSE(search.found->lost_update) << "neither block reads";
    });
}

TEST(ExecutionOrders, CanBeCanceled) {
    if (compilers().empty()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const PreparedRun run = run_of("reduction");
    ASSERT_TRUE(run.result);
    const std::atomic<bool> canceled{true};
    OrderRequest request;
    request.blocks = {0};
    request.cancel = &canceled;
    const auto found = search_order(run.result->measured, run.build.stepped, request);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::canceled);
}

} // namespace
} // namespace warpscope::replay
