// How the program starts: the command line, and what is remembered of the last session.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/cell.hpp"
#include "render/view_state.hpp"
#include "scene/moment.hpp"
#include "session/session.hpp"
#include "workbench/document/notices.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/document/scene_document.hpp"

namespace warpscope::workbench {

struct GpuParts;

/// -I and -D of the command line, for the experiment that it names.
struct SourceOptions {
    std::filesystem::path experiment; // its file; empty: there are none
    std::vector<std::filesystem::path> include_folders;
    std::vector<std::pair<std::string, std::string>> definitions;
};

/// How the program starts.
struct Start {
    std::shared_ptr<const catalog::Catalog> catalog;
    Preferences preferences;
    std::filesystem::path preferences_file; // empty: nothing is remembered
    /// By view: the overlays that the command line asked for, and those that were remembered and go on to be.
    std::vector<std::pair<render::OverlaySet, render::OverlaySet>> asked_overlays;
    std::filesystem::path autosave_folder; // empty: the scene is not saved by itself
    std::optional<scene::Source> choice;   // none: the last session's, or the default experiment
    SourceOptions source_options;          // given again whenever the experiment is read again
    SceneDocument document;                // a scene that was opened, of `choice`
    session::DeviceChoice device = session::DeviceChoice::automatic;
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
    std::vector<Notice> notices;        // said at the start
    std::optional<CellCoordinates> pin; // cell of the output
    std::optional<double> zoom;         // pixels per cell; centred on `pin` where there is one
    std::optional<PaintedCode> paint;   // a line of the kernel painted on the data
    std::optional<uint32_t> interval;   // between barriers, of the pinned or the middle block
    scene::Moment moment;               // of the pinned or the middle block; its steps may be beyond the end
    std::filesystem::path assignment;   // is opened
    std::filesystem::path lesson;       // is opened
    std::optional<size_t> lesson_step;  // of it, from 0; none: where it was left
    std::string lesson_answer;          // predicted there, and measured: a number, an option's place from 1, or "tell"
    bool lesson_slide = false;          // what is drawn is a picture to be shown: without buttons
    std::string compare_with;           // a variant: the first launch is pinned and this one shown beside it
    std::filesystem::path film_program = "/proc/self/exe"; // this one, which makes films
    std::filesystem::path program;                         // a CUDA program whose page is shown; empty: none
    std::string build_words;                               // how it is built, as ProgramView has it
    bool editing = false;                                  // the kernel's text is an editor
    bool run_program = false;                              // the command line asks for its run, too ...
    std::optional<uint32_t> program_launch;                // ... and for one of its launches in the microscope
    bool recorded = false;                                 // overlays from the GPU's recording, where there is a GPU
    bool presentation = false;
    bool drawer_large = false;     // in presentation mode: the drawer's tab instead of the views
    Language desktop_language{};   // where the preferences name none
    bool desktop_dialogs = false;  // the desktop's own, where there is one
    bool first_start = false;      // nothing is remembered: the first page is shown
    bool first_look = false;       // views and drawer as the experiment wishes, not as the preferences have them
    bool drawer_asked = false;     // the drawer was asked for: it is not folded for lack of room
    bool software_gl = false;      // OpenGL draws with the processor
    const GpuParts* gpu = nullptr; // null: the system's
    bool animate = true;           // false: the camera jumps, for pictures and tests
};

} // namespace warpscope::workbench
