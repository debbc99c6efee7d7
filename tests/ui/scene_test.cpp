// Scenes in the window: saving with Ctrl+S, opening from a scene file or a picture, and restoring the whole state.
#include <chrono>
#include <fstream>
#include <random>

#include <unistd.h>

#include "driver.hpp"
#include "export/png.hpp"
#include "export/scene_file.hpp"
#include "input/scratch_folder.hpp"
#include "ui/app/app.hpp"
#include "ui/dialogs/palette.hpp"
#include "ui/workbench.hpp"
#include "workbench/export/autosave.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;

/// Changes one setting of every kind in the window.
void change_all(Driver& driver) {
    driver.settle();
    driver.key(ImGuiKey_W); // warps
    driver.click_at(driver.at_cell("right view", 12, 7));
    driver.key(ImGuiKey_Equal); // zoom
    driver.key(ImGuiKey_RightBracket);
    driver.click("Data flow##tab");
    driver.settle();
}

TEST(SceneFiles, SavedSceneIsRestored) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a.wscope";
    scene::Scene saved;
    {
        Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
        change_all(driver);
        driver.save_scene(file);
        EXPECT_TRUE(driver.says("Saved " + file.string())) << driver.text();
        saved = *driver.model().scene;
    }
    ASSERT_TRUE(fs::exists(file));
    Driver driver(start_with(setup_of("transpose", "index:16x16")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    EXPECT_EQ(*driver.model().scene, saved);
    EXPECT_EQ(driver.model().preferences->tab, Tab::epochs);
    EXPECT_TRUE(driver.model().selection.pinned);
    EXPECT_TRUE(driver.says("numbers are as saved")) << driver.text();
    // Saving again under the same name writes the same file.
    const std::string before = contents(file);
    fs::remove(file);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_S);
    driver.settle();
    EXPECT_EQ(contents(file), before);
}

std::string copied_link(Driver& driver) {
    driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_L);
    driver.settle();
    const char* text = ImGui::GetClipboardText();
    return text != nullptr ? text : "";
}

TEST(SceneLinks, CopiedLinkOpensTheScene) {
    std::string link;
    scene::Scene saved;
    {
        Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
        change_all(driver);
        link = copied_link(driver);
        EXPECT_TRUE(driver.says("Link copied. Open it with Ctrl+O, or in a browser on this computer")) << driver.text();
        saved = *driver.model().scene;
    }
    ASSERT_TRUE(link.starts_with("http://127.0.0.1:8080/#s1=")) << link;
    Driver driver(start_with(setup_of("transpose", "index:16x16")));
    driver.settle();
    driver.app().open_files({link});
    driver.settle();
    EXPECT_EQ(*driver.model().scene, saved);
    EXPECT_TRUE(driver.says("numbers are as saved")) << driver.text();
    EXPECT_FALSE(driver.says("instead of")) << driver.text();
    for (const std::string& file : driver.model().preferences->recent) EXPECT_FALSE(scene::is_link(file));
}

TEST(SceneLinks, PaletteOpensAPastedLink) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    const std::string link = copied_link(driver);
    const std::vector<PaletteEntry> entries = palette_entries(driver.model(), link);
    ASSERT_FALSE(entries.empty());
    ASSERT_EQ(entries.front().commands.size(), 1u);
    ASSERT_TRUE(entries.front().commands.front().is<OpenFile>());
    EXPECT_EQ(entries.front().commands.front().as<OpenFile>()->file, link);
}

TEST(SceneLinks, OpenDialogTakesAPastedLink) {
    std::string link;
    {
        Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
        driver.settle();
        link = copied_link(driver);
    }
    for (const std::string& pasted : {link, " " + link.substr(link.find('#'))}) {
        Driver driver(start_with(setup_of("transpose", "index:16x16")));
        driver.settle();
        driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
        driver.settle();
        ImGui::SetClipboardText(pasted.c_str());
        driver.key(ImGuiMod_Ctrl | ImGuiKey_V);
        driver.frames(2);
        driver.key(ImGuiKey_Enter);
        driver.settle();
        EXPECT_EQ(driver.model().setup->experiment, "box_blur") << driver.text();
    }
}

TEST(SceneLinks, OpenDialogExplainsOtherAddresses) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    driver.settle();
    driver.type("http://a.b/c");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(driver.says("This link contains no scene.")) << driver.text();
    driver.key(ImGuiKey_Escape);
}

TEST(SceneLinks, AddressCanBeChanged) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.link_address = "https://page.example/";
    {
        Driver driver(start);
        driver.settle();
        EXPECT_TRUE(copied_link(driver).starts_with("https://page.example/#s1="));
    }
    start.link_address = "https://other.example/a"; // the page's own address
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_TRUE(copied_link(driver).starts_with("https://other.example/a#s1="));
}

TEST(SceneLinks, DamagedLinkKeepsTheScene) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    const std::string link = copied_link(driver);
    const scene::Scene before = *driver.model().scene;
    driver.app().open_files({link.substr(0, link.size() - 9)});
    driver.settle();
    EXPECT_TRUE(driver.says("The link is damaged")) << driver.text();
    EXPECT_EQ(*driver.model().scene, before);
}

TEST(SceneLinks, LargePictureIsReplaced) {
    const ScratchFolder folder;
    std::minstd_rand random;
    std::vector<std::byte> pixels(size_t{100} * 100 * 3);
    for (std::byte& value : pixels) value = static_cast<std::byte>(random() % 256);
    const fs::path picture = folder.path() / "mine.png";
    ASSERT_TRUE(exporting::save_png(picture, 100, 100, 3, pixels.data(), ""));
    ASSERT_GT(fs::file_size(picture), scene::longest_link);
    Driver driver(start_with(setup_of("box_blur", picture.string())));
    driver.settle();
    const auto saved = scene::from_link(copied_link(driver));
    ASSERT_TRUE(saved) << saved.error().text();
    EXPECT_TRUE(driver.says("Your picture does not fit")) << driver.text();
    EXPECT_EQ(saved->scene.source.input.file, scene::sample_picture);
}

TEST(SceneFiles, ReproducedNumbersStayVisible) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a.wscope";
    {
        Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
        driver.settle();
        driver.save_scene(file);
    }
    Driver driver(start_with(setup_of("transpose", "index:16x16")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    driver.click("##dismiss");
    driver.settle();
    EXPECT_TRUE(driver.model().notices->empty());
    EXPECT_TRUE(driver.says("numbers are as saved · a.wscope")) << driver.text();
    driver.slide("radius", 1.0f);
    driver.settle();
    EXPECT_FALSE(driver.says("numbers are as saved")) << "another launch";
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    EXPECT_TRUE(driver.says("numbers are as saved · a.wscope")) << driver.text();
    // After saving over the file, no saved numbers are left to compare with.
    driver.key(ImGuiMod_Ctrl | ImGuiKey_S);
    driver.settle();
    EXPECT_FALSE(driver.says("numbers are as saved")) << driver.text();
}

TEST(SceneFiles, ScenePtxRunsUntilRecompilation) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a.wscope";
    {
        Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
        driver.settle();
        driver.save_scene(file);
    }
    auto saved = scene::from_text(contents(file), file.string());
    ASSERT_TRUE(saved && saved->measured.given);
    // Simulates another compiler: one more instruction changes nothing but the counts.
    std::string& ptx = saved->measured.given->ptx;
    ptx.insert(ptx.rfind("\tret;"), "\tmov.u32 %r1, 0;\n");
    saved->measured.compiler = saved->measured.given->compiler = "NVRTC 99.0";
    saved->measured.ptx = scene::checksum_of(ptx);
    std::ofstream(file) << to_text(*saved);
    Driver driver(start_with(setup_of("transpose", "index:16x16")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    ASSERT_TRUE(driver.model().result->has_scenes_ptx);
    EXPECT_EQ(driver.model().result->compiled.ptx, ptx);
    EXPECT_TRUE(driver.says("the PTX from the scene (NVRTC 99.0)")) << driver.text();
    EXPECT_TRUE(driver.says("the scene's PTX (NVRTC 99.0)")) << driver.text();
    EXPECT_EQ(driver.model().result->device, "emulator");
    // The radius is an argument, so the scene's PTX stays. A setting that is a macro would need a recompilation.
    driver.slide("radius", 1.0f);
    driver.settle();
    EXPECT_TRUE(driver.model().result->has_scenes_ptx);
    driver.key(ImGuiKey_F5);
    driver.settle();
    EXPECT_FALSE(driver.model().result->has_scenes_ptx);
    EXPECT_NE(driver.model().result->compiled.ptx, ptx);
}

TEST(SceneFiles, ComparisonIsRestored) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "two.wscope";
    {
        Start start = start_with(setup_of("box_blur", "gradient:40x30"));
        start.compare_with = "tiled";
        Driver driver(std::move(start));
        driver.settle();
        ASSERT_TRUE(driver.model().baseline.side_by_side);
        driver.save_scene(file);
    }
    Driver driver(start_with(setup_of("transpose", "index:16x16")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.side_by_side);
    EXPECT_EQ(driver.model().baseline.result->variant().name, "naive");
    EXPECT_EQ(driver.model().result->variant().name, "tiled");
    EXPECT_TRUE(driver.model().baseline.comparison);
    // Opening a scene without a comparison ends the comparison.
    const fs::path alone = folder.path() / "alone.wscope";
    driver.key(ImGuiMod_Shift | ImGuiKey_C);
    driver.settle();
    ASSERT_FALSE(driver.model().baseline.side_by_side);
    driver.save_scene(alone);
    driver.app().open_files({file});
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.side_by_side);
    driver.app().open_files({alone});
    driver.settle();
    EXPECT_FALSE(driver.model().baseline.side_by_side);
}

TEST(SceneFiles, LaterChoiceSurvivesSlowScene) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "slow.wscope";
    {
        scene::LaunchSetup slow = setup_of("box_blur", "noise:300x200");
        slow.settings.values["radius"] = 9;
        Driver driver(start_with(slow));
        driver.settle();
        driver.save_scene(file);
    }
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({file});
    const auto arrives = [&] { return driver.model().setup->settings.values.at("radius") == 9; };
    for (int frame = 0; frame < 10'000 && !arrives(); ++frame) driver.frames(1);
    ASSERT_TRUE(arrives());
    driver.app().open_files({WARPSCOPE_SOURCE_DIR "/assets/samples/dusk.png"});
    driver.settle();
    EXPECT_EQ(fs::path(driver.model().setup->input.file).filename(), "dusk.png");
    EXPECT_EQ(driver.model().result->request.input, driver.model().setup->input);
}

TEST(SceneFiles, OtherExperimentNeedsANewFile) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a.wscope";
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.save_scene(file);
    const std::string before = contents(file);
    driver.app().open_files({fs::path(WARPSCOPE_SOURCE_DIR) / "cuda/transpose/experiment.toml"});
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_S);
    driver.settle();
    EXPECT_TRUE(driver.has("Save##scene")); // asks before overwriting
    EXPECT_EQ(contents(file), before);
}

/// Writes a BMP with few pixels followed by many unused bytes.
void write_large_bmp(const fs::path& file, size_t bytes) {
    constexpr uint32_t width = 16, height = 12, pixels = width * height * 3;
    std::string bmp = "BM";
    const auto put = [&](uint32_t value, size_t size) {
        for (size_t i = 0; i < size; ++i) bmp += static_cast<char>(value >> 8 * i & 255);
    };
    for (const uint32_t value : {54 + pixels, 0u, 54u, 40u, width, height}) put(value, 4);
    for (const uint32_t value : {1u, 24u}) put(value, 2);
    for (const uint32_t value : {0u, pixels, 0u, 0u, 0u, 0u}) put(value, 4);
    bmp.resize(bytes, '\x55');
    std::ofstream(file, std::ios::binary) << bmp;
}

TEST(SceneFiles, LargeInputNeedsConfirmation) {
    const ScratchFolder folder;
    const fs::path picture = folder.path() / "large.bmp", file = folder.path() / "a.wscope";
    write_large_bmp(picture, size_t{17} << 20);
    Driver driver(start_with(setup_of("box_blur", picture.string())));
    driver.settle();
    driver.save_scene(file);
    EXPECT_FALSE(fs::exists(file));
    EXPECT_TRUE(driver.says("It is not saved yet")) << driver.text();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_S);
    driver.settle();
    EXPECT_TRUE(driver.says("Saved " + file.string())) << driver.text();
    fs::remove(picture);
    driver.app().open_files({file});
    driver.settle();
    EXPECT_TRUE(driver.says("numbers are as saved")) << driver.text();
}

TEST(SceneFilePixels, PictureOpensItsSceneOrItself) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a.png";
    {
        Driver driver(start_with(setup_of("box_blur", "gradient:40x30")), 640,
                      480); // small, so that drawing is fast
        driver.settle();
        driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
        driver.frames(3);
        driver.click("##save path");
        driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
        driver.type(file.string());
        driver.click("Save##save");
        driver.settle();
    }
    Driver driver(start_with(setup_of("color_to_gray", "noise:20x20")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "box_blur");
    EXPECT_TRUE(driver.says("· a.png")) << driver.text();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_O);
    driver.settle();
    driver.click("open as image##open");
    driver.click("##path");
    driver.type(file.string());
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().setup->input.file, file.string());
}

TEST(SceneFiles, ReplacingNeedsTheReplaceButton) {
    const ScratchFolder folder;
    const fs::path precious = folder.write("box_blur-naive.wscope", "precious"), before = fs::current_path();
    fs::current_path(folder.path());
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_S);
    driver.frames(3);
    fs::current_path(before);
    ASSERT_TRUE(driver.has("Save##scene")) << "the name that is offered is a free one";
    driver.click("##scene path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type((folder.path() / "box_blur-naive").string()); // without the extension
    EXPECT_FALSE(driver.has("Save##scene"));
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(contents(precious), "precious");
    EXPECT_TRUE(driver.has("Replace##scene")) << "Enter replaces nothing";
    driver.click("Replace##scene");
    driver.settle();
    EXPECT_NE(contents(precious), "precious");
}

TEST(SceneFiles, NewFileGetsNameWithoutNotes) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a.wscope", copy = folder.path() / "a-2.wscope";
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
    driver.frames(3);
    driver.click("##scene notes");
    driver.type("of the first");
    driver.click("##scene path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type(file.string());
    driver.click("Save##scene");
    driver.settle();
    const std::string first = contents(file);
    EXPECT_NE(first.find("of the first"), std::string::npos);
    for (const fs::path& next : {copy, folder.path() / "a-3.wscope"}) {
        driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
        driver.frames(3);
        ASSERT_TRUE(driver.has("Save##scene")) << "replaces nothing";
        driver.click("Save##scene");
        driver.settle();
        EXPECT_TRUE(fs::exists(next)) << next;
        EXPECT_EQ(contents(next).find("of the first"), std::string::npos) << next;
    }
    EXPECT_EQ(contents(file), first);
}

TEST(SceneFiles, OversizedSceneIsNotSaved) {
    const ScratchFolder folder;
    const fs::path picture = folder.path() / "large.bmp", file = folder.path() / "a.wscope";
    write_large_bmp(picture, size_t{30} << 20);
    Driver driver(start_with(setup_of("box_blur", picture.string())));
    driver.settle();
    driver.save_scene(file);
    EXPECT_FALSE(fs::exists(file));
    EXPECT_TRUE(driver.says("The scene was not saved: ")) << driver.text();
    EXPECT_TRUE(driver.says(std::to_string(size_t{28} << 20))) << "the limit when asked twice\n" << driver.text();
}

TEST(SceneFiles, FailuresAreReported) {
    const ScratchFolder folder;
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.save_scene(folder.path() / "nowhere" / "a.wscope");
    EXPECT_TRUE(driver.says("Cannot write")) << driver.text();
    driver.app().open_files({folder.write("bad.wscope", "wscope = 1\nnonsense")});
    driver.settle();
    EXPECT_TRUE(driver.says("The scene is damaged")) << driver.text();
    EXPECT_EQ(driver.model().setup->experiment, "box_blur");
    // The program omits a pin outside the run's cells, a slice that does not exist, and another kernel's buffer.
    driver.app().open_files({folder.write(
        "odd.wscope", "wscope = 1\n[kernel]\nexperiment = \"box_blur\"\nvariant = \"naive\"\ninput = \"gradient:8x8\"\n"
                      "[look]\nslice = 77\nstep = 4000000000\ninterval = 4000000000\n[look.pin]\nspace = \"buffer\"\n"
                      "buffer = 4000000000\n[look.painted]\nline = 4000000000\n[[view]]\nshows = \"buffer\"\nbuffer = "
                      "\"none\"\n[end]\n")});
    driver.settle();
    EXPECT_EQ(driver.model().setup->input.shape, (Shape{8, 8, 1}));
    EXPECT_FALSE(driver.model().scene->pin);
    EXPECT_FALSE(driver.model().scene->slice);
}

TEST(SceneFiles, RestoredSceneHasANameOnly) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a.wscope";
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    {
        Driver driver(start);
        driver.settle();
        driver.save_scene(file);
    }
    auto read = exporting::read_scene(file);
    ASSERT_TRUE(read && *read);
    auto opened = exporting::open_scene(std::move(**read), *start.catalog);
    ASSERT_TRUE(opened);
    start.setup = opened->scene.source;
    start.document = {{}, {}, std::move(*opened), false, {}};
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_TRUE(driver.says("numbers are as saved\n")) << "names no file\n" << driver.text();
}

TEST(SceneFiles, UnexpectedEndIsExplained) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / "a.wscope";
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    {
        Driver driver(start);
        driver.settle();
        driver.save_scene(file);
    }
    auto read = exporting::read_scene(file);
    ASSERT_TRUE(read && *read);
    auto opened = exporting::open_scene(std::move(**read), *start.catalog);
    ASSERT_TRUE(opened);
    start.setup = opened->scene.source;
    start.document.arriving = std::move(*opened);
    start.document.is_restored = true;
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_TRUE(driver.says("Warpscope was not closed properly. This is your last state.")) << driver.text();
    EXPECT_FALSE(driver.says("numbers are as saved")) << driver.text();
}

TEST(Autosave, OtherProgramsNumberIsNoOwner) {
    const ScratchFolder folder;
    const fs::path old = folder.write("autosave-99999999.wscope", "old");
    const fs::path left = folder.write("autosave-1.wscope", "left"); // process 1 runs, but is another program
    fs::last_write_time(old, fs::last_write_time(left) - std::chrono::hours(1));
    EXPECT_EQ(Autosave::find_orphaned(folder.path()), left);
    const fs::path own = folder.write("autosave-" + std::to_string(::getpid()) + ".wscope", "mine");
    Autosave::remove_orphaned(folder.path());
    EXPECT_FALSE(fs::exists(left) || fs::exists(old)) << "a later start would restore them";
    EXPECT_TRUE(fs::exists(own));
}

TEST(Autosave, FindsOnlyAbandonedFiles) {
    const ScratchFolder folder;
    EXPECT_EQ(Autosave::find_orphaned(folder.path()), std::nullopt);
    EXPECT_EQ(Autosave::find_orphaned({}), std::nullopt);
    folder.write("autosave-" + std::to_string(::getpid()) + ".wscope", "mine");
    folder.write("autosave-x.wscope", "");
    folder.write("other.wscope", "");
    EXPECT_EQ(Autosave::find_orphaned(folder.path()), std::nullopt);
    const fs::path left = folder.write("autosave-99999999.wscope", "left"); // larger than any process id
    EXPECT_EQ(Autosave::find_orphaned(folder.path()), left);
}

TEST(Autosave, SavesWhileTheProgramRuns) {
    const ScratchFolder folder;
    const fs::path file = folder.path() / ("autosave-" + std::to_string(::getpid()) + ".wscope");
    {
        Start start = start_with(setup_of("box_blur", "gradient:40x30"));
        start.autosave_folder = folder.path();
        Driver driver(std::move(start));
        driver.settle();
        // On a slow machine, settle() draws so many frames that the file may already exist.
        EXPECT_TRUE(fs::exists(file) || driver.app().idle_seconds() <= Autosave::every + 1)
            << "nobody needs to touch the window for it";
        for (int frame = 0; frame < 17 * 60 && !fs::exists(file); ++frame) driver.frames(); // 60 frames per second
        driver.settle();
        ASSERT_TRUE(fs::exists(file));
        const auto saved = exporting::read_scene(file);
        ASSERT_TRUE(saved) << saved.error().text();
        EXPECT_EQ((*saved)->scene.source.experiment, "box_blur");
    }
    const Driver other(start_with(setup_of("transpose", "index:16x16"))); // replaces the first driver
    EXPECT_FALSE(fs::exists(file));                                       // a regular exit removes the autosave
}

TEST(SceneFolders, AudienceReadsOnlyTheNotes) {
    const ScratchFolder folder;
    {
        Driver driver(start_with(setup_of("box_blur", "gradient:16x16")));
        driver.settle();
        driver.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
        driver.frames(3);
        driver.click("##scene notes");
        driver.type("look at the edge");
        driver.click("##scene path");
        driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
        driver.type((folder.path() / "a.wscope").string());
        driver.click("Save##scene");
        driver.settle();
    }
    Driver driver(start_with(setup_of("vector_add", "noise:64")));
    driver.settle();
    driver.key(ImGuiKey_F11);
    driver.app().open_files({folder.path()});
    driver.settle();
    EXPECT_TRUE(driver.says("look at the edge")) << driver.text();
    EXPECT_FALSE(driver.says("numbers are as saved")) << driver.text();
}

void save_two_scenes(const fs::path& folder) {
    for (const auto& [name, experiment] : {std::pair{"a.wscope", "transpose"}, {"b.wscope", "box_blur"}}) {
        Driver driver(start_with(setup_of(experiment, "gradient:16x16")));
        driver.settle();
        driver.save_scene(folder / name);
    }
}

TEST(SceneFolders, PageKeysStepThroughScenes) {
    const ScratchFolder folder;
    save_two_scenes(folder.path());
    Driver driver(start_with(setup_of("vector_add", "noise:64")));
    driver.settle();
    driver.app().open_files({folder.path()});
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "transpose");
    driver.key(ImGuiKey_F11);
    driver.key(ImGuiKey_PageDown);
    driver.frames(2);
    EXPECT_TRUE(driver.says("Scene 2 of 2")) << driver.text();
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "box_blur");
    EXPECT_TRUE(driver.model().presentation);
    driver.key(ImGuiKey_PageDown);
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "box_blur") << "the last one stays";
    driver.key(ImGuiKey_PageUp);
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "transpose");
    EXPECT_EQ(driver.model().preferences->recent.front(), folder.path().string());
}

TEST(SceneFolders, PositionStaysInSight) {
    const ScratchFolder folder;
    save_two_scenes(folder.path());
    Driver driver(start_with(setup_of("vector_add", "noise:64")));
    driver.settle();
    driver.app().open_files({folder.path()});
    driver.settle();
    driver.key(ImGuiKey_PageDown);
    driver.settle();
    driver.key(ImGuiKey_F11);
    driver.settle();
    EXPECT_TRUE(driver.says("2 / 2 · ")) << driver.text();
}

TEST(SceneFolders, OtherSceneEndsTheRow) {
    const ScratchFolder folder, elsewhere;
    save_two_scenes(folder.path());
    fs::copy_file(folder.path() / "b.wscope", elsewhere.path() / "c.wscope");
    Driver driver(start_with(setup_of("vector_add", "noise:64")));
    driver.settle();
    driver.app().open_files({folder.path()});
    driver.settle();
    driver.app().open_files({folder.path() / "b.wscope"});
    driver.settle();
    ASSERT_NE(driver.model().deck, nullptr);
    EXPECT_EQ(driver.model().deck->position, 1u);
    driver.app().open_files({elsewhere.path() / "c.wscope"});
    driver.settle();
    EXPECT_EQ(driver.model().deck, nullptr);
}

} // namespace
} // namespace warpscope::ui
