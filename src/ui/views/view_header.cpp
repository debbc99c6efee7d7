#include "base/text.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/ranges.h>

#include "language/language.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/panels/panels.hpp"
#include "ui/views/buffer_chart.hpp"
#include "ui/views/paint.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/inspector_text.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_view.hpp"
#include "workbench/views/difference_choice.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

constexpr float side = 8, enlarge_width = 28, slices_width = 230;

std::string run_words(const Model& model) {
    if (model.selection.thread == 0) return model.run_words;
    const LaunchConfig& config = model.result->shown().config;
    const metrics::ThreadId thread = model.selection.thread;
    return tr_format("{}: thread {} of block {}", model.run_words,
                     index_text(index_of(render::thread_in_block(config, thread), config.block)),
                     index_text(index_of(render::block_of(config, thread), config.grid)));
}

std::string other_reads(const Model& model, const render::Content& content) {
    if (content.space != render::Space::input && content.space != render::Space::buffer) return {};
    const auto* const own = insight::accesses_to(model.moment.get(), *model.result, content);
    if (own == nullptr || own->all_read + own->all_written > 0) return {};
    std::vector<std::string_view> names;
    const auto& buffers = model.moment->cells->buffers;
    for (size_t i = 0; i < buffers.size(); ++i)
        if (buffers[i].all_read > 0) names.push_back(model.result->prepared.plan.buffers[i].layout.name);
    return names.empty() ? std::string() : tr_format("this block reads {}", fmt::format("{}", fmt::join(names, ", ")));
}

std::string subtitle_of(const Model& model, const render::Content& content, bool has_values) {
    if (content.space == render::Space::output && model.partial)
        return *model.partial >= 1 ? std::string(tr("new picture; overlays of the previous run"))
                                   : tr_format("new where blocks have run: {:.0f} %", std::floor(*model.partial * 100));
    if (!model.run_words.empty()) return run_words(model);
    if (!model.result) return "";
    if (content.space == render::Space::launch)
        return has_values ? tr("every launched thread, with a value of its output") : tr("every launched thread");
    if (content.space == render::Space::output) return tr_in("what a view shows", "writes");
    const MeasuredUse use = measured_use(*model.result, content);
    if (!use.loads) return use.stores ? tr_in("what a view shows", "writes") : "";
    const LaunchConfig& config = model.result->shown().config;
    if (model.selection.thread != 0 && model.selection.thread <= config.threads()) {
        const Dim3 block = index_of(render::block_of(config, model.selection.thread), config.grid);
        return tr_format("reads of block {}", short_index_text(block, config.grid));
    }
    return use.stores ? tr_in("what a view shows", "reads and writes") : tr_in("what a view shows", "reads");
}

std::vector<const render::OverlayInfo*> meant_in(const Model& model, const render::Content& content, Form form) {
    std::vector<const render::OverlayInfo*> meant;
    const render::OverlaySet possible = form == Form::cells  ? ~render::OverlaySet{0}
                                        : form == Form::bars ? render::heat_overlays()
                                                             : 0;
    const render::OverlaySet in_time = model.moment ? render::heat_overlays() : 0;
    const render::OverlaySet set = model.result ? render::offered(*model.result, content) & possible & ~in_time : 0;
    for (const render::OverlayInfo& o : render::overlays())
        if (render::has(set, o.overlay)) meant.push_back(&o);
    return meant;
}

/// Names the halo "outside tile" if the experiment declares no neighborhood.
std::string_view pill_name(const Model& model, const render::OverlayInfo& o) {
    const bool declared = model.result && model.result->prepared.window;
    return o.overlay == render::Overlay::halo && !declared ? std::string_view(N_("outside tile")) : o.shown();
}

bool is_narrow(const Look& look, float width) { return width < look.px(420); }

std::string more_words(ptrdiff_t active, bool narrow) {
    if (active == 0) return std::string(tr("more"));
    return narrow ? fmt::format("+{}", active) : tr_format("more: {}", active);
}

float pills_width(const Model& model, const std::vector<const render::OverlayInfo*>& shown, bool narrow) {
    const float more = pill_size(model.look, Label::owning(more_words(0, narrow), "more")).x;
    float width = std::max(more, pill_size(model.look, Label::owning(more_words(9, narrow), "more")).x);
    for (const render::OverlayInfo* o : shown)
        width += pill_size(model.look, {tr(pill_name(model, *o)), ""}).x + model.look.px(6);
    return width;
}

std::vector<const render::OverlayInfo*>
pills_in(const Model& model, size_t view, std::vector<const render::OverlayInfo*> meant, float room, bool narrow) {
    // An active heat map keeps its pill.
    const auto place = [&](const render::OverlayInfo* o) {
        const bool heat = render::has(
            model.scene->views[model.baseline.choice_of(view)].overlays & render::heat_overlays(), o->overlay);
        return heat ? -1 : int{o->rank};
    };
    while (!meant.empty() && pills_width(model, meant, narrow) > room)
        meant.erase(std::max_element(meant.begin(), meant.end(),
                                     [&](const auto* a, const auto* b) { return place(a) < place(b); }));
    return meant;
}

void slice_buttons(const Model& model, size_t view, uint32_t depth, ImVec2 at, float room, Commands& commands) {
    const Look& look = model.look;
    const auto to = [&](int64_t slice) {
        commands.push_back(SetSlice{static_cast<uint32_t>(std::clamp<int64_t>(slice, 0, int64_t{depth} - 1))});
    };
    const int64_t now = model.slice ? int64_t{std::min(*model.slice, depth - 1)} : int64_t{-1};
    const std::optional<uint32_t> pinned = pinned_slice(*model.result, model.selection);
    const std::string number = fmt::format("z = {}", now);
    const auto width = [&](const std::string& all) {
        float sum = 2 * (pill_size(look, "<").x + look.px(6)) + pill_size(look, all.c_str()).x;
        return now < 0 ? sum : sum + pill_size(look, number.c_str()).x + look.px(6);
    };
    std::string all = tr_count(depth, "all {} slice", "all {} slices", depth),
                name = fmt::format("all {} slices", depth);
    if (width(all) > room) {
        all = tr_in("slices", "all");
        name = "all";
    }
    if (width(all) > room) return;
    ImGui::SetCursorScreenPos(at);
    if (pill(look, Label(all, fmt::format("{}##{}", name, view)), now < 0, tr("Every slice, side by side")))
        commands.push_back(SetSlice{});
    ImGui::SameLine(0, look.px(6));
    const std::string back = tr_format("Previous slice ({})", key_text(Action::slice_back)),
                      on = tr_format("Next slice ({})", key_text(Action::slice_on));
    if (pill(look, fmt::format("<##slice {}", view).c_str(), false, back))
        to(now < 0 ? int64_t{pinned.value_or(depth - 1)} : now - 1);
    ImGui::SameLine(0, look.px(6));
    if (now >= 0 && pill(look, fmt::format("{}##{}", number, view).c_str(), true, tr("The slice shown"))) to(now);
    if (now >= 0) ImGui::SameLine(0, look.px(6));
    if (pill(look, fmt::format(">##slice {}", view).c_str(), false, on))
        to(now < 0 ? int64_t{pinned.value_or(0)} : now + 1);
}

template<class Make>
auto in_english(const Make& make) {
    const ScopedLanguage english(Language::english);
    return make();
}

std::string pill_tip(const render::OverlayInfo& o) {
    const std::string key = key_text(o.overlay);
    return fmt::format("{}{}", tr(o.help), key.empty() ? "" : fmt::format(" ({})", key));
}

} // namespace

void ViewGrid::content_menu(const Model& model, size_t view, Commands& commands) {
    const Look& look = model.look;
    const render::Content shown = content(model, view);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    if (ImGui::BeginPopup("space menu")) {
        update_menu();
        if (model.result) {
            const std::vector<ContentItem> items = content_items(*model.result, shown);
            const auto names = in_english([&] { return content_items(*model.result, shown); });
            for (size_t i = 0; i < items.size(); ++i)
                if (menu_item(look, Label(items[i].title, names[i].title), items[i].detail, items[i].chosen))
                    commands.push_back(SetSpace{view, items[i].space, items[i].buffer});
        }
        if (model.result)
            if (const std::vector<Form> forms = forms_of(*model.result, shown); forms.size() > 1) {
                ImGui::Separator();
                const Form now = form_of(*model.result, shown, choice(model, view).form);
                for (const Form form : forms)
                    if (menu_item(look,
                                  Label(form_title(form), in_english([&] { return std::string(form_title(form)); })),
                                  "", form == now))
                        commands.push_back(SetForm{view, form});
            }
        reference_menu(model, view, commands);
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

void ViewGrid::reference_menu(const Model& model, size_t view, Commands& commands) {
    const scene::Reference& now = choice(model, view).reference;
    const std::vector<scene::Reference> possible = possible_references(model, content(model, view));
    if (possible.empty() && !now.any()) return;
    ImGui::Separator();
    if (now.any() && menu_item(model.look, tr_label("Show values"), "", false))
        commands.push_back(SetReference{view, {}});
    for (const scene::Reference& reference : possible) {
        const auto words = [&] {
            return reference.is_baseline ? std::string(tr("Difference from the baseline"))
                                         : tr_format("Difference from {}", reference.buffer);
        };
        if (menu_item(model.look, tr_label_of(words, ""), "", reference == now))
            commands.push_back(SetReference{view, reference});
    }
}

std::string ViewGrid::title_of(const Model& model, size_t view) {
    if (!model.result) return "";
    const auto difference = shown_difference(model, view);
    if (!difference) return content_title(*model.result, content(model, view));
    const std::string& values = difference->values.layout.name;
    // Translators: the title of a view that shows buffer {} minus the baseline's version of it.
    return difference->is_of_baseline ? tr_format("{} - baseline", values)
                                      : fmt::format("{} - {}", values, difference->reference.layout.name);
}

void ViewGrid::bare_header(const Model& model, size_t view, ImVec2 min, ImVec2 max) {
    const Look& look = model.look;
    const render::Content shown = content(model, view);
    const float pad = look.px(9), room = max.x - min.x - 2 * pad;
    const std::string title = shortened(look, title_of(model, view), {Face::strong, size_title - 1}, room);
    const ImVec2 size = look.measure(Face::strong, size_title - 1, title);
    const bool has_values = render::has(choice(model, view).overlays, render::Overlay::values);
    const std::string words = shown.lay == render::Lay::slice             ? fmt::format("z = {}", shown.slice)
                              : model.partial || !model.run_words.empty() ? subtitle_of(model, shown, has_values)
                                                                          : std::string();
    const float left = room - size.x - pad;
    const float wide =
        words.empty() || left < look.px(40) ? 0 : std::min(left, look.measure(Face::mono, size_small, words).x);
    plate(look, *ImGui::GetWindowDrawList(), min, {min.x + size.x + 2 * pad + (wide > 0 ? wide + pad : 0), max.y});
    ImGui::SetCursorScreenPos({min.x + pad, (min.y + max.y - size.y) / 2});
    text(look, title, {Face::strong, size_title - 1, 0});
    if (wide <= 0) return;
    ImGui::SetCursorScreenPos({min.x + 2 * pad + size.x, (min.y + max.y - look.px(size_small + 2)) / 2});
    text(look, words, {Face::mono, size_small, look.colors->muted}, wide + 1);
}

void ViewGrid::header(const Model& model, size_t view, Commands& commands) {
    const Look& look = model.look;
    const Area& area = areas_[view];
    const float row = look.px(30), gap = look.px(6);
    const ImVec2 min{area.min.x + look.px(side), area.min.y + std::round((look.px(header_height) - row) / 2)};
    const float right = area.max.x - look.px(side);
    if (right - min.x < look.px(60)) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.min, area.max, true);
    const render::Content shown = content(model, view);
    const bool both = !model.baseline.side_by_side;
    const bool last = hidden(model, 1) || view == 1;
    const bool with_four = both && last && model.lesson == nullptr;
    const uint32_t depth =
        model.result && shown.space != render::Space::launch && shown.space != render::Space::matrices
            ? render::layout_of(*model.result, shown).shape.depth
            : 1;
    const bool narrow = is_narrow(look, right - min.x);
    const bool with_brush = both && shows_input(model, shown) && (depth <= 1 || !narrow);
    const float button_room = (both ? look.px(enlarge_width) + gap : 0) + (with_four ? look.px(enlarge_width) : 0) +
                              (with_brush ? look.px(enlarge_width) : 0);
    const float min_pills = pills_width(model, {}, narrow) + 2 * gap;

    if (model.bare_views) {
        bare_header(model, view, min, {right, min.y + row});
        list.PopClipRect();
        return;
    }
    const std::string title = shortened(look, title_of(model, view), {Face::strong, size_title - 1},
                                        right - min.x - button_room - min_pills - look.px(32));
    const ImVec2 title_size = look.measure(Face::strong, size_title - 1, title);
    const float title_width = title_size.x + look.px(32);
    const float room = right - min.x - title_width - button_room - gap;
    const bool has_values = render::has(choice(model, view).overlays, render::Overlay::values);
    const std::string other = model.run_words.empty() ? other_reads(model, shown) : std::string();
    const std::string words = depth > 1 ? "" : other.empty() ? subtitle_of(model, shown, has_values) : other;
    const float first = depth > 1 ? look.px(slices_width)
                        : model.partial || !model.run_words.empty() || !other.empty()
                            ? look.measure(Face::mono, size_small, words).x + look.px(18)
                            : 0;
    // An overlay must not reveal the answer.
    const bool covered = model.lesson != nullptr && model.lesson->covers();
    const auto meant = covered ? std::vector<const render::OverlayInfo*>() : meant_in(model, shown, form(model, view));
    const auto in_row = pills_in(model, view, meant, std::max(room - first, min_pills) - 2 * gap, narrow);
    const float pill_room = meant.empty() ? 0 : pills_width(model, in_row, narrow) + 2 * gap;
    const float words_room = room - pill_room - gap;
    const float whole = look.measure(Face::mono, size_small, words).x + look.px(12);
    const float words_width = words_room < look.px(60) || (depth <= 1 && first == 0 && whole > words_room) ? 0
                              : depth > 1                                                                  ? words_room
                                          : std::min(words_room, whole);
    const ImVec2 end{min.x + title_width + (depth > 1 ? 0 : words_width), min.y + row};
    plate(look, list, min, end);

    ImGui::SetCursorScreenPos(min);
    const std::string label = fmt::format("##space {}", view);
    if (key_button(label.c_str(), {title_width, row})) ImGui::OpenPopup("space menu");
    const ImVec2 at = ImGui::GetItemRectMin();
    if (ImGui::IsItemHovered()) list.AddRectFilled(at, ImGui::GetItemRectMax(), look.colors->field, look.px(7));
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, tr("What this view shows"));
    list.AddText(look.fonts.strong, look.px(size_title - 1), {at.x + look.px(9), at.y + (row - title_size.y) / 2},
                 look.colors->text, title.data(), title.data() + title.size());
    icon(look, list, Icon::caret_down, {at.x + title_size.x + look.px(20), at.y + row / 2}, look.px(7),
         look.colors->muted);
    content_menu(model, view, commands);

    if (depth > 1) {
        slice_buttons(model, view, depth, {min.x + title_width + gap, min.y + look.px(3.5f)}, words_width, commands);
    } else if (words_width > 0) {
        ImGui::SetCursorScreenPos({min.x + title_width, min.y + (row - look.px(size_small + 2)) / 2});
        text(look, words, {Face::mono, size_small, look.colors->muted}, words_width - look.px(6));
    }
    if (!meant.empty()) {
        const float from = right - button_room - pill_room;
        plate(look, list, {from, min.y}, {right - button_room, min.y + row});
        // Swallows clicks between buttons.
        ImGui::SetCursorScreenPos({from, min.y});
        ImGui::SetNextItemAllowOverlap();
        ImGui::InvisibleButton(fmt::format("##overlays {}", view).c_str(), {pill_room, row});
        pills(model, view, in_row, {from + gap, min.y + look.px(3.5f)}, commands);
    }
    if (both) {
        const ImVec2 corner{right - look.px(enlarge_width) * (with_four ? 2.0f : 1.0f), min.y};
        const ImVec2 first_button{corner.x - (with_brush ? look.px(enlarge_width) : 0), min.y};
        plate(look, list, first_button, {right, min.y + row});
        if (with_brush) {
            ImGui::SetCursorScreenPos({first_button.x, first_button.y + look.px(1)});
            if (model.painting.is_on)
                list.AddRectFilled(first_button, {corner.x, min.y + row}, look.colors->field_set, look.px(6));
            if (quiet_button(look, fmt::format("##paint {}", view).c_str(), Icon::brush,
                             tr_format("Paint input cells ({})", key_text(Action::paint_input))))
                commands.push_back(SetPainting{!model.painting.is_on});
        }
        ImGui::SetCursorScreenPos({corner.x, corner.y + look.px(1)});
        const bool only = lone_view(model).has_value();
        if (quiet_button(look, fmt::format("##alone {}", view).c_str(), Icon::enlarge,
                         fmt::format("{} ({})", tr(only ? all_words(model) : N_("This view alone")),
                                     key_text(Action::one_view))))
            commands.push_back(SetAlone{only ? std::nullopt : std::optional(view)});
        if (with_four) {
            ImGui::SetCursorScreenPos({corner.x + look.px(enlarge_width), corner.y + look.px(1)});
            const bool four = view_count(model) > scene::first_lower_view && !only;
            if (quiet_button(look, "##four views", four ? Icon::two : Icon::four,
                             fmt::format("{} ({})", four ? tr("Two views") : tr("Four views (costs below)"),
                                         key_text(Action::four_views))))
                commands.push_back(SetFour{!four});
        }
    }
    list.PopClipRect();
}

void ViewGrid::pills(const Model& model, size_t view, const std::vector<const render::OverlayInfo*>& shown, ImVec2 min,
                     Commands& commands) {
    const Look& look = model.look;
    const scene::View& chosen = choice(model, view);
    const float gap = look.px(6);
    const std::vector<const render::OverlayInfo*> meant = meant_in(model, content(model, view), form(model, view));
    const auto overlay_pill = [&](const render::OverlayInfo& o, const std::string& tip) {
        const bool on = render::has(chosen.overlays, o.overlay);
        const std::string_view name = pill_name(model, o);
        if (pill(look, Label(tr(name), fmt::format("{}##{}", name, view)), on, tip))
            commands.push_back(SetOverlay{view, o.overlay, !on});
    };
    ImGui::SetCursorScreenPos(min);
    for (const render::OverlayInfo* o : shown) {
        overlay_pill(*o, pill_tip(*o));
        ImGui::SameLine(0, gap);
    }
    const auto is_folded = [&](const render::OverlayInfo* o) { return std::ranges::find(shown, o) == shown.end(); };
    const auto folded_on = std::ranges::count_if(
        meant, [&](const render::OverlayInfo* o) { return is_folded(o) && render::has(chosen.overlays, o->overlay); });
    const Area& area = areas_[view];
    const std::string more = more_words(folded_on, is_narrow(look, area.max.x - area.min.x - 2 * look.px(side)));
    if (pill(look, Label::owning(more, fmt::format("more##{}", view)), folded_on > 0,
             tr("More overlays, and their strength. The number counts active overlays.")))
        ImGui::OpenPopup("more overlays");
    menu_below(look, true);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(12), look.px(10)});
    if (ImGui::BeginPopup("more overlays")) {
        update_menu();
        float names = 0;
        for (const render::OverlayInfo* o : meant)
            if (is_folded(o)) names = std::max(names, pill_size(look, {tr(pill_name(model, *o)), ""}).x);
        for (const render::OverlayInfo* o : meant) {
            if (!is_folded(o)) continue;
            const float left = ImGui::GetCursorPosX(), top = ImGui::GetCursorPosY();
            overlay_pill(*o, "");
            const float high = ImGui::GetItemRectSize().y;
            ImGui::SameLine();
            ImGui::SetCursorPos({left + names + look.px(12),
                                 top + std::round((high - look.measure(Face::text, size_small, "x").y) / 2)});
            text(look, pill_tip(*o), {Face::text, size_small, look.colors->muted},
                 std::max(1.0f, ImGui::GetIO().DisplaySize.x - names - look.px(60)));
        }
        const SliderRange range{.minimum = double{min_strength} * 100,
                                .maximum = double{max_strength} * 100,
                                .step = 5,
                                .initial = 100,
                                .integer = true};
        ImGui::BeginChild("strength", {look.px(240), look.px(50)}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground);
        const SliderEvent event = slider(look, "overlay strength", tr("tint strength, %"),
                                         tr("How much of the data the overlays' colors cover"),
                                         std::round(double{model.preferences->strength} * 100), range);
        ImGui::EndChild();
        if (event.value) commands.push_back(SetStrength{static_cast<float>(*event.value / 100)});
        if (model.lesson == nullptr && pill(look, tr_label("Default overlays", "##more"), false,
                                            tr("Show this experiment's own overlays again, in all views")))
            commands.push_back(ResetOverlays{});
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
