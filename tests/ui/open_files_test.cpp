// Opening and saving files in the window.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "driver.hpp"
#include "export/png.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;

TEST(FileOpening, BadFileKeepsThePicture) {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "broken.png") << "this is no picture";
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    const auto before = driver.model().result;
    driver.app().open_files({folder.path() / "broken.png"});
    driver.settle();
    EXPECT_TRUE(driver.says("broken.png")) << driver.text();
    EXPECT_EQ(driver.model().result, before);
    driver.app().open_files({folder.path() / "missing.png"});
    driver.settle();
    EXPECT_TRUE(driver.says("missing.png")) << driver.text();
    EXPECT_EQ(driver.model().result, before);
}

TEST(FileOpening, UndoShowsTheEarlierPicture) {
    const ScratchFolder folder;
    const std::vector<std::byte> pixels(900u * 700u * 3u, std::byte{128});
    ASSERT_TRUE(exporting::save_png(folder.path() / "large.png", 900, 700, 3, pixels.data()));
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({folder.path() / "large.png"});
    driver.settle();
    driver.wheel(driver.at_cell("right view", 880, 680), 30);
    driver.settle();
    ASSERT_GT(driver.model().camera.center.x, 500);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    ASSERT_EQ(driver.model().result->output.layout.shape.width, 40u);
    EXPECT_LT(driver.model().camera.center.x, 40) << "the picture is in the window";
}

TEST(FileOpening, BrowserAsksForTheFile) {
    size_t asked = 0;
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.choose_file = [&] { ++asked; };
    Driver driver(std::move(start));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    driver.settle();
    EXPECT_EQ(asked, 1u);
    EXPECT_FALSE(driver.has("open as image##open")) << "the window's own dialog";
}

TEST(FileOpening, TypingReachesTheNameFieldAfterClicks) {
    const ScratchFolder folder;
    fs::create_directories(folder.path() / "inner");
    folder.write("note.txt", "");
    folder.write("inner/a.png", "");
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.choose_file = {};
    Driver driver(std::move(start));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type((folder.path() / "inner/").string());
    driver.key(ImGuiKey_Enter);
    driver.settle();
    ASSERT_TRUE(driver.has("a.png##entry")) << driver.text();
    driver.click("##up");
    driver.settle();
    driver.type("zzz");
    driver.settle();
    EXPECT_TRUE(driver.says("No file matches \"zzz\".")) << driver.text();
    for (int i = 0; i < 3; ++i) driver.key(ImGuiKey_Backspace);
    driver.settle();
    driver.click("inner/##entry");
    driver.settle();
    ASSERT_TRUE(driver.has("a.png##entry")) << driver.text();
    driver.type("b");
    driver.settle();
    EXPECT_TRUE(driver.says("No file matches \"b\".")) << driver.text();
    EXPECT_FALSE(driver.has("a.png##entry"));
    driver.key(ImGuiKey_Escape);
}

TEST(FileOpening, CudaFileOpensWithGuessedLaunch) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder.path() / "invert.cu";
    std::ofstream(file)
        << "#include <iostream>\n"
           "__global__ void invert(const unsigned char* in, unsigned char* out, int width, int height) {\n"
           "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
           "    if (x < width && y < height) out[y * width + x] = 255 - in[y * width + x];\n"
           "}\n"
           "void host() { std::cout << 1; }\n";
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    ASSERT_TRUE(driver.model().result);
    EXPECT_EQ(driver.model().result->request.experiment->file, std::filesystem::absolute(file));
    EXPECT_TRUE(driver.says("out: output of width x height u8")) << driver.text();
    ASSERT_FALSE(driver.model().preferences->recent.empty());
    EXPECT_EQ(driver.model().preferences->recent.front(), std::filesystem::absolute(file).string());
    const session::RunResult& run = *driver.model().result;
    EXPECT_EQ(run.measured->launches().size(), 1u);
    // Opening a file again reloads it and adds no second experiment.
    const size_t known = driver.model().catalog->experiments.size();
    driver.app().open_files({file});
    driver.settle();
    EXPECT_EQ(driver.model().catalog->experiments.size(), known);
}

TEST(FileOpening, RestartNamesKernelOfOwnFile) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder.path() / "fill.cu";
    std::ofstream(file) << "__global__ void fill(int* out, int n) { if (threadIdx.x < n) out[threadIdx.x] = 1; }\n";
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    const std::vector<std::string> words = driver.app().restart_arguments();
    ASSERT_GE(words.size(), 2u);
    EXPECT_EQ(words[1], file.string() + ":fill") << "as the command line reads it";
}

TEST(FileOpening, FaultyFileOpensOnItsFindings) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder.path() / "beyond.cu";
    std::ofstream(file)
        << "__global__ void beyond(const unsigned char* in, unsigned char* out, int width, int height) {\n"
           "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + "
           "threadIdx.y;\n"
           "    if (x < width && y < height) out[y * width + x + 1] = in[y * width + x];\n"
           "}\n";
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    EXPECT_TRUE(driver.has("Findings 0##tab"));
    driver.app().open_files({file});
    driver.settle();
    EXPECT_EQ(driver.model().preferences->tab, Tab::findings);
    EXPECT_TRUE(driver.model().drawer_open);
    EXPECT_TRUE(driver.has("Findings 1##tab")) << "one row, however often: " << driver.text();
}

TEST(FileOpening, MissingBarrierPrecedesItsRaces) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder.path() / "shift.cu";
    std::ofstream(file) << "__global__ void shift(const float* in, float* out, int n) {\n"
                           "    __shared__ float part[256];\n"
                           "    int i = blockIdx.x * 256 + threadIdx.x;\n"
                           "    if (i < n) part[threadIdx.x] = in[i];\n"
                           "    float left = part[(threadIdx.x + 255) % 256];\n"
                           "    float right = part[(threadIdx.x + 1) % 256];\n"
                           "    if (i < n) out[i] = left + right;\n"
                           "}\n";
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    const std::string& text = driver.text();
    const size_t cause = text.find("Missing __syncthreads() between line 4 and lines 5-6.");
    ASSERT_NE(cause, std::string::npos) << text;
    EXPECT_LT(cause, text.find("Race in shared memory")) << text;
    EXPECT_FALSE(driver.says("__syncwarp()")) << text;
}

TEST(FileOpening, FileWithoutKernelIsReported) {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "host.cu") << "int main() { return 0; }\n";
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    const scene::LaunchSetup before = *driver.model().setup;
    driver.app().open_files({folder.path() / "host.cu"});
    driver.settle();
    EXPECT_TRUE(driver.says("host.cu")) << driver.text();
    EXPECT_EQ(*driver.model().setup, before);
}

TEST(FileOpening, TruncatedFileKeepsTheInput) {
    const ScratchFolder folder;
    std::ifstream whole(WARPSCOPE_SOURCE_DIR "/assets/harbour.png", std::ios::binary);
    std::string bytes(5000, '\0');
    whole.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    std::ofstream(folder.path() / "cut.png", std::ios::binary) << bytes;
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    const scene::LaunchSetup before = *driver.model().setup;
    driver.app().open_files({folder.path() / "cut.png"});
    driver.settle();
    EXPECT_TRUE(driver.says("cut.png")) << driver.text();
    EXPECT_EQ(*driver.model().setup, before);
    EXPECT_FALSE(driver.model().can_undo);
    driver.slide("radius", 0.8f); // the sliders still work
    driver.settle();
    EXPECT_EQ(driver.model().result->request.settings, driver.model().setup->settings);
}

TEST(FileOpening, InputMenuListsOnlyInputs) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.recent = {"/tmp/own.png", "/tmp/sobel.cu", "/tmp/talk.wscope"};
    Driver driver(std::move(start));
    driver.settle();
    driver.click("input");
    driver.frames(2);
    EXPECT_TRUE(driver.has("own.png##recent /tmp/own.png")) << driver.text();
    EXPECT_FALSE(driver.has("sobel.cu##recent /tmp/sobel.cu"));
    EXPECT_FALSE(driver.has("talk.wscope##recent /tmp/talk.wscope"));
}

TEST(FileOpening, PictureChoosesAnExperimentThatUsesIt) {
    Driver driver(start_with(setup_of("matrix_fill", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({WARPSCOPE_SOURCE_DIR "/assets/harbour.png"});
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "box_blur");
    EXPECT_EQ(driver.model().result->input.layout.shape, (Shape{768, 512, 1}));
}

TEST(FileOpening, GoodFileIsOpenedAndRemembered) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({WARPSCOPE_SOURCE_DIR "/assets/harbour.png"});
    driver.settle();
    EXPECT_EQ(driver.model().result->input.layout.shape, (Shape{768, 512, 1}));
    EXPECT_TRUE(driver.model().preferences->recent.empty()) << "the program's own pictures are samples";
    const fs::path own = fs::path(testing::TempDir()) / "own_harbour.png";
    fs::copy_file(WARPSCOPE_SOURCE_DIR "/assets/harbour.png", own, fs::copy_options::overwrite_existing);
    driver.app().open_files({own});
    driver.settle();
    ASSERT_FALSE(driver.model().preferences->recent.empty());
    EXPECT_EQ(fs::path(driver.model().preferences->recent.front()).filename(), "own_harbour.png");
}

TEST(FileOpening, DialogOpensAFileByName) {
    const ScratchFolder folder;
    fs::copy_file(WARPSCOPE_SOURCE_DIR "/assets/harbour.png", folder.path() / "harbour.png");
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.setup->input = {};
    start.setup->input.file = (folder.path() / "harbour.png").string(); // the dialog starts in this picture's folder
    Driver driver(start);
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    driver.settle();
    ASSERT_TRUE(driver.has("harbour.png##entry")) << driver.text();
    driver.key(ImGuiKey_Escape); // closes the dialog although the name field has the cursor
    EXPECT_FALSE(driver.has("harbour.png##entry"));
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    driver.settle();
    driver.type("nothing.png");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says("nothing.png")) << driver.text();
}

TEST(FileOpening, SizesHaveTimesSign) {
    const ScratchFolder folder;
    std::string header("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\1\0\0\0\1\0\0\x08\2\0\0\0", 29); // 65536 pixels per side
    header += std::string("\0\0\0\0", 4);
    std::ofstream(folder.path() / "huge.png", std::ios::binary) << header;
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({folder.path() / "huge.png"});
    driver.settle();
    EXPECT_TRUE(driver.says("65536 × 65536 pixels")) << driver.text();
}

TEST(FileOpening, TypoKeepsTheTypedName) {
    const ScratchFolder folder;
    fs::copy_file(WARPSCOPE_SOURCE_DIR "/assets/harbour.png", folder.path() / "harbour.png");
    Driver driver(start_with(setup_of("box_blur", (folder.path() / "harbour.png").string())));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    driver.settle();
    driver.type("mine/la");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says("There is no such file: " + (folder.path() / "mine/la").string())) << driver.text();
    EXPECT_TRUE(driver.has("open as image##open")) << "the dialog stays open";
    driver.type("b.png"); // the field still has text and cursor
    driver.frames(3);
    EXPECT_FALSE(driver.says("There is no such file")) << "of the old name";
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says("There is no such file: " + (folder.path() / "mine/lab.png").string())) << driver.text();
    driver.key(ImGuiKey_Escape);
}

TEST(FileOpening, FinalSlashListsTheFolder) {
    const ScratchFolder folder;
    fs::create_directories(folder.path() / "talk");
    fs::copy_file(WARPSCOPE_SOURCE_DIR "/assets/harbour.png", folder.path() / "harbour.png");
    fs::copy_file(WARPSCOPE_SOURCE_DIR "/assets/harbour.png", folder.path() / "talk" / "slide.png");
    Driver driver(start_with(setup_of("box_blur", (folder.path() / "harbour.png").string())));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    driver.settle();
    driver.type("talk/");
    driver.settle();
    EXPECT_TRUE(driver.has("slide.png##entry")) << driver.text();
    EXPECT_FALSE(driver.has("harbour.png##entry")) << driver.text();
    driver.key(ImGuiKey_Escape);
}

TEST(FileOpening, TypedBeginningIsCompleted) {
    const ScratchFolder folder;
    fs::copy_file(WARPSCOPE_SOURCE_DIR "/assets/harbour.png", folder.path() / "harbour.png");
    fs::copy_file(WARPSCOPE_SOURCE_DIR "/assets/harbour.png", folder.path() / "other.png");
    Driver driver(start_with(setup_of("box_blur", (folder.path() / "other.png").string())));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    driver.settle();
    driver.type("ha");
    driver.settle();
    EXPECT_TRUE(driver.has("harbour.png##entry")) << driver.text();
    EXPECT_FALSE(driver.has("other.png##entry")) << "it begins differently";
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(fs::path(driver.model().setup->input.file).filename(), "harbour.png") << driver.text();
}

TEST(FileOpening, DialogStartsInTheScenesFolder) {
    const ScratchFolder folder;
    const fs::path picture = folder.path() / "mine" / "own.png", file = folder.path() / "talk" / "a.wscope";
    fs::create_directories(picture.parent_path());
    fs::create_directories(file.parent_path());
    fs::copy_file(WARPSCOPE_SOURCE_DIR "/assets/harbour.png", picture);
    {
        Driver driver(start_with(setup_of("box_blur", picture.string())));
        driver.settle();
        driver.save_scene(file);
    }
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    ASSERT_TRUE(driver.model().setup->input.is_file()) << "the scene carries its picture";
    ASSERT_EQ(driver.model().preferences->recent, std::vector{file.string()});
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    driver.settle();
    EXPECT_TRUE(driver.has("a.wscope##entry")) << driver.text();
    EXPECT_FALSE(driver.has("own.png##entry")) << driver.text();
}

TEST(FileOpening, LargePictureAppearsBeforeRunEnds) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "large.png";
    constexpr uint32_t width = 3000, height = 2000;
    const std::vector<std::byte> pixels(size_t{width} * height * 3, std::byte{120});
    ASSERT_TRUE(exporting::save_png(file, width, height, 3, pixels.data()));
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.panes.inspector_open = false;
    Driver driver(std::move(start));
    driver.settle();
    const auto before = driver.model().result;
    driver.app().open_files({file});
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!driver.has("pending input") && std::chrono::steady_clock::now() < until) {
        driver.frames(1);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_TRUE(driver.has("pending input")) << driver.text();
    EXPECT_EQ(driver.model().result, before) << "its run is in progress";
    const Recorder::Item shown = driver.item("pending input");
    EXPECT_NEAR((shown.max.x - shown.min.x) / (shown.max.y - shown.min.y), 1.5f, 0.02f);
    driver.move(driver.at_cell("left view", 20, 15));
    driver.frames(2);
    EXPECT_TRUE(driver.says("Previous run\nrow 15, col 20")) << "the card's values\n" << driver.text();
}

TEST(FileOpening, DialogKeepsFolderOfFailedFile) {
    const ScratchFolder folder;
    std::ofstream(folder.path() / "broken.png") << "this is no picture";
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({folder.path() / "broken.png"});
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    driver.settle();
    EXPECT_TRUE(driver.has("broken.png##entry")) << driver.text();
    driver.key(ImGuiKey_Escape);
}

TEST(FileOpeningPixels, WindowIsSavedAtAnyScale) {
    const ScratchFolder folder;
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 1200, 700);
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    driver.click("whole window##subject");
    driver.click("##save path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type((folder.path() / "saved.png").string());
    driver.click("Save##save");
    driver.settle();
    EXPECT_TRUE(driver.says("Saved ")) << driver.text();
    const auto info = input::probe_image(folder.path() / "saved.png");
    ASSERT_TRUE(info) << info.error().text();
    EXPECT_EQ(info->width, 2400u);
    EXPECT_EQ(info->height, 1400u);
}

} // namespace
} // namespace warpscope::ui
