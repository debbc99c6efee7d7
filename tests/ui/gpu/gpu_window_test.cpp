// The window on machines with GPUs: choosing a GPU, moving a slider, errors from the driver.
#include "gpu_window.hpp"

#include <fstream>

#include "export/hardware_counters.hpp"
#include "export/numbers.hpp"
#include "export/scene_file.hpp"
#include "export/vector/figure_words.hpp"
#include "input/scratch_folder.hpp"
#include "interop/uploaded_run.hpp"
#include "session/device.hpp"
#include "session/require_run.hpp"
#include "ui/panels/block_schedule_texture.hpp"
#include "ui/wording/phrases.hpp"

namespace warpscope::ui {
namespace {

TEST_F(GpuWindow, UsesTheWindowsGpu) {
    runtime.devices = 2;
    runtime.names = {"Compute", "Display"};
    bridge.devices = {1};
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    EXPECT_TRUE(window.model().live.active) << window.model().live.why.english();
    EXPECT_EQ(window.model().live.device, "Display");
    EXPECT_EQ(window.model().live.path, "shared texture");
    EXPECT_TRUE(window.has("Display · live"));
}

TEST_F(GpuWindow, SwitchingGpuKeepsTheScene) {
    runtime.devices = 2;
    runtime.names = {"First", "Second"};
    Driver& window = open("color_to_gray", "gradient:76x62");
    const auto result = window.model().result;
    REQUIRE_RUN(result);
    window.click_at(window.at_cell("right view", 7, 5));
    const auto pinned = window.model().selection.thread;
    EXPECT_NE(pinned, 0u);

    window.click("First · live");
    window.click("1: Second##gpu");
    window.settle();
    EXPECT_EQ(window.model().live.device, "Second");
    EXPECT_EQ(window.model().live.path, "host copy") << "OpenGL draws on the first";
    EXPECT_NE(window.model().live.why.english().find("is not the CUDA device"), std::string::npos);
    EXPECT_EQ(window.model().study.device, "Second");
    EXPECT_EQ(window.model().result, result) << "nothing is measured again";
    EXPECT_EQ(window.model().selection.thread, pinned);
    EXPECT_EQ(window.model().preferences->gpu, 1);

    window.key(ImGuiMod_Ctrl | ImGuiKey_G); // wraps around to the first GPU
    window.settle();
    EXPECT_EQ(window.model().live.device, "First");
    EXPECT_EQ(window.model().live.path, "shared texture");
}

TEST_F(GpuWindow, SceneNeedsConfirmationForTheGpu) {
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    const ScratchFolder folder;
    const std::filesystem::path file = folder.path() / "other.wscope";
    window.save_scene(file);
    auto saved = scene::from_text(contents(file), file.string());
    ASSERT_TRUE(saved && saved->measured.given);
    std::string& ptx = saved->measured.given->ptx; // from another compiler
    ptx.insert(ptx.rfind("\tret;"), "\tmov.u32 %r1, 0;\n");
    saved->measured.ptx = scene::checksum_of(ptx);
    saved->tab = "gpu";
    std::ofstream(file) << to_text(*saved);
    const int before = runtime.launches;
    window.app().open_files({file});
    window.settle();
    ASSERT_TRUE(window.model().result->has_scenes_ptx);
    EXPECT_EQ(window.model().preferences->tab, Tab::gpu);
    EXPECT_EQ(runtime.launches, before);
    EXPECT_FALSE(window.model().study.timing);
    EXPECT_FALSE(window.model().live.active);
    EXPECT_TRUE(window.says("came with a scene")) << window.text();
}

TEST_F(GpuWindow, SingleGpuOffersNoChoice) {
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    window.click("Fake GPU · live");
    EXPECT_FALSE(window.has("0: Fake GPU##gpu"));
}

TEST_F(GpuWindow, SliderLaunchesBeforeMeasuring) {
    Driver& window = open("box_blur", "gradient:76x62");
    const auto before = window.model().result;
    REQUIRE_RUN(before);
    const int launches = runtime.launches;
    ImGui::GetIO().AddKeyEvent(ImGuiKey_RightBracket, true);
    window.frames(1);
    EXPECT_EQ(runtime.launches, launches + 1) << "in the frame that hears of it";
    EXPECT_EQ(window.app().launch_times().size(), 1u);
    ImGui::GetIO().AddKeyEvent(ImGuiKey_RightBracket, false);
    window.settle();
    EXPECT_NE(window.model().result, before);
    EXPECT_FALSE(window.model().live_ahead);
    EXPECT_TRUE(window.model().live.active);
}

TEST_F(GpuWindow, UnchangedInputIsNotPale) {
    Driver& window = open("box_blur", "noise:1536x1024", "", 7);
    REQUIRE_RUN(window.model().result);
    window.key(ImGuiKey_RightBracket);
    size_t seen = 0;
    for (int frame = 0; frame < 100000 && window.model().live_ahead; ++frame) {
        window.frames(1);
        if (!window.model().result_is_stale || !window.model().live_ahead) continue;
        ++seen;
        ASSERT_FALSE(window.has("left banner"));
        ASSERT_FALSE(window.has("right banner")) << "the GPU's picture is of the new launch";
    }
    EXPECT_GT(seen, 0u) << "the emulator was done before anything could be pale";
}

// Each launch of the fake kernel writes the launch's number to every bin.
TEST_F(GpuWindow, GpuBarsPrecedeTheEmulator) {
    runtime.kernels["_Z16global_histogramPjPKhi"] = [this](const LaunchConfig&, void** arguments) {
        std::fill_n(gpu::argument<unsigned*>(arguments, 0), 256, static_cast<unsigned>(++runtime.launches));
    };
    Driver& window = open("histogram", "noise:2048x1536");
    REQUIRE_RUN(window.model().result);
    const Recorder::Item view = window.item("right view");
    window.move({(view.min.x + view.max.x) / 2, (view.min.y + view.max.y) / 2});
    window.settle();
    ASSERT_TRUE(window.model().selection.pointed);
    const std::string bin = fmt::format("histogram[{}] = ", window.model().selection.pointed->index);
    EXPECT_TRUE(window.says(bin + fmt::format("{} ", runtime.launches.load()))) << window.text();

    const int before = runtime.launches;
    window.key(ImGuiMod_Shift | ImGuiKey_RightArrow);
    bool followed = false;
    for (int frame = 0; frame < 10000 && window.model().live_ahead; ++frame) {
        window.frames(1);
        followed = followed || (window.model().live_ahead && window.says(bin + fmt::format("{} ", before + 1)));
    }
    EXPECT_TRUE(followed);
}

TEST_F(GpuWindow, MissingDriverUsesTheEmulator) {
    runtime.driver = 0;
    runtime.failures["device_count"] = gpu::code::insufficient_driver;
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    EXPECT_TRUE(window.has("emulator"));
    EXPECT_TRUE(window.says("no NVIDIA driver found")) << window.text();
}

TEST_F(GpuWindow, TooLittleMemoryIsReported) {
    runtime.failures["allocate"] = gpu::code::out_of_memory;
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    EXPECT_FALSE(window.model().live.active);
    EXPECT_TRUE(window.says("too little free memory")) << window.text();
    EXPECT_FALSE(window.model().live.lost);
    runtime.failures.clear();
    window.key(ImGuiMod_Shift | ImGuiKey_UpArrow);
    window.settle();
    EXPECT_TRUE(window.model().live.active) << "the next launch is tried again";
}

TEST_F(GpuWindow, TooManyRegistersAreReported) {
    runtime.failures["launch"] = gpu::code::launch_out_of_resources;
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    EXPECT_TRUE(window.says("needs more registers than a multiprocessor has")) << window.text();
    EXPECT_FALSE(window.model().live.lost);
}

TEST_F(GpuWindow, OldDriverGetsRelabeledPtx) {
    runtime.driver = 12000;
    runtime.newest_ptx = "8.0";
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    if (window.model().result->compiled.compiler != compile::CompilerKind::nvrtc)
        GTEST_SKIP() << "only NVRTC writes PTX as new as its toolkit";
    EXPECT_TRUE(window.model().live.active) << window.model().live.why.english();
    EXPECT_NE(window.model().live.note.english().find("declared as 8.0"), std::string::npos);
    EXPECT_TRUE(window.says("declared as 8.0 for this driver")) << window.text();
}

TEST_F(GpuWindow, RejectedPtxUsesTheEmulator) {
    runtime.driver = 12000;
    runtime.newest_ptx = "none";
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    EXPECT_FALSE(window.model().live.active);
    EXPECT_TRUE(window.says("the PTX is newer than the driver understands")) << window.text();
}

TEST_F(GpuWindow, RestartKeepsTheScene) {
    Driver& window = open("box_blur", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    window.click_at(window.at_cell("right view", 7, 5));
    window.key(ImGuiKey_RightBracket);
    window.settle();
    window.key(ImGuiMod_Shift | ImGuiKey_K);
    window.settle();
    const std::vector<std::string> words = window.app().restart_arguments();
    const auto value_of = [&](std::string_view option) {
        const auto found = std::find(words.begin(), words.end(), option);
        return found == words.end() || found + 1 == words.end() ? std::string("missing") : *(found + 1);
    };
    EXPECT_NE(value_of("--experiment").find("box_blur"), std::string::npos);
    EXPECT_EQ(value_of("--input"), "gradient:76x62");
    EXPECT_EQ(value_of("--block"), "16x16x1");
    const double radius = window.model().setup->settings.values.at("radius");
    EXPECT_EQ(value_of("--set"), "radius=" + std::to_string(static_cast<int>(radius)));
    EXPECT_EQ(value_of("--pin"), "7,5");
    EXPECT_EQ(value_of("--interval"), "0");
    EXPECT_EQ(value_of("--device"), "missing") << "the GPU is not insisted on again";
}

TEST(BlocksOverTime, PixelShowsItsBlock) {
    const Driver driver(start_with({})); // provides OpenGL
    const auto recording = std::make_shared<session::Recording>();
    recording->readings.blocks = {{7, 0, 400}, {3, 100, 1000}, {7, 500, 799}};
    BlockPicture picture;
    picture.show(recording, 10, 2);
    EXPECT_EQ(picture.lanes().multiprocessors, (std::vector<uint32_t>{3, 7}));
    EXPECT_EQ(picture.block_at(0, 0), std::nullopt) << "block 1 has not begun";
    EXPECT_EQ(picture.block_at(0, 1), 1u);
    EXPECT_EQ(picture.block_at(0, 9), 1u);
    EXPECT_EQ(picture.block_at(1, 4), 0u);
    EXPECT_EQ(picture.block_at(1, 5), 2u);
    EXPECT_EQ(picture.block_at(1, 8), std::nullopt);
    EXPECT_EQ(picture.block_at(2, 0), std::nullopt) << "no such row";
    EXPECT_EQ(picture.block_at(0, 10), std::nullopt) << "no such column";
    const uint32_t first = picture.texture();
    picture.show(recording, 10, 2);
    EXPECT_EQ(picture.texture(), first);
    picture.show(recording, 20, 2);
    EXPECT_EQ(picture.block_at(0, 1), std::nullopt) << "wider: 50 ns a pixel";
    EXPECT_EQ(picture.block_at(0, 2), 1u);
    picture.show(std::make_shared<session::Recording>(), 20, 2);
    EXPECT_EQ(picture.block_at(0, 2), std::nullopt) << "nothing recorded";
}

TEST(BlocksOverTime, NarrowBlocksAreCounted) {
    const Driver driver(start_with({})); // provides OpenGL
    const auto recording = std::make_shared<session::Recording>();
    // Multiprocessor 3 always runs two blocks, 7 runs one block half of the time.
    for (uint64_t start = 0; start < 1000; start += 10) {
        recording->readings.blocks.push_back({3, start, start + 10});
        recording->readings.blocks.push_back({3, start, start + 10});
        recording->readings.blocks.push_back({7, start, start + 5});
    }
    BlockPicture picture;
    picture.show(recording, 20, 2); // 50 ns per pixel
    EXPECT_TRUE(picture.crowded());
    EXPECT_FLOAT_EQ(picture.max_held(), 2);
    for (uint32_t column = 0; column < 20; ++column) {
        EXPECT_FLOAT_EQ(picture.held_at(0, column), 2);
        EXPECT_FLOAT_EQ(picture.held_at(1, column), 0.5f);
    }
    EXPECT_EQ(picture.held_at(2, 0), 0) << "no such row";
    EXPECT_EQ(picture.block_at(0, 0), std::nullopt);
    picture.show(recording, 400, 2); // four pixels per block
    EXPECT_FALSE(picture.crowded());
    EXPECT_TRUE(picture.block_at(0, 0));
}

TEST_F(GpuWindow, UnsupportedKernelHasNoNumbers) {
    Driver& window = open("color_to_gray", "gradient:77x62");
    REQUIRE_RUN(window.model().result);
    session::RunResult run = *window.model().result;
    EXPECT_NE(coverage_sentence(run).find("threads**"), std::string::npos) << coverage_sentence(run);
    run.not_emulated = "wgmma";
    EXPECT_NE(coverage_sentence(run).find("The emulator cannot run this kernel"), std::string::npos);
    EXPECT_EQ(coverage_sentence(run).find("threads**"), std::string::npos) << coverage_sentence(run);
    EXPECT_NE(divergence_sentence(run).find("is not known"), std::string::npos) << divergence_sentence(run);
    EXPECT_TRUE(session::gpu_safety_error(run, false)) << "nothing has checked it";
    render::ViewState view;
    view.overlays = *render::parse_overlays("all");
    EXPECT_FALSE(render::legend(*window.model().result, nullptr, view, {}).empty());
    EXPECT_TRUE(render::legend(run, nullptr, view, {}).empty()) << "zeros that nobody has measured";
    EXPECT_FALSE(exporting::reported_numbers(*window.model().result).empty());
    EXPECT_TRUE(exporting::reported_numbers(run).empty());
    EXPECT_EQ(exporting::run_description(run).find("found no errors"), std::string::npos);
    EXPECT_NE(exporting::run_description(run).find("nothing is measured"), std::string::npos);
    EXPECT_FALSE(session::gpu_safety_error(run, true));
}

TEST_F(GpuWindow, EveryBlockSizeIsVisible) {
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    window.click("GPU##tab");
    window.settle();
    ASSERT_TRUE(window.model().study.sweep);
    const Recorder::Item map = window.item("block sizes");
    EXPECT_GT(map.max.y - map.min.y, 20 * 8) << "a row for each of 1 to 1024 threads";
    EXPECT_LT(map.max.y, static_cast<float>(Driver::height) - 27) << "above the status bar";
}

TEST_F(GpuWindow, ArithmeticMatchesTheKernel) {
    Driver& window = open("color_to_gray", "gradient:76x62");
    REQUIRE_RUN(window.model().result);
    window.click("GPU##tab");
    window.settle();
    ASSERT_TRUE(window.model().study.timing);
    EXPECT_EQ(window.says("float operations"), window.model().study.timing->float_operations > 0) << window.text();
    EXPECT_TRUE(window.says("integer operations")) << window.text();
    EXPECT_EQ(window.says("rounded separately"), window.model().study.timing->kept_apart > 0) << window.text();
}

TEST(StoredCounters, AppearNextToTheRun) {
    const exporting::HardwareCounters* stored = exporting::stored_hardware_counters();
    ASSERT_NE(stored, nullptr);
    for (const bool is_initial : {true, false}) {
        Start start = start_with(setup_of("scan", is_initial ? "index:64" : "index:96"));
        start.preferences.tab = Tab::gpu;
        Driver driver(std::move(start), 1600, 1400);
        driver.settle();
        REQUIRE_RUN(driver.model().result);
        driver.frames(2);
        EXPECT_EQ(driver.says("8, as measured on the H200"), is_initial) << driver.text();
        EXPECT_EQ(driver.says("20 in the PTX · 0, as measured on the H200"), is_initial) << driver.text();
        EXPECT_EQ(driver.says(stored->date + " with " + stored->device), is_initial) << driver.text();
        EXPECT_EQ(driver.says("No stored measurement for these settings"), !is_initial) << driver.text();
    }
}

TEST(StoredCounters, DifferencesHaveAReason) {
    const scene::LaunchSetup first = setup_of("scan", "index:64");
    const Start all = start_with(first);
    Start start = start_with(with_variant(first, *all.catalog->find("scan"), "brent_kung"));
    start.preferences.tab = Tab::gpu;
    Driver driver(std::move(start), 1600, 1400);
    driver.settle();
    REQUIRE_RUN(driver.model().result);
    driver.frames(2);
    EXPECT_TRUE(driver.says("62 here · 60 on the H200: merged or omitted accesses")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
