// Files that change while the window is open.
#include <atomic>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>

#include <unistd.h>

#include "catalog/guess/guess.hpp"
#include "driver.hpp"
#include "ui/workbench.hpp"
#include "workbench/background/file_watch.hpp"

namespace warpscope::ui {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// Opens a user's experiment. Its kernel adds a number to the thread index.
class FileReload : public testing::Test {
protected:
    FileReload()
        : folder(fs::temp_directory_path() / ("warpscope-reload-" + std::to_string(::getpid()))) {
        fs::create_directories(folder);
        write_kernel("1");
        write_experiment("Own");
    }
    ~FileReload() override { fs::remove_all(folder); }

    void write_kernel(const std::string& added) {
        std::ofstream(folder / "own.cu") << "__global__ void fill(int* out) {\n    out[threadIdx.x] = threadIdx.x + "
                                         << added << ";\n}\n";
    }
    void write_experiment(const std::string& title, const std::string& more = "") {
        std::ofstream(folder / "own.toml") << "title = \"" << title << "\"\ntopic = \"Mine\"\nsummary = \"Fills.\"\n"
                                           << "[[buffer]]\nname = \"out\"\nrole = \"output\"\ntype = \"s32\"\n"
                                           << "shape = [\"8\"]\n[[launch]]\nkernel = \"fill\"\ngrid = [\"1\"]\n"
                                           << "block = [\"8\"]\narguments = [\"out\"]\n"
                                           << more;
    }
    [[nodiscard]] Start start() const { return start_with_file(folder / "own.toml"); }
    /// Draws frames until `done`, for at most ten seconds.
    template<class Done>
    static bool wait(Driver& driver, Done done) {
        for (int i = 0; i < 1000 && !done(); ++i) {
            driver.frames(1);
            std::this_thread::sleep_for(10ms);
        }
        driver.settle();
        return done();
    }
    /// Waits until the watch has polled its files `more` times, for at most ten seconds.
    static void wait_for_polls(const FileWatch& watch, uint64_t more) {
        const uint64_t enough = watch.polls() + more;
        for (int i = 0; i < 10'000 && watch.polls() < enough; ++i) std::this_thread::sleep_for(1ms);
        ASSERT_GE(watch.polls(), enough);
    }
    [[nodiscard]] static int32_t first_of(const Model& model) {
        int32_t value = 0;
        std::memcpy(&value, model.result->output.bytes->data(), sizeof value);
        return value;
    }

    fs::path folder;
};

TEST_F(FileReload, RelativeFileHasNoFolderName) {
    const fs::path before = fs::current_path();
    fs::current_path(folder);
    Start start = start_with_file("own.toml");
    start.preferences.tab = Tab::source;
    Driver driver(std::move(start));
    driver.settle();
    EXPECT_TRUE(driver.says("own.cu")) << driver.text();
    EXPECT_FALSE(driver.says("/own.cu")) << driver.text();
    fs::current_path(before);
}

TEST_F(FileReload, ChangedKernelRunsAgain) {
    Driver driver(start());
    driver.settle(); // the watch has seen the original file
    EXPECT_EQ(first_of(driver.model()), 1);
    write_kernel("42");
    EXPECT_TRUE(wait(driver, [&] { return driver.model().result && first_of(driver.model()) == 42; }));
    EXPECT_TRUE(driver.says("threadIdx.x + 42")) << driver.text();
}

TEST_F(FileReload, ChangedHeaderRunsAgain) {
    const auto write_header = [&](const char* added) {
        std::ofstream(folder / "added.h") << "const int added = " << added << ";\n";
    };
    write_header("5");
    std::ofstream(folder / "own.cu") << "#include \"added.h\"\n__global__ void fill(int* out) {\n"
                                        "    out[threadIdx.x] = threadIdx.x + added;\n}\n";
    Driver driver(start());
    driver.settle();
    ASSERT_TRUE(driver.model().result);
    EXPECT_EQ(first_of(driver.model()), 5);
    write_header("4200");
    EXPECT_TRUE(wait(driver, [&] { return first_of(driver.model()) == 4200; }));
    // The window keeps watching a header that does not compile.
    write_header("nonsense");
    EXPECT_TRUE(wait(driver, [&] { return driver.model().failure.has_value(); }));
    write_header("77");
    EXPECT_TRUE(wait(driver, [&] { return !driver.model().failure && first_of(driver.model()) == 77; }));
}

TEST_F(FileReload, GuessedKernelReloadsWithItsOptions) {
    fs::create_directories(folder / "elsewhere");
    const auto write_header = [&](const char* added) {
        std::ofstream(folder / "elsewhere" / "added.h") << "const int added = SCALE * " << added << ";\n";
    };
    const auto write = [&](const char* more) {
        std::ofstream(folder / "alone.cu") << "#include HEADER\n__global__ void fill(int* out) {\n"
                                              "    out[threadIdx.x] = threadIdx.x + added"
                                           << more << ";\n}\n";
    };
    write_header("5");
    write("");
    auto guessed = catalog::guess_experiment(folder / "alone.cu", {folder / "elsewhere"},
                                             {{"HEADER", "<added.h>"}, {"SCALE", "10"}});
    ASSERT_TRUE(guessed) << guessed.error().text();
    auto catalog = std::make_shared<catalog::Catalog>();
    catalog->experiments.push_back(std::move(*guessed));
    Start begin = start_with(default_setup(catalog->experiments.front(), ""));
    begin.catalog = catalog;
    Driver driver(std::move(begin));
    driver.settle();
    ASSERT_TRUE(driver.model().result) << driver.text();
    EXPECT_EQ(first_of(driver.model()), 50);
    // An option gives the header's folder, and a definition gives the header's name.
    write_header("4200");
    EXPECT_TRUE(wait(driver, [&] { return first_of(driver.model()) == 42000; })) << driver.text();
    write(" + 1");
    EXPECT_TRUE(wait(driver, [&] { return first_of(driver.model()) == 42001; })) << driver.text();
}

TEST_F(FileReload, BrokenKernelKeepsThePicture) {
    Driver driver(start());
    driver.settle();
    const auto before = driver.model().result;
    write_kernel("nonsense");
    EXPECT_TRUE(wait(driver, [&] { return driver.model().failure && !driver.model().failed_source.empty(); }));
    EXPECT_EQ(driver.model().result, before);
    EXPECT_TRUE(driver.says("threadIdx.x + nonsense")) << driver.text();
    EXPECT_EQ(driver.model().failure->where.line, 2u);
    write_kernel("7");
    EXPECT_TRUE(wait(driver, [&] { return !driver.model().failure && first_of(driver.model()) == 7; }));
}

TEST_F(FileReload, BrokenFileMakesPictureStale) {
    Driver driver(start(), 1366, 768);
    driver.settle();
    driver.key(ImGuiKey_F2);
    driver.settle();
    EXPECT_FALSE(driver.model().stale);
    write_kernel("nonsense");
    EXPECT_TRUE(wait(driver, [&] { return driver.model().failure != std::nullopt; }));
    EXPECT_NE(driver.model().edited->text.find("nonsense"), std::string::npos);
    EXPECT_TRUE(driver.model().stale);
}

TEST_F(FileReload, MissingFileIsNotEditable) {
    Start begin = start();
    fs::remove(folder / "own.cu");
    Driver driver(std::move(begin), 1366, 768);
    driver.settle();
    driver.key(ImGuiKey_F2);
    driver.settle();
    EXPECT_FALSE(driver.model().edited->known);
    EXPECT_TRUE(driver.says("own.cu cannot be read")) << driver.text();
    write_kernel("1");
    driver.key(ImGuiKey_F2);
    driver.settle();
    EXPECT_TRUE(driver.model().edited->open);
}

TEST_F(FileReload, ChangedExperimentIsReread) {
    Driver driver(start());
    driver.settle();
    const auto before = driver.model().result;
    write_experiment("Renamed");
    EXPECT_TRUE(wait(driver, [&] { return driver.model().experiment->title == "Renamed"; }));
    EXPECT_TRUE(driver.says("Renamed")) << driver.text();
    EXPECT_NE(driver.model().result, before); // the result is from the new experiment
    // An invalid experiment file is shown with its error; the last result stays.
    const auto good = driver.model().result;
    write_experiment("Renamed", "nonsense = 1\n");
    EXPECT_TRUE(wait(driver, [&] { return driver.model().failure.has_value(); }));
    EXPECT_EQ(driver.model().result, good);
    EXPECT_EQ(driver.model().experiment->title, "Renamed");
    EXPECT_TRUE(driver.says("nonsense = 1")) << driver.text();
    write_experiment("Mended");
    EXPECT_TRUE(wait(driver, [&] { return driver.model().experiment->title == "Mended" && !driver.model().failure; }));
}

TEST_F(FileReload, EditedTextsHeadersAreWatched) {
    const auto write_header = [&](const char* added) {
        std::ofstream(folder / "added.h") << "const int added = " << added << ";\n";
    };
    write_header("5");
    Start begin = start();
    begin.setup->text = "#include \"added.h\"\n__global__ void fill(int* out) {\n"
                        "    out[threadIdx.x] = threadIdx.x + added;\n}\n";
    Driver driver(std::move(begin));
    driver.settle();
    ASSERT_TRUE(driver.model().result) << driver.text();
    EXPECT_EQ(first_of(driver.model()), 5);
    write_header("4200");
    EXPECT_TRUE(wait(driver, [&] { return first_of(driver.model()) == 4200; }));
}

TEST_F(FileReload, CommandLineDefinitionsArePreserved) {
    write_kernel("ADDED");
    Start begin = start();
    auto catalog = std::make_shared<catalog::Catalog>(*begin.catalog);
    catalog::Experiment& own = catalog->experiments.front();
    begin.source_options = {own.file, {}, {{"ADDED", "30"}}};
    catalog::add_source_options(own, {}, begin.source_options.definitions);
    begin.catalog = catalog;
    Driver driver(std::move(begin));
    driver.settle();
    ASSERT_TRUE(driver.model().result) << driver.text();
    EXPECT_EQ(first_of(driver.model()), 30);
    for (const char* title : {"Changed", "Again"}) { // a reload must not add the definition again
        write_experiment(title);
        EXPECT_TRUE(wait(driver, [&] { return driver.model().experiment->title == title; }));
        EXPECT_FALSE(driver.model().failure) << driver.model().failure->text();
        EXPECT_EQ(driver.model().variant->definitions.size(), 1u);
    }
    EXPECT_EQ(first_of(driver.model()), 30);
}

TEST_F(FileReload, KeyReloadsAtOnce) {
    Driver driver(start());
    driver.settle();
    const auto before = driver.model().result;
    driver.key(ImGuiKey_F5);
    driver.settle();
    ASSERT_TRUE(driver.model().result);
    EXPECT_NE(driver.model().result, before);
}

TEST_F(FileReload, WatchReportsEachChangeOnce) {
    std::atomic<int> woken = 0;
    FileWatch watch([&] { ++woken; }, {}, 20ms);
    watch.watch({folder / "own.cu", folder / "missing.cu"});
    wait_for_polls(watch, 3);
    EXPECT_TRUE(watch.take_changed().empty());
    write_kernel("1000");
    std::vector<fs::path> changed;
    for (int i = 0; i < 1000 && changed.empty(); ++i) {
        std::this_thread::sleep_for(10ms);
        changed = watch.take_changed();
    }
    EXPECT_EQ(changed, std::vector<fs::path>{folder / "own.cu"});
    EXPECT_EQ(woken, 1);
    wait_for_polls(watch, 3);
    EXPECT_TRUE(watch.take_changed().empty());
    // Replaces the file, as editors do.
    fs::remove(folder / "own.cu");
    wait_for_polls(watch, 3);
    EXPECT_TRUE(watch.take_changed().empty());
    write_kernel("100000");
    for (int i = 0; i < 1000 && changed.size() < 2; ++i) {
        std::this_thread::sleep_for(10ms);
        for (const fs::path& file : watch.take_changed()) changed.push_back(file);
    }
    EXPECT_EQ(changed.size(), 2u);
}

// The run is large enough to last longer than patience_ms.
TEST(StaleSource, PreviousKernelIsNamedAndNotEditable) {
    Start start = start_with(setup_of("box_blur", "gradient:2400x1600"));
    start.preferences.tab = Tab::source;
    Driver driver(std::move(start), 1920, 1080);
    driver.settle();
    ASSERT_TRUE(driver.has("edit##source")) << driver.text();
    driver.search("box_blur/sliding_window");
    driver.key(ImGuiKey_Enter);
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!driver.model().result_is_stale && std::chrono::steady_clock::now() < until) driver.frames(1);
    driver.frames(1);
    ASSERT_TRUE(driver.model().result_is_stale);
    EXPECT_TRUE(driver.says("Previous run: ")) << driver.text();
    EXPECT_FALSE(driver.has("edit##source"));
}

TEST(StaleFindings, NameThePreviousRun) {
    Start start = start_with(setup_of("box_blur", "gradient:2400x1600"));
    start.preferences.tab = Tab::findings;
    start.preferences.panes.launch_open = false;
    Driver driver(std::move(start), 1920, 1080);
    driver.settle();
    EXPECT_FALSE(driver.says("Previous run:")) << driver.text();
    driver.search("box_blur/sliding_window");
    driver.key(ImGuiKey_Enter);
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!driver.model().result_is_stale && std::chrono::steady_clock::now() < until) driver.frames(1);
    driver.frames(1);
    ASSERT_TRUE(driver.model().result_is_stale);
    EXPECT_TRUE(driver.says("Previous run:")) << driver.text();
}

} // namespace
} // namespace warpscope::ui
