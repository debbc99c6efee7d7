// The strip above a view: what it shows, overlay pills.
#include "ui/views/view_pair.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "render/layout/cell_plane.hpp"
#include "ui/panels/panels.hpp"
#include "ui/views/buffer_chart.hpp"
#include "ui/views/view_content.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/inspector_text.hpp"

namespace warpscope::ui {

namespace {

constexpr float header_row_height = 38, pill_row_height = 31;

std::string title_of(const Model& model, const render::Content& content) {
    return model.result ? content_title(*model.result, content) : "";
}

std::string subtitle_of(const Model& model, const render::Content& content) {
    if (content.space == render::Space::output && model.partial)
        return fmt::format("new where blocks have run: {:.0f} %", std::floor(*model.partial * 100));
    if (!model.run_words.empty()) return model.run_words;
    if (!model.result) return "";
    if (content.space == render::Space::launch) return "every launched thread";
    if (content.space == render::Space::output) return "who writes what";
    const LaunchConfig& config = model.result->shown().config;
    if (model.selection.thread != 0 && model.selection.thread <= config.threads()) {
        const Dim3 block = index_of(render::block_of(config, model.selection.thread), config.grid);
        if (config.grid.z > 1) return fmt::format("what block {} reads", index_text(block));
        return fmt::format("what block ({}, {}) reads", block.x, block.y);
    }
    return "who reads what";
}

/// Overlays by how early they give up their pill when room is short.
int rank(render::Overlay overlay) {
    using render::Overlay;
    static constexpr std::array order{
        Overlay::blocks,   Overlay::halo,        Overlay::divergence, Overlay::surplus,
        Overlay::accesses, Overlay::warps,       Overlay::ghosts,     Overlay::reuse,
        Overlay::threads,  Overlay::values,      Overlay::labels,     Overlay::sectors,
        Overlay::atomics,  Overlay::first_block, Overlay::reloads,    Overlay::differences};
    return static_cast<int>(std::find(order.begin(), order.end(), overlay) - order.begin());
}

/// Overlays of which the view can draw something, in display order.
std::vector<const render::OverlayInfo*> meant_in(const Model& model, const render::Content& content, Form form) {
    std::vector<const render::OverlayInfo*> meant;
    // Bars can have the colours of a heat map; nothing else has a place on them.
    const render::OverlaySet possible = form == Form::cells  ? ~render::OverlaySet{0}
                                        : form == Form::bars ? render::heat_overlays
                                                             : 0;
    const render::OverlaySet set = model.result ? render::offered(*model.result, content) & possible : 0;
    for (const render::OverlayInfo& o : render::overlays())
        if (render::has(set, o.overlay)) meant.push_back(&o);
    return meant;
}

float pills_width(const Model& model, const render::Content& content, Form form) {
    float width = 0;
    for (const render::OverlayInfo* o : meant_in(model, content, form))
        width += pill_size(model.look, std::string(o->name).c_str()).x + model.look.px(6);
    return width;
}

float title_width(const Model& model, const render::Content& content) {
    return model.look.measure(Face::strong, size_title - 1, title_of(model, content)).x + model.look.px(50);
}

/// "all slices", or the one shown with buttons to those before and after.
void slice_buttons(const Model& model, size_t view, uint32_t depth, ImVec2 at, float room, Commands& commands) {
    const Look& look = model.look;
    const auto to = [&](int64_t slice) {
        commands.push_back(SetSlice{static_cast<uint32_t>(std::clamp<int64_t>(slice, 0, int64_t{depth} - 1))});
    };
    const int64_t now = model.slice ? int64_t{std::min(*model.slice, depth - 1)} : int64_t{-1};
    // Where there is no room, the keys lead through the slices.
    const std::string number = fmt::format("z = {}", now);
    const auto width = [&](const std::string& all) {
        float sum = 2 * (pill_size(look, "<").x + look.px(6)) + pill_size(look, all.c_str()).x;
        return now < 0 ? sum : sum + pill_size(look, number.c_str()).x + look.px(6);
    };
    std::string all = fmt::format("all {} slices", depth);
    if (width(all) > room) all = "all";
    if (width(all) > room) return;
    ImGui::SetCursorScreenPos(at);
    if (pill(look, fmt::format("{}##{}", all, view).c_str(), now < 0, "Every slice, side by side"))
        commands.push_back(SetSlice{});
    ImGui::SameLine(0, look.px(6));
    const std::string back = fmt::format("The slice before ({})", key_text(Action::slice_back)),
                      on = fmt::format("The next slice ({})", key_text(Action::slice_on));
    if (pill(look, fmt::format("<##slice {}", view).c_str(), false, back)) to(now < 0 ? int64_t{depth} - 1 : now - 1);
    ImGui::SameLine(0, look.px(6));
    if (now >= 0 && pill(look, fmt::format("{}##{}", number, view).c_str(), true, "The slice shown")) to(now);
    if (now >= 0) ImGui::SameLine(0, look.px(6));
    if (pill(look, fmt::format(">##slice {}", view).c_str(), false, on)) to(now < 0 ? 0 : now + 1);
}

std::string pill_tip(const render::OverlayInfo& o) {
    const std::string key = key_text(o.overlay);
    return fmt::format("{}{}", o.help, key.empty() ? "" : fmt::format(" ({})", key));
}

} // namespace

float ViewPair::header_height(const Model& model, size_t view, float width) const {
    if (model.presentation) return 0;
    const render::Content shown = content(model, view);
    const bool one_row =
        title_width(model, shown) + model.look.px(150) + pills_width(model, shown, form(model, view)) <= width;
    return model.look.px(one_row || low_ ? header_row_height + 4 : header_row_height + pill_row_height);
}

void ViewPair::header(const Model& model, size_t view, ImVec2 min, float width, Commands& commands) {
    const Look& look = model.look;
    const render::Content shown = content(model, view);
    ImGui::SetCursorScreenPos({min.x + look.px(10), min.y + look.px(6)});
    const std::string label = fmt::format("##space {}", view);
    const float more_room = pill_size(look, "more").x + look.px(12);
    const std::string title = shortened(look, title_of(model, shown), {Face::strong, size_title - 1},
                                        width - look.px(10 + 32 + 4) - (low_ ? more_room : look.px(8)));
    const ImVec2 title_size = look.measure(Face::strong, size_title - 1, title);
    const ImVec2 button{title_size.x + look.px(32), look.px(28)};
    if (ImGui::InvisibleButton(label.c_str(), button)) ImGui::OpenPopup("space menu");
    const ImVec2 at = ImGui::GetItemRectMin();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered()) list.AddRectFilled(at, ImGui::GetItemRectMax(), look.colours->field, look.px(6));
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, "What this view shows");
    list.AddText(look.fonts.strong, look.px(size_title - 1), {at.x + look.px(6), at.y + (button.y - title_size.y) / 2},
                 look.colours->text, title.data(), title.data() + title.size());
    icon(look, list, Icon::caret_down, {at.x + title_size.x + look.px(18), at.y + button.y / 2}, look.px(7),
         look.colours->muted);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
    if (ImGui::BeginPopup("space menu")) {
        close_by_key();
        if (model.result)
            for (const ContentItem& item : content_items(*model.result, shown))
                if (menu_item(look, item.title.c_str(), item.detail, item.chosen))
                    commands.push_back(SetSpace{view, item.space, item.buffer});
        if (model.result)
            if (const std::vector<Form> forms = forms_of(*model.result, shown); forms.size() > 1) {
                ImGui::Separator();
                const Form now = form_of(*model.result, shown, model.scene->views[view].form);
                for (const Form form : forms)
                    if (menu_item(look, form_title(form).c_str(), "", form == now))
                        commands.push_back(SetForm{view, form});
            }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();

    const bool one_row = header_height(model, view, width) < look.px(header_row_height + pill_row_height);
    const float subtitle_x = min.x + look.px(10) + button.x + look.px(4);
    // In one row that is too short for all pills, those without room are in their menu; slices come before them.
    float pill_room = pills_width(model, shown, form(model, view)) + look.px(6);
    if (one_row) pill_room = std::min(pill_room, std::max(more_room, min.x + width - subtitle_x));
    const uint32_t depth =
        model.result && shown.space != render::Space::launch && shown.space != render::Space::matrices
            ? render::layout_of(*model.result, shown).shape.depth
            : 1;
    if (one_row && low_ && depth > 1) pill_room = std::min(pill_room, more_room);
    const float subtitle_end = one_row ? min.x + width - pill_room : min.x + width - look.px(12);
    if (depth > 1) {
        slice_buttons(model, view, depth, {subtitle_x, min.y + look.px(9)}, subtitle_end - subtitle_x, commands);
    } else if (subtitle_end - subtitle_x > look.px(60)) {
        ImGui::SetCursorScreenPos({subtitle_x, min.y + look.px(6) + (look.px(28) - look.px(size_small + 2)) / 2});
        text(look, subtitle_of(model, shown), {Face::mono, size_small, look.colours->muted}, subtitle_end - subtitle_x);
    }
    if (one_row)
        pills(model, view, {min.x + width - pill_room, min.y + look.px(9)}, {min.x + width, 0}, commands);
    else
        pills(model, view, {min.x + look.px(15), min.y + look.px(header_row_height)}, {min.x + width - look.px(8), 0},
              commands);
}

void ViewPair::pills(const Model& model, size_t view, ImVec2 min, ImVec2 max, Commands& commands) {
    const Look& look = model.look;
    const scene::View& choice = model.scene->views[view];
    const float gap = look.px(6), more_width = pill_size(look, "more").x + gap;
    const std::vector<const render::OverlayInfo*> meant = meant_in(model, content(model, view), form(model, view));
    std::vector<const render::OverlayInfo*> shown = meant;
    auto total = [&] {
        float width = shown.size() < meant.size() ? more_width : 0;
        for (const render::OverlayInfo* o : shown) width += pill_size(look, std::string(o->name).c_str()).x + gap;
        return width - gap;
    };
    // A heat map that is on keeps its pill: it is what colours the picture.
    const auto place = [&](const render::OverlayInfo* o) {
        const bool heat = render::has(choice.overlays & render::heat_overlays, o->overlay);
        return heat ? -1 : rank(o->overlay);
    };
    while (!shown.empty() && total() > max.x - min.x)
        shown.erase(std::max_element(shown.begin(), shown.end(),
                                     [&](const auto* a, const auto* b) { return place(a) < place(b); }));
    ImGui::SetCursorScreenPos(min);
    for (const render::OverlayInfo* o : shown) {
        const std::string label = fmt::format("{}##{}", o->name, view);
        const bool on = render::has(choice.overlays, o->overlay);
        if (pill(look, label.c_str(), on, pill_tip(*o))) commands.push_back(SetOverlay{view, o->overlay, !on});
        ImGui::SameLine(0, gap);
    }
    if (shown.size() == meant.size()) return;
    if (pill(look, fmt::format("more##{}", view).c_str(), false, "More overlays")) ImGui::OpenPopup("more overlays");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(8), look.px(8)});
    if (ImGui::BeginPopup("more overlays")) {
        close_by_key();
        for (const render::OverlayInfo* o : meant) {
            if (std::find(shown.begin(), shown.end(), o) != shown.end()) continue;
            const bool on = render::has(choice.overlays, o->overlay);
            if (pill(look, fmt::format("{}##{}", o->name, view).c_str(), on, ""))
                commands.push_back(SetOverlay{view, o->overlay, !on});
            ImGui::SameLine();
            text(look, pill_tip(*o), {Face::text, size_small, look.colours->muted});
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
