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
    void update_pointer();
    void keep_preferences();
    /// Returns the chosen picture if its first run takes long and it is decoded.
    [[nodiscard]] std::optional<PendingInput> pending_input();
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
    // programs.cpp
    void program_layout(Commands& commands);
    // save.cpp
    [[nodiscard]] ViewGrid::Area area_of(Subject subject) const;
    [[nodiscard]] drawing::Picture shapes_of(const ImguiHost& host, const std::optional<drawing::Rect>& part) const;
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
    void show_dialogs();
    bool close_topmost();
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
    void on(const ShowHistogram& c) { views->show_histogram(c.view); }
    void leave_place();
    void move_pin(double dx, double dy);
    void move_step(int by);
    void move_interval(int by);
    void move_slice(int by);
    void toggle_overlay(render::Overlay overlay);
    void zoom_by(double factor);
    void zoom_scope();
};

} // namespace warpscope::ui
