// The state behind App, private to it; split over app*.cpp (what happens in a frame), commands.cpp (what panels ask
// for), command_keys.cpp (what keys do) and layout.cpp (where panels are).
#pragma once

#include <atomic>
#include <deque>
#include <set>

#include "interop/layer_recorder.hpp"
#include "ui/app/app.hpp"
#include "ui/app/frame_pacing.hpp"
#include "ui/app/partial_picture.hpp"
#include "ui/background/background_worker.hpp"
#include "ui/background/file_watch.hpp"
#include "ui/dialogs/file_dialog.hpp"
#include "ui/dialogs/save_dialog.hpp"
#include "ui/model/undo_history.hpp"
#include "ui/panels/block_schedule_texture.hpp"
#include "ui/panels/pane_sizes.hpp"
#include "ui/views/view_pair.hpp"

namespace warpscope::ui {

/// Where the user last pointed or clicked.
struct Spot {
    render::Content space;
    render::Point place;

    friend bool operator==(const Spot& a, const Spot& b) {
        return a.space == b.space && a.place.x == b.place.x && a.place.y == b.place.y;
    }
};

/// Whether two requests run the same kernel text on the same input; settings may differ.
[[nodiscard]] bool is_same_kernel(const session::Request& a, const session::Request& b);

struct App::State {
    State(Start start, const Fonts& fonts, std::function<void()> wake);
    ~State();

    // app.cpp
    void frame();
    /// Seconds until the next frame may be drawn.
    [[nodiscard]] double pause() const;
    void update_camera();
    /// Whether header and sliders say what `result` is of.
    [[nodiscard]] bool is_of_choice(const session::RunResult& result) const;
    // baseline.cpp
    void update_baseline();
    void update_baseline_block_view();
    // app_results.cpp
    void take_results();
    void take_failure(const Diagnostic& failure);
    /// Has the source panel show the kernel that could not be launched.
    void show_text_of(const catalog::Variant& v);
    /// Shows `text` in the source panel with the complaint at its line; the old picture stays.
    void show_failure(const Diagnostic& failure, const std::string& text);
    // app_block.cpp
    /// Where the cell that is to be pinned lies is known once there is a run.
    void take_start_pin();
    void update_selection();
    /// The trace, if it is there. Else it is asked for at the end of the frame, once all wanted before it are there.
    [[nodiscard]] std::shared_ptr<const metrics::BlockTrace>
    wanted_trace(const std::shared_ptr<const session::RunResult>& result, session::FocusKey key);
    void ask_for_trace();
    /// The block that the drawer's views show of a run of which this is selected. It must have launches.
    [[nodiscard]] session::FocusKey block_view_block(const session::RunResult& run,
                                                     const render::Selection& selection) const;
    void update_probes();
    void update_block_view();
    // app_reload.cpp
    void update_watched();
    void reload();
    /// `text`: of the file, when it could not be understood.
    void take_experiment(const std::filesystem::path& file, const Result<catalog::Experiment>& read,
                         const std::string& text);
    // gpu_study.cpp
    void update_study();
    void start_gpu_task(GpuTask task);
    [[nodiscard]] std::optional<GpuTask> next_gpu_task() const;
    void finish_gpu_task(const std::shared_ptr<const session::RunResult>& run, const GpuStudy& made);
    // gpu_choice.cpp
    [[nodiscard]] gpu::Executor& executor() const;
    void find_gpus();
    void use_gpu(std::optional<int> device);
    void next_gpu();
    void show_spot(const Spot& spot);
    /// Where it stands in launch space. It must be a thread of the shown launch.
    [[nodiscard]] Spot spot_of_thread(metrics::ThreadId thread) const;
    void update_charts();
    void update_legal();
    void update_model();
    void submit();
    void choose(const Choice& next, const std::string& gesture);
    void say(bool error, std::string words, std::string hint = {});
    void keep_preferences();
    [[nodiscard]] const catalog::Experiment* experiment() const;
    [[nodiscard]] const catalog::Variant* variant() const;
    /// Whether the drawer shows this tab: also large, in presentation mode.
    [[nodiscard]] bool seen(Tab tab) const;

    void report_fault();
    // live_view.cpp
    void update_live();
    void update_partial();
    [[nodiscard]] bool partial_waits() const;
    void show_now(const session::Request& request);
    void fall_back();
    /// Whether what is shown ahead has the output that the views show.
    [[nodiscard]] bool shows_ahead() const;
    [[nodiscard]] bool insists(const std::shared_ptr<const session::RunResult>& run) const;
    [[nodiscard]] uint32_t live_texture() const;
    /// Whether the views show what the blocks of the run under way have written so far.
    [[nodiscard]] bool shows_partial() const;
    // gpu_maps.cpp
    [[nodiscard]] std::shared_ptr<const session::RunResult> recorded_run() const;
    [[nodiscard]] bool may_record() const;
    [[nodiscard]] bool still_wanted(const session::RunResult& made_of,
                                    const std::shared_ptr<const session::RunResult>& wanted) const;
    [[nodiscard]] bool may_stay(const std::shared_ptr<const session::RunResult>& shown,
                                const std::shared_ptr<const session::RunResult>& wanted) const;
    [[nodiscard]] interop::LayerRecorder& recorder_on(const gpu::DeviceStatus& device);
    [[nodiscard]] std::unique_ptr<interop::MapTextures> map_textures(int device) const;
    void forget_maps();
    // gpu_layer.cpp
    void update_layer();
    void take_layer(const std::shared_ptr<const session::RunResult>& run,
                    const Result<std::shared_ptr<const interop::DeviceLayer>>& made);
    // gpu_heat.cpp
    [[nodiscard]] std::shared_ptr<const session::RunResult> heat_run() const;
    [[nodiscard]] bool heat_waits() const;
    void update_heat();
    void take_heat(const std::shared_ptr<const session::RunResult>& run, const std::vector<render::Content>& contents,
                   const Result<std::shared_ptr<const interop::DeviceHeat>>& made);
    // gpu_recorded.cpp
    void make_recorded();
    void forget_recording();

    // layout.cpp
    /// As large as the window has room for; see wished_scale().
    [[nodiscard]] float scale() const;
    [[nodiscard]] float wished_scale() const;
    void note_scale();
    [[nodiscard]] PaneSizes sizes_of_panes() const;
    void layout(Commands& commands);
    void panes(Commands& commands);
    void presentation_view(Commands& commands);
    /// Whether the window shows the views.
    [[nodiscard]] bool views_in_sight() const;
    [[nodiscard]] bool code_beside() const;
    void dialogs(Commands& commands);
    void frame_time_overlay();

    // commands.cpp
    void apply(const Commands& commands);
    void on(const ChooseExperiment& c);
    void on(const ChooseVariant& c);
    void on(const ChooseInput& c);
    void on(const SetBlock& c);
    void on(const SetParameter& c);
    void on(const EndGesture& c);
    void on(const Perform& c);
    void on(const SetOverlay& c);
    void on(const SetStrength& c);
    void on(const SetSpace& c);
    void on(const SetForm& c);
    void on(const SetStep& c);
    void on(const SetInterval& c);
    void on(const SetSlice& c);
    void on(const MoveCamera& c);
    void on(const Hover& c);
    void on(const Pin& c);
    void on(const OpenFile& c);
    void on(const ShowOpenDialog& c);
    void on(const ShowSaveDialog& c);
    void on(const SavePicture& c);
    void on(const ResizePane& c);
    void on(const SelectTab& c);
    void on(const SetDrawer& c);
    void on(const SetAlone& c);
    void on(const SetScale& c);
    void on(const SetBlockViewState& c);
    void on(const GotoLine& c);
    void on(const PaintCode& c);
    void on(const HoverCode& c);
    void on(const ScrollCode& c);
    void on(const PointThread& c);
    void on(const ShowThread& c);
    void on(const ShowCell& c);
    void on(const SetBaseline& c);
    void on(const CompareWith& c);
    void on(const SetSideBySide& c);
    void on(const ShowRecording& c);
    void on(const Restart& c);
    void on(const ChooseGpu& c);
    void on(const InsistOnGpu& c);
    void on(const ChooseChart& c);
    void on(const ChoosePeaks& c);
    void on(const StopChart& c);
    void on(const ResumeChart& c);
    void on(const DismissNotice& c);
    void step_parameter(double steps);
    void step_block(Axis axis, int by);
    void move_pin(double dx, double dy);
    void move_step(int by);
    void move_interval(int by);
    void move_slice(int by);
    void toggle_overlay(render::Overlay overlay);
    void zoom_by(double factor);

    Start start;
    Fonts fonts;
    std::function<void()> wake;
    Preferences preferences, saved_preferences;
    double preferences_changed = 0; // ImGui time; 0 when saved
    Choice choice;
    History history;
    float monitor_scale = 1;

    std::unique_ptr<ViewPair> views;
    std::vector<ImVec4> covered; // of this frame, for Ground
    session::Session session;
    uint64_t seen_revision = 0;
    bool submitted = false, awaited = false;            // awaited: a submitted request has not been answered yet
    std::shared_ptr<const session::RunResult> newest;   // what is to be shown: `emulated`, or it as the GPU recorded it
    std::shared_ptr<const session::RunResult> emulated; // the session's newest
    std::optional<Diagnostic> failure;
    std::string failed_source;
    std::string launch_note;
    /// What `illegal` was worked out for: the choice, and the main input's shape.
    struct LegalKey {
        Choice choice;
        Shape input;
        friend bool operator==(const LegalKey&, const LegalKey&) = default;
    };
    std::optional<LegalKey> legal_asked;
    catalog::IllegalValues illegal;
    std::string drawing_problem; // what the graphics driver cannot draw, as said to the user
    bool up_to_date = false;

    std::optional<Spot> hover, pinned;
    metrics::ThreadId pointed = 0; // thread that a panel points at
    std::shared_ptr<const metrics::BlockTrace> trace;
    std::shared_ptr<const session::RunResult> trace_of;

    // The session makes one trace at a time, and a new wish takes the place of the one before it.
    struct TraceWish {
        std::shared_ptr<const session::RunResult> result;
        session::FocusKey key;
        friend bool operator==(const TraceWish&, const TraceWish&) = default;
    };
    std::vector<TraceWish> trace_wishes;  // that the frame has found missing, the most urgent first
    std::optional<TraceWish> trace_asked; // of the session, and not yet answered

    // The block that the drawer's timeline, shared memory and epochs show.
    BlockViewState block_view_state;
    std::shared_ptr<const BlockView> block_view;
    std::shared_ptr<const metrics::BlockTrace> block_view_preparing;
    std::optional<Diagnostic> block_view_problem;
    bool block_view_ready = true; // nothing is wanted, or what is wanted is there

    Baseline baseline;
    std::shared_ptr<const session::RunResult> compared; // what baseline.comparison is, or is being made, of
    bool baseline_block_view_ready = true;              // as for `block_view`
    bool baseline_block_view_preparing = false;
    ViewChoice left_before; // the left view before it showed the baseline

    GpuStudy study;
    BlockPicture block_picture;
    std::shared_ptr<const session::RunResult> studied; // the run that `study` is of
    std::atomic<bool> gpu_cancel = false;              // ends a sweep
    std::atomic<size_t> gpu_done = 0;                  // block sizes of a sweep
    /// Sectors by cell that the GPU is counting. Results of runs hold it, too.
    std::shared_ptr<std::atomic<int>> gpu_probes = std::make_shared<std::atomic<int>>(0);
    bool gpus_asked = false, gpus_known = false; // known: one of them is in use, or there is none

    std::optional<uint32_t> step, interval, slice;
    render::Camera camera;
    std::optional<render::Camera> matrices_camera;
    bool fitted = true, jump = true; // jump: reach the target at once
    ImVec2 fitted_size{};

    interop::LiveOutput live;
    std::shared_ptr<const session::RunResult> live_prepared, live_preparing;
    std::shared_ptr<const session::RunResult> insisted; // to run on the GPU although the emulator found a fault
    std::shared_ptr<const session::RunResult> ahead;    // the launch that the GPU shows before the emulator has run it
    PartialPicture partial;                             // of the emulator's run under way
    bool fault_said = false;
    std::chrono::steady_clock::time_point input_came; // that the frame answers to
    std::deque<double> launch_times;

    // Overlays straight from the GPU's recording (interop/layer_recorder.hpp): the worker's, and OpenGL's.
    std::unique_ptr<interop::LayerRecorder> layer_recorder;
    bool recorder_busy = false;       // the worker is at a recording
    bool layer_recorded_last = false; // not heat
    std::unique_ptr<interop::MapTextures> layer_textures;
    std::optional<render::RunTextures::OpenLayer> layer_attached; // what `layer_textures` knows
    std::pair<uint32_t, uint32_t> layer_size;                     // of those textures
    std::shared_ptr<const session::RunResult> layer_asked;        // the run that was given to the worker last
    std::shared_ptr<const session::RunResult> layer_in;           // the run whose layer is in the textures
    std::unique_ptr<interop::MapTextures> heat_textures;          // the same for heat maps of sectors
    std::vector<uint32_t> heat_attached;
    std::pair<std::vector<render::Content>, std::vector<instrument::CellPlane>> heat_layout; // of those textures
    struct HeatWish {
        std::shared_ptr<const session::RunResult> run;
        std::vector<render::Content> contents;
        friend bool operator==(const HeatWish&, const HeatWish&) = default;
    };
    HeatWish heat_asked, heat_in;
    std::shared_ptr<const render::DrawnHeat> heat_drawn; // of `heat_in`
    std::shared_ptr<const session::RunResult> recorded;  // `emulated`, with a recording in its place
    std::shared_ptr<const session::RunResult> recorded_of, recorded_asked;

    std::vector<Notice> shown_notices;
    uint64_t next_notice = 1;
    bool presentation = false;
    bool drawer_large = false;   // in presentation mode: the drawer's tab takes the place of the views
    bool drawer_asked = false;   // see PaneWishes
    bool menu_open = false;      // when the frame began: its keys are the menu's
    bool inspector_away = false; // folded by hand while something is pinned
    float noted_scale = 0;       // a wish that the window has no room for, as said to the user
    bool keys_open = false, frame_times_open = false, quit = false, restart = false, capturing = false;
    std::optional<uint32_t> goto_line, goto_ptx, marked_line;
    int goto_frames = 0;
    CodePlace hovered_code;
    std::optional<PaintedCode> painted;
    std::string marked_source;   // that `marked_line` is a line of
    std::string painted_variant; // that `painted` is a line of
    bool probes_missing = false; // wanted and neither there nor refused
    FileDialog file_dialog;
    SaveDialog save_dialog;
    std::optional<SavePicture> save_wish;
    ViewPair::Area drawer_area{}; // of the drawer's tab in the last frame; empty while none is shown
    int frames_wanted = 3;
    PaneSizes sizes;     // of this frame
    bool moving = false; // the camera is on its way

    Pacing pacing{start.software_gl};
    std::deque<double> times;
    Model model;
    Look look;

    // Last, so that their threads end before anything that their jobs touch.
    Worker worker, gpu_worker, layer_worker;
    FileWatch watched;
    analysis::ChartMaker charts;
};

} // namespace warpscope::ui
