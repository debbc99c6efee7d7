// Figures and tables that the window saves for print.
#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "driver.hpp"
#include "export/carried_scene.hpp"
#include "export/png.hpp"
#include "input/input.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;

class FigureDialog : public testing::Test {
protected:
    FigureDialog()
        : folder(fs::path(testing::TempDir()) / ("warpscope-print-test-" + std::to_string(::getpid()))) {
        fs::create_directories(folder);
    }
    ~FigureDialog() override { fs::remove_all(folder); }

    void save(Driver& driver, const std::string& format, const fs::path& file,
              const std::string& subject = "right view", const std::string& switched = "") {
        driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
        driver.frames(3);
        if (!switched.empty()) driver.click(switched + "##save");
        driver.click(subject + "##subject");
        driver.click(format + "##format");
        driver.click("##save path");
        driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
        driver.type(file.string());
        driver.click("Save##save");
        driver.settle();
    }

    fs::path folder;
};

TEST_F(FigureDialog, ReplacingNeedsTheReplaceButton) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    save(driver, "SVG", folder / "a.svg");
    const std::string before = contents(folder / "a.svg");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    driver.click("##save path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type((folder / "a.svg").string());
    EXPECT_FALSE(driver.has("Save##save"));
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(contents(folder / "a.svg"), before);
    driver.frames(2);
    EXPECT_TRUE(driver.has("Replace##save")) << "Enter replaces nothing";
}

TEST_F(FigureDialog, ForecastIsTheSizeOfTheFile) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    for (const char* subject : {"right view", "both views", "whole window"}) {
        driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
        driver.frames(3);
        driver.click(std::string(subject) + "##subject");
        driver.click("PNG##format");
        driver.frames(2);
        const std::string& text = driver.text();
        const size_t end = text.find(" pixels\n"), begin = text.rfind('\n', end) + 1;
        ASSERT_NE(end, std::string::npos) << text;
        const std::string forecast = text.substr(begin, end - begin);
        driver.click("Cancel##save");
        const fs::path png = folder / (std::string(subject) + " forecast.png");
        save(driver, "PNG", png, subject);
        const auto image = input::load_image(png);
        ASSERT_TRUE(image) << subject;
        EXPECT_EQ(fmt::format("{} × {}", image->layout.shape.width, image->layout.shape.height), forecast) << subject;
    }
}

TEST_F(FigureDialog, DialogKeepsHeightAndFormat) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    const auto lower = [&] { return driver.item("Cancel##save").min.y; };
    const float at_first = lower();
    for (const char* choice : {"both views##subject", "SVG##format", "right view##subject", "PDF##format"}) {
        driver.click(choice);
        driver.frames(3);
        EXPECT_EQ(lower(), at_first) << choice;
    }
    driver.click("##save path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type((folder / "a.pdf").string());
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(fs::exists(folder / "a.pdf"));
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    EXPECT_TRUE(driver.says("sharp at any size")) << "the format that was chosen last\n" << driver.text();
    EXPECT_FALSE(driver.has("save scale/track"));
    driver.click("##save path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type((folder / "b.pdf").string());
    driver.click("left view##subject"); // takes the focus from the field
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Enter);
    driver.frames(3);
    ASSERT_TRUE(driver.has("Save##save"));
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_TRUE(fs::exists(folder / "b.pdf"));
}

TEST_F(FigureDialog, ExtensionlessNameReplacesNothing) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    std::ofstream(folder / "fig.png") << "of the user's";
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    driver.click("##save path");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type((folder / "fig").string());
    EXPECT_TRUE(driver.has("Replace##save"));
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(contents(folder / "fig.png"), "of the user's");
}

TEST_F(FigureDialog, DialogWritesSvgWithScene) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    save(driver, "SVG", folder / "a.svg");
    const std::string svg = contents(folder / "a.svg");
    ASSERT_FALSE(svg.empty()) << driver.text();
    EXPECT_NE(svg.find("<g id=\"output-blocks\""), std::string::npos);
    EXPECT_NE(svg.find("<g id=\"output-legend\""), std::string::npos);
    EXPECT_NE(svg.find("</text>"), std::string::npos);
    EXPECT_EQ(svg.find("<g id=\"input"), std::string::npos) << "the right view only";
    EXPECT_EQ(svg.find("<image"), std::string::npos) << "1200 cells are shapes";
    const auto scene = exporting::find_svg_scene(svg);
    ASSERT_TRUE(scene && *scene);
    EXPECT_NE((*scene)->find("gradient:40x30"), std::string::npos);
    // Later frames are drawn as before.
    driver.frames(2);
    EXPECT_TRUE(driver.says("Saved "));
}

TEST_F(FigureDialog, VectorFileMessageNamesBuffersOnce) {
    Driver driver(start_with(setup_of("box_blur", "noise:160x120")));
    driver.settle();
    save(driver, "PDF", folder / "a.pdf", "both views");
    EXPECT_TRUE(driver.says("Saved " + (folder / "a.pdf").string() + ".")) << driver.text();
    const std::string words = "The cells of 'in' are embedded";
    const size_t first = driver.text().find(words);
    ASSERT_NE(first, std::string::npos) << driver.text();
    EXPECT_EQ(driver.text().find(words, first + 1), std::string::npos) << driver.text();
}

TEST_F(FigureDialog, SuggestionCountsFilesOfOneFormat) {
    const fs::path before = fs::current_path();
    fs::current_path(folder);
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    driver.click("PNG##format");
    driver.click("Save##save");
    driver.settle();
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    driver.click("PDF##format");
    driver.click("Save##save");
    driver.settle();
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    fs::current_path(before);
    ASSERT_EQ(names.size(), 2u);
    EXPECT_EQ(fs::path(names[0]).stem(), fs::path(names[1]).stem());
}

TEST_F(FigureDialog, FigureHasNoButtons) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    ASSERT_TRUE(driver.has("idle##1"));
    for (const char* subject : {"right view", "both views"}) {
        save(driver, "SVG", folder / (std::string(subject) + ".svg"), subject);
        const std::string svg = contents(folder / (std::string(subject) + ".svg"));
        EXPECT_NE(svg.find(">output: out<"), std::string::npos) << "what it shows stays";
        for (const char* pill : {">more", ">idle<", ">divergence<", "px per cell"})
            EXPECT_EQ(svg.find(pill), svg.npos) << pill;
    }
    save(driver, "SVG", folder / "window.svg", "whole window");
    EXPECT_NE(contents(folder / "window.svg").find(">more"), std::string::npos) << "the window is what it is";
    driver.frames(2);
    EXPECT_TRUE(driver.has("idle##1"));
}

TEST_F(FigureDialog, FigureHasTheWholeLegend) {
    Start start = start_with(setup_of("box_blur", "gradient:76x62"));
    start.pin = CellCoordinates{20, 20};
    start.zoom = 16;
    for (scene::View& view : start.preferences.views) view.overlays = *render::parse_overlays("all");
    start.preferences.panes.drawer_open = false;
    Driver driver(std::move(start), 1100, 800);
    driver.settle();
    ASSERT_TRUE(driver.has("right more")) << driver.text();
    const Recorder::Item view = driver.item("right view");
    save(driver, "SVG", folder / "a.svg");
    const std::string svg = contents(folder / "a.svg");
    ASSERT_FALSE(svg.empty()) << driver.text();
    EXPECT_EQ(svg.find(" more<"), svg.npos);
    for (const char* entry : {"20 blocks of 16", "408 idle threads"})
        EXPECT_NE(svg.find(entry), svg.npos) << entry << '\n' << driver.text();
    driver.frames(2);
    EXPECT_EQ(driver.item("right view").max.y, view.max.y) << "the window is as it was";
}

TEST_F(FigureDialog, FigureHasNoMap) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.panes.drawer_open = false;
    start.zoom = 24;
    Driver driver(std::move(start));
    driver.settle();
    ASSERT_TRUE(driver.has("right map")) << driver.text();
    save(driver, "SVG", folder / "a.svg");
    const std::string svg = contents(folder / "a.svg");
    ASSERT_FALSE(svg.empty()) << driver.text();
    EXPECT_EQ(svg.find("<image"), svg.npos) << "the cells are shapes";
}

TEST_F(FigureDialog, CompareFigureHasAllRows) {
    scene::LaunchSetup choice = setup_of("transpose", "index:48x32");
    choice.variant = "tiled";
    Start start = start_with(choice);
    start.compare_with = "naive_row";
    start.preferences.tab = Tab::compare;
    start.preferences.panes.drawer_open = true;
    Driver driver(std::move(start), 1100, 620);
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.comparison);
    const Recorder::Item before = driver.item("drawer tab"), view = driver.item("right view");
    save(driver, "SVG", folder / "rows.svg", "Compare");
    const std::string svg = contents(folder / "rows.svg");
    for (const analysis::MetricRow* row : driver.model().baseline.comparison->ranked())
        EXPECT_NE(svg.find(fmt::format(">{}<", row->title())), std::string::npos) << row->title();
    EXPECT_NE(svg.find(">Equal:"), std::string::npos) << "the last paragraph";
    driver.frames(2);
    EXPECT_EQ(driver.item("drawer tab").max.y, before.max.y) << "the window is as it was";
    EXPECT_EQ(driver.item("right view").max.y, view.max.y);
}

TEST_F(FigureDialog, CroppedViewsAreNotDescribed) {
    Driver driver(start_with(setup_of("box_blur", "gradient:300x200")));
    driver.settle();
    save(driver, "SVG", folder / "both.svg", "both views");
    const std::string both = contents(folder / "both.svg");
    const size_t described = both.find("The cells of 'in'");
    ASSERT_NE(described, std::string::npos) << both.substr(0, 2000);
    EXPECT_EQ(both.find("The cells of 'in'", described + 1), std::string::npos) << "once is enough";
    ASSERT_NE(both.find("The cells of 'out'"), std::string::npos);
    save(driver, "SVG", folder / "right.svg");
    const std::string right = contents(folder / "right.svg");
    EXPECT_EQ(right.find("The cells of 'in'"), std::string::npos);
    EXPECT_NE(right.find("The cells of 'out'"), std::string::npos);
}

TEST_F(FigureDialog, FourViewsKeepTheirRuns) {
    const auto picture = [&](const std::string& name, uint8_t gray) {
        const std::vector<std::byte> pixels(size_t{8} * 6 * 3, std::byte{gray});
        EXPECT_TRUE(exporting::save_png(folder / name, 8, 6, 3, pixels.data()));
        return folder / name;
    };
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.setup->input = {};
    start.setup->input.file = picture("dark.png", 0x33).string();
    start.preferences.four = true;
    Driver driver(std::move(start));
    driver.settle();
    driver.key(ImGuiMod_Shift | ImGuiKey_C);
    driver.app().open_files({picture("light.png", 0xaa)});
    driver.settle();
    ASSERT_TRUE(driver.model().baseline.side_by_side);
    const auto colors = [&](const std::string& view) {
        save(driver, "SVG", folder / (view + ".svg"), view);
        const std::string svg = contents(folder / (view + ".svg"));
        EXPECT_EQ(svg.find("<g id=\"input") != svg.npos, view.starts_with("lower")) << view;
        return std::pair(svg.find("\"#333333\"") != svg.npos, svg.find("\"#aaaaaa\"") != svg.npos);
    };
    for (const char* row : {"upper", "lower"}) {
        EXPECT_EQ(colors(std::string(row) + " left view"), std::pair(true, false)) << row;
        EXPECT_EQ(colors(std::string(row) + " right view"), std::pair(false, true)) << row;
    }
}

TEST_F(FigureDialog, CropsBothViewsToTheirPictures) {
    Driver driver(start_with(setup_of("box_blur", "gradient:60x36")));
    driver.settle();
    const Recorder::Item view = driver.item("left view");
    save(driver, "PNG", folder / "both.png", "both views");
    const auto image = input::load_image((folder / "both.png").string());
    ASSERT_TRUE(image);
    const double share = double{view.max.y - view.min.y} / double{driver.item("right view").max.x - view.min.x};
    EXPECT_LT(image->layout.shape.height, 0.95 * share * image->layout.shape.width);
    driver.frames(2);
    EXPECT_EQ(driver.item("left view").max.y, view.max.y) << "the window is as it was";
}

/// Two pictures of 48 x 32 cells side by side are 3 times as wide as high. Titles and legends need some height more.
TEST_F(FigureDialog, FigureHasLittleEmptyHeight) {
    for (const render::OverlaySet overlays :
         {scene::OverlaySet{0}, static_cast<scene::OverlaySet>(render::Overlay::blocks)}) {
        Start start = start_with(setup_of("box_blur", "gradient:48x32"));
        for (scene::View& view : start.preferences.views) view.overlays = overlays;
        Driver driver(std::move(start), 1400, 1000);
        driver.settle();
        save(driver, "PNG", folder / fmt::format("{}.png", overlays), "both views", "large legend");
        const auto image = input::load_image((folder / fmt::format("{}.png", overlays)).string());
        ASSERT_TRUE(image);
        EXPECT_LT(image->layout.shape.height, (overlays == 0 ? 0.54 : 0.56) * image->layout.shape.width);
    }
}

TEST_F(FigureDialog, CropsOneViewToItsPicture) {
    Driver driver(start_with(setup_of("box_blur", "gradient:60x36")));
    driver.settle();
    const Recorder::Item view = driver.item("right view");
    save(driver, "PNG", folder / "one.png", "right view");
    const auto image = input::load_image((folder / "one.png").string());
    ASSERT_TRUE(image);
    const double share = double{view.max.y - view.min.y} / double{view.max.x - view.min.x};
    EXPECT_LT(image->layout.shape.height, 0.95 * share * image->layout.shape.width);
    driver.frames(2);
    EXPECT_EQ(driver.item("right view").max.y, view.max.y) << "the window is as it was";
}

TEST_F(FigureDialog, SavedTabHasNoSteppers) {
    Start start = start_with(setup_of("transpose", "noise:64x64,seed=1"));
    start.setup->variant = "tiled";
    start.preferences.tab = Tab::shared;
    start.preferences.panes.drawer_open = true;
    Driver driver(std::move(start));
    driver.settle();
    save(driver, "SVG", folder / "banks.svg", "Shared memory");
    const std::string text = contents(folder / "banks.svg");
    EXPECT_NE(text.find("request 1 of"), std::string::npos);
    EXPECT_EQ(text.find("›"), std::string::npos);
}

TEST_F(FigureDialog, EveryFigureHasTitleAndCaption) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.tab = Tab::charts;
    start.preferences.panes.drawer_open = true;
    Driver driver(std::move(start));
    driver.settle();
    const auto retype = [&](const char* field, const char* words) {
        driver.click(field);
        driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
        driver.key(ImGuiKey_Delete);
        driver.type(words);
    };
    for (const char* subject : {"right view", "both views", "Charts", "whole window"}) {
        driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
        driver.frames(3);
        retype("##save title", "Who reads what?");
        retype("##save caption", "Each block reads more than it owns.");
        driver.click("Cancel##save");
        const fs::path svg = folder / (std::string(subject) + ".svg"), png = folder / (std::string(subject) + ".png");
        save(driver, "SVG", svg, subject);
        const std::string text = contents(svg);
        EXPECT_NE(text.find("<g id=\"figure-title\""), text.npos) << subject;
        EXPECT_NE(text.find(">Who reads what?<"), text.npos) << subject;
        EXPECT_NE(text.find("<g id=\"figure-caption\""), text.npos) << subject;
        const size_t title = text.find(">Who reads what?<"), caption = text.find("Each block");
        EXPECT_LT(title, caption) << subject;
        const size_t before = driver.model().notices->size();
        save(driver, "PNG", png, subject);
        EXPECT_GE(driver.model().notices->size(), before);
        const auto saved = exporting::find_svg_scene(text);
        ASSERT_TRUE(saved && *saved) << subject;
        EXPECT_NE((*saved)->find("title = \"Who reads what?\""), std::string::npos) << **saved;
    }
    save(driver, "SVG", folder / "other.svg");
    EXPECT_EQ(contents(folder / "other.svg").find(">Who reads what?<"), std::string::npos)
        << "the title belongs to the figure saved before";
    // Title and caption add strips above and below the picture.
    const auto size_of = [&](const char* name) { return input::load_image((folder / name).string())->layout.shape; };
    const Shape with = size_of("right view.png");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_E);
    driver.frames(3);
    for (const char* field : {"##save title", "##save caption"}) {
        driver.click(field);
        driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
        driver.key(ImGuiKey_Delete);
    }
    driver.click("Cancel##save");
    save(driver, "PNG", folder / "bare.png");
    EXPECT_EQ(size_of("bare.png").width, with.width);
    EXPECT_LT(size_of("bare.png").height + 80, with.height);
}

/// Returns a view's background color as SVG text.
std::string ground(bool dark) {
    const ImU32 c = palette(dark).view;
    return fmt::format("#{:02x}{:02x}{:02x}", c & 255, c >> 8 & 255, c >> 16 & 255);
}

int brightness(const fs::path& png) {
    const auto image = input::load_image(png.string());
    EXPECT_TRUE(image);
    return image ? std::to_integer<int>((*image->bytes)[0]) : -1;
}

TEST_F(FigureDialog, SvgUsesPrintColorsByDefault) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.preferences.dark = true;
    Driver driver(std::move(start));
    driver.settle();
    save(driver, "SVG", folder / "print.svg");
    EXPECT_TRUE(driver.model().preferences->dark) << "the window's colours stay";
    EXPECT_EQ(contents(folder / "print.svg").find(ground(true)), std::string::npos);
    EXPECT_NE(contents(folder / "print.svg").find(ground(false)), std::string::npos);
    save(driver, "PNG", folder / "window.png");
    EXPECT_LT(brightness(folder / "window.png"), 80);
    // PNG files have the window's colors by default. The option "print colors" toggles the colors.
    save(driver, "PNG", folder / "print.png", "right view", "print colors");
    EXPECT_GT(brightness(folder / "print.png"), 200);
    EXPECT_EQ(driver.model().preferences->figure_colors, FigureColors::print);
    save(driver, "SVG", folder / "dark.svg", "right view", "print colors");
    EXPECT_NE(contents(folder / "dark.svg").find(ground(true)), std::string::npos);
    const auto kept = from_json(to_json(*driver.model().preferences));
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->figure_colors, FigureColors::window);
}

TEST_F(FigureDialog, DialogWritesAPdf) {
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    save(driver, "PDF", folder / "a.pdf");
    const auto scene = exporting::find_pdf_scene(contents(folder / "a.pdf"));
    ASSERT_TRUE(scene && *scene) << driver.text();
    EXPECT_NE((*scene)->find("box_blur"), std::string::npos);
}

TEST_F(FigureDialog, SvgWithoutSceneIsRejected) {
    const fs::path file = folder / "own.svg";
    {
        Driver driver(start_with(setup_of("color_to_gray", "gradient:40x30")));
        driver.settle();
        save(driver, "SVG", file);
    }
    Driver driver(start_with(setup_of("box_blur", "gradient:40x30")));
    driver.settle();
    driver.app().open_files({file});
    driver.settle();
    EXPECT_EQ(driver.model().setup->experiment, "color_to_gray");
    EXPECT_TRUE(driver.says("numbers are as saved")) << driver.text();
    std::ofstream(folder / "bare.svg") << "<svg/>";
    driver.app().open_files({folder / "bare.svg"});
    driver.settle();
    EXPECT_TRUE(driver.says("bare.svg contains no scene")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
