#include "session/pipeline.hpp"
#include "session/session.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

#include "input/scratch_folder.hpp"
#include "session/blurs.hpp"

namespace warpscope::session {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

TEST(Run, RadiusZeroCopiesTheInput) {
    const auto result = run(blur(37, 23, 0));
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(*(*result)->output.bytes, *(*result)->input.bytes);
    EXPECT_EQ((*result)->device, "emulator");
}

TEST(Run, EditedTextReplacesTheFile) {
    Request request = blur(37, 23, 2);
    Session session;
    session.submit(request);
    wait(session);
    const auto as_filed = session.result();
    ASSERT_TRUE(as_filed);
    request.text = as_filed->source;
    const std::string words = "red / count";
    ASSERT_NE(request.text->find(words), std::string::npos);
    request.text->replace(request.text->find(words), words.size(), "77");
    session.submit(request);
    wait(session);
    ASSERT_NE(session.result(), as_filed);
    EXPECT_EQ(session.result()->source, *request.text);
    EXPECT_EQ(static_cast<int>(session.result()->output.bytes->front()), 77);
    // A request without `text` uses the file's text, but differs from a request whose `text` equals the file's.
    request.text.reset();
    session.submit(request);
    wait(session);
    EXPECT_EQ(session.result(), as_filed);
    request.text = as_filed->source;
    session.submit(request);
    wait(session);
    EXPECT_EQ(session.result()->request.text, request.text);
    request.text = "nonsense";
    session.submit(request);
    wait(session);
    ASSERT_TRUE(session.failure());
    EXPECT_EQ(session.failure()->where.line, 1u);
}

TEST(Run, EditedTextIsCheckedForRaces) {
    auto loaded = catalog::load_experiment(fs::path(WARPSCOPE_SOURCE_DIR) / "cuda/matmul/experiment.toml");
    ASSERT_TRUE(loaded) << loaded.error().text();
    Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(std::move(*loaded));
    request.variant = "tiled";
    const catalog::Variant& tiled = *request.experiment->find("tiled");
    ASSERT_FALSE(tiled.races);
    request.settings = catalog::default_settings(tiled);
    request.input.pattern = input::Pattern::noise;
    request.input.shape = {48, 48, 1};
    const auto as_filed = run(request);
    ASSERT_TRUE(as_filed) << as_filed.error().text();
    EXPECT_FALSE((*as_filed)->checked_races);
    request.text = (*as_filed)->source;
    const size_t second = request.text->rfind("__syncthreads()");
    ASSERT_NE(second, std::string::npos);
    request.text->insert(second, "//");
    const auto edited = run(request);
    ASSERT_TRUE(edited) << edited.error().text();
    EXPECT_TRUE((*edited)->checked_races);
    const auto& findings = (*edited)->shown().findings;
    EXPECT_TRUE(std::ranges::any_of(
        findings, [](const simt::Finding& one) { return one.kind == simt::FindingKind::race_shared; }));
}

Request course_request(const char* experiment, const char* variant, uint32_t width, uint32_t height) {
    Request request;
    auto loaded = catalog::load_experiment(fs::path(WARPSCOPE_SOURCE_DIR) / "cuda" / experiment / "experiment.toml");
    EXPECT_TRUE(loaded) << experiment;
    request.experiment = std::make_shared<const catalog::Experiment>(std::move(*loaded));
    request.variant = variant;
    request.settings = catalog::default_settings(*request.experiment->find(variant));
    request.input.pattern = input::Pattern::noise;
    request.input.shape = {width, height, 1};
    return request;
}

TEST(Run, MeasuresInputReadsOfOtherBlocks) {
    for (const char* variant : {"naive_row", "tiled"}) {
        const auto square = run(course_request("transpose", variant, 128, 128));
        ASSERT_TRUE(square) << square.error().text();
        EXPECT_TRUE((*square)->input_apart) << variant;
    }
    const auto gray = run(course_request("color_to_gray", "basic", 128, 128));
    ASSERT_TRUE(gray) << gray.error().text();
    EXPECT_FALSE((*gray)->input_apart);
    const auto one_block = run(course_request("transpose", "tiled", 16, 16));
    ASSERT_TRUE(one_block) << one_block.error().text();
    EXPECT_FALSE((*one_block)->input_apart) << "the block reads its own cells";
}

TEST(Run, UnknownVariantIsAUsageError) {
    Request request = blur(8, 8, 1);
    request.variant = "no_such";
    const auto result = run(request);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::usage);
}

TEST(Run, MissingGpuIsAnEnvironmentError) {
    Request request = blur(8, 8, 1);
    request.device = DeviceChoice::gpu;
    const auto result = run(request);
    if (result) GTEST_SKIP() << "this machine has a GPU: " << (*result)->device;
    EXPECT_EQ(result.error().kind, ErrorKind::environment);
}

TEST(Run, IllegalBlockIsExplained) {
    Request request = blur(64, 64, 1);
    request.settings.block = {64, 32, 1};
    const auto result = run(request);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::usage);
    EXPECT_NE(result.error().message.english().find("1024"), std::string::npos) << result.error().text();
}

Request museum(const std::string& variant) {
    static const auto experiment = [] {
        auto loaded = catalog::load_experiment(fs::path(WARPSCOPE_SOURCE_DIR) / "cuda/bug_museum/experiment.toml");
        if (!loaded) throw std::runtime_error(loaded.error().text());
        return std::make_shared<const catalog::Experiment>(std::move(*loaded));
    }();
    Request request;
    request.experiment = experiment;
    request.variant = variant;
    request.settings = catalog::default_settings(*experiment->find(variant));
    request.device = DeviceChoice::emulator;
    return request;
}

TEST(Run, ExperimentEnablesRaceChecks) {
    const auto with = run(museum("kogge_stone_missing_sync"));
    ASSERT_TRUE(with) << with.error().text();
    ASSERT_FALSE((*with)->shown().findings.empty());
    EXPECT_EQ((*with)->shown().findings[0].kind, simt::FindingKind::race_shared);

    Request request = museum("kogge_stone_missing_sync");
    catalog::Experiment experiment = *request.experiment;
    for (catalog::Variant& variant : experiment.variants) variant.races = false;
    request.experiment = std::make_shared<const catalog::Experiment>(std::move(experiment));
    const auto without = run(request);
    ASSERT_TRUE(without) << without.error().text();
    EXPECT_TRUE((*without)->shown().findings.empty());
}

TEST(Run, FirstInputBufferIsShown) {
    const auto result = run(museum("kogge_stone_missing_sync"));
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ((*result)->input.layout.name, "input");
    EXPECT_EQ((*result)->input.layout.shape, (Shape{256, 1, 1}));
    ASSERT_TRUE((*result)->input.bytes);
    EXPECT_EQ(element_as_double((*result)->input.bytes->data(), ElementType::f32, 255), 255);
}

TEST(Run, MissingInputIsNotShown) {
    const auto result = run(museum("endless_loop"));
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ((*result)->input.bytes, nullptr);
}

TEST(Run, BudgetEndsAnEndlessLoop) {
    const auto result = run(museum("endless_loop"));
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ((*result)->shown().findings.size(), 1u);
    EXPECT_EQ((*result)->shown().findings[0].kind, simt::FindingKind::instruction_budget);
    // The default budget is far larger.
    EXPECT_LT((*result)->shown().warp_instructions, 200'000u);
}

TEST(Run, EarlyCancellationIsReported) {
    const std::atomic<bool> cancel{true};
    RunOptions options;
    options.cancel = &cancel;
    const auto result = run(blur(64, 64, 1), options);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::canceled);
}

TEST(Session, ChangedPictureIsReread) {
    const fs::path file = fs::temp_directory_path() / ("warpscope-session-" + std::to_string(::getpid()) + ".bmp");
    const auto write_bmp = [&](char gray) { // 1 x 1 pixel, 24 bits
        std::string bmp("BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\1\0\0\0\1\0\0\0\1\0\x18\0\0\0\0\0\4\0\0\0", 38);
        bmp += std::string(16, '\0') + std::string(3, gray) + '\0';
        std::ofstream(file, std::ios::binary) << bmp;
    };
    Session session;
    Request request = blur(1, 1, 0);
    request.input.file = file.string();
    write_bmp(10);
    session.submit(request);
    wait(session);
    ASSERT_TRUE(session.result()) << session.failure()->text();
    EXPECT_EQ(session.result()->output.bytes->at(0), std::byte{10});
    write_bmp(20);
    fs::last_write_time(file, fs::last_write_time(file) + 1s);
    session.submit(request);
    wait(session);
    EXPECT_EQ(session.result()->output.bytes->at(0), std::byte{20});
    fs::remove(file);
}

TEST(Session, TracesABlockAndNotifies) {
    std::atomic<int> wakes{0};
    Session session;
    session.on_change([&] { ++wakes; });
    session.submit(blur(61, 47, 2));
    wait(session);
    const auto result = session.result();
    const FocusKey key{0, 5}; // block (1,1) of 4 x 3
    EXPECT_EQ(session.trace(*result, key), nullptr);
    session.focus(result, key);
    std::shared_ptr<const metrics::BlockTrace> trace;
    for (int i = 0; i < 5000 && (!trace || wakes < 2); ++i) { // the loop wakes right after the trace is ready
        std::this_thread::sleep_for(2ms);
        trace = session.trace(*result, key);
    }
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->block_index, (Dim3{1, 1, 0}));
    ASSERT_EQ(trace->halos.size(), 1u);
    EXPECT_EQ(trace->halos[0].cells.size(), 20u * 20 - 16 * 16); // radius 2 around a whole 16 x 16 block
    EXPECT_GE(wakes.load(), 2);
}

TEST(Session, ResultIncludesTheFollowedTrace) {
    // Recording one of 100 blocks takes a small part of the run, even in a slow build.
    const FocusKey key{0, 21};
    Session session;
    session.follow([key](const RunResult&) { return std::optional(key); });
    session.submit(blur(320, 80, 2));
    wait(session);
    const auto trace = session.trace(*session.result(), key); // without a request
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->block_index, (Dim3{1, 1, 0}));
    session.follow({});
    session.submit(blur(320, 80, 3));
    wait(session);
    EXPECT_EQ(session.trace(*session.result(), key), nullptr);
}

TEST(Session, ClosesWhileWorking) {
    for (int i = 0; i < 5; ++i) {
        Session session;
        session.submit(blur(3000, 2000, 16));
        std::this_thread::sleep_for(std::chrono::milliseconds(7 * i));
    }
}

} // namespace
} // namespace warpscope::session
