#include "base/text.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/panels/time/time_panels.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

using scene::Scope;

constexpr float button_size = 26;

bool transport_button(const Look& look, const char* label, Icon which, bool filled, std::string_view tip) {
    const Palette& c = *look.colors;
    const float size = look.px(button_size);
    const bool pressed = key_button(label, {size, size});
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    const ImVec2 middle{(min.x + max.x) / 2, (min.y + max.y) / 2};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool hovered = ImGui::IsItemHovered();
    if (filled)
        list.AddCircleFilled(middle, size / 2, hovered ? c.accent_hovered : c.accent);
    else if (hovered)
        list.AddRectFilled(min, max, c.field, look.px(6));
    icon(look, list, which, middle, look.px(12), filled ? c.accent_text : c.text);
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, tip);
    return pressed;
}

bool plays(const Model& model) {
    return model.scene->moment.scope == Scope::launch ? model.launch_time.playing : model.time.playing;
}

void transport(const Model& model, float top, Commands& commands) {
    const Look& look = model.look;
    const auto place = [&] { ImGui::SetCursorPosY(top + std::round(look.px((time_bar_height - button_size) / 2))); };
    const auto button = [&](const char* label, Icon which, Action action, std::string_view words) {
        place();
        if (transport_button(look, label, which, action == Action::time_play,
                             fmt::format("{} ({})", words, key_text(action))))
            commands.push_back(Perform{action});
        ImGui::SameLine(0, look.px(2));
    };
    const bool blocks = model.scene->moment.scope == Scope::launch;
    button("##time first", Icon::first, Action::time_first, tr("Go to the beginning"));
    button("##time back", Icon::back, Action::time_back, blocks ? tr("One block back") : tr("Step backward"));
    button("##time play", plays(model) ? Icon::pause : Icon::play, Action::time_play,
           plays(model) ? tr("Pause") : tr("Play"));
    button("##time on", Icon::forward, Action::time_on, blocks ? tr("One block forward") : tr("Step forward"));
    button("##time last", Icon::last, Action::time_last, tr("Go to the end"));
}

std::string block_label(const Model& model) {
    if (!model.result || !in_block(model.scene->moment) || model.upright) return tr("block");
    const LaunchConfig& config = model.result->measured->launches().back().config;
    const Dim3 at = index_of(std::min(model.scene->moment.block, config.blocks() - 1), config.grid);
    return tr_format("block {}", short_index_text(at, config.grid));
}

struct Segment {
    Scope scope{};
    std::string words;
    const char* label = "";
    std::string_view tip;
};

std::vector<Segment> segments(const Model& model) {
    const bool all = !in_block(model.scene->moment);
    return {{Scope::all, tr("result"), "##scope all", tr("The result of the complete launch")},
            {Scope::launch, tr("launch"), "##scope launch",
             tr("The launch over time: its blocks start and end on the multiprocessors of a device")},
            {Scope::block, block_label(model), "##scope block",
             tr("One block from start to end. Its warps take turns in numerical order, one source line each; this is "
                "one possible order.")},
            {Scope::warp, all || model.upright ? tr("warp") : tr_format("warp {}", model.scene->moment.warp),
             "##scope warp", tr("One warp: only its own steps")}};
}

float width_of(const Look& look, const Segment& segment) {
    return look.measure(Face::strong, size_small, segment.words).x + look.px(18);
}

void scope_segments(const Model& model, float top, Commands& commands) {
    const Look& look = model.look;
    const Palette& c = *look.colors;
    const float height = look.px(24), y = top + std::round((look.px(time_bar_height) - height) / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::vector<Segment> all = segments(model);
    for (size_t k = 0; k < all.size(); ++k) {
        const Segment& one = all[k];
        ImGui::SetCursorPosY(y);
        if (key_button(one.label, {width_of(look, one), height})) commands.push_back(SetScope{one.scope});
        const bool on = one.scope == model.scene->moment.scope, hovered = ImGui::IsItemHovered();
        const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
        const ImDrawFlags corners = k == 0                ? ImDrawFlags_RoundCornersLeft
                                    : k + 1 == all.size() ? ImDrawFlags_RoundCornersRight
                                                          : ImDrawFlags_RoundCornersNone;
        list.AddRectFilled(min, max, on ? c.accent : hovered ? c.field : c.view, look.px(6), corners);
        list.AddRect(min, max, on ? c.accent : c.line_strong, look.px(6), corners, std::max(1.0f, look.px(1)));
        const Face face = on ? Face::strong : Face::text;
        const ImVec2 size = look.measure(face, size_small, one.words);
        text_at(look, list, {std::round((min.x + max.x - size.x) / 2), std::round((min.y + max.y - size.y) / 2)},
                one.words, {face, size_small, on ? c.accent_text : c.text});
        if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, one.tip);
        ImGui::SameLine(0, 0);
    }
}

std::string step_words(const Model& model) {
    if (model.scene->moment.scope == Scope::launch) {
        const auto& order = model.launch_time.order;
        if (order == nullptr || order->run != model.result) return "…";
        const std::string ended = grouped(model.launch_time.ended), all = grouped(order->dispatch.blocks.size());
        if (model.upright) return fmt::format("{} / {}", ended, all);
        return tr_format("{} of {} blocks have ended", ended, all);
    }
    if (!in_block(model.scene->moment)) return tr("complete launch");
    const TimeBar& bar = model.time;
    if (!bar.block) return bar.problem ? tr("no steps") : tr("recording…");
    const std::string now = grouped(std::min(model.scene->moment.step, bar.length)), length = grouped(bar.length);
    if (model.upright) return fmt::format("{} / {}", now, length);
    std::string words = tr_format("step {} of {}", now, length);
    if (model.scene->moment.instruction > 0) words += tr_format(" + {} PTX", model.scene->moment.instruction);
    return words;
}

/// Returns the width of the longest step text, so that nothing moves during playback.
float step_width(const Model& model) {
    const Look& look = model.look;
    if (model.upright || !in_block(model.scene->moment) || !model.time.block)
        return look.measure(Face::mono, size_small, step_words(model)).x;
    const std::string widest = tr_format("step {} of {}{}", grouped(model.time.length), grouped(model.time.length),
                                         model.time.tick == insight::Tick::instruction ? tr(" + 99 PTX") : "");
    return look.measure(Face::mono, size_small, widest).x;
}

void step_number(const Model& model, float top, Commands& commands) {
    const Look& look = model.look;
    const std::string words = step_words(model);
    const bool typed = model.time.block && in_block(model.scene->moment);
    ImGuiWindow* const window = ImGui::GetCurrentWindow();
    const ImGuiID id = window->GetID("##step number");
    const float height = look.px(24);
    ImGui::SetCursorPosY(top + std::round((look.px(time_bar_height) - height) / 2));
    const ImVec2 at = window->DC.CursorPos;
    const ImRect box(at, {at.x + step_width(model), at.y + height});
    ImGui::ItemSize(box, 0);
    if (!ImGui::ItemAdd(box, id, &box, ImGuiItemFlags_Inputable)) return;
    ImGuiContext& g = *ImGui::GetCurrentContext();
    IMGUI_TEST_ENGINE_ITEM_INFO(id, "##step number", g.LastItemData.StatusFlags);
    const bool hovered = ImGui::ItemHoverable(box, id, g.LastItemData.ItemFlags);
    const bool clicked = typed && hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    record_text(words);
    if (typed && (clicked || ImGui::TempInputIsActive(id))) {
        uint64_t step = model.scene->moment.step;
        ImGui::PushFont(look.fonts.mono, size_small);
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(4), look.px(3)});
        const uint64_t first = 0, last = model.time.length;
        if (ImGui::TempInputScalar(box, id, "##step number", ImGuiDataType_U64, &step, "%llu", &first, &last))
            commands.push_back(GoToStep{step});
        ImGui::PopStyleVar();
        ImGui::PopFont();
        return;
    }
    const ImVec2 size = look.measure(Face::mono, size_small, words);
    const float y = std::round((box.Min.y + box.Max.y - size.y) / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(look.fonts.mono, look.px(size_small), {box.Min.x, y}, look.colors->text, words.data(),
                 words.data() + words.size());
    if (!typed || !hovered) return;
    list.AddLine({box.Min.x, y + size.y}, {box.Min.x + size.x, y + size.y}, look.colors->muted, look.px(1));
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, tr("Click to type a step number."));
}

const char* one_tick(insight::Tick tick) {
    switch (tick) {
    case insight::Tick::interval: return N_("one barrier interval");
    case insight::Tick::line: return N_("one source line");
    case insight::Tick::instruction: break;
    }
    return N_("one PTX instruction");
}

std::string tick_text(insight::Tick tick) {
    switch (tick) {
    case insight::Tick::interval: return tr("1 barrier interval");
    case insight::Tick::line: return tr("1 source line");
    case insight::Tick::instruction: break;
    }
    return tr("1 PTX instruction");
}

std::string speed_word(float speed) { return tr_format("{} / s", speed); }

constexpr const char* caret_room = "    ";

template<class Fill>
void small_menu(const Look& look, const char* id, const Label& words, std::string_view tip, float top, Fill fill) {
    ImGui::SetCursorPosY(top + std::round((look.px(time_bar_height) - look.px(23)) / 2));
    const bool pressed = pill(look, words, false, tip);
    if (pressed) ImGui::OpenPopup(id);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    icon(look, *ImGui::GetWindowDrawList(), Icon::caret_up, {high.x - look.px(10), (low.y + high.y) / 2}, look.px(6),
         look.colors->muted);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
    ImGui::SetNextWindowPos({max.x, min.y - look.px(4)}, ImGuiCond_Appearing, {1, 1});
    if (ImGui::BeginPopup(id)) {
        update_menu();
        fill();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

struct EndMenu {
    std::string (*words)(const Model&) = nullptr;
    void (*items)(const Model&, Commands&) = nullptr;
    const char* id = "";
    const char* tip = "";
    float width = 0;
};

void tick_items(const Model& model, Commands& commands) {
    for (const insight::Tick tick : {insight::Tick::interval, insight::Tick::line, insight::Tick::instruction})
        if (menu_item(model.look, tr_label(one_tick(tick), "##tick"), "", tick == model.time.tick))
            commands.push_back(SetTick{tick});
}

void speed_items(const Model& model, Commands& commands) {
    for (const float speed : play_speeds)
        if (menu_item(model.look, tr_label_of([&] { return speed_word(speed); }, "##speed"), "",
                      speed == model.time.speed))
            commands.push_back(SetPlaySpeed{speed});
}

void build_items(const Model& model, Commands& commands) {
    if (menu_item(model.look, tr_label("unoptimized", "##build"), tr("With the source's variables"),
                  model.time.as_written))
        commands.push_back(SetBuild{true});
    if (menu_item(model.look, tr_label("optimized", "##build"), tr("With PTX registers"), !model.time.as_written))
        commands.push_back(SetBuild{false});
}

std::vector<EndMenu> end_menus(const Model& model) {
    if (model.scene->moment.scope == Scope::launch) return {}; // menus apply to the steps of a block
    std::vector<EndMenu> menus{{[](const Model& of) { return tick_text(of.time.tick) + caret_room; }, tick_items,
                                "##tick", N_("Length of a step for the keys , and . and for playing")},
                               {[](const Model& of) { return speed_word(of.time.speed) + caret_room; }, speed_items,
                                "##speed", N_("Steps per second while playing")},
                               {[](const Model& of) {
                                    return (of.time.as_written ? tr("unoptimized") : tr("optimized")) +
                                           std::string(caret_room);
                                },
                                build_items, "##build", N_("Build of the kernel to step through")}};
    for (EndMenu& menu : menus) menu.width = pill_size(model.look, menu.words(model)).x;
    return menus;
}

Label more_label() {
    return tr_label_of([] { return tr("more") + std::string(caret_room); }, "##time more");
}

void more_menu(const Model& model, const std::vector<EndMenu>& dropped, float top, Commands& commands) {
    small_menu(model.look, "##time more", more_label(), tr("Step length, speed and build"), top, [&] {
        for (const EndMenu& menu : dropped) {
            menu_heading(model.look, tr(menu.tip));
            menu.items(model, commands);
        }
    });
}

void stop_pill(const Look& look, float top, Commands& commands) {
    ImGui::SetCursorPosY(top + std::round((look.px(time_bar_height) - look.px(23)) / 2));
    if (pill(look, tr_label("Stop", "##recording"), false, tr("Stop recording the block")))
        commands.push_back(StopRecording{});
    ImGui::SameLine(0, look.px(10));
}

void rest_of_block(const Model& model, float top, Commands& commands) {
    if (!model.time.recording || !model.time.block || !in_block(model.scene->moment)) return;
    const Look& look = model.look;
    stop_pill(look, top, commands);
    if (model.upright) return;
    const auto words_at = [](uint64_t records) { return tr_format("{} PTX recorded …", grouped(records)); };
    const float left = ImGui::GetCursorPosX(), height = look.measure(Face::mono, size_small, "x").y;
    ImGui::SetCursorPosY(top + std::round((look.px(time_bar_height) - height) / 2));
    text(look, words_at(model.time.records), {Face::mono, size_small, look.colors->muted});
    // Room for ten million records keeps the slider in place.
    const float wide = look.measure(Face::mono, size_small, words_at(10'000'000)).x;
    ImGui::SameLine(0, 0);
    ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), left + wide) + look.px(12));
}

void instead_of_slider(const Model& model, float top, float right, Commands& commands) {
    const Look& look = model.look;
    const TimeBar& bar = model.time;
    const float line = top + std::round((look.px(time_bar_height) - look.measure(Face::text, size_small, "x").y) / 2);
    if (bar.recording) stop_pill(look, top, commands);
    ImGui::SetCursorPosY(line);
    const std::string words = bar.problem
                                  ? tr_format("This block cannot be stepped through: {}", tr(bar.problem->message))
                              : bar.records == 0 ? std::string(tr("Compiling the unoptimized kernel…"))
                                                 : tr_format("{} PTX instructions recorded", grouped(bar.records));
    const bool wrong = bar.problem.has_value();
    text(look,
         wrong           ? words
         : bar.recording ? words
                         : "",
         {Face::text, size_small, wrong ? look.colors->error_text : look.colors->muted},
         std::max(1.0f, right - ImGui::GetCursorScreenPos().x));
}

} // namespace

bool shows_moment(const Model& model) { return model.result && scene::in_block(model.scene->moment); }

void time_bar(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const ImVec2 min = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    record_area("time bar", min, {min.x + size.x, min.y + size.y});
    const float gap = look.px(12), top = look.px(time_bar_height) * (time_bar_rows(model) - 1);
    const auto scope_and_step = [&] {
        scope_segments(model, 0, commands);
        ImGui::SameLine(0, gap);
        step_number(model, 0, commands);
    };
    ImGui::SetCursorPos({look.px(10), 0});
    if (top > 0) {
        scope_and_step();
        ImGui::SetCursorPos({look.px(10), top});
    }
    transport(model, top, commands);
    ImGui::SameLine(0, gap);
    if (top == 0) {
        scope_and_step();
        ImGui::SameLine(0, gap);
    }
    rest_of_block(model, top, commands);

    std::vector<EndMenu> menus = end_menus(model);
    const float begin = ImGui::GetCursorScreenPos().x, end = min.x + size.x - look.px(10);
    const auto width_of_menus = [&] {
        float width = 0;
        for (const EndMenu& menu : menus) width += menu.width + look.px(6);
        return width;
    };
    std::vector<EndMenu> dropped;
    const float more_width = pill_size(look, more_label()).x + look.px(6);
    const auto width_at_end = [&] { return width_of_menus() + (dropped.empty() ? 0 : more_width); };
    while (!menus.empty() && end - begin - width_at_end() < size.x * 0.3f) {
        dropped.insert(dropped.begin(), menus.back());
        menus.pop_back();
    }
    const bool is_above = model.presentation && phase_row_height(model) > 0;
    float legend = is_above ? 0 : mark_legend_width(model);
    // An audience needs the legend more than menus.
    const float min_beside_legend = size.x * (model.presentation ? 0.18f : 0.35f);
    if (model.presentation && legend > 0 && end - begin - more_width - legend >= min_beside_legend)
        while (!menus.empty() && end - begin - width_at_end() - legend < min_beside_legend) {
            dropped.insert(dropped.begin(), menus.back());
            menus.pop_back();
        }
    if (end - begin - width_at_end() - legend < min_beside_legend) legend = 0;
    const float right = end - width_at_end() - look.px(6) - legend;
    const bool all = !in_block(model.scene->moment);
    ImGui::SetCursorPosY(top);
    // Keeps a drag alive while the block under the mouse is recorded.
    const bool held = ImGui::GetActiveID() == ImGui::GetID("##time");
    if (all || model.time.block || held)
        time_slider(model, right, commands);
    else
        instead_of_slider(model, top, right, commands);
    ImGui::SameLine();
    if (legend > 0) mark_legend(model, {right + look.px(6), min.y + top});
    ImGui::SetCursorScreenPos({right + look.px(6) + legend, min.y + top});
    for (const EndMenu& menu : menus) {
        small_menu(look, menu.id, tr_label_of([&] { return menu.words(model); }, menu.id), tr(menu.tip), top,
                   [&] { menu.items(model, commands); });
        ImGui::SameLine(0, look.px(6));
    }
    if (!dropped.empty()) more_menu(model, dropped, top, commands);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const bool here = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
        if (here != model.time.focused) commands.push_back(FocusTimeBar{here});
    }
}

} // namespace warpscope::ui
