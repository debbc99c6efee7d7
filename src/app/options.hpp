// Command line of the window.
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
    std::filesystem::path program;                                  // first file that is a CUDA program
    std::vector<std::string> include_folders, definitions, sources; // for building it
    std::string experiment, input, block, device = "auto", compiler = "auto", measured_on;
    std::vector<std::string> settings;
    std::string lesson, lesson_answer; // lesson to open; predicted answer, for pictures
    std::string assignment;
    int lesson_step = 0;    // from 1; 0: where it was left
    std::string screenshot; // file; empty: open a window
    std::string size, theme, language, overlays, views, pin, moment, tab, paint, compare, chart, text;
    float scale = 0, drawer = 0;
    double zoom = 0;
    int interval = -1;
    bool four = false;                 // four views
    bool edit = false, edited = false; // of the kernel's text
    bool run_program = false;
    uint32_t launch = 0; // of the program, from 1; 0: its page
    bool presentation = false, print_keys = false, print_ptx = false, frame_stats = false, measure_frames = false;
};

/// Fills `options`. Returns an exit status if the program should end: after help or a printed error.
[[nodiscard]] std::optional<int> parse(int argc, const char* const* argv, Options& options);

/// Returns the size in pixels, or `fallback`.
[[nodiscard]] Result<Dim3> picture_size(const Options& options, Dim3 fallback);

} // namespace warpscope::app
