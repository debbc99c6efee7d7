// A CUDA program in the window: opening it, running it, exploring its launches.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <sstream>

#include "export/scene_file.hpp"
#include "program_window.hpp"

namespace warpscope::ui {
namespace {

using namespace std::chrono_literals;

TEST_F(Program, FirstRunNeedsConfirmation) {
    const fs::path file = folder / "writes.cu";
    std::ofstream(file) << "#include <cstdio>\n__global__ void nothing() {}\nint main() {\n"
                           "    FILE* out = fopen(\"was_here\", \"w\");\n    if (out) fclose(out);\n"
                           "    nothing<<<1, 1>>>();\n    printf(\"hello\\n\");\n}\n";
    Driver driver(start_with_program(file), 1366, 768);
    driver.settle();
    EXPECT_TRUE(driver.model().program_page);
    EXPECT_TRUE(driver.says("not run yet")) << driver.text();
    EXPECT_TRUE(driver.says("int main() {"));
    EXPECT_FALSE(driver.model().result); // no experiment runs while the program is open
    driver.click("Run##program");
    driver.settle();
    EXPECT_TRUE(driver.says("has not been run from here before")) << driver.text();
    EXPECT_FALSE(view(driver).busy());
    driver.click("Not now##confirm");
    EXPECT_FALSE(driver.says("has not been run from here before"));
    EXPECT_FALSE(fs::exists(folder / "was_here"));
    driver.click("Run##program");
    driver.click("Run##program"); // confirms
    EXPECT_TRUE(wait(driver, [&] { return view(driver).run != nullptr; }));
    EXPECT_TRUE(fs::exists(folder / "was_here")); // runs in its own folder
    EXPECT_TRUE(driver.says("hello")) << driver.text();
    EXPECT_TRUE(driver.says("Ended with status 0"));
    EXPECT_TRUE(driver.says("1 launch, no findings; races not checked")) << driver.text();
    // The second run needs no confirmation; a changed text does.
    const auto first = view(driver).run; // kept alive, so that its address stays unique
    driver.click("Run##program");        // a slow computer may finish the run during the click
    EXPECT_FALSE(view(driver).asking);
    EXPECT_TRUE(wait(driver, [&] { return !view(driver).busy() && view(driver).run != first; }));
    std::ofstream(file, std::ios::app) << "// changed\n";
    EXPECT_TRUE(wait(driver, [&] { return !view(driver).trusted; }));
    EXPECT_TRUE(driver.says("the file has changed since")) << driver.text();
    driver.click("Run##program");
    EXPECT_TRUE(view(driver).asking);
}

TEST_F(Program, ButtonBelowTheWarningAsksOnce) {
    const fs::path file = folder / "greets.cu";
    std::ofstream(file) << "#include <cstdio>\nint main() { printf(\"hello\\n\"); }\n";
    Driver driver(start_with_program(file), 1366, 768);
    driver.settle();
    ASSERT_TRUE(driver.says("can read, write and delete your files")) << driver.text();
    driver.click("Run greets.cu##box");
    EXPECT_FALSE(view(driver).asking);
    EXPECT_TRUE(wait(driver, [&] { return view(driver).run != nullptr; }));
    EXPECT_TRUE(driver.says("hello")) << driver.text();
}

TEST_F(Program, LaunchOpensAndFollowsEdits) {
    const fs::path file = copy_of("picture.cu");
    Driver driver(start_with_program(file), 1366, 768);
    driver.settle();
    keep_picture(driver, "program-opened");
    ASSERT_TRUE(run(driver)) << driver.text();
    EXPECT_TRUE(driver.says("mean luminance 0.4673"));
    EXPECT_TRUE(driver.says("copy host → d_in")) << driver.text();
    EXPECT_TRUE(driver.says("20 × 13 blocks of 16 × 16 threads"));
    keep_picture(driver, "program-run");
    driver.click("##launch 1");
    ASSERT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().result; })) << driver.text();
    const session::RunResult& result = *driver.model().result;
    EXPECT_EQ(result.input.layout.name, "d_in");
    EXPECT_EQ(result.output.layout.shape, (Shape{320, 200, 1}));
    EXPECT_EQ(result.output.layout.channels, 3u);
    EXPECT_TRUE(driver.says("BUFFERS")) << driver.text();
    keep_picture(driver, "program-launch");
    // A slider of the kernel changes its result.
    const Bytes before = *result.output.bytes;
    driver.slide("radius", 0.9f);
    driver.settle();
    EXPECT_NE(*driver.model().result->output.bytes, before);
    // An edited kernel runs on the same buffers.
    std::ifstream in(file);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::string line = "out[(y * width + x) * 3 + c] = sum / count;";
    ASSERT_NE(text.find(line), std::string::npos);
    text.replace(text.find(line), line.size(), "out[(y * width + x) * 3 + c] = 77;");
    std::ofstream(file) << text;
    EXPECT_TRUE(wait(driver, [&] { return driver.model().result->output.bytes->front() == std::byte{77}; }));
    // A key returns to the page.
    driver.key(ImGuiKey_F6);
    EXPECT_TRUE(driver.model().program_page);
    EXPECT_TRUE(driver.says("the file has changed since"));
    // The editor shows the text that ran.
    driver.key(ImGuiKey_F6);
    driver.key(ImGuiKey_F2);
    ASSERT_TRUE(wait(driver, [&] { return driver.model().edited->open; }));
    EXPECT_NE(driver.model().edited->text.find("= 77;"), std::string::npos);
    EXPECT_FALSE(driver.model().stale);
}

TEST_F(Program, FindingsAreCountedAsInTheMicroscope) {
    const fs::path file = folder / "scale.cu";
    std::ofstream(file) << "__global__ void scale(float* a, float s) {\n"
                           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "    a[i] = a[i] * s;\n}\n"
                           "int main() {\n    float* a;\n    cudaMalloc(&a, 10000 * sizeof(float));\n"
                           "    cudaMemset(a, 0, 10000 * sizeof(float));\n    scale<<<40, 256>>>(a, 2.0f);\n"
                           "    cudaDeviceSynchronize();\n}\n";
    for (const bool checks : {false, true}) {
        SCOPED_TRACE(checks);
        Driver driver(start_with_program(file), 1366, 900);
        driver.settle();
        if (checks) driver.click("check races and uninitialized reads##checks");
        ASSERT_TRUE(run(driver)) << driver.text();
        EXPECT_TRUE(driver.says("2 findings")) << driver.text();
        EXPECT_TRUE(driver.says("load of 4 bytes"));
        EXPECT_TRUE(driver.says("store of 4 bytes"));
        EXPECT_TRUE(driver.says("(240 times)"));
        driver.click("##launch 1");
        ASSERT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().result; }));
        const metrics::LaunchMeasurement& launch = driver.model().result->shown();
        EXPECT_EQ(launch.findings.size(), 2u);
        EXPECT_EQ(launch.finding_count, 480u);
    }
}

TEST_F(Program, WritesOfOneCellAreCounted) {
    const fs::path file = folder / "sum.cu";
    std::ofstream(file) << "__global__ void sum(int* total, int n) {\n"
                           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "    if (i < n && threadIdx.x == 0) *total = *total + 1;\n}\n"
                           "int main() {\n    int* total;\n    cudaMalloc(&total, sizeof(int));\n"
                           "    cudaMemset(total, 0, sizeof(int));\n    sum<<<16, 64>>>(total, 1000);\n"
                           "    cudaDeviceSynchronize();\n}\n";
    Driver driver(start_with_program(file), 1366, 1500);
    driver.settle();
    ASSERT_TRUE(run(driver)) << driver.text();
    driver.click("##launch 1");
    ASSERT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().result; })) << driver.text();
    EXPECT_TRUE(driver.says("This cell is written 16 times by the 1024 threads.")) << driver.text();
    EXPECT_FALSE(driver.says("own no cell. ")) << driver.text();
    EXPECT_TRUE(driver.says("SETUP OF THE PROGRAM")) << driver.text();
    EXPECT_FALSE(driver.says("SETUP (GUESSED)")) << driver.text();
    EXPECT_TRUE(driver.says("sum<<<16, 64>>>(total, n = 1000)")) << driver.text();
    EXPECT_TRUE(driver.says("total: 1 value of type int\nGuessed from the launch:\nif you change the block size"))
        << driver.text();
}

TEST_F(Program, LaunchIsSavedAsAScene) {
    Driver driver(start_with_program(copy_of("picture.cu")), 1366, 768);
    driver.settle();
    ASSERT_TRUE(run(driver));
    driver.click("##launch 1");
    ASSERT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().result; }));
    const session::RunResult& result = *driver.model().result;
    exporting::SceneLook look;
    look.scene = *driver.model().scene;
    const auto text = exporting::scene_text(result, look);
    ASSERT_TRUE(text) << text.error().text();
    EXPECT_NE(text->find("picture.cu"), std::string::npos);
}

TEST_F(Program, BufferLayoutsCanBeEdited) {
    Driver driver(start_with_program(copy_of("picture.cu")), 1366, 768);
    driver.settle();
    ASSERT_TRUE(run(driver));
    driver.click("##launch 1");
    ASSERT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().result; }));
    driver.slide("block x", 0.1f);
    driver.settle();
    const uint32_t block = driver.model().scene->source.settings.block.x;
    ASSERT_NE(block, 16u);
    EXPECT_FALSE(driver.has("Save as TOML##setup")) << "its buffers are set where they are listed, once";
    driver.click("320 × 200 u8 × 3##shape of d_out");
    keep_picture(driver, "program-shape");
    driver.click("1##channels");
    ASSERT_TRUE(wait(driver, [&] { return driver.model().result->output.layout.channels == 1; })) << driver.text();
    EXPECT_EQ(driver.model().result->output.layout.shape, (Shape{960, 200, 1}));
    EXPECT_TRUE(driver.has("960 × 200 u8##shape of d_out"));
    EXPECT_EQ(driver.model().scene->source.settings.block.x, block) << "what was set stays";
    if (!driver.has("1##channels")) driver.click("960 × 200 u8##shape of d_out");
    driver.click("Use the guess##shape");
    EXPECT_TRUE(wait(driver, [&] { return driver.model().result->output.layout.channels == 3; }));
}

TEST_F(Program, WidthStepsFillTheBuffer) {
    Driver driver(start_with_program(copy_of("picture.cu")), 1366, 768);
    driver.settle();
    ASSERT_TRUE(run(driver));
    driver.click("##launch 1");
    ASSERT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().result; }));
    driver.click("320 × 200 u8 × 3##shape of d_out");
    const ImVec2 before = driver.middle("vector##shape");
    // The buttons "-" and "+" are at the left of "vector".
    const Recorder::Item vector = driver.item("vector##shape");
    driver.click_at({vector.min.x - 54, before.y});
    ASSERT_TRUE(wait(driver, [&] { return driver.model().result->output.layout.shape.width == 256; })) << driver.text();
    EXPECT_EQ(driver.model().result->output.layout.shape, (Shape{256, 250, 1}));
    EXPECT_EQ(driver.middle("vector##shape").y, before.y) << "the menu stays below the pointer";
    driver.click_at({vector.min.x - 22, before.y});
    EXPECT_TRUE(wait(driver, [&] { return driver.model().result->output.layout.shape.width == 320; })) << driver.text();
}

TEST_F(Program, FindingsHaveTheirLaunchAndLine) {
    Driver driver(start_with_program(copy_of("faulty.cu")), 1600, 950);
    driver.settle();
    ASSERT_TRUE(run(driver));
    EXPECT_TRUE(driver.says("Ended with status 3"));
    EXPECT_TRUE(driver.says("2 findings, 2 notes")) << driver.text();
    const auto launches =
        std::ranges::count(view(driver).run->operations, program::Operation::Kind::launch, &program::Operation::kind);
    ptrdiff_t times = 0;
    std::istringstream text(driver.text());
    for (std::string line; std::getline(text, line);)
        times += line.ends_with(" ms") && line.find("built in") == std::string::npos ? 1 : 0;
    EXPECT_EQ(times, launches) << "launches with findings have a time: " << driver.text();
    EXPECT_EQ(view(driver).tab, ProgramTab::findings) << "a run with findings opens them";
    EXPECT_EQ(view(driver).run->error_count, 2u) << "a load, a store; leaks are notes";
    EXPECT_TRUE(driver.has("Findings 2 · 2 notes##program")) << driver.text();
    EXPECT_TRUE(driver.says("Out of bounds")) << driver.text();
    EXPECT_TRUE(driver.says("'d_data' of line 12"));
    keep_picture(driver, "program-findings");
    driver.click("##finding 1");
    EXPECT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().result; }));
    EXPECT_FALSE(driver.model().result->shown().findings.empty());
    EXPECT_TRUE(driver.model().drawer_open);
    EXPECT_EQ(driver.model().preferences->tab, Tab::findings);
}

TEST_F(Program, StripColorsHaveALegend) {
    Driver driver(start_with_program(copy_of("faulty.cu")), 1600, 950);
    driver.settle();
    EXPECT_TRUE(driver.has("Only open its kernels##box"));
    ASSERT_TRUE(run(driver));
    EXPECT_TRUE(driver.says("\nallocate\nlaunch with findings\n")) << driver.text();
    EXPECT_FALSE(driver.says("\ncopy\n")) << "it copies nothing";
}

TEST_F(Program, LongFindingsAreWrapped) {
    Driver driver(start_with_program(copy_of("faulty.cu")), 900, 700);
    driver.settle();
    ASSERT_TRUE(run(driver));
    EXPECT_TRUE(driver.says(view(driver).run->findings.at(0).message.english())) << driver.text();
    const Recorder::Item row = driver.item("##finding 1");
    EXPECT_GT(row.max.y - row.min.y, 30) << "more than one line";
}

TEST_F(Program, FindingsShareTheirColumns) {
    const fs::path file = folder / "race.cu";
    std::ofstream(file) << "__global__ void count(int* total) { *total = *total + 1; }\n"
                           "int main() {\n    int* total;\n    cudaMalloc(&total, sizeof(int));\n"
                           "    cudaMemset(total, 0, sizeof(int));\n    count<<<2, 64>>>(total);\n"
                           "    cudaDeviceSynchronize();\n}\n";
    Start start = start_with_program(file);
    start.preferences.checked_programs = {file.string()};
    Driver driver(std::move(start), 1600, 950);
    driver.settle();
    ASSERT_TRUE(run(driver));
    const std::string text = driver.text();
    ASSERT_TRUE(text.find("Race in global memory") < text.npos && text.find("Memory leak") < text.npos) << text;
    const float first = driver.item("finding 1 words").min.x;
    for (size_t i = 2; i <= view(driver).run->findings.size(); ++i)
        EXPECT_EQ(driver.item("finding " + std::to_string(i) + " words").min.x, first);
}

TEST_F(Program, UncheckedRunOffersRaceCheck) {
    Driver driver(start_with_program(copy_of("faulty.cu")), 1366, 768);
    driver.settle();
    ASSERT_TRUE(run(driver));
    ASSERT_FALSE(view(driver).run->checked);
    driver.click("Run again with race check##program");
    ASSERT_TRUE(wait(driver, [&] { return !view(driver).busy() && view(driver).run->checked; })) << driver.text();
    EXPECT_TRUE(view(driver).checks);
    EXPECT_FALSE(driver.has("Run again with race check##program"));
    EXPECT_EQ(driver.model().preferences->checked_programs, std::vector{view(driver).file.string()});
}

TEST_F(Program, RaceCheckIsRemembered) {
    Start start = start_with_program(copy_of("faulty.cu"));
    start.preferences.checked_programs = {(folder / "faulty.cu").string()};
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    EXPECT_TRUE(view(driver).checks);
    driver.click("check races and uninitialized reads##checks");
    EXPECT_FALSE(view(driver).checks);
    EXPECT_TRUE(driver.model().preferences->checked_programs.empty());
}

TEST_F(Program, ThousandLaunchesAreListed) {
    Driver driver(start_with_program(copy_of("thousand_steps.cu")), 1366, 768);
    driver.settle();
    ASSERT_TRUE(run(driver));
    EXPECT_TRUE(driver.says("1000 launches")) << driver.text();
    EXPECT_EQ(view(driver).run->launches.size(), 1000u);
    keep_picture(driver, "program-thousand");
    // Invisible rows are not drawn, so frames stay fast.
    const auto begin = std::chrono::steady_clock::now();
    driver.frames(20);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 4s);
    driver.click("1000 launches##rows");
    driver.wheel(driver.middle("##launch 3"), -10000);
    driver.frames(3);
    ASSERT_TRUE(driver.has("##launch 1000"));
    driver.click("##launch 1000");
    EXPECT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().result; })) << driver.text();
    EXPECT_EQ(view(driver).launch, 999u);
    keep_picture(driver, "program-last-step");
}

TEST_F(Program, ChangedLaunchIsReported) {
    const fs::path file = folder / "grows.cu"; // the program's last launch grows with every run
    std::ofstream(file)
        << "#include <cstdio>\n__global__ void fill(int* out) { out[blockIdx.x] = 1; }\nint main() {\n"
           "    int runs = 0;\n    if (FILE* in = fopen(\"runs\", \"a+\")) {\n        while (fgetc(in) != EOF) "
           "++runs;\n"
           "        fputc('x', in);\n        fclose(in);\n    }\n    int* d_out;\n    cudaMalloc(&d_out, 400);\n"
           "    for (int i = 0; i < 60; ++i) fill<<<i == 59 ? 3 + runs : 2, 1>>>(d_out);\n"
           "    cudaDeviceSynchronize();\n    cudaFree(d_out);\n}\n";
    Driver driver(start_with_program(file), 1366, 768);
    driver.settle();
    ASSERT_TRUE(run(driver)) << driver.text();
    ASSERT_EQ(view(driver).run->launches.size(), 60u) << driver.text();
    driver.wheel(driver.middle("##launch 3"), -10000);
    driver.frames(3);
    ASSERT_TRUE(driver.has("##launch 60")) << driver.text();
    driver.click("##launch 60");
    EXPECT_TRUE(wait(driver, [&] { return !view(driver).busy(); }));
    ASSERT_TRUE(view(driver).problem) << driver.text();
    EXPECT_NE(view(driver).problem->message.english().find("launch 60 is a different one"), std::string::npos)
        << view(driver).problem->text();
}

TEST_F(Program, RunCanBeStopped) {
    const fs::path file = folder / "endless.cu";
    std::ofstream(file)
        << "#include <cstdio>\nint main() {\n    for (long i = 0;; ++i) printf(\"line %ld\\n\", i);\n}\n";
    Driver driver(start_with_program(file), 1366, 768);
    driver.settle();
    driver.click("Run##program");
    driver.click("Run this program##confirm");
    const auto until = std::chrono::steady_clock::now() + 60s;
    while (view(driver).output->size() < 100'000 && std::chrono::steady_clock::now() < until) {
        driver.frames(1);
        std::this_thread::sleep_for(5ms);
    }
    driver.frames(3); // draws the output received so far
    EXPECT_TRUE(driver.says("line ")) << driver.text();
    driver.click("Stop##program");
    EXPECT_TRUE(wait(driver, [&] { return view(driver).run != nullptr; }));
    EXPECT_TRUE(driver.says("Stopped after")) << driver.text();
    EXPECT_LT(view(driver).output->size(), 300'000u); // keeps beginning and end of the output
}

TEST_F(Program, LaunchTextIsSavedElsewhere) {
    const fs::path file = copy_of("picture.cu");
    Start start = start_with_program(file);
    start.preferences.tab = Tab::source;
    start.preferences.panes.drawer_open = true;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    ASSERT_TRUE(run(driver));
    driver.click("##launch 1");
    ASSERT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().result; }));
    const fs::path copy = driver.model().result->variant().source;
    driver.key(ImGuiKey_F2);
    driver.settle();
    ASSERT_TRUE(driver.model().edited->open);
    driver.type("// mine");
    driver.settle();
    driver.click("save##source");
    driver.frames(3);
    EXPECT_TRUE(driver.has("Save##text")) << driver.text();
    driver.click("Cancel##text");
    // Saving still does not overwrite the copy after another program was opened.
    driver.app().open_files({copy_of("reduction.cu")});
    ASSERT_TRUE(wait(driver, [&] { return view(driver).name() == "reduction.cu"; }));
    driver.key(ImGuiKey_F6);
    driver.settle();
    driver.click("save##source");
    driver.frames(3);
    EXPECT_TRUE(driver.has("Save##text")) << driver.text();
    std::ifstream in(copy);
    EXPECT_EQ((std::string{std::istreambuf_iterator<char>(in), {}}).find("// mine"), std::string::npos);
    EXPECT_TRUE(driver.model().preferences->texts.empty());
    EXPECT_EQ(driver.app().restart_arguments().front(), (folder / "reduction.cu").string());
}

TEST_F(Program, OnlyCommandLineProgramRunsUnasked) {
    Start start = start_with_program(folder / "missing.cu");
    start.run_program = true;
    start.program_launch = 0;
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    driver.app().open_files({copy_of("picture.cu")});
    ASSERT_TRUE(wait(driver, [&] { return driver.model().program != nullptr; }));
    EXPECT_FALSE(view(driver).busy());
    EXPECT_FALSE(view(driver).run);
    EXPECT_FALSE(view(driver).trusted);
    EXPECT_TRUE(driver.says("not run yet")) << driver.text();
}

TEST_F(Program, FurtherFileMayContainMain) {
    const fs::path file = folder / "kernels.cu";
    std::ofstream(file) << "__global__ void nothing() {}\nvoid launch() { nothing<<<1, 1>>>(); }\n";
    Driver driver(start_with_program(file), 1366, 768);
    ASSERT_TRUE(wait(driver, [&] { return driver.model().program != nullptr; })) << driver.text();
    EXPECT_EQ(view(driver).file, file);
}

TEST_F(Program, ProgramReloadsWithoutExperiments) {
    const fs::path file = copy_of("picture.cu");
    Start start = start_with_program(file);
    start.catalog = std::make_shared<catalog::Catalog>();
    Driver driver(std::move(start), 1366, 768);
    driver.settle();
    ASSERT_NE(driver.model().program, nullptr);
    std::ofstream(file, std::ios::app) << "// written later\n";
    EXPECT_TRUE(wait(driver, [&] { return view(driver).source->ends_with("// written later\n"); }));
}

TEST_F(Program, KernelsOpenWithoutARun) {
    Driver driver(start_with_program(copy_of("reduction.cu")), 1366, 768);
    driver.settle();
    driver.click("Only open its kernels##box");
    EXPECT_TRUE(wait(driver, [&] { return !driver.model().program_page && driver.model().experiment != nullptr; }));
    EXPECT_EQ(driver.model().experiment->title, "reduction.cu");
    driver.click("reduction.cu##back to the program");
    EXPECT_TRUE(driver.model().program_page);
    driver.click("##close program");
    EXPECT_EQ(driver.model().program, nullptr);
}

} // namespace
} // namespace warpscope::ui
