// Shared helpers for tests of lessons in the window.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "input/scratch_folder.hpp"
#include "ui/driver.hpp"

namespace warpscope::ui {

inline const std::filesystem::path lessons = WARPSCOPE_SOURCE_DIR "/assets/lessons";

inline Start start_lesson(const std::filesystem::path& file, size_t step) {
    Start start = start_with(setup_of("box_blur", "gradient:40x30"));
    start.lesson = file;
    start.lesson_step = step;
    return start;
}

/// Finds the option by its text, because the order differs for each input size.
inline void click_option(Driver& driver, const std::string& words) {
    const std::string begin = words + "##lesson option ";
    for (const std::string& label : driver.labels())
        if (label.starts_with(begin)) {
            driver.click(label);
            return;
        }
    ADD_FAILURE() << "no option " << words;
}

class OwnHome {
public:
    OwnHome() { setenv("HOME", folder_.path().c_str(), 1); }
    ~OwnHome() { setenv("HOME", before_.c_str(), 1); }
    OwnHome(const OwnHome&) = delete;
    OwnHome& operator=(const OwnHome&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

private:
    ScratchFolder folder_;
    std::string before_ = std::getenv("HOME") != nullptr ? std::getenv("HOME") : "";
};

/// Writes a lesson about the tiled product, with long lines and blocks 16 wide.
inline std::filesystem::path lesson_of_tiles() {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "tiles.lesson.toml";
    std::ofstream(file) << R"(title = "T"
summary = "S"
[[step]]
name = "read"
run = "matmul/tiled"
input = "noise:64x48"
text = "Look."
code = ["tile_N[ty][tx] =", "__syncthreads"]
[[step]]
name = "lanes"
[step.question]
kind = "lanes"
ask = "Mark those of the first four columns."
where = "thread.x < 4"
explain = "So."
)";
    return file;
}

} // namespace warpscope::ui
