// What panels see and what they ask for. A panel reads a Model, draws itself, and appends Commands; it keeps no state
// of the program and changes none.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "catalog/experiment.hpp"
#include "interop/live_output.hpp"
#include "render/view.hpp"
#include "session/session.hpp"
#include "ui/actions.hpp"
#include "ui/choice.hpp"
#include "ui/look.hpp"
#include "ui/preferences.hpp"

namespace warpscope::ui {

/// A message over the views that goes away by itself, or when it is clicked.
struct Notice {
    bool error = false;
    std::string words, hint;
    double until = 0; // ImGui time
    uint64_t id = 0;
};

struct Model {
    Look look;
    const catalog::Catalog* catalog = nullptr;
    const catalog::Experiment* experiment = nullptr; // chosen; null before the catalogue is read
    const catalog::Variant* variant = nullptr;
    const Choice* choice = nullptr;
    const Preferences* preferences = nullptr;
    DeviceLimits limits;

    std::shared_ptr<const session::RunResult> result; // what the views show; null before the first
    std::shared_ptr<const metrics::BlockTrace> trace; // of the selection's block; null until ready
    render::Selection selection;
    std::optional<uint32_t> step;  // of the selected thread's accesses to buffers, the one that stands out
    std::optional<uint32_t> slice; // of volumes, the one shown; none: all of them
    render::Camera camera;
    std::optional<render::Camera> matrices_camera; // of views that show the arrangement; none: all of it
    session::Progress progress;
    bool busy = false;
    std::optional<Diagnostic> failure; // of the newest request
    std::string failed_source;         // kernel text that did not compile; empty otherwise
    interop::LiveStatus live;
    std::string launch_note;           // why the last move of a slider was cut short
    std::optional<uint32_t> goto_line; // in the source: brought into sight once

    bool narrow = false;       // the inspector is a tab of the drawer
    bool presentation = false; // panels away
    bool can_undo = false, can_redo = false;
    const std::vector<Notice>* notices = nullptr;
};

enum class Pane : uint8_t { launch, inspector, drawer, split };

// Commands: what a panel wants done.
struct ChooseExperiment {
    std::string name;
};
struct ChooseVariant {
    std::string name;
};
struct ChooseInput {
    input::InputSpec input;
};
struct SetBlock {
    Axis axis{};
    uint32_t value = 1;
    std::string gesture; // same for all steps of one drag
};
struct SetParameter {
    std::string name;
    double value = 0;
    std::string gesture;
};
struct EndGesture {};
struct Perform {
    Action action{};
    render::Overlay overlay = render::Overlay::none;
};
struct SetOverlay {
    size_t view = 0;
    render::Overlay overlay{};
    bool on = false;
};
struct SetSpace {
    size_t view = 0;
    render::Space space{};
    std::string buffer; // of Space::buffer
};
struct SetForm {
    size_t view = 0;
    Form form = Form::automatic;
};
struct SetStep {
    std::optional<uint32_t> step;
};
struct SetSlice {
    std::optional<uint32_t> slice;
};
struct MoveCamera {
    render::Camera camera;
    bool matrices = false; // Model::matrices_camera
};
struct Hover {
    render::Content space;
    std::optional<render::Point> place; // none: nothing under the cursor
};
struct Pin {
    render::Content space;
    render::Point place;
};
struct OpenFile {
    std::filesystem::path file;
};
struct ShowOpenDialog {};
struct ShowSaveDialog {};
/// Which part of the window to save.
enum class Subject : uint8_t { left_view, right_view, window };
struct SavePicture {
    Subject subject{};
    int scale = 1;
    std::filesystem::path file;
};
struct ResizePane {
    Pane pane{};
    float by = 0; // pixels on screen, or share for split
};
struct SelectTab {
    Tab tab{};
};
struct SetDrawer {
    bool open = true;
};
struct SetScale {
    float scale = 0; // 0: the monitor's
};
struct GotoLine {
    uint32_t line = 0;
};
struct DismissNotice {
    uint64_t id = 0;
};

using Command =
    std::variant<ChooseExperiment, ChooseVariant, ChooseInput, SetBlock, SetParameter, EndGesture, Perform, SetOverlay,
                 SetSpace, SetForm, SetStep, SetSlice, MoveCamera, Hover, Pin, OpenFile, ShowOpenDialog, ShowSaveDialog,
                 SavePicture, ResizePane, SelectTab, SetDrawer, SetScale, GotoLine, DismissNotice>;
using Commands = std::vector<Command>;

} // namespace warpscope::ui
