// What panels want done: each command a struct, and Command, which is one of them.
#pragma once

#include <any>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "input/input.hpp"
#include "render/view.hpp"
#include "scene/note.hpp"
#include "ui/code/painted_code.hpp"
#include "ui/model/actions.hpp"
#include "ui/model/block_view_state.hpp"
#include "ui/model/edited_source.hpp"
#include "ui/model/gpu_results.hpp"
#include "ui/model/launch_search.hpp"
#include "ui/model/lesson/lesson_command.hpp"
#include "ui/model/preferences.hpp"
#include "ui/model/program/program_view.hpp"
#include "ui/model/run_choice.hpp"
#include "ui/model/setup_edit.hpp"
#include "ui/model/tab.hpp"
#include "ui/model/time.hpp"

namespace warpscope::ui {

enum class Pane : uint8_t { launch, inspector, drawer, split, rows };

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
/// Of all overlays' tints and patterns.
struct SetStrength {
    float strength = 1;
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
/// The barrier interval whose reads stand out; none: all intervals. Pins a block where none is pinned.
struct SetInterval {
    std::optional<uint32_t> interval;
};
/// A view of the present run wants to know where the blocks lie in its volume (render::block_boxes).
struct MakeBlockBoxes {
    render::Content of;
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
    bool as_picture = false; // also where it carries a scene
};
struct ShowOpenDialog {};
struct ShowSaveDialog {};
struct ShowPalette {
    std::string typed;
};
/// Which part of the window to save; `drawer` is its tab.
enum class Subject : uint8_t { left_view, right_view, lower_left_view, lower_right_view, drawer, window, all_views };
inline constexpr size_t subjects = 7;
struct SavePicture {
    Subject subject{};
    int scale = 1;
    std::filesystem::path file;         // empty: it goes to the clipboard
    bool with_scene = true;             // the PNG carries the scene
    std::string title{}, caption{};     // over and below it; empty: none
    bool large_legend = false;          // of views: read from the last row of a hall
    std::optional<Language> language{}; // of its words; none: the window's
    FigureColours colours{};            // chosen
    /// In the colours of print, whatever the window's are.
    [[nodiscard]] bool prints() const;
};
/// A film of a range of the time bar: of ended blocks of the launch, or of steps that a block or a warp has done.
struct MakeFilm {
    scene::Scope scope = scene::Scope::launch; // launch, block or warp
    uint64_t from = 0, to = 0;
    int seconds = 20;
    std::filesystem::path file; // empty: a preview of it
    // Filled in where it is made:
    uint64_t block = 0;
    uint32_t warp = 0; // in the block
    metrics::ThreadId thread = 0;
    bool as_written = true; // the build that the steps are of
};
struct ShowFilmDialog {};
struct StopFilm {};
/// Puts a view into the clipboard; none: the one under the cursor.
struct CopyPicture {
    std::optional<size_t> view;
};
struct CopyText {
    std::string text;
};
struct ShowSaveScene {};
/// The launch in time: which of its blocks have begun and ended.
struct ShowBlocksInTime {
    bool on = true;
};
/// To the moment when so many of them have ended.
struct GoToBlocks {
    uint64_t ended = 0;
};
struct SaveScene {
    std::filesystem::path file;
    std::string notes;
};
struct ResizePane {
    Pane pane{};
    float by = 0; // pixels on screen, or share for split and rows
};
struct SelectTab {
    Tab tab{};
};
struct SetDrawer {
    bool open = true;
};
/// A view that gets all the room; none: both are there.
struct SetAlone {
    std::optional<size_t> view;
};
/// Whether there are four views; where one was alone it no longer is.
struct SetFour {
    bool on = true;
};
struct SetScale {
    float scale = 0; // 0: the monitor's
};
struct SetLanguage {
    std::optional<Language> language; // none: the desktop's
};
/// What to see of the block's block view.
struct SetBlockViewState {
    BlockViewState view;
};
struct GotoLine {
    uint32_t line = 0;
};
/// Paints a line's cost on the data; none: stops it.
struct PaintCode {
    std::optional<PaintedCode> painted;
};
struct HoverCode {
    CodePlace place;
};
/// Brings a line into sight without changing the tab.
struct ScrollCode {
    CodePlace place;
};
/// The PTX of this kernel has been brought into sight.
struct SeePtx {
    std::filesystem::path file;
};
/// A panel points at a thread of the shown launch: it is selected for this frame, whatever is pinned.
struct PointThread {
    metrics::ThreadId thread = 0;
};
/// Pins a thread of the shown launch, or a cell of a data space, and brings it into sight.
struct ShowThread {
    metrics::ThreadId thread = 0;
};
struct ShowCell {
    render::Space space{};
    render::CellIndex place;
};
/// Pins the present run to compare later ones with, or forgets the pinned one.
struct SetBaseline {
    bool on = true;
};
/// Pins the present run, goes to another variant and shows both.
struct CompareWith {
    std::string variant;
};
struct SetSideBySide {
    bool on = true;
};
/// Overlays from the GPU's recording, or from the emulator.
struct ShowRecording {
    bool on = false;
};
/// The GPU that runs the kernels, by CUDA's number; none: the one that drives the display.
struct ChooseGpu {
    std::optional<int> device;
};
/// Runs the present launch on the GPU although the emulator found a fault in it.
struct InsistOnGpu {};
/// Ends the program and starts it anew with the same scene.
struct Restart {};
struct ChooseChart {
    std::string name;
};
/// The device whose published peaks the roofline shows.
struct ChoosePeaks {
    std::string device;
};
struct StopChart {};
struct ResumeChart {};
/// What stands beside the kernel's text.
struct SetBeside {
    CodeBeside beside{};
};
/// Opens the editor for a note: that one of the scene, or a new one.
struct EditNote {
    std::optional<size_t> index;
    scene::Note note;
};
/// Changes a note of the scene, or adds one.
struct PutNote {
    std::optional<size_t> index;
    scene::Note note;
    std::string gesture; // same for all steps of one drag
};
struct RemoveNotes {
    std::vector<size_t> indices; // ascending
};
struct DismissNotice {
    uint64_t id = 0;
};
struct CloseAssignment {};

template<class... T>
struct CommandTypes {
    template<class U>
    static constexpr bool contain = (std::same_as<T, U> || ...);
};
using AllCommands = CommandTypes<
    ChooseExperiment, ChooseVariant, ChooseInput, SetBlock, SetParameter, EndGesture, Perform, SetOverlay, SetStrength,
    SetSpace, SetForm, SetStep, SetInterval, SetSlice, MakeBlockBoxes, MoveCamera, Hover, Pin, OpenFile, ShowOpenDialog,
    ShowSaveDialog, ShowPalette, SavePicture, MakeFilm, ShowFilmDialog, StopFilm, CopyPicture, CopyText, ShowSaveScene,
    SaveScene, ShowBlocksInTime, GoToBlocks, ResizePane, SelectTab, SetDrawer, SetAlone, SetFour, SetScale, SetLanguage,
    SetBlockViewState, GotoLine, PaintCode, HoverCode, ScrollCode, SeePtx, PointThread, ShowThread, ShowCell,
    SetBaseline, CompareWith, SetSideBySide, ChooseChart, ChoosePeaks, StopChart, ResumeChart, ShowRecording, ChooseGpu,
    InsistOnGpu, Restart, DismissNotice, SetScope, GoToStep, GoToShare, StepTime, GoToMark, PlayTime, SetTick,
    SetPlaySpeed, SetBuild, FocusTimeBar, StopRecording, ShowMomentPart, FollowVariable, SetValueForm, FindExpression,
    AskTime, AddWatch, RemoveWatch, FindWatch, GoToFinding, LookForOrder, LookWithoutBarrier, CloseOrders,
    StepThroughOrder, LeaveOrder, PaintWatch, RunProgram, StopProgram, AskAboutProgram, SetProgramArguments,
    SetProgramChecks, OpenLaunch, ShowProgram, CloseProgram, OpenKernels, SetProgramRows, SetProgramTab,
    GotoProgramLine, ArrivedAtProgramLine, SetBufferShape, LessonCommand, CloseAssignment, EditNote, PutNote,
    RemoveNotes, OpenEditor, EditText, PerformEdit, SaveText, SearchCode, SetBeside, SetProgramBuild, SetGuessedBuffer,
    SetGuessedLaunch, SetGuessedInstance, ForgetSetup, SaveSetup>;

/// One of AllCommands. No std::variant, whose members for a hundred types take each file of the window longer to
/// compile than the rest of it.
class Command {
public:
    template<class T>
    requires(AllCommands::contain<T>)
        Command(T what) // NOLINT(google-explicit-constructor): panels append what they want done
        : what_(std::move(what)) {}

    /// Returns null where it is another command.
    template<class T>
    requires(AllCommands::contain<T>) [[nodiscard]] const T* as() const { return std::any_cast<T>(&what_); }

    template<class... T>
    requires(AllCommands::contain<T>&&...) [[nodiscard]] bool is() const { return (... || (as<T>() != nullptr)); }

private:
    std::any what_;
};
using Commands = std::vector<Command>;

/// Calls `handler` with the struct that the command is.
template<class Handler>
void visit(const Command& command, Handler&& handler) {
    [&]<class... T>(CommandTypes<T...>) {
        (void)(... || (command.is<T>() && (handler(*command.as<T>()), true)));
    }(AllCommands());
}

} // namespace warpscope::ui
