#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/dim3.hpp"

namespace warpscope::app {

struct Options {
    std::vector<std::filesystem::path> files;
    std::filesystem::path program;
    std::vector<std::string> include_folders, definitions, sources; // values of -I, -D and --with
    std::string experiment, input, block, device = "auto", compiler = "auto", measured_on;
    std::vector<std::string> settings;
    std::string lesson, lesson_answer; // lesson: file; lesson_answer: predicted answer, for pictures
    std::string assignment;
    int lesson_step = 0; // from 1; 0: last
    std::string screenshot;
    std::string size, theme, language, overlays, views, pin, moment, tab, paint, compare, chart, text;
    float scale = 0, drawer = 0;
    double zoom = 0;
    int interval = -1;
    bool four = false;
    bool edit = false, edited = false; // edit: opens the editor; edited: uses the last edited text
    bool run_program = false;
    uint32_t launch = 0;  // launch of the program to open, from 1; 0: the program's page
    bool resumed = false; // other options are the last session's; views and drawer are from the preferences
    bool presentation = false, print_keys = false, print_ptx = false, frame_stats = false, measure_frames = false;
};

/// Returns an exit status if the program should end: after help or an error.
[[nodiscard]] std::optional<int> parse(int argc, const char* const* argv, Options& options);

[[nodiscard]] Result<Dim3> picture_size(const Options& options, Dim3 fallback);

} // namespace warpscope::app
