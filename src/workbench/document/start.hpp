#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/cell.hpp"
#include "render/view_state.hpp"
#include "sass/machine_code.hpp"
#include "scene/moment.hpp"
#include "session/session.hpp"
#include "workbench/document/notices.hpp"
#include "workbench/document/preferences.hpp"
#include "workbench/document/scene_document.hpp"

namespace warpscope::workbench {

class ClassLink;
struct GpuParts;

struct SourceOptions {
    std::filesystem::path experiment;
    std::vector<std::filesystem::path> include_folders;
    std::vector<std::pair<std::string, std::string>> definitions;
};

struct Start {
    std::shared_ptr<const catalog::Catalog> catalog;
    Preferences preferences;
    std::filesystem::path preferences_file;
    /// Overlays of the command line for each view, and the saved overlays that they replace.
    std::vector<std::pair<render::OverlaySet, render::OverlaySet>> asked_overlays;
    std::filesystem::path autosave_folder;   // empty: no autosave
    std::optional<scene::LaunchSetup> setup; // nullopt: initial_setup()
    SourceOptions source_options;
    SceneDocument document;
    session::DeviceChoice device = session::DeviceChoice::automatic;
    compile::CompilerChoice compiler = compile::CompilerChoice::automatic;
    std::vector<Notice> notices;
    double time = 0;
    std::optional<CellCoordinates> pin;
    std::optional<double> zoom;
    std::optional<PaintedCode> paint;
    std::optional<uint32_t> interval;
    scene::Moment moment; // for the pinned or middle block; clamped to the block's length
    std::vector<std::filesystem::path> deck;
    std::filesystem::path assignment;
    std::filesystem::path lesson;
    std::optional<size_t> lesson_step;
    std::string lesson_answer; // a number, an option's position from 1, or "tell" to show the answer
    bool lesson_slide = false;
    std::shared_ptr<ClassLink> class_link; // null: no class
    std::string compare_with;
    std::filesystem::path film_program = "/proc/self/exe";
    sass::Assembler assembler; // null: no CUDA Toolkit
    std::filesystem::path program;
    std::string build_words;
    std::string link_address; // empty: the preferences' address
    bool editing = false;
    bool run_program = false;
    std::optional<uint32_t> program_launch;
    bool recorded = false;
    bool presentation = false;
    bool drawer_large = false;
    Language desktop_language{};
    bool desktop_dialogs = false;
    std::function<void()> choose_file; // null: the window's own dialog
    bool first_start = false;
    bool uses_initial_layout = false; // views and drawer ignore the preferences
    bool initial_focus = false;
    bool is_drawer_requested = false;
    bool software_gl = false;
    const GpuParts* gpu = nullptr; // null: the system's GPUs
    bool animate = true;           // false for pictures and tests

    [[nodiscard]] SourceOptions source_options_for(const std::filesystem::path& file) const;
    void forget_program_requests();
};

/// Adds an experiment in the scene to `catalog`. `file` is empty for a scene from a link.
void start_with_scene(Start& start, catalog::Catalog& catalog, const std::filesystem::path& file,
                      exporting::OpenedScene opened);

/// Adds the typed text to a scene restored after a crash, or reports `failure` if not null.
void note_restored(Start& start, const catalog::Catalog& catalog, const Diagnostic* failure);

} // namespace warpscope::workbench
