// Search for English sentences in the window's translated texts.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include "driver.hpp"
#include "language/language.hpp"

namespace warpscope::ui {
namespace {

class UntranslatedText : public testing::Test {
protected:
    UntranslatedText()
        : folder(std::filesystem::path(testing::TempDir()) / ("warpscope-words-test-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(folder);
    }
    void SetUp() override {
        if (const auto set = set_language(Language::russian); !set) GTEST_SKIP() << set.error().text();
    }
    ~UntranslatedText() override {
        EXPECT_TRUE(set_language(Language::english));
        std::filesystem::remove_all(folder);
    }

    std::filesystem::path written(const std::string& name, const std::string& text) {
        std::ofstream(folder / name) << text;
        return folder / name;
    }
    /// Starts in Russian, because every machine has a font for it.
    static Start in_russian(Start start) {
        start.preferences.language = Language::russian;
        return start;
    }

    std::filesystem::path folder;
};

/// Returns the drawn lines with English words between spaces. Ignores comments of kernels, and the compiler's message
/// about the name `nothing`.
std::string english_lines(const std::string& shown) {
    static const std::regex english(
        R"((^|[ (])(the|of|is|are|by|with|which|not|no|to|found|written|none|has|cannot|than|as|was|it|and)([ ,.:;)]|$))");
    std::string found, line;
    for (std::istringstream lines(shown); std::getline(lines, line);)
        if (std::regex_search(line, english) && line.find("//") == std::string::npos &&
            line.find("nothing\"") == std::string::npos && line.find("'nothing'") == std::string::npos &&
            line.find("broken.cu") == std::string::npos)
            found += line + "\n";
    return found;
}

void expect_no_english(Driver& driver, const std::string& what) {
    driver.settle();
    driver.frames(2);
    EXPECT_EQ(english_lines(driver.text()), "") << what;
}

TEST_F(UntranslatedText, TabsHaveNone) {
    for (const auto& [experiment, input] :
         {std::pair{"matmul", "noise:48x32"}, std::pair{"bug_museum", "gradient:52x90"},
          std::pair{"halo_exchange", "checkerboard:64x48"}})
        for (const Tab tab : {Tab::source, Tab::ptx, Tab::timeline, Tab::shared, Tab::epochs, Tab::charts, Tab::devices,
                              Tab::compare, Tab::gpu, Tab::findings}) {
            Start start = in_russian(start_with(setup_of(experiment, input)));
            start.preferences.tab = tab;
            start.pin = CellCoordinates{10, 12, 0};
            Driver driver(std::move(start));
            expect_no_english(driver, std::string(experiment) + ", " + std::string(info(tab).name));
        }
}

TEST_F(UntranslatedText, MomentsHaveNone) {
    for (const char* experiment : {"matmul", "box_blur", "reduction"}) {
        Start start = in_russian(start_with(setup_of(experiment, "noise:48x32")));
        start.pin = CellCoordinates{0, 0, 0};
        start.moment.scope = scene::Scope::block;
        start.moment.step = 40;
        Driver driver(std::move(start));
        expect_no_english(driver, experiment);
        driver.click("##scope warp");
        expect_no_english(driver, std::string(experiment) + ", warp");
    }
}

TEST_F(UntranslatedText, ComparisonHasNone) {
    Start start = in_russian(start_with(setup_of("transpose", "noise:48x32")));
    start.compare_with = "tiled";
    start.preferences.tab = Tab::compare;
    Driver driver(std::move(start));
    expect_no_english(driver, "compare");
}

TEST_F(UntranslatedText, SplitsHaveNone) {
    Start start = in_russian(start_with(setup_of("box_blur", "noise:48x32")));
    start.pin = CellCoordinates{30, 30, 0};
    Driver driver(std::move(start));
    expect_no_english(driver, "a warp that splits");
}

TEST_F(UntranslatedText, OtherOrdersHaveNone) {
    Start start = in_russian(start_with(setup_of("bug_museum", "gradient:52x90")));
    start.setup = with_variant(*start.setup, *start.catalog->find("bug_museum"), "kogge_stone_missing_sync");
    start.preferences.tab = Tab::findings;
    start.preferences.panes.drawer = 640;
    Driver driver(std::move(start), 1400, 1200);
    driver.settle();
    driver.click("Make it fail##0");
    driver.settle();
    ASSERT_TRUE(driver.model().orders.found);
    EXPECT_TRUE(driver.says("Где они расходятся")) << driver.text();
    EXPECT_TRUE(driver.says("Обычный порядок, шаг")) << driver.text();
    expect_no_english(driver, "two orders");
}

TEST_F(UntranslatedText, PagesAndDialogsHaveNone) {
    Start start = in_russian(start_with(setup_of("box_blur", "noise:48x32")));
    start.first_start = true;
    Driver driver(std::move(start));
    expect_no_english(driver, "the first page");
    driver.key(ImGuiKey_Escape);
    driver.search("");
    expect_no_english(driver, "the palette");
    driver.key(ImGuiKey_Escape);
    driver.click("?##keys");
    expect_no_english(driver, "the keys");
    driver.key(ImGuiKey_Escape);
    for (const ImGuiKeyChord keys :
         {ImGuiMod_Ctrl | ImGuiKey_E, ImGuiMod_Ctrl | ImGuiKey_O, ImGuiMod_Ctrl | ImGuiKey_S}) {
        driver.key(keys);
        driver.frames(3);
        expect_no_english(driver, "a dialog");
        driver.key(ImGuiKey_Escape);
    }
    for (const char* menu : {"experiment", "variant", "input"}) {
        driver.click(menu);
        driver.frames(2);
        expect_no_english(driver, menu);
        driver.key(ImGuiKey_Escape);
    }
}

TEST_F(UntranslatedText, ProgramsHaveNone) {
    Start start = in_russian(start_with(setup_of("box_blur", "noise:48x32")));
    start.program = written("faulty.cu", R"(#include <cstdlib>
__global__ void twice(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) a[i] *= 2;
}
int main() {
    float *a = nullptr, *b = nullptr, *host = static_cast<float*>(malloc(400));
    cudaMalloc(&a, 400);
    cudaMalloc(&b, 400);
    cudaMemcpy(a, host, 800, cudaMemcpyHostToDevice);
    cudaMemcpy(a, host, 400, cudaMemcpyDeviceToHost);
    twice<<<1, 2000>>>(a, 100);
    twice<<<1, 128>>>(a, 100);
    cudaFree(b);
    cudaFree(b);
}
)");
    start.run_program = true;
    Driver driver(std::move(start));
    const auto ended = [&] {
        const ProgramView* const program = driver.model().program;
        return program != nullptr && (program->problem || (program->run && !program->busy()));
    };
    for (int i = 0; i < 3000 && !ended(); ++i) {
        driver.frames(1);
        ::usleep(10'000);
    }
    if (driver.model().program && driver.model().program->problem)
        GTEST_SKIP() << driver.model().program->problem->text();
    expect_no_english(driver, "a program's page");
    const auto labels = driver.labels();
    const auto tab = std::ranges::find_if(labels, [](const std::string& label) {
        return label.starts_with("Findings ") && label.ends_with("##program");
    });
    ASSERT_NE(tab, labels.end()) << driver.text();
    driver.click(*tab);
    expect_no_english(driver, "a program's findings");
    EXPECT_TRUE(driver.says("cudaMemcpy: назначение выходит на 400 байт")) << driver.text();
    driver.click("##launch 1");
    driver.settle();
    EXPECT_TRUE(driver.says("запуск 1: twice")) << driver.text();
    EXPECT_FALSE(driver.says("launch 1: twice")) << driver.text();
}

TEST_F(UntranslatedText, UserKernelsHaveNone) {
    Driver driver(in_russian(start_with(setup_of("box_blur", "noise:48x32"))));
    driver.settle();
    driver.app().open_files(
        {written("own.cu", "__global__ void fill(float* a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }\n")});
    expect_no_english(driver, "a set-up that was guessed");
    EXPECT_TRUE(driver.says("Свои файлы")) << driver.text();
    EXPECT_FALSE(driver.says("Own files")) << driver.text();
}

TEST_F(UntranslatedText, FailuresHaveNone) {
    const std::pair<std::string, std::filesystem::path> files[]{
        {"not there", folder / "missing.png"},
        {"no picture", written("text.png", "words")},
        {"empty", written("empty.png", "")},
        {"a scene that is none", written("damaged.wscope", "words")},
        {"a kernel that does not compile",
         written("broken.cu", "__global__ void k(float* out) { out[0] = nothing; }\n")},
        {"a folder", folder},
    };
    for (const auto& [what, file] : files) {
        Driver driver(in_russian(start_with(setup_of("box_blur", "noise:48x32"))));
        driver.settle();
        driver.app().open_files({file});
        expect_no_english(driver, what);
        EXPECT_FALSE(driver.model().notices->empty() && !driver.model().failure) << what << ": nothing is said";
    }
}

} // namespace
} // namespace warpscope::ui
