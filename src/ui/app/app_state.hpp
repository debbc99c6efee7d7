// The program behind the window, private to App: its parts (ui/state), and what joins them. What happens in a frame is
// in app_state.cpp, what panels ask for in commands.cpp, what keys do in key_commands.cpp, where panels are in
// layout.cpp.
#pragma once

#include "ui/app/app_parts.hpp"
#include "ui/state/lesson/kernel_copy.hpp"

namespace warpscope::ui {

/// From the first view's corner to the last one's.
[[nodiscard]] ViewGrid::Area all_views(const ViewGrid& views);

struct App::State : AppParts {
    State(Start start, const Fonts& fonts, std::function<void()> wake, std::unique_ptr<ViewGrid> views);
    ~State();

    // app_state.cpp
    void frame(std::optional<uint32_t> framebuffer = std::nullopt);
    /// Seconds until the next frame may be drawn.
    [[nodiscard]] double pause() const;
    void update_camera();
    void update_model();
    void note_former();
    void submit();
    void choose(const scene::Source& next, const std::string& gesture);
    void say(bool error, Message words, Message hint = {});
    /// The preferences with what is remembered of the scene.
    [[nodiscard]] Preferences remembered() const;
    void keep_preferences();
    [[nodiscard]] const catalog::Experiment* experiment() const;
    [[nodiscard]] const catalog::Variant* variant() const;
    [[nodiscard]] bool seen(Tab tab) const { return window.seen(tab, preferences); }
    /// Returns whether header and sliders say what `result` is of.
    [[nodiscard]] bool is_of_choice(const session::RunResult& result) const;
    // baseline.cpp
    void update_baseline();
    void show_both_runs();
    // results.cpp
    void take_results();
    /// Remembers the input as the experiment's own.
    void keep_input();
    void take_failure(const Diagnostic& failure);
    /// Has the source panel show the kernel that could not be launched.
    void show_text_of(const catalog::Variant& v);
    /// Shows `text` in the source panel with the complaint at its line; the old picture stays.
    void show_failure(const Diagnostic& failure, const std::string& text);
    // selected_block.cpp
    /// Where the cell that is to be pinned lies is known once there is a run.
    void take_start_pin();
    void update_selection();
    void follow_selection();
    [[nodiscard]] TracePtr trace_of_newest() const;
    void update_probes();
    void explain_split(const render::Probes& probes);
    void update_block_view();
    /// Pins what lies there; a zoomed view moves to it.
    void show_spot(const scene::Spot& spot);
    /// Where it stands in launch space. It must be a thread of the shown launch.
    [[nodiscard]] scene::Spot spot_of_thread(metrics::ThreadId thread) const;
    // moments.cpp
    void take_start_moment();
    void update_moment();
    /// Enters the pinned block's time, or the middle one's, where none is shown yet, and opens the drawer. Returns
    /// false while there is no launch.
    bool enter_time();
    /// Cells that come out differently in another order, and those of threads that meet a condition.
    void draw_searched();
    /// Brings the moment's block into sight where it is small; leaving time goes back.
    void zoom_to_block();
    /// The tab of banks shows the request of each step that makes one, until another is chosen there.
    void follow_banks();
    void leave_time();
    /// Shows the whole launch, whatever moment was shown, and forgets where the camera was before.
    void leave_moment();
    void on(const SetScope& c);
    void on(const GoToStep& c);
    void on(const GoToShare& c);
    void on(const StepTime& c);
    void on(const GoToMark& c);
    void on(const PlayTime& c);
    void on(const SetTick& c);
    void on(const SetPlaySpeed& c);
    void on(const SetBuild& c);
    void on(const FocusTimeBar& c);
    void on(const StopRecording& c);
    void on(const ShowMomentPart& c);
    void on(const AskTime& c);
    void show_origin(const AskTime& c);
    void on(const FollowVariable& c);
    void on(const SetValueForm& c);
    void on(const FindExpression& c);
    void on(const AddWatch& c);
    void on(const RemoveWatch& c);
    void on(const FindWatch& c);
    void on(const GoToFinding& c);
    void on(const LookForOrder& c);
    void on(const LookWithoutBarrier& c);
    void on(const CloseOrders& c);
    void on(const StepThroughOrder& c);
    void on(const LeaveOrder& c);
    void on(const PaintWatch& c);
    // reload.cpp
    void update_watched();
    void reload();
    /// The command line's, where the experiment of this file is the one that it names.
    [[nodiscard]] SourceOptions source_options_for(const std::filesystem::path& file) const;
    /// Adds the experiment of a .toml or .cu file to the catalogue and chooses it.
    /// A .cu file with main() is a program, unless only its kernels are wanted.
    void open_experiment(const std::filesystem::path& file, bool kernels_only = false);
    /// Puts it into the catalogue, in the place of the one of its file. Returns the name it has there: its file's where
    /// another has its own.
    [[nodiscard]] std::string add_experiment(catalog::Experiment opened);
    /// The experiment that is shown, where its set-up is guessed; else null.
    [[nodiscard]] std::shared_ptr<const catalog::Experiment> guessed_setup() const;
    /// Changes the experiment that is shown, as one step of undo.
    void change_setup(const std::function<void(catalog::Experiment&)>& change);
    /// The same, and chooses it.
    void show_experiment(catalog::Experiment opened);
    /// `text`: of the file, when it could not be understood.
    void take_experiment(const std::filesystem::path& file, const Result<catalog::Experiment>& read,
                         const std::string& text);
    // programs.cpp
    void open_program(ReadProgram read);
    /// What the command line asks of its program is not done to another one.
    void drop_program_wishes();
    /// The one that the command line asks for, when the program has run.
    void open_wished_launch();
    /// Its text may have changed.
    void reread_program();
    /// `of_same_run`: it was shown already, of the same run of the program.
    void show_launch(capture::LaunchExperiment opened, bool of_same_run);
    [[nodiscard]] bool is_trusted(const ReadProgram& read) const;
    void program_layout(Commands& commands);
    void on(const RunProgram& c);
    void on(const StopProgram& c);
    void on(const AskAboutProgram& c);
    void on(const SetProgramArguments& c);
    void on(const SetProgramBuild& c);
    void on(const SetProgramChecks& c);
    void on(const OpenLaunch& c);
    void on(const ShowProgram& c);
    void on(const CloseProgram& c);
    void on(const OpenKernels& c);
    void on(const SetProgramRows& c);
    void on(const SetProgramTab& c);
    void on(const GotoProgramLine& c);
    void on(const ArrivedAtProgramLine& c);
    void on(const SetBufferShape& c);
    // reload.cpp: the set-up of a kernel without an experiment file
    void on(const SetGuessedBuffer& c);
    void on(const SetGuessedLaunch& c);
    void on(const SetGuessedInstance& c);
    void on(const ForgetSetup& c);
    void on(const SaveSetup& c);
    // launch_time.cpp
    void update_launch_time();
    // scenes.cpp
    /// `or_picture`: what is damaged can still be taken as a picture.
    void open_scene(const std::filesystem::path& file, bool or_picture);
    void take_scene(const std::filesystem::path& file, exporting::OpenedScene opened);
    /// Shows the opened scene as soon as its run is on the screen.
    void show_arrived();
    /// The opened scene's numbers stay compared for as long as its launch is shown.
    void update_scene_check();
    [[nodiscard]] exporting::SceneLook look_of_scene() const;
    /// The same for a figure, with what it shows of the scene.
    [[nodiscard]] exporting::SceneLook look_of_figure(const SavePicture& wish, bool dark, const Picture& picture) const;
    /// Of the last frame.
    [[nodiscard]] ViewGrid::Area area_of(Subject subject) const;
    /// Runs what an opened scene compares its run with, and shows both side by side.
    void run_beside(const exporting::OpenedRun& beside);
    /// Says how large the scene would be; saving it again under this name does it.
    void ask_about_size(const std::filesystem::path& file, uint64_t bytes);
    [[nodiscard]] bool asks_to_save(const std::filesystem::path& file) const;
    /// The frame that was drawn last, or a part of it.
    [[nodiscard]] drawing::Picture shapes_of(const ImguiHost& host, const std::optional<drawing::Rect>& part) const;
    // notes.cpp
    void on(const EditNote& c);
    void on(const PutNote& c);
    void on(const RemoveNotes& c);
    /// Undo or redo.
    void step_history(bool back);
    void say_lost_notes(size_t lost);
    // lessons.cpp
    /// Reads the lesson and shows it; `step` from 0, none: where it was left.
    void open_lesson(const std::filesystem::path& file, std::optional<size_t> step);
    // assignments.cpp
    void open_assignment(const std::filesystem::path& file);
    void update_assignment();
    /// Returns whether it is of the kernel that the open assignment has written.
    [[nodiscard]] bool is_assigned(const scene::Source& source) const;
    void close_lesson(bool restore);
    /// Shows the step's launch, views and overlays.
    void show_lesson_step();
    /// What was covered until now: overlays, tab, time.
    void uncover();
    void update_lesson();
    /// Takes from the commands those that a lesson does not let through, and makes of others what they mean to it.
    [[nodiscard]] Commands within_lesson(const Commands& commands);
    void draw_lesson_marks();
    /// Returns whether what a view shows would give the answer away.
    [[nodiscard]] bool covers_view(size_t view) const;
    void cover(size_t view);
    /// A ring around the control that the step points at.
    void draw_spotlight();
    void copy_kernel(CopyWish wish);
    /// What was typed in the student's copy is written to its file.
    void keep_copy();
    void on(const LessonCommand& c);
    void on(const CloseAssignment& c);
    void on_lesson(const OpenLesson& c);
    void on_lesson(const CloseLesson& c);
    void on_lesson(const GoToLessonStep& c);
    void on_lesson(const Predict& c);
    void on_lesson(const TypeNumber& c);
    void on_lesson(const SetSureness& c);
    void on_lesson(const Reveal& c);
    void on_lesson(const AskAgain& c);
    void on_lesson(const AskWhy& c);
    void on_lesson(const CountVotes& c);
    void on_lesson(const CopyKernel& c);
    // editing.cpp
    void update_editor();
    void update_before();
    void keep_before();
    /// What was typed is remembered, whether it compiles or not.
    void take_typed();
    /// Of the chosen kernel; none: the file's own.
    void keep_text(const std::optional<std::string>& text);
    /// Has all texts of that kernel count as what came with a scene, also those that were made of it by typing or
    /// undoing: until the program ends, and for a text that is kept then until that is reverted.
    void note_brought(const scene::Source& source);
    [[nodiscard]] bool is_brought(const scene::Source& source) const;
    void on(const OpenEditor& c);
    void on(const EditText& c);
    void on(const PerformEdit& c);
    void on(const SaveText& c);
    void on(const SearchCode& c);
    void on(const SetBeside& c);
    // charts.cpp
    void update_charts();
    /// That in which workers make texts: the window's, or that of a picture which waits for them.
    [[nodiscard]] Language worked_language() const { return dialogs.figure_language.value_or(program_language()); }
    /// Whether all that a picture shows is put into words.
    [[nodiscard]] bool is_worded(const SavePicture& wish, Language words) const;
    // gpu_choice.cpp
    void find_gpus();
    void use_gpu(std::optional<int> device);
    void next_gpu();
    void report_fault();
    void report_stopped(const session::RunResult& run);
    void show_cause(const session::RunResult& run, Message words);
    // gpu_picture.cpp
    void update_textures();
    void update_textures_last(bool launched);
    void update_live();
    void update_partial();
    [[nodiscard]] bool partial_waits() const;
    [[nodiscard]] uint32_t live_texture() const;
    /// Returns whether the views show what the blocks of the run under way have written so far.
    [[nodiscard]] bool shows_partial() const;
    [[nodiscard]] MapWishes map_wishes() const;
    void update_study();

    // layout.cpp
    /// As large as the window has room for; see WindowState::wished_scale().
    [[nodiscard]] float scale() const;
    void note_scale();
    /// Has texts come in the language of the preferences from now on.
    void update_language();
    /// Of pictures' words: what is wished for, where its letters are there.
    [[nodiscard]] std::optional<Language> language_of_figures() const;
    [[nodiscard]] PaneSizes sizes_of_panes() const;
    void layout(Commands& commands);
    void panes(Commands& commands);
    void presentation_view(Commands& commands);
    void point_card(ImVec2 min, ImVec2 max, std::vector<KeepInSight> keep) const;
    void draw_dialogs(Commands& commands);
    void frame_time_overlay();

    // commands.cpp
    void apply(const Commands& commands);
    void on(const ChooseExperiment& c);
    void on(const ChooseVariant& c);
    /// `same_input`: also where the kernel has one of its own, as it is compared.
    void choose_variant(const std::string& name, bool same_input);
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
    void on(const MakeBlockBoxes& c);
    void on(const MoveCamera& c);
    void on(const Hover& c);
    void on(const Pin& c);
    void on(const OpenFile& c);
    void on(const ShowOpenDialog& c);
    void on(const ShowSaveDialog& c);
    void on(const ShowPalette& c);
    void on(const SavePicture& c);
    void on(const ShowFilmDialog& c);
    void on(const MakeFilm& c);
    void on(const StopFilm& c);
    void tell_of_film();
    void on(const ShowSaveScene& c);
    void on(const ShowBlocksInTime& c);
    void on(const GoToBlocks& c);
    void on(const SaveScene& c);
    void open_picture(const std::filesystem::path& file);
    void on(const CopyPicture& c);
    void on(const CopyText& c);
    void on(const ResizePane& c);
    void on(const SelectTab& c);
    void on(const SetDrawer& c);
    void open_drawer(bool open); // of the window, also while it is presented
    void on(const SetAlone& c);
    void on(const SetFour& c);
    void on(const SetScale& c);
    void on(const SetLanguage& c);
    void on(const SetBlockViewState& c);
    void on(const GotoLine& c);
    void on(const PaintCode& c);
    void on(const HoverCode& c);
    void on(const ScrollCode& c);
    void on(const SeePtx& c);
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
    /// Of other buffers: what is pinned, marked, zoomed to and compared with.
    void forget_place();
    /// What its edited text is kept under: an assignment's has one of its own.
    [[nodiscard]] std::string key_of(const scene::Source& source) const;
    /// What was made of the text of a kernel when it was chosen the last time, or that which the assignment begins
    /// with.
    [[nodiscard]] std::optional<std::string> kept_text(const scene::Source& source) const;
    void step_parameter(double steps);
    void step_block(Axis axis, int by);
    void move_pin(double dx, double dy);
    void move_step(int by);
    void move_interval(int by);
    void move_slice(int by);
    void toggle_overlay(render::Overlay overlay);
    void zoom_by(double factor);
    /// Tells what is chosen again once the run in progress has been cancelled.
    void say_cancelled();
    /// From the whole picture to the block of the thread, to its warp, to itself, and back.
    void zoom_scope();
};

} // namespace warpscope::ui
