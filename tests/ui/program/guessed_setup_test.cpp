// Guessed setup of a kernel without an experiment file: changing it in LAUNCH and saving it.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include <unistd.h>

#include "catalog/guess/guess.hpp"
#include "export/png.hpp"
#include "ui/driver.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;

class GuessedSetup : public testing::Test {
protected:
    GuessedSetup()
        : folder(fs::temp_directory_path() / ("warpscope-setup-" + std::to_string(::getpid()))) {
        fs::create_directories(folder);
    }
    ~GuessedSetup() override { fs::remove_all(folder); }

    Start start(const std::string& text) const {
        std::ofstream(folder / "own.cu") << text;
        auto guessed = catalog::guess_experiment(folder / "own.cu");
        EXPECT_TRUE(guessed) << guessed.error().text();
        auto catalog = std::make_shared<catalog::Catalog>();
        catalog->experiments.push_back(std::move(*guessed));
        Start begin = start_with(default_setup(catalog->experiments.front(), ""));
        begin.catalog = catalog;
        return begin;
    }
    /// Returns the label of a buffer's button. The label names the guessed role.
    static std::string button_of(const Driver& driver, const std::string& buffer) {
        const std::vector<std::string> labels = driver.labels();
        const auto found = std::ranges::find_if(
            labels, [&](const std::string& label) { return label.ends_with("##shape of " + buffer); });
        return found == labels.end() ? std::string() : *found;
    }
    template<class Done>
    static bool wait(Driver& driver, Done done) {
        for (int i = 0; i < 1000 && !done(); ++i) {
            driver.frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        driver.settle();
        return done();
    }
    [[nodiscard]] std::vector<fs::path> saved() const {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.path().extension() == ".toml") files.push_back(entry.path());
        return files;
    }

    fs::path folder;
};

constexpr const char* scale = "__global__ void scale(const float* in, float* out, int n, int by) {\n"
                              "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                              "    if (i < n) out[i] = in[i] * by;\n}\n";

TEST_F(GuessedSetup, SpareBlocksAreNamedWhereTheyAre) {
    constexpr const char* invert =
        "__global__ void invert(const unsigned char* in, unsigned char* out, int width, "
        "int height) {\n"
        "    const int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    const int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
        "    if (x < width && y < height) out[y * width + x] = 255 - in[y * width + x];\n}\n";
    for (const auto& [input, is_spare] : {std::pair{"gradient:613x407", false}, std::pair{"gradient:64x48", true}}) {
        Start begin = start(invert);
        begin.setup->input = *input::parse_spec(input);
        Driver driver(std::move(begin), 1366, 1500);
        driver.settle();
        ASSERT_TRUE(driver.model().result) << driver.text();
        EXPECT_EQ(driver.says("The grid is a block larger"), is_spare) << driver.text();
        EXPECT_EQ(driver.says("the grid covers more than the data"), is_spare) << driver.text();
    }
}

TEST_F(GuessedSetup, EditedTextIsNotCalledReloaded) {
    Start begin = start(scale);
    begin.preferences.tab = Tab::source;
    begin.is_drawer_requested = true;
    Driver driver(std::move(begin), 1366, 900);
    driver.settle();
    driver.key(ImGuiKey_F2);
    driver.settle();
    driver.type("// mine");
    driver.settle();
    std::ofstream(folder / "own.cu") << scale << "// of another program\n";
    ASSERT_TRUE(wait(driver, [&] { return driver.says("changed on disk since you edited it"); })) << driver.text();
    EXPECT_FALSE(driver.says("was reloaded")) << driver.text();
    EXPECT_TRUE(driver.model().edited->changed());
}

TEST_F(GuessedSetup, BufferTypesAndRolesAreEditable) {
    Driver driver(start(scale), 1366, 1500);
    driver.settle();
    ASSERT_TRUE(driver.model().result) << driver.text();
    EXPECT_EQ(driver.model().result->output.layout.type, ElementType::f32);
    const std::string guessed = button_of(driver, "out");
    EXPECT_TRUE(guessed.starts_with("output")) << guessed;
    EXPECT_FALSE(driver.has("Use the guess##setup"));

    driver.click(guessed);
    driver.click("u32##type");
    driver.settle();
    EXPECT_EQ(driver.model().result->output.layout.type, ElementType::u32) << driver.text();
    EXPECT_NE(button_of(driver, "out").find("u32"), std::string::npos) << button_of(driver, "out");
    driver.key(ImGuiKey_Escape);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    EXPECT_EQ(button_of(driver, "out"), guessed);
    EXPECT_EQ(driver.model().result->output.layout.type, ElementType::f32);
    driver.key(ImGuiMod_Ctrl | ImGuiKey_Y);
    driver.settle();
    EXPECT_EQ(driver.model().result->output.layout.type, ElementType::u32) << driver.text();
    driver.click(button_of(driver, "out"));

    driver.click("##width of out");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type("5000");
    driver.key(ImGuiKey_Enter);
    driver.settle();
    EXPECT_EQ(driver.model().result->output.layout.shape.width, 5000u) << driver.text();
    driver.click("scratch##role");
    driver.settle();
    EXPECT_EQ(driver.model().variant->buffers.back().role, BufferRole::scratch);
    driver.key(ImGuiKey_Escape);

    driver.click("Use the guess##setup");
    EXPECT_TRUE(wait(driver, [&] { return button_of(driver, "out") == guessed; })) << button_of(driver, "out");
    EXPECT_FALSE(driver.has("Use the guess##setup"));
}

TEST_F(GuessedSetup, EditsSurviveReloadAndSaving) {
    Driver driver(start(scale), 1366, 1500);
    driver.settle();
    driver.click(button_of(driver, "out"));
    driver.click("u32##type");
    driver.key(ImGuiKey_Escape);
    driver.settle();
    std::string more = scale;
    more.replace(more.find("* by"), 4, "* by + 1");
    std::ofstream(folder / "own.cu") << more;
    ASSERT_TRUE(wait(driver, [&] { return driver.says("was reloaded"); })) << driver.text();
    EXPECT_EQ(driver.model().result->output.layout.type, ElementType::u32);

    driver.slide("by", 1.0f);
    driver.settle();
    const double by = driver.model().setup->settings.values.at("by");
    driver.click("Save as TOML##setup");
    ASSERT_TRUE(wait(driver, [&] { return !saved().empty(); }));
    driver.click("Save as TOML##setup"); // chooses a new name instead of overwriting the file
    ASSERT_TRUE(wait(driver, [&] { return saved().size() == 2; }));
    const auto read = catalog::open_experiment(folder / "own-scale.toml");
    ASSERT_TRUE(read) << read.error().text();
    const catalog::Variant& variant = read->variants.front();
    EXPECT_EQ(variant.buffers.back().type, ElementType::u32);
    const auto parameter = std::ranges::find(variant.parameters, "by", &catalog::Parameter::name);
    ASSERT_NE(parameter, variant.parameters.end());
    EXPECT_EQ(parameter->initial, by);
}

TEST_F(GuessedSetup, OpenedFilesBufferCanBeSelected) {
    Driver driver(start("__global__ void add(const float* first, float* second, int n) {\n"
                        "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                        "    if (i < n) second[i] += first[i];\n}\n"),
                  1366, 1500);
    driver.settle();
    const auto spec = [&](size_t i) { return driver.model().variant->buffers.at(i); };
    ASSERT_TRUE(spec(0).is_main_input);
    const std::string guessed = button_of(driver, "first");
    driver.click(guessed);
    driver.click("scratch##role");
    driver.settle();
    EXPECT_EQ(spec(0).role, BufferRole::scratch);
    EXPECT_TRUE(spec(0).is_main_input); // the buffer still begins with the contents of the opened file
    EXPECT_TRUE(driver.model().result->prepared.plan.buffers[0].initial);
    driver.key(ImGuiKey_Escape);

    driver.click(button_of(driver, "second"));
    driver.click("the opened input##main");
    driver.settle();
    EXPECT_FALSE(spec(0).is_main_input);
    EXPECT_TRUE(spec(1).is_main_input);
    EXPECT_EQ(spec(1).role, BufferRole::input);
    ASSERT_TRUE(driver.model().result) << driver.text();
    EXPECT_EQ(driver.model().result->prepared.plan.buffers[0].layout.shape.width, 4000u); // the buffer keeps its size
    driver.click("output##role"); // shows the buffer, which the kernel changes in place
    driver.settle();
    EXPECT_EQ(driver.model().result->prepared.output_buffer, 1u);
    EXPECT_TRUE(driver.model().result->prepared.plan.buffers[1].initial);
    driver.key(ImGuiKey_Escape);
    driver.click("Save as TOML##setup");
    ASSERT_TRUE(wait(driver, [&] { return !saved().empty(); })) << driver.text();
    const auto read = catalog::open_experiment(saved().front());
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_TRUE(read->variants.front().buffers.at(1).is_main_input);
    EXPECT_EQ(read->variants.front().buffers.at(1).role, BufferRole::output);
    EXPECT_EQ(read->variants.front().buffers.at(0).role, BufferRole::scratch);

    for (int i = 0; i < 3; ++i) driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    EXPECT_EQ(button_of(driver, "first"), guessed);
    EXPECT_TRUE(spec(0).is_main_input);
}

TEST_F(GuessedSetup, NumbersAndGridCanBeEdited) {
    Driver driver(start(scale), 1366, 1500);
    driver.settle();
    const std::string guessed = button_of(driver, "n");
    EXPECT_TRUE(guessed.starts_with("s32:cells")) << guessed;
    EXPECT_TRUE(button_of(driver, "by").empty()); // `by` has a slider instead of a button
    const auto set = [&](const std::string& button, const std::string& field, const std::string& typed) {
        driver.click(button);
        driver.click(field);
        driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
        driver.type(typed);
        driver.key(ImGuiKey_Enter);
        driver.settle();
        driver.key(ImGuiKey_Escape);
    };
    set(guessed, "##value of n", "s32:cells - 96");
    ASSERT_TRUE(driver.model().result) << driver.text();
    EXPECT_EQ(driver.model().result->unwritten_cells(), 96u);
    set(button_of(driver, "grid"), "##blocks in x", "3");
    EXPECT_EQ(driver.model().result->shown().config.grid, (Dim3{3, 1, 1}));
    EXPECT_TRUE(driver.has("Use the guess##setup"));
    std::ofstream(folder / "own.cu") << scale << "// another line\n";
    ASSERT_TRUE(wait(driver, [&] { return driver.says("was reloaded"); })) << driver.text();
    EXPECT_TRUE(button_of(driver, "n").starts_with("s32:cells - 96")) << button_of(driver, "n");
    EXPECT_EQ(driver.model().result->shown().config.grid, (Dim3{3, 1, 1}));
    for (int i = 0; i < 2; ++i) driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    driver.settle();
    EXPECT_TRUE(button_of(driver, "n").starts_with("s32:cells##")) << button_of(driver, "n");
    EXPECT_EQ(driver.model().result->shown().config.grid, (Dim3{16, 1, 1}));
}

TEST_F(GuessedSetup, EachKernelKeepsItsInput) {
    Driver driver(
        start("__global__ void add(float* out, const float* in, int n) {\n"
              "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
              "    if (i < n) out[i] += in[i];\n}\n"
              "__global__ void negative(unsigned char* out, const unsigned char* in, int width, int height) {\n"
              "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
              "    if (x < width && y < height) out[y * width + x] = 255 - in[y * width + x];\n}\n"));
    driver.settle();
    const auto choose = [&](const std::string& kernel) {
        driver.click("variant");
        driver.frames(3);
        driver.click(kernel + "##variant " + kernel);
        driver.settle();
        EXPECT_EQ(driver.model().variant->name, kernel);
        EXPECT_EQ(driver.model().result->request.input, driver.model().setup->input);
    };
    const auto input = [&] { return driver.model().setup->input.text(); };
    EXPECT_EQ(input(), "noise:4000");
    choose("negative");
    EXPECT_EQ(input(), catalog::default_picture().string()) << "not the numbers of the other";
    const fs::path picture = folder / "own.png";
    const std::vector<std::byte> pixels(size_t{8} * 6 * 3, std::byte{0x33});
    ASSERT_TRUE(exporting::save_png(picture, 8, 6, 3, pixels.data()));
    driver.app().open_files({picture});
    driver.settle();
    choose("add");
    EXPECT_EQ(input(), "noise:4000");
    choose("negative");
    EXPECT_EQ(input(), picture.string());
    // The compared variant has the same input.
    driver.click("variant");
    driver.frames(3);
    driver.click("add##compare add");
    driver.settle();
    EXPECT_EQ(driver.model().variant->name, "add");
    EXPECT_EQ(input(), picture.string());
}

TEST_F(GuessedSetup, BufferPaddingIsHidden) {
    Driver driver(start("__global__ void rows(const float* in, float* out, int width, int height) {\n"
                        "    const int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                        "    const int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                        "    if (x < width && y < height) out[y * (width + 12) + x] = in[y * width + x];\n}\n"),
                  1366, 1500);
    driver.settle();
    driver.click(button_of(driver, "out"));
    const auto type = [&](const char* field, const char* typed) {
        driver.click(field);
        driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
        driver.type(typed);
        driver.key(ImGuiKey_Enter);
        driver.settle();
    };
    type("##width of out", "width + 12");
    type("##height of out", "height");
    ASSERT_TRUE(driver.model().result) << driver.text();
    const uint32_t height = driver.model().result->input.layout.shape.height;
    EXPECT_EQ(driver.model().result->unwritten_cells(), 12u * height);
    type("##padding of out", "12");
    const session::RunResult& run = *driver.model().result;
    EXPECT_EQ(run.unwritten_cells(), 0u);
    EXPECT_EQ(run.output.layout.seen(), run.input.layout.shape);
    EXPECT_EQ(render::plane_size(run, render::Space::output).x, run.input.layout.shape.width);
}

TEST_F(GuessedSetup, TemplateInstanceCanBeTyped) {
    Driver driver(start("template<class T, int by> __global__ void fill(T* out, int n) {\n"
                        "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                        "    if (i < n) out[i] = i * by;\n}\n"
                        "void host(float* p) { fill<float, 2><<<1, 32>>>(p, 32); }\n"),
                  1366, 1500);
    driver.settle();
    EXPECT_TRUE(driver.says("variant fill<float, 2>")) << driver.text(); // not fill_float_2
    driver.click("##instance");
    driver.key(ImGuiMod_Ctrl | ImGuiKey_A);
    driver.type("fill<int, 3>");
    driver.key(ImGuiKey_Enter);
    ASSERT_TRUE(wait(driver, [&] { return driver.model().variant->title == "fill<int, 3>"; })) << driver.text();
    EXPECT_EQ(driver.model().result->output.layout.type, ElementType::s32);
}

TEST_F(GuessedSetup, FindingsMentionTheGuess) {
    Start begin = start("__global__ void far(float* out, int n) { out[n * 1000000 + threadIdx.x] = 1; }\n");
    begin.preferences.tab = Tab::findings;
    Driver driver(std::move(begin), 1366, 900);
    driver.settle();
    EXPECT_TRUE(driver.says("Check SETUP (GUESSED).")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
