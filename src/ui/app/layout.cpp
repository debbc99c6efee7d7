#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/app/app_state.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/lesson/lesson_panels.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/views/two_runs.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

// No background: filling all pixels twice would dominate the frame time.
constexpr ImGuiWindowFlags root_flags = ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoDecoration |
                                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav |
                                        ImGuiWindowFlags_NoScrollWithMouse;

constexpr ImU32 bare = 0;

template<class Contents>
void pane(const char* name, ImVec2 min, ImVec2 max, ImU32 ground, bool padded, bool scrolls, Contents contents) {
    ImGui::SetCursorScreenPos(min);
    KeptValue<bool> overflows(name);
    // Always reserves the scroll bar's width: in narrower text, more lines would wrap, and the bar would cause itself.
    const ImGuiWindowFlags flags = scrolls ? ImGuiWindowFlags_AlwaysVerticalScrollbar
                                           : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    const bool hides_bar = scrolls && !overflows;
    constexpr std::array bar_colors{ImGuiCol_ScrollbarBg, ImGuiCol_ScrollbarGrab, ImGuiCol_ScrollbarGrabHovered,
                                    ImGuiCol_ScrollbarGrabActive};
    ImGui::PushStyleColor(ImGuiCol_ChildBg, ground);
    for (const ImGuiCol color : bar_colors)
        ImGui::PushStyleColor(color, hides_bar ? ImVec4() : ImGui::GetStyleColorVec4(color));
    const ImVec2 size{std::max(1.0f, max.x - min.x), std::max(1.0f, max.y - min.y)};
    ImGui::BeginChild(name, size, padded ? ImGuiChildFlags_AlwaysUseWindowPadding : ImGuiChildFlags_None, flags);
    ImGui::PopStyleColor(static_cast<int>(bar_colors.size()));
    contents();
    const bool is_higher = ImGui::GetScrollMaxY() > 0;
    ImGui::EndChild();
    ImGui::PopStyleColor();
    overflows = is_higher;
}

} // namespace

float App::State::scale() const {
    ImVec2 screen = ImGui::GetIO().DisplaySize;
    screen.y -= window.captured_room;
    if (screen.x <= 0 || screen.y <= 0)
        return window.preferred_scale(preferences, 0); // before the first frame, or minimized
    return std::min(window.preferred_scale(preferences, screen.y),
                    largest_scale(screen.x, screen.y, window.presentation));
}

void App::State::note_scale() {
    if (window.presentation) return; // presentation mode enlarges type anyway, and no message may cover the views
    const bool limited = preferences.scale > 0 && model.look.scale < model.preferred_scale;
    if (limited && window.noted_scale != preferences.scale)
        doc.say(false,
                msg("This window fits a scale of {:.0f} %, not {:.0f} %.", 100 * model.look.scale,
                    100 * model.preferred_scale),
                msg("Enlarge it, or show only the views ({}).", key_text(Action::presentation)));
    window.noted_scale = limited ? preferences.scale : 0;
}

PaneSizes App::State::sizes_of_panes(float captured) const {
    ImVec2 screen = ImGui::GetIO().DisplaySize;
    screen.y -= captured;
    if (model.lesson != nullptr)
        return lesson_pane_sizes(
            {.width = screen.x,
             .height = screen.y,
             .scale = look.scale,
             .launch = model.lesson->now().sliders,
             .drawer = preferences.panes.drawer_open && !model.lesson->covers(),
             .time = scene.moment.scope != scene::Scope::all,
             .tall = info(preferences.tab).has(tall),
             .presented = window.presentation,
             .code = model.lesson->question() != nullptr && model.lesson->question()->kind == lesson::Kind::line,
             .upright = model.upright});
    return pane_sizes({.width = screen.x,
                       .height = screen.y,
                       .scale = look.scale,
                       .panes = preferences.panes,
                       .inspector = preferences.panes.inspector_open || model.assignment != nullptr ||
                                    (scene.pin && !window.inspector_away),
                       .narrow = model.narrow,
                       .moment = in_block(scene.moment),
                       .editing = preferences.source_tall && preferences.tab == Tab::source,
                       .tall = preferences.drawer_tall || info(preferences.tab).has(tall),
                       .leads = window.drawer_leads,
                       .numbers = ViewGrid::only_numbers(model),
                       .asked = window.is_drawer_requested,
                       .upright = model.upright});
}

void App::State::layout(Commands& commands) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(screen);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("Warpscope", nullptr, root_flags);
    ImGui::PopStyleVar();
    drawer_area = {};
    window.hidden_rows = 0;
    window.time_bar_shown = false;
    if (window.page)
        program_layout(commands);
    else if (window.presentation && model.lesson == nullptr)
        presentation_view(commands);
    else
        panes(commands);
    ImGui::End();
    if (model.lesson != nullptr && !window.capturing) draw_spotlight();
    if (!window.capturing) draw_dialogs(commands);
    if (dialogs.frame_times) frame_time_overlay();
    if (!window.capturing) presenter_pointer(model);
}

void App::State::panes(Commands& commands) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const Palette& c = *look.colors;
    const PaneSizes& sizes = window.sizes;
    const float top = sizes.top_bar, status = sizes.status_bar, tabs = sizes.tabs, left = sizes.launch;
    const float grip = std::round(look.px(7)), stroke = std::max(1.0f, look.px(1));
    // The time bar must not move when the drawer opens.
    const float bar_top = screen.y - status - sizes.time_bar;
    const float bottom = std::round(bar_top - sizes.drawer - window.captured_rows);
    const float right_edge = screen.x - sizes.inspector, views_end = bottom - sizes.lesson;

    const bool with_lesson = model.lesson != nullptr;
    if (top > 0)
        pane("##top bar", {0, 0}, {screen.x, top}, c.bar, false, false,
             [&] { with_lesson ? lesson_bar(model, commands) : top_bar(model, commands); });
    if (left > 0)
        pane("##launch", {0, top}, {left, bottom}, bare, sizes.launch_open, sizes.launch_open,
             [&] { sizes.launch_open ? launch_panel(model, commands) : launch_rail(model, commands); });
    const float preferred_height =
        scene.moment.scope == scene::Scope::launch ? std::round(std::max(look.px(150), 0.42f * (views_end - top))) : 0;
    const float under_views = views_end - (2 * preferred_height < views_end - top ? preferred_height : 0);
    pane("##views", {left, top}, {right_edge, under_views}, bare, false, false, [&] {
        views->draw(model, {left, top}, {right_edge, under_views}, pictures.texture(), commands);
        window.views_drawn = true;
        if (with_lesson) draw_lesson_marks();
    });
    if (under_views < views_end)
        pane("##launch in time", {left, under_views}, {right_edge, views_end}, c.bar, false, false,
             [&] { launch_time_panel(model, commands); });
    if (with_lesson) {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(22), look.px(18)});
        const bool below = sizes.lesson > 0;
        pane("##lesson", below ? ImVec2{0, views_end} : ImVec2{right_edge, top},
             below ? ImVec2{screen.x, bottom} : ImVec2{screen.x, screen.y - status}, bare, true, true,
             [&] { lesson_panel(model, commands); });
        ImGui::PopStyleVar();
    } else if (sizes.inspector > 0) {
        pane("##inspector", {right_edge, top}, {screen.x, bottom}, bare, sizes.inspector_open, sizes.inspector_open,
             [&] { sizes.inspector_open ? inspector_panel(model, commands) : inspector_rail(model, commands); });
    }
    window.time_bar_shown = sizes.time_bar > 0;
    if (window.time_bar_shown)
        pane("##time bar", {0, bar_top}, {with_lesson ? right_edge : screen.x, screen.y - status}, c.bar, false, false,
             [&] { time_bar(model, commands); });
    const float drawer_end = with_lesson ? right_edge : screen.x;
    if (sizes.drawer > 0)
        pane("##drawer", {0, bottom}, {drawer_end, bar_top}, c.bar, false, false,
             [&] { window.hidden_rows = drawer(model, commands); });
    if (sizes.drawer_open) drawer_area = {{0, bottom + tabs + stroke}, {drawer_end, bar_top}};
    if (status > 0)
        pane("##status bar", {0, screen.y - status}, screen, c.bar, false, false,
             [&] { with_lesson ? lesson_steps(model, commands) : status_bar(model, commands); });

    if (model.bare_views) return; // a figure has no lines between panes
    // Splitters overlap the panes, so they are in child windows, which get the mouse first.
    ImDrawList& lines = *ImGui::GetWindowDrawList();
    lines.PushClipRectFullScreen();
    auto grip_pane = [&](const char* name, const char* label, ImVec2 at, ImVec2 size, bool vertical, Pane which) {
        ImGui::SetCursorScreenPos(at);
        ImGui::BeginChild(name, size, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar);
        const float moved = splitter(look, label, at, size, vertical);
        if (moved != 0) commands.push_back(ResizePane{which, moved});
        ImGui::EndChild();
    };
    if (left > 0 && sizes.launch_open)
        grip_pane("##grip launch", "##resize launch", {left - grip / 2, top}, {grip, bottom - top - grip}, true,
                  Pane::launch);
    if (sizes.inspector_open && !with_lesson)
        grip_pane("##grip inspector", "##resize inspector", {right_edge - grip / 2, top}, {grip, bottom - top - grip},
                  true, Pane::inspector);
    if (sizes.drawer_open && !with_lesson)
        grip_pane("##grip drawer", "##resize drawer", {0, bottom - grip / 2}, {screen.x, grip}, false, Pane::drawer);
    else
        lines.AddRectFilled({0, bottom}, {drawer_end, bottom + stroke}, c.line);
    if (sizes.time_bar > 0) lines.AddRectFilled({0, bar_top}, {drawer_end, bar_top + stroke}, c.line);
    lines.AddRectFilled({0, top - stroke}, {screen.x, top}, c.line);
    lines.AddRectFilled({0, screen.y - status}, {screen.x, screen.y - status + stroke}, c.line);
    if (left > 0) lines.AddLine({left, top}, {left, bottom}, c.line, stroke);
    if (sizes.lesson > 0) lines.AddRectFilled({0, views_end}, {screen.x, views_end + stroke}, c.line);
    if (sizes.inspector > 0)
        lines.AddLine({right_edge, top}, {right_edge, with_lesson ? screen.y - status : bottom}, c.line, stroke);
    lines.PopClipRect();
    if (window.capturing) return;
    // Fingers cannot hover. In an upright window, the card therefore describes the pin.
    const bool describes_pin = model.upright && scene.pin && shown_tab(model) != Tab::inspector;
    const bool card = with_lesson ? !model.lesson->covers() : !sizes.inspector_open && (!scene.pin || describes_pin);
    std::vector<KeepInSight> messages = ui::notices(model, {left, top}, {right_edge, views_end}, commands);
    const bool has_menu = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); // a card would cover menus
    if (card && !has_menu && (ImGui::IsMousePosValid() || describes_pin))
        point_card({left, top}, {right_edge, views_end}, messages);
    if (!has_menu && !(with_lesson && model.lesson->covers()))
        card_beside_pin({left, top}, {right_edge, views_end}, messages);
}

void App::State::point_card(ImVec2 min, ImVec2 max, std::vector<KeepInSight> keep) const {
    // Panels that select a thread describe it themselves, without a card.
    if (!model.selection.pinned && !views->pointed_view()) return;
    std::ranges::copy(views->kept_in_sight(model), std::back_inserter(keep));
    if (model.selection.pinned && !model.presentation) min.y += model.look.px(header_height);
    if (!two_runs(model))
        hover_card(model, min, max, keep);
    else
        hover_card(views->points_at_pinned(model) ? pinned_model(model) : present_model(model), min, max, keep);
}

void App::State::card_beside_pin(ImVec2 min, ImVec2 max, const std::vector<KeepInSight>& keep) const {
    const std::optional<scene::Spot>& hover = pointing.hover;
    if (!model.result || !scene.pin || !hover || !views->pointed_view()) return;
    Model hovered = !two_runs(model)                 ? model
                    : views->points_at_pinned(model) ? pinned_model(model)
                                                     : present_model(model);
    const render::Selection there = render::pick(*hovered.result, hover->space, hover->place);
    if (there.pointed == hovered.selection.pointed) return;
    hovered.selection = there;
    if (hovered.trace &&
        (there.thread == 0 || render::block_of(hovered.result->shown().config, there.thread) != hovered.trace->block))
        hovered.trace.reset();
    hover_card(hovered, min, max, keep);
}

void App::State::step_button(ImVec2 at, float right, float height, Commands& commands) const {
    const Look larger = with_presented_type(model, share_of_controls).look;
    const Label label = tr_label("step a block", "##presented");
    const ImVec2 size = quiet_button_size(larger, label);
    const ImVec2 min{at.x + look.px(16), std::round(at.y + (height - size.y) / 2)};
    if (min.x + size.x > right - look.px(8)) return;
    pane("##step button", min, {min.x + size.x, min.y + size.y}, look.colors->popup, false, false, [&] {
        ImGui::SetCursorPos({0, 0});
        if (quiet_button(larger, label, Icon::none,
                         tr_format("Step through one block ({})", key_text(Action::time_on))))
            commands.push_back(SetScope{scene::Scope::block});
    });
}

void App::State::presentation_view(Commands& commands) {
    const bool in_time = window.time_bar_shown = scene.moment.scope != scene::Scope::all;
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    const float gates = model.assignment != nullptr ? std::round(std::min(look.px(300), 0.3f * whole.x)) : 0;
    const Model larger = in_time ? with_presented_type(model, share_of_controls) : Model();
    const float bar = in_time ? std::round(larger.look.px(time_bar_height * time_bar_rows(model))) : 0,
                phase = phase_row_height(model);
    const ImVec2 screen{whole.x - gates, whole.y - bar - phase};
    if (gates > 0)
        pane("##assignment", {screen.x, 0}, {whole.x, screen.y}, look.colors->bar, true, true, [&] {
            if (assignment_panel(look, *model.assignment)) commands.push_back(CloseAssignment{});
        });
    if (phase > 0)
        pane("##phase", {0, screen.y}, {whole.x, screen.y + phase}, look.colors->bar, false, false, [&] {
            std::optional<Tab> shown;
            for (const Tab tab : {Tab::shared, Tab::source})
                if (window.seen(tab, preferences)) shown = tab;
            phase_row(model, shown, commands);
        });
    if (in_time)
        pane("##time bar", {0, whole.y - bar}, whole, look.colors->bar, false, false,
             [&] { time_bar(larger, commands); });
    const bool beside = window.code_beside(preferences);
    const float size = std::max(size_title, model.reading), strip = std::round(look.px(size * 1.75f));
    if (beside) model.presented_code = layout_of_code(model, screen.x, screen.y - strip);
    const float right = beside ? model.presented_code.pictures : screen.x;
    const bool has_sliders = !beside || (model.presented_code.values == 0 && !model.presented_code.values_in_tab);
    const ImVec2 sliders =
        has_sliders ? launch_strip_size(model, (beside ? screen.x - right : screen.x) - look.px(16)) : ImVec2();
    const float under = sliders.y > 0 ? sliders.y + look.px(8) : 0;
    const bool views_shown = window.views_in_sight(preferences) && right > 0;
    std::optional<Model> baseline;
    if (two_runs(model) && views->points_at_pinned(model)) baseline = pinned_model(model);
    const Model& of_card = baseline ? *baseline : model;
    const float card = views_shown && model.selection.pinned ? docked_card_height(of_card, {right, screen.y}) : 0;
    const float views_end = screen.y - card;
    if (views_shown) {
        pane("##views", {0, 0}, {right, views_end}, bare, false, false, [&] {
            views->draw(model, {0, 0}, {right, views_end}, pictures.texture(), commands, strip, beside ? 0 : under);
            window.views_drawn = true;
            std::string title = caption(model);
            if (model.deck != nullptr)
                title = fmt::format("{} / {} · {}", model.deck->position + 1, model.deck->scenes.size(), title);
            const std::string words = shortened(look, title, {Face::strong, size, 0}, right - look.px(48));
            const ImVec2 wide = look.measure(Face::strong, size, words), at{look.px(8), look.px(8)};
            plate(look, *ImGui::GetWindowDrawList(), at, {at.x + wide.x + look.px(20), strip});
            record_area("presented caption", at, {at.x + wide.x + look.px(20), strip});
            ImGui::SetCursorScreenPos({at.x + look.px(10), (at.y + strip - wide.y) / 2});
            text(look, words, {Face::strong, size, 0});
            if (model.variant != nullptr && model.variant->bug.any() && model.lesson == nullptr) {
                const float left = at.x + wide.x + look.px(36);
                ImGui::SetCursorScreenPos({left, (at.y + strip - wide.y) / 2});
                text(look, shortened(look, tr_course(model.variant->bug.symptom), {Face::text, size, 0}, right - left),
                     {Face::text, size, 0});
            }
        });
    }
    const ImVec2 sliders_at{std::round(((beside ? right : 0) + screen.x - sliders.x) / 2),
                            (beside ? screen.y : views_end) - sliders.y - look.px(8)};
    if (card > 0)
        pane("##docked card", {0, views_end}, {right, screen.y}, look.colors->bar, false, false, [&] {
            docked_card(of_card, {right, screen.y});
        });
    if (sliders.y > 0) {
        const ImVec2 at = sliders_at;
        ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, look.px(8));
        record_area("launch sliders", at, {at.x + sliders.x, at.y + sliders.y});
        pane("##sliders", at, {at.x + sliders.x, at.y + sliders.y}, look.colors->popup, false, false,
             [&] { launch_strip(model, commands); });
        ImGui::PopStyleVar();
        if (views_shown && !in_time && model.result)
            step_button({at.x + sliders.x, at.y}, screen.x, sliders.y, commands);
    }
    if (window.drawer_large) {
        const float left = beside ? right : 0;
        drawer_area = {{left, strip}, {screen.x, screen.y - under}};
        pane("##large drawer", drawer_area.min, drawer_area.max, look.colors->bar, false, false,
             [&] { window.hidden_rows = draw_tab(model, shown_tab(model), commands); });
        pane("##caption", {left, 0}, {screen.x, strip}, look.colors->bar, false, false, [&] {
            const Label title = tr_label_of([&] { return tab_title(model, shown_tab(model)); }, "##large");
            const Look of_title = with_presented_type(model, share_of_controls).look;
            const float room = of_title.measure(Face::text, size_body, title.words()).x + of_title.px(50);
            const float top = std::round((strip - of_title.px(28)) / 2);
            if (!beside) {
                ImGui::SetCursorPos({look.px(20), std::round((strip - look.px(size_title + 3)) / 2)});
                text(look, caption(model), {Face::strong, size_title, 0}, screen.x - look.px(40) - room);
            }
            ImGui::SetCursorPos({screen.x - left - room, top});
            if (quiet_button(of_title, title, Icon::close,
                             tr_format("Back to the data ({})", key_text(Action::drawer))))
                commands.push_back(Perform{Action::drawer});
        });
    }
    if (window.capturing) return;
    std::vector<KeepInSight> keep = ui::notices(model, {0, strip}, {screen.x, screen.y - under}, commands);
    constexpr float of_sliders = 100;
    if (sliders.y > 0) keep.push_back({sliders_at, {sliders_at.x + sliders.x, sliders_at.y + sliders.y}, of_sliders});
    if (views_shown && card == 0) point_card({0, strip}, {right, screen.y}, keep);
    const bool has_room_for_card = !in_time || !beside;
    if (views_shown && has_room_for_card) card_beside_pin({0, strip}, {right, screen.y}, keep);
}

void App::State::draw_dialogs(Commands& commands) {
    key_sheet(look, &dialogs.keys);
    for (Command& command : dialogs.welcome.draw(model)) commands.push_back(std::move(command));
    for (Command& command : dialogs.lessons.draw(model, worker)) commands.push_back(std::move(command));
    for (Command& command : dialogs.palette.draw(model)) commands.push_back(std::move(command));
    if (auto file = dialogs.file.draw(look, worker, preferences.recent)) commands.push_back(*file);
    SaveSizes sizes{};
    const auto size_of = [](const ViewGrid::Area& area) {
        return ImVec2{area.max.x - area.min.x, area.max.y - area.min.y};
    };
    if (window.views_in_sight(preferences))
        for (size_t i = 0; i < view_count(model); ++i)
            if (!ViewGrid::hidden(model, i)) sizes[i] = size_of(views->area(i));
    if (window.views_in_sight(preferences)) {
        sizes[static_cast<size_t>(Subject::all_views)] = size_of(all_views(*views));
    }
    sizes[static_cast<size_t>(Subject::drawer)] = size_of(drawer_area);
    if (sizes[static_cast<size_t>(Subject::drawer)].y > 0)
        sizes[static_cast<size_t>(Subject::drawer)].y += std::ceil(window.hidden_rows);
    sizes[static_cast<size_t>(Subject::window)] = ImGui::GetIO().DisplaySize;
    const auto size_of_picture = [&](const SavePicture& request) { return picture_size(request); };
    if (auto command = dialogs.save.draw(model, sizes, size_of_picture)) commands.push_back(*command);
    dialogs.film.draw(model, commands);
    if (auto command = dialogs.scene.draw(look)) commands.push_back(*command);
    if (auto command = dialogs.text.draw(look)) commands.push_back(*command);
    if (auto command = dialogs.note.draw(model)) commands.push_back(*command);
}

void App::State::frame_time_overlay() {
    const std::vector<double> times = frame_times.values();
    if (times.empty()) return;
    const double longest = *std::max_element(times.begin(), times.end());
    const double mean = std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
    const ViewGrid::Area area = window.views_in_sight(preferences) ? all_views(*views) : ViewGrid::Area();
    const bool over_views = area.max.x > area.min.x;
    const ImVec2 corner = over_views ? area.max : ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({corner.x - look.px(8), corner.y - look.px(over_views ? 8 : status_bar_height + 8)}, 0,
                            {1, 1});
    ImGui::SetNextWindowSize({look.px(250), 0});
    ImGui::Begin("##frame times", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings);
    text(look, tr_format("frame {:5.1f} ms  mean {:5.1f}  max {:5.1f}", times.back() * 1e3, mean * 1e3, longest * 1e3),
         {Face::mono, size_small, 0});
    std::vector<float> values(times.begin(), times.end());
    ImGui::PlotLines("##times", values.data(), static_cast<int>(values.size()), 0, nullptr, 0, 0.033f,
                     {-1, look.px(50)});
    text(look, tr("our code on the UI thread; limit 16 ms"), {Face::text, size_small, look.colors->muted});
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    record_area("frame times", at, {at.x + size.x, at.y + size.y});
    ImGui::End();
}

} // namespace warpscope::ui
