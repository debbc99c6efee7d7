// What panels see and what they ask for. A panel reads a Model, draws itself, and appends Commands; it keeps no state
// of the program and changes none.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analysis/chart_maker.hpp"
#include "analysis/compare.hpp"
#include "catalog/experiment.hpp"
#include "catalog/legal.hpp"
#include "interop/live_output.hpp"
#include "render/view.hpp"
#include "session/session.hpp"
#include "ui/code/source_ptx_map.hpp"
#include "ui/model/actions.hpp"
#include "ui/model/block_view.hpp"
#include "ui/model/edited_source.hpp"
#include "ui/model/gpu_results.hpp"
#include "ui/model/launch_order.hpp"
#include "ui/model/launch_search.hpp"
#include "ui/model/lesson/lesson_command.hpp"
#include "ui/model/preferences.hpp"
#include "ui/model/program/program_view.hpp"
#include "ui/model/run_choice.hpp"
#include "ui/model/time.hpp"
#include "ui/style/style.hpp"

namespace warpscope::ui {

class BlockPicture;
struct LessonView;
struct Phases;

/// A message over the views that goes away by itself, or when it is clicked.
struct Notice {
    bool error = false;
    std::string words, hint;
    double until = 0; // ImGui time
    uint64_t id = 0;
};

/// The run that the user has pinned to compare later ones with; all null while nothing is pinned.
struct Baseline {
    std::shared_ptr<const session::RunResult> result;
    std::shared_ptr<const metrics::BlockTrace> trace;       // of its selection's block, while side by side
    render::Selection selection;                            // at the same place as the present run's
    std::shared_ptr<const analysis::Comparison> comparison; // with the present run; null until ready
    bool side_by_side = false;                              // the left view shows it
    std::shared_ptr<const BlockView>
        block_view; // of one of its blocks, while its epochs stand beside the present run's
    std::optional<Diagnostic> block_view_problem; // why there is none
};

struct Model {
    Look look;
    const catalog::Catalog* catalog = nullptr;
    const catalog::Experiment* experiment = nullptr; // chosen; null before the catalogue is read
    const catalog::Variant* variant = nullptr;
    const scene::Scene* scene = nullptr;
    const scene::Source* choice = nullptr; // the scene's
    const Preferences* preferences = nullptr;
    DeviceLimits limits;
    catalog::IllegalValues illegal; // of the choice's sliders, as far as they are known

    std::shared_ptr<const session::RunResult> result; // what the views show; null before the first
    std::shared_ptr<const metrics::BlockTrace> trace; // of the selection's block; null until ready
    std::shared_ptr<const BlockView> block_view;      // of one block, for the tabs that show it; null until ready
    std::optional<Diagnostic> block_view_problem;     // why there is none
    BlockViewState block_view_state;
    render::Selection selection;
    std::optional<render::Content> selected_in; // where the selection was pointed at
    std::optional<uint32_t> step;               // of the selected thread's accesses to buffers, the one that stands out
    std::optional<uint32_t> interval;     // between barriers: what the selection's block reads in it; none: in all
    std::vector<uint32_t> intervals;      // that the block has; empty until its trace is there
    std::shared_ptr<const Phases> phases; // what it does in them
    std::optional<uint32_t> slice;        // of volumes, the one shown; none: all of them
    render::Camera camera;
    std::optional<render::Camera> matrices_camera; // of views that show the arrangement; none: all of it
    Baseline baseline;
    GpuStudy study;
    BlockPicture* block_picture = nullptr;    // of its recording; panels bring it up to date
    std::vector<analysis::ChartOffer> charts; // that the shown run has
    analysis::ChartMaker::State chart;        // of the chosen one
    std::string run_words;                    // which of two runs a view shows; empty while there is one
    session::Progress progress;
    bool busy = false;
    bool former = false;               // the result is of another request than the chosen one, whose run takes its time
    std::optional<Diagnostic> failure; // of the newest request
    std::string failed_source;         // kernel text that did not compile or could not be launched; empty otherwise
    const EditedSource* edited = nullptr;
    bool stale = false; // the result is of another text than the editor's
    CodeSearch search;
    interop::LiveStatus live;
    std::shared_ptr<const gpu::Devices> gpus; // null before they are known
    uint64_t live_picture = 0;    // another number for each picture that the views may show in place of the result's
    std::optional<float> partial; // such a picture is of a run under way: the share of its blocks that have run
    bool live_ahead = false;      // the GPU's picture is newer than the result, whose measurements are still being made
    bool layer_ahead = false;     // and so are owners and divergence on the data ...
    bool heat_ahead = false;      // ... and the heat of sectors
    bool heat_newer = false;      // the heat of sectors is of another launch than the result
    std::string launch_note;      // why the last move of a slider was cut short
    std::optional<uint32_t> goto_line, goto_ptx; // brought into sight once
    std::optional<uint32_t> marked_line;         // of the source: that was jumped to
    std::filesystem::path ptx_seen;              // the kernel whose PTX has been brought into sight last
    CodePlace hovered_code;                      // line under the cursor in one of the texts
    std::optional<PaintedCode> painted;
    std::optional<render::Paint> paint; // what `painted` means for the result
    render::Probes probes;              // extra measurements of the result
    TimeBar time;
    std::shared_ptr<const MomentView> moment; // null at "all of it", and until the block is recorded

    OrdersView orders;                             // of a race, or without a barrier
    std::shared_ptr<const MeetingThreads> meeting; // that are painted; null: none

    render::BlocksSoFar so_far; // the moment within the shown launch; of all blocks as a rule
    LaunchTime launch_time;     // in launch scope

    const ProgramView* program = nullptr; // the CUDA program that is open; null: none
    bool program_page = false;            // its page takes the place of views and panels
    const LessonView* lesson = nullptr;   // null: none is open

    bool narrow = false;         // the inspector is a tab of the drawer
    bool inspector_open = false; // not folded to its rail
    bool drawer_open = false;    // not folded to its tabs
    float reading = 0; // presentation mode: least size of type for what is read from the last row, at scale 1; 0: none
    float wished_scale = 1;    // the window has room for Look::scale
    bool presentation = false; // panels away
    bool still = false;        // a picture without a pointer: no hints for mouse and keys
    bool can_undo = false, can_redo = false;
    const std::vector<Notice>* notices = nullptr;
};

enum class Pane : uint8_t { launch, inspector, drawer, split, rows };

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
    std::filesystem::path file; // empty: it goes to the clipboard
    bool with_scene = true;     // the PNG carries the scene
    std::string title{};        // over all views; empty: none
};
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
struct DismissNotice {
    uint64_t id = 0;
};

using Command =
    std::variant<ChooseExperiment, ChooseVariant, ChooseInput, SetBlock, SetParameter, EndGesture, Perform, SetOverlay,
                 SetStrength, SetSpace, SetForm, SetStep, SetInterval, SetSlice, MoveCamera, Hover, Pin, OpenFile,
                 ShowOpenDialog, ShowSaveDialog, ShowPalette, SavePicture, CopyPicture, CopyText, ShowSaveScene,
                 SaveScene, ShowBlocksInTime, GoToBlocks, ResizePane, SelectTab, SetDrawer, SetAlone, SetFour, SetScale,
                 SetBlockViewState, GotoLine, PaintCode, HoverCode, ScrollCode, SeePtx, PointThread, ShowThread,
                 ShowCell, SetBaseline, CompareWith, SetSideBySide, ChooseChart, ChoosePeaks, StopChart, ResumeChart,
                 ShowRecording, ChooseGpu, InsistOnGpu, Restart, DismissNotice, SetScope, GoToStep, GoToShare, StepTime,
                 GoToMark, PlayTime, SetTick, SetPlaySpeed, SetBuild, FocusTimeBar, StopRecording, ShowMomentPart,
                 AskTime, AddWatch, RemoveWatch, FindWatch, GoToFinding, LookForOrder, LookWithoutBarrier, CloseOrders,
                 StepThroughOrder, LeaveOrder, PaintWatch, RunProgram, StopProgram, AskAboutProgram,
                 SetProgramArguments, SetProgramChecks, OpenLaunch, ShowProgram, CloseProgram, OpenKernels,
                 SetProgramRows, SetProgramTab, GotoProgramLine, ArrivedAtProgramLine, SetBufferShape, LessonCommand,
                 OpenEditor, EditText, PerformEdit, SaveText, SearchCode, SetBeside, SetProgramBuild>;
using Commands = std::vector<Command>;

} // namespace warpscope::ui
