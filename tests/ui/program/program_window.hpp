// Helpers for CUDA programs in the window: their folder, Run, and waiting for results.
#pragma once

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "export/png.hpp"
#include "program/host_compiler.hpp"
#include "ui/driver.hpp"

namespace warpscope::ui {

namespace fs = std::filesystem;

class Program : public testing::Test {
protected:
    void SetUp() override {
        if (!program::find_host_compiler(compile::CompilerChoice::automatic))
            GTEST_SKIP() << "no compiler for programs with main()";
        folder = fs::temp_directory_path() / ("warpscope-program-" + std::to_string(::getpid()));
        fs::create_directories(folder);
    }
    void TearDown() override { fs::remove_all(folder); }

    /// Copies a program of tests/programs/shown, so that the test can edit it.
    fs::path copy_of(const std::string& name) const {
        fs::copy_file(fs::path(WARPSCOPE_SOURCE_DIR) / "tests/programs/shown" / name, folder / name,
                      fs::copy_options::overwrite_existing);
        return folder / name;
    }
    static Start start_with_program(const fs::path& file) {
        Start start = start_with(setup_of("box_blur", "gradient:64x48"));
        start.preferences.panes.inspector_open = start.preferences.panes.drawer_open = false;
        start.program = file;
        return start;
    }
    /// Draws frames until `done`, for at most a minute.
    template<class Done>
    static bool wait(Driver& driver, Done done) {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!done() && std::chrono::steady_clock::now() < until) {
            driver.frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        driver.settle();
        return done();
    }
    static const ProgramView& view(Driver& driver) { return *driver.model().program; }
    static bool run(Driver& driver) {
        if (!driver.has("Run##program")) return false;
        driver.click("Run##program");
        if (view(driver).asking) driver.click("Run this program##confirm");
        return wait(driver, [&] { return view(driver).run != nullptr && !view(driver).busy(); });
    }
    /// Saves a picture of the window to $WARPSCOPE_TEST_PICTURES for people to look at.
    static void keep_picture(Driver& driver, const std::string& name) {
        const char* const target = std::getenv("WARPSCOPE_TEST_PICTURES");
        if (target == nullptr) return;
        const Picture picture = driver.picture();
        (void)exporting::save_png(fs::path(target) / (name + ".png"), picture.width, picture.height, 4,
                                  reinterpret_cast<const std::byte*>(picture.rgba.data()), {});
    }

    fs::path folder;
};

} // namespace warpscope::ui
