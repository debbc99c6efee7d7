// The window's command line.
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
    std::filesystem::path program;                                  // the first of them that is a CUDA program
    std::vector<std::string> include_folders, definitions, sources; // that it is built with
    std::string experiment, input, block, device = "auto", compiler = "auto", measured_on;
    std::vector<std::string> settings;
    std::string lesson, lesson_answer; // a lesson to open; what is predicted in it, for pictures
    std::string assignment;            // to open
    int lesson_step = 0;               // of it, from 1; 0: where it was left
    std::string screenshot;            // file; empty: open a window
    std::string size, theme, language, overlays, views, pin, moment, tab, paint, compare, chart, text;
    float scale = 0, drawer = 0;
    double zoom = 0;
    int interval = -1;
    bool four = false;                 // views
    bool edit = false, edited = false; // the kernel's text
    bool run_program = false;
    uint32_t launch = 0; // of the program, counted from 1; 0: its page
    bool presentation = false, print_keys = false, print_ptx = false, frame_stats = false, measure_frames = false;
};

/// Fills `options`; returns an exit status when the program has nothing else to do (help was asked for, or the line was
/// wrong and the reason has been printed).
[[nodiscard]] std::optional<int> parse(int argc, const char* const* argv, Options& options);

/// Size of the window or picture in pixels; `fallback` where none was asked for.
[[nodiscard]] Result<Dim3> picture_size(const Options& options, Dim3 fallback);

} // namespace warpscope::app
