#pragma once

#include "ui/app/app_parts.hpp"
#include "ui/workbench.hpp"

namespace warpscope::ui {

[[nodiscard]] ViewGrid::Area all_views(const ViewGrid& views);

struct App::State : AppParts {
    State(Start start, const Fonts& fonts, std::function<void()> wake, std::unique_ptr<ViewGrid> views);
    ~State();

    // app_state.cpp
    void frame(std::optional<uint32_t> framebuffer = std::nullopt);
    [[nodiscard]] double pause() const;
    void update_camera();
    void update_model();
    void update_stale_result();
    void update_pointer();
    void keep_preferences();
    // results.cpp
    void take_results();
    void keep_input();
    void show_findings_of_file();
    /// Returns the chosen picture if its first run takes long and it is decoded.
    [[nodiscard]] std::optional<PendingInput> pending_input();
    void take_failure(const Diagnostic& failure);
    void show_text_of(const catalog::Variant& v);
    void show_failure(const Diagnostic& failure, const std::string& text);
    // selected_block.cpp
    /// Applies Start::pin, which needs a run.
    void take_start_pin();
    void update_selection();
    void follow_selection();
    [[nodiscard]] TracePtr trace_of_newest() const;
    void update_probes();
    void explain_split(const render::Probes& probes);
    void update_block_view();
    void show_spot(const scene::Spot& spot);
    /// Requires a thread of the current launch.
    [[nodiscard]] scene::Spot spot_of_thread(metrics::ThreadId thread) const;
    void draw_searched();
    // differences.cpp
    void update_differences();
    // reload.cpp
    void on(const SkipInitialLayout&) { initial_layout.forget(); }
    void on(const ReloadExperiment& c);
    void change_setup(const std::function<void(catalog::Experiment&)>& change);
    void show_experiment(catalog::Experiment opened);
    void take_experiment(const std::filesystem::path& file, const Result<catalog::Experiment>& read,
                         const std::string& text);
    // programs.cpp
    void program_layout(Commands& commands);
    // reload.cpp: guessed setups
    void on(const SetGuessedBuffer& c);
    void on(const SetGuessedLaunch& c);
    void on(const SetGuessedInstance& c);
    void on(const ForgetSetup& c);
    void on(const SaveSetup& c);
    // save.cpp
    [[nodiscard]] ViewGrid::Area area_of(Subject subject) const;
    [[nodiscard]] drawing::Picture shapes_of(const ImguiHost& host, const std::optional<drawing::Rect>& part) const;
    // notes.cpp
    void step_history(bool back);
    // lessons.cpp
    void draw_lesson_marks();
    void cover(size_t view);
    void draw_spotlight();
    [[nodiscard]] bool is_worded(const SavePicture& request) const;
    // app_state.cpp
    void update_textures();
    void update_textures_last(bool launched);

    // layout.cpp
    /// See WindowState::preferred_scale().
    [[nodiscard]] float scale() const;
    void note_scale();
    [[nodiscard]] PaneSizes sizes_of_panes() const;
    void layout(Commands& commands);
    void panes(Commands& commands);
    void presentation_view(Commands& commands);
    void point_card(ImVec2 min, ImVec2 max, std::vector<KeepInSight> keep) const;
    void draw_dialogs(Commands& commands);
    void frame_time_overlay();

    // commands.cpp
    void apply(const Commands& commands);
    void handle(const Command& command);
    void on(const ChooseExperiment& c);
    void on(const ChooseVariant& c);
    void on(const ShowExperiment& c);
    void show_dialogs();
    bool close_topmost();
    /// Keeps the input if `same_input`, even if the kernel has its own.
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
    void on(const SetReference& c);
    void on(const SetStep& c);
    void on(const SetInterval& c);
    void on(const SetSlice& c);
    void on(const MakeBlockBoxes& c);
    void on(const MakeHistogram& c);
    void on(const MoveCamera& c);
    void on(const Hover& c);
    void on(const Pin& c);
    void on(const SetAlone& c);
    void on(const SetFour& c);
    void on(const SetBlockViewState& c);
    void on(const PointThread& c);
    void on(const ExplainSplit& c);
    void on(const ShowThread& c);
    void on(const ShowCell& c);
    void leave_place();
    void step_parameter(double steps);
    void step_block(Axis axis, int by);
    void move_pin(double dx, double dy);
    void move_step(int by);
    void move_interval(int by);
    void move_slice(int by);
    void toggle_overlay(render::Overlay overlay);
    void zoom_by(double factor);
    void report_cancelled();
    void zoom_scope();
};

} // namespace warpscope::ui
