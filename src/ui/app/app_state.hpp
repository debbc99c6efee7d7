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
    void update_model();
    void update_pointer();
    void keep_preferences();
    /// Returns the chosen picture if its first run takes long and it is decoded.
    [[nodiscard]] std::optional<PendingInput> pending_input();
    void draw_searched();
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
    /// Performs actions of the window itself.
    bool perform(const Perform& action);
};

} // namespace warpscope::ui
