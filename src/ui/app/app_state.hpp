#pragma once

#include "ui/app/app_parts.hpp"
#include "ui/workbench.hpp"

namespace warpscope::ui {

[[nodiscard]] ViewGrid::Area all_views(const ViewGrid& views);

struct App::State : AppParts {
    State(Start start, const Fonts& fonts, std::function<void()> wake, std::unique_ptr<ViewGrid> views);
    ~State();

    [[nodiscard]] double pause() const;
    void update_model();
    /// Returns the chosen picture if it is decoded and its first run has not ended.
    [[nodiscard]] std::optional<PendingInput> pending_input();

    struct Frame {
        std::optional<uint32_t> framebuffer;
        bool has_input = false;
        bool uploads_last = false; // uploads textures after the launch
        Commands commands{};
        RunPtr ahead_before{};
    };
    void frame(std::optional<uint32_t> framebuffer = std::nullopt);
    void finish_jobs();
    void remove_old_notices();
    void set_probes();
    void update_pointer();
    void keep_preferences();
    void update_textures();
    void upload_first(Frame& frame);
    void upload_last(Frame& frame);
    void draw(Frame& frame);
    void apply_commands(Frame& frame);
    void paint_views(Frame& frame);

    [[nodiscard]] ViewGrid::Area area_of(Subject subject) const;
    [[nodiscard]] drawing::Picture shapes_of(const ImguiHost& host, const std::optional<drawing::Rect>& part) const;
    [[nodiscard]] bool is_worded(const SavePicture& request) const;
    struct CapturedRoom {
        float rows = 0;
        float spare = 0;
        float missing = 0;
        float reading = 0;
    };
    [[nodiscard]] CapturedRoom captured_room(const SavePicture& request) const;
    [[nodiscard]] ImVec2 picture_size(const SavePicture& request) const;

    void draw_lesson_marks();
    void cover(size_t view);
    void draw_spotlight();
    void program_layout(Commands& commands);

    [[nodiscard]] float scale() const;
    void note_scale();
    [[nodiscard]] PaneSizes sizes_of_panes(float captured) const;
    void layout(Commands& commands);
    void panes(Commands& commands);
    void step_button(ImVec2 at, float right, float height, Commands& commands) const;
    void presentation_view(Commands& commands);
    void point_card(ImVec2 min, ImVec2 max, std::vector<KeepInSight> keep) const;
    /// Describes the cell under the mouse while another is pinned.
    void card_beside_pin(ImVec2 min, ImVec2 max, const std::vector<KeepInSight>& keep) const;
    void draw_dialogs(Commands& commands);
    void frame_time_overlay();

    void apply(const Commands& commands);
    void handle(const Command& command);
    void show_dialogs();
    bool close_topmost();
    bool perform(const Perform& action);
};

} // namespace warpscope::ui
