#include "ui/panels/time/time_panels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/style/palette.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/time/value_forms.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/split_text.hpp"

namespace warpscope::ui {

namespace {

constexpr float row_height = 19, head_height = 17, min_cell = 20, small_type = 11, presented_type = 14.5f;

struct LaneSpan {
    uint32_t first = 0, end = 0;
    bool active = false, changed = false;
};

std::vector<LaneSpan> spans_of(const insight::MomentView& moment, const insight::VariableRow& row) {
    std::vector<LaneSpan> spans;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        if ((moment.launched >> lane & 1) == 0) continue;
        const bool active = (moment.active >> lane & 1) != 0, changed = (row.changed >> lane & 1) != 0;
        if (!spans.empty() && spans.back().end == lane && spans.back().active == active &&
            spans.back().changed == changed && row.text[lane] == row.text[lane - 1])
            ++spans.back().end;
        else
            spans.push_back({lane, lane + 1, active, changed});
    }
    return spans;
}

float widest_cell(const Look& look, const insight::MomentView& moment,
                  const std::vector<const insight::VariableRow*>& rows, float type) {
    float widest = 0;
    for (const insight::VariableRow* row : rows)
        for (const LaneSpan& span : spans_of(moment, *row)) {
            const float width = look.measure(Face::mono_strong, type, short_value(row->text[span.first])).x;
            widest = std::max(widest, (width + look.px(2.5f)) / static_cast<float>(span.end - span.first));
        }
    return widest;
}

bool is_set(const insight::VariableRow& row) {
    return std::ranges::any_of(row.text, [](const std::string& value) { return !value.empty(); });
}

bool is_uniform(const insight::MomentView& moment, const insight::VariableRow& row) {
    const std::string* first = nullptr;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        if ((moment.launched >> lane & 1) == 0) continue;
        if (first != nullptr && *first != row.text[lane]) return false;
        first = &row.text[lane];
    }
    return true;
}

bool is_dull(const insight::MomentView& moment, const insight::VariableRow& row) {
    return row.parameter && row.changed == 0 && is_set(row) && is_uniform(moment, row);
}

struct TableLayout {
    const Look& look;
    uint32_t first = 0, end = warp_size; // lanes
    float names = 0, cell = 0, type = size_small;
    ImVec2 window_min, window_max;
    ImVec2 origin;
    bool has_heading = true;

    [[nodiscard]] float head() const { return has_heading ? look.px(head_height) : 0; }
    [[nodiscard]] float row() const { return look.px(row_height); }
    [[nodiscard]] float left(uint32_t lane) const { return origin.x + cell * static_cast<float>(lane - first); }
};

void draw_span(const TableLayout& at, const insight::VariableRow& row, LaneSpan span, float top, const Model& model) {
    span.first = std::max(span.first, at.first);
    span.end = std::min(span.end, at.end);
    if (span.first >= span.end) return;
    const Look& look = at.look;
    const Palette& c = *look.colors;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float stroke = std::max(1.0f, look.px(1));
    const ImVec2 min{at.left(span.first), top}, max{at.left(span.end), top + at.row()};
    if (max.x < at.window_min.x || min.x > at.window_max.x) return;
    if (span.changed) list.AddRectFilled(min, max, c.row_marked);
    draw_value_form(model, row, span.first, min, max);
    if (!span.active) hatch(list, min, max, look.px(6), stroke, c.line);
    list.AddRect(min, {max.x + stroke, max.y + stroke}, c.line, 0, 0, stroke);
    const bool unset = span.end - span.first > 4 && !is_set(row);
    const std::string words = unset ? std::string(tr("not set yet")) : short_value(row.text[span.first]);
    if (words.empty()) return;
    const ImVec2 from{std::max(min.x, at.window_min.x + at.names), min.y}, to{std::min(max.x, at.window_max.x), max.y};
    const Face face = span.changed ? Face::mono_strong : Face::mono;
    if (!words_in(look, list, face, at.type, from, to, span.active && !unset ? c.text : c.muted, words))
        words_in(look, list, face, at.type, from, to, c.muted, "…");
}

void draw_lane_heading(const Model& model, const TableLayout& at, std::optional<uint32_t> pinned) {
    const Look& look = model.look;
    const Palette& c = *look.colors;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 min = at.window_min, max{at.window_max.x, at.window_min.y + look.px(head_height)};
    list.AddRectFilled(min, max, c.bar);
    words_at(look, list, Face::text, size_small - 1, {min.x + look.px(4), min.y + look.px(1)}, c.muted, tr("lane"));
    list.PushClipRect({min.x + at.names, min.y}, max, true);
    for (uint32_t lane = at.first; lane < at.end; ++lane) {
        if ((model.moment->launched >> lane & 1) == 0) continue;
        const bool own = pinned == lane;
        words_in(look, list, own ? Face::mono_strong : Face::mono, size_small - 1, {at.left(lane), min.y},
                 {at.left(lane) + at.cell, max.y}, own ? c.accent : c.muted, std::to_string(lane));
    }
    list.PopClipRect();
}

std::optional<uint32_t> pinned_lane(const Model& model) {
    const metrics::ThreadId thread = model.selection.thread;
    if (!model.selection.pinned || thread == 0) return std::nullopt;
    const LaunchConfig& config = model.result->shown().config;
    const uint32_t local = render::thread_in_block(config, thread);
    const bool here =
        render::block_of(config, thread) == model.moment->moment.block && local / warp_size == model.moment->warp;
    return here ? std::optional(local % warp_size) : std::nullopt;
}

void handle_table_mouse(const Model& model, const TableLayout& at, const std::vector<const insight::VariableRow*>& rows,
                        Commands& commands) {
    if (!ImGui::IsWindowHovered()) return;
    const Look& look = model.look;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (mouse.x < at.window_min.x + at.names || mouse.x >= at.left(at.end)) return;
    const auto lane = at.first + static_cast<uint32_t>((mouse.x - at.origin.x) / at.cell);
    if (lane >= at.end || (model.moment->launched >> lane & 1) == 0) return;
    const LaunchConfig& config = model.result->shown().config;
    const uint32_t thread = model.moment->warp * warp_size + lane;
    const bool clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    if (clicked && pinned_lane(model) != lane)
        commands.push_back(ShowThread{
            static_cast<metrics::ThreadId>(model.moment->moment.block * config.threads_per_block() + thread + 1)});
    const bool active = (model.moment->active >> lane & 1) != 0;
    const auto number = static_cast<int>((mouse.y - at.origin.y) / at.row());
    if (mouse.y < at.window_min.y + at.head() || number < 0 || number >= static_cast<int>(rows.size())) {
        tooltip(look, tr_format("lane {} is thread {} of the block. Click to pin it.", lane, thread));
        return;
    }
    const insight::VariableRow& row = *rows[static_cast<size_t>(number)];
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right) && !row.watched)
        open_value_menu(static_cast<size_t>(&row - model.moment->rows.data()), lane);
    if (clicked && !row.watched) commands.push_back(FollowVariable{LaneVariable{row.name, lane}});
    std::string words = row.text[lane].empty() ? tr_format("{} in lane {} is not set yet", row.name, lane)
                                               : tr_format("{} in lane {} = {}", row.name, lane, row.text[lane]);
    if ((row.changed >> lane & 1) != 0) words += tr(", just set");
    if (!active) words += tr("\nThe lane took no part in the last step.");
    if (!row.watched) words += tr("\nClick to pin the lane and show its values in all rounds.");
    tooltip(look, words);
}

void bring_into_sight(const TableLayout& at, uint32_t lane, const insight::MomentView& moment) {
    const uint64_t thread = (moment.moment.block << 10 | moment.warp) * warp_size + lane + 1;
    KeptValue<int> last("pinned lane");
    if (last == static_cast<int>(thread & 0x7fffffff)) return;
    last = static_cast<int>(thread & 0x7fffffff);
    const float room = at.window_max.x - at.window_min.x - at.names;
    ImGui::SetScrollX(std::max(0.0f, at.cell * (static_cast<float>(lane - at.first) + 0.5f) - room / 2));
}

void facts(const Model& model) {
    const Look& look = model.look;
    const insight::MomentView& moment = *model.moment;
    const float room = ImGui::GetContentRegionAvail().x;
    const int active = std::popcount(moment.active), launched = std::popcount(moment.launched);
    std::string head = !moment.begun      ? std::string(tr("not started"))
                       : moment.line != 0 ? tr_format("line {}: {} of {} lanes", moment.line, active, launched)
                                          : tr_format("{} of {} lanes", active, launched);
    if (moment.frames.size() > 1) {
        head += tr(" · in ");
        for (size_t k = 0; k < moment.frames.size(); ++k)
            head += (k == 0 ? "" : tr(", called by ")) + frame_text(moment.frames[k]);
    }
    text(look, head, {Face::strong, size_small, 0}, room);
    const std::string hint = tr("click a value to see it in every round");
    const TextStyle muted{Face::text, size_small, look.colors->muted};
    const float wide = look.measure(muted.face, muted.size, hint).x;
    if (!model.still && look.measure(Face::strong, size_small, head).x + wide + look.px(24) < room) {
        ImGui::SameLine(0, look.px(16));
        text(look, hint, muted);
    }
    constexpr size_t max_named = 3;
    for (size_t k = 0; k < std::min(max_named, moment.inactive.size()); ++k) {
        std::string words = inactive_text(moment.inactive[k]);
        std::erase(words, '`');
        if (k + 1 == max_named && moment.inactive.size() > max_named)
            words += tr_format(" (and {} more)", moment.inactive.size() - max_named);
        text(look, words, {Face::text, size_small, look.colors->text}, room);
    }
}

/// Returns "width 76", or only the name of a pointer to a buffer of that name.
std::string folded_parameter(const insight::MomentView& moment, const insight::VariableRow& row) {
    const std::string& value = row.text[static_cast<size_t>(std::countr_zero(moment.launched))];
    return value == row.name ? row.name : fmt::format("{} {}", row.name, value);
}

/// Returns "parameters: in, out, width 76", or "".
std::string folded(const insight::MomentView& moment) {
    std::string parameters;
    for (const insight::VariableRow& row : moment.rows)
        if (!row.watched && is_dull(moment, row))
            parameters += (parameters.empty() ? "" : ", ") + folded_parameter(moment, row);
    return parameters.empty() ? parameters : tr_format("parameters: {}", parameters);
}

/// Places the table in `at`.
void draw_lanes(const Model& model, const std::vector<const insight::VariableRow*>& rows, TableLayout at, ImVec2 room,
                Commands& commands) {
    const Look& look = model.look;
    const Palette& c = *look.colors;
    const insight::MomentView& moment = *model.moment;
    const float height = at.head() + look.px(row_height) * static_cast<float>(rows.size()) + look.px(2);
    const float width = at.names + at.cell * static_cast<float>(at.end - at.first);
    const float scroll_bar = width > room.x ? ImGui::GetStyle().ScrollbarSize : 0;
    const std::string name = !at.has_heading ? "variables of all lanes"
                             : at.first == 0 ? "variables"
                                             : fmt::format("variables from {}", at.first);
    ImGui::BeginChild(name.c_str(), {0, std::min(room.y, height + scroll_bar)}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_HorizontalScrollbar);
    const ImVec2 min = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    at.window_min = min;
    at.window_max = {min.x + size.x, min.y + size.y};
    at.origin = {min.x + at.names - ImGui::GetScrollX(), min.y + at.head() - ImGui::GetScrollY()};
    record_area(name, at.window_min, at.window_max);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float top = at.origin.y;
    for (const insight::VariableRow* row : rows) {
        if (top + at.row() > at.window_min.y && top < at.window_max.y) {
            list.PushClipRect({min.x + at.names, min.y + at.head()}, at.window_max, true);
            for (const LaneSpan& span : spans_of(moment, *row)) draw_span(at, *row, span, top, model);
            record_area(fmt::format("variable {}", row->name), {at.left(at.first), top},
                        {at.left(at.end), top + at.row()});
            list.PopClipRect();
            list.AddRectFilled({min.x, top}, {min.x + at.names - look.px(2), top + at.row()}, c.bar);
            const bool changed = row->changed != 0;
            const TextStyle style{changed ? Face::mono_strong : Face::mono, std::max(size_small, at.type), c.text};
            const float space = (at.row() - look.px(style.size)) / 2;
            words_at(look, list, style.face, style.size, {min.x + look.px(4), top + space - look.px(1.5f)}, c.text,
                     shortened(look, row->name, style, at.names - look.px(8)));
        }
        top += at.row();
    }
    const auto pinned = pinned_lane(model);
    if (pinned && *pinned >= at.first && *pinned < at.end) {
        bring_into_sight(at, *pinned, moment);
        list.PushClipRect({min.x + at.names, min.y}, at.window_max, true);
        list.AddRect({at.left(*pinned), at.window_min.y + look.px(1)}, {at.left(*pinned) + at.cell + 1, top},
                     render::packed(render::palette::blue), 0, 0, look.px(2));
        list.PopClipRect();
    }
    if (at.has_heading) draw_lane_heading(model, at, pinned);
    handle_table_mouse(model, at, rows, commands);
    if (!moment.rows.empty()) value_menu(model, commands);
    ImGui::SetCursorPos({0, 0});
    ImGui::Dummy({width, height});
    ImGui::EndChild();
}

float names_width(const Look& look, const std::vector<const insight::VariableRow*>& rows, float type) {
    float names = look.px(52);
    for (const insight::VariableRow* row : rows)
        names = std::max(names, look.measure(Face::mono, type, row->name).x + look.px(12));
    return std::min(names, look.px(150));
}

struct Bands {
    float scale = 1;
    uint32_t lanes = warp_size;
    std::vector<const insight::VariableRow*> varying, uniform;
};

/// Returns the largest presented table that needs no scrolling.
std::optional<Bands> fitting_bands(const Model& model, const std::vector<const insight::VariableRow*>& rows,
                                   float foot) {
    if (!model.presentation || model.still || model.upright) return std::nullopt;
    constexpr float step = 0.125f, min_scale = 0.75f;
    const insight::MomentView& moment = *model.moment;
    Bands bands;
    for (const insight::VariableRow* row : rows)
        (is_uniform(moment, *row) ? bands.uniform : bands.varying).push_back(row);
    if (bands.varying.empty()) bands.varying.swap(bands.uniform);
    const auto launched = static_cast<uint32_t>(std::bit_width(moment.launched));
    const ImVec2 room = ImGui::GetContentRegionAvail();
    Look look = model.look;
    const float max_scale = std::max(1.0f, model.presented_code.type / look.px(size_small));
    for (float by = 1 + step * std::floor((max_scale - 1) / step); by >= min_scale; by -= step) {
        bands.scale = look.scale = model.look.scale * by;
        const float cell =
            std::ceil(std::max(look.px(min_cell), widest_cell(look, moment, bands.varying, presented_type)));
        const auto height = [&](size_t count) { return look.px(2 + row_height * static_cast<float>(count)); };
        for (uint32_t lanes : {warp_size, warp_size / 2, warp_size / 4}) {
            bands.lanes = lanes;
            const auto number = static_cast<float>((launched + lanes - 1) / lanes);
            const float between = ImGui::GetStyle().ItemSpacing.y + 1;
            const float high = number * (look.px(head_height) + height(bands.varying.size()) + between) +
                               height(bands.uniform.size()) + between;
            const float wide = names_width(look, rows, presented_type) + cell * static_cast<float>(lanes);
            if (wide + ImGui::GetStyle().ScrollbarSize <= room.x && high + foot <= room.y) return bands;
        }
    }
    return std::nullopt;
}

void draw_bands(const Model& model, const Bands& bands, float foot, Commands& commands) {
    const Look& look = model.look;
    std::vector<const insight::VariableRow*> rows = bands.varying;
    rows.insert(rows.end(), bands.uniform.begin(), bands.uniform.end());
    const float names = names_width(look, rows, presented_type), lanes = static_cast<float>(bands.lanes);
    const auto room = [&] {
        const ImVec2 now = ImGui::GetContentRegionAvail();
        return ImVec2{now.x, std::max(look.px(40), now.y - foot)};
    };
    const float cell = std::floor((room().x - names - ImGui::GetStyle().ScrollbarSize) / lanes);
    for (uint32_t first = 0; first < warp_size && (model.moment->launched >> first) != 0; first += bands.lanes)
        draw_lanes(model, bands.varying,
                   {look, first, first + bands.lanes, names, cell, presented_type, {}, {}, {}, true}, room(), commands);
    if (!bands.uniform.empty())
        draw_lanes(model, bands.uniform,
                   {look, 0, warp_size, names, cell * lanes / warp_size, presented_type, {}, {}, {}, false}, room(),
                   commands);
}

void draw_table(const Model& model, const std::vector<const insight::VariableRow*>& rows, float foot,
                Commands& commands) {
    const Look& look = model.look;
    const insight::MomentView& moment = *model.moment;
    const float names = names_width(look, rows, size_small);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float scroll_bar = ImGui::GetStyle().ScrollbarSize;
    float type = size_small, widest = widest_cell(look, moment, rows, type);
    // Pictures cannot scroll.
    uint32_t lanes = warp_size;
    const auto needs = [&] { return std::max(look.px(min_cell), widest) * static_cast<float>(lanes); };
    while (model.still && lanes > 8 && names + needs() > room.x) lanes /= 2;
    const float fitting = (room.x - names - scroll_bar) / static_cast<float>(lanes);
    if (widest > fitting) widest = widest_cell(look, moment, rows, type = small_type);
    const float cell = std::floor(std::max({look.px(min_cell), widest, fitting}));
    for (uint32_t first = 0; first < warp_size; first += lanes) {
        if ((moment.launched >> first) == 0) break;
        const float left = std::max(look.px(40), ImGui::GetContentRegionAvail().y - foot);
        draw_lanes(model, rows, {look, first, first + lanes, names, cell, type, {}, {}, {}, true}, {room.x, left},
                   commands);
    }
}

} // namespace

void variables_table(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const Palette& c = *look.colors;
    const insight::MomentView& moment = *model.moment;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(8), look.px(2)});
    facts(model);
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    if (!model.still) {
        watch_line(model, commands);
        form_pills(model, right, commands);
    }
    std::vector<const insight::VariableRow*> rows;
    for (const insight::VariableRow& row : moment.rows)
        if (row.watched || !is_dull(moment, row)) rows.push_back(&row);
    const auto variables =
        std::ranges::stable_partition(rows, [](const insight::VariableRow* row) { return row->watched; });
    const auto unset = std::ranges::stable_partition(variables.begin(), variables.end(),
                                                     [](const insight::VariableRow* row) { return is_set(*row); });
    std::ranges::stable_partition(variables.begin(), unset.begin(),
                                  [&](const insight::VariableRow* row) { return !is_uniform(moment, *row); });
    const std::string below = folded(moment);
    const float foot = below.empty() ? 0 : look.px(18);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(2));
    if (const auto bands = fitting_bands(model, rows, foot)) {
        Model larger = model;
        larger.look.scale = bands->scale;
        draw_bands(larger, *bands, foot, commands);
    } else {
        draw_table(model, rows, foot, commands);
    }
    if (!below.empty()) text(look, below, {Face::text, size_small, c.muted}, ImGui::GetContentRegionAvail().x);
    ImGui::PopStyleVar();
}

} // namespace warpscope::ui
