#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/buffer_picture.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/inspector_text.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_view.hpp"
#include "workbench/views/difference_choice.hpp"

namespace warpscope::ui {

namespace {

constexpr float swatch_width = 22, legend_row_height = 24, entry_gap = 16, legend_side = 8, legend_pad = 9;
constexpr int max_rows = 3;
constexpr float max_share_of_figure = 0.6f; // share of a view's height

struct Placed {
    size_t entry = 0;
    float x = 0, width = 0; // extent of the words
    int row = 0;
};

struct Rows {
    std::vector<Placed> entries;
    float end = 0; // right end of the last row

    [[nodiscard]] int count() const { return entries.empty() ? 0 : entries.back().row + 1; }
};

/// Returns whether the emulator, not a model, gave the number.
bool is_counted(const render::LegendEntry& e) { return e.overlay == render::Overlay::divergence; }

std::string words_of(const render::LegendEntry& e) {
    std::string words = with_signs(e.text);
    if (e.modeled) words += is_counted(e) ? tr(" (emulated)") : tr(" (modeled)");
    return words;
}

float swatch_room(const Look& look, const render::LegendEntry& entry) {
    return look.px(swatch_width) * static_cast<float>(render::swatch_stretch(entry.mark)) + look.px(7);
}

bool says_zero(std::string_view words) {
    const auto of_number = [&](size_t i) {
        return i < words.size() && (words[i] == '.' || (words[i] >= '0' && words[i] <= '9'));
    };
    for (size_t i = words.find('0'); i != std::string_view::npos; i = words.find('0', i + 1))
        if ((i == 0 || !of_number(i - 1)) && !of_number(i + 1)) return true;
    return false;
}

int importance(const render::LegendEntry& entry) {
    using render::Mark;
    // A count of zero is the least important.
    static constexpr std::array counted{Mark::halo, Mark::ghost, Mark::diverged, Mark::partly_idle};
    if (std::ranges::find(counted, entry.mark) != counted.end() && says_zero(entry.text)) return -1;
    static constexpr std::array rising{
        Mark::values,        Mark::thread_border, Mark::warp_tints,    Mark::ghost,
        Mark::partly_idle,   Mark::block_border,  Mark::selected_warp, Mark::halo,
        Mark::idle_threads,  Mark::diverged,      Mark::unwritten,     Mark::block_reads,
        Mark::block_outline, Mark::window,        Mark::current,       Mark::interval,
        Mark::selected,      Mark::running,       Mark::received,      Mark::slabs,
        Mark::block_tints,   Mark::reads,         Mark::one_read,      Mark::signed_difference,
        Mark::differences,   Mark::not_finite,    Mark::finding,       Mark::lit};
    return static_cast<int>(std::find(rising.begin(), rising.end(), entry.mark) - rising.begin());
}

Rows placed(const Look& look, const std::vector<render::LegendEntry>& entries, const std::vector<size_t>& shown,
            float room) {
    Rows rows;
    float x = 0;
    int row = 0;
    for (const size_t i : shown) {
        const float words = look.measure(Face::text, legend_type, words_of(entries[i])).x;
        const float before = swatch_room(look, entries[i]);
        if (x > 0 && x + before + words > room) {
            x = 0;
            ++row;
        }
        rows.entries.push_back({i, x, std::min(words, room - x - before), row});
        rows.end = x + before + std::min(words, room - x - before);
        x = rows.end + look.px(entry_gap);
    }
    return rows;
}

float fitting_stretch(const Look& look, const std::vector<render::LegendEntry>& entries, float room, float stretch) {
    constexpr float rounding = 0.95f, min_stretch = 0.8f; // glyphs do not scale evenly
    float widest = 1;
    for (const render::LegendEntry& entry : entries)
        widest = std::max(widest, swatch_room(look, entry) + look.measure(Face::text, legend_type, words_of(entry)).x);
    return std::clamp(rounding * room / (widest + look.px(2 * legend_pad)), min_stretch, stretch);
}

std::string more_words(size_t count) { return tr_format("+{} more", count); }

Rows fitting(const Look& look, const std::vector<render::LegendEntry>& entries, float room, int max_lines) {
    std::vector<size_t> shown(entries.size());
    std::iota(shown.begin(), shown.end(), size_t{0});
    for (;;) {
        Rows rows = placed(look, entries, shown, room);
        const bool all = shown.size() == entries.size();
        const float more =
            all ? 0 : look.measure(Face::text, legend_type, more_words(entries.size())).x + look.px(entry_gap);
        const float beyond = all ? 0 : rows.end + more - room;
        if (shown.size() <= 1 && !all && beyond > 0) {
            rows.entries.back().width -= beyond;
            rows.end -= beyond;
            return rows;
        }
        const bool in_rows = rows.count() <= max_lines;
        if (shown.size() <= 1 || (in_rows && (all || beyond <= 0))) return rows;
        shown.erase(std::min_element(shown.begin(), shown.end(), [&](size_t a, size_t b) {
            return importance(entries[a]) < importance(entries[b]);
        }));
    }
}

bool cuts_words(const Look& look, const std::vector<render::LegendEntry>& entries, const Rows& rows) {
    constexpr float rounding = 0.5f;
    return std::ranges::any_of(rows.entries, [&](const Placed& one) {
        return one.width + rounding < look.measure(Face::text, legend_type, words_of(entries[one.entry])).x;
    });
}

std::optional<AskTime> origin_of_first(const session::RunResult& result, const render::Content& content) {
    const bool shows_output = std::ranges::any_of(render::parts_of(result, content), [](const render::Part& part) {
        return part.content.space == render::Space::output;
    });
    if (!shows_output || result.measured->launches().empty()) return std::nullopt;
    const auto known = result.derived.made<render::NotFinite>(render::NotFinite::key(result, render::Space::output));
    if (!known || known->count == 0) return std::nullopt;
    const BufferLayout& layout = result.output.layout;
    const uint64_t cell = known->first / layout.channels;
    return AskTime{Question::origin, result.prepared.output_buffer, cell, 0, cell_name(layout, cell)};
}

void origin_link(const Look& look, ImVec2 min, ImVec2 max, const AskTime& question, Commands& commands) {
    ImGui::SetCursorScreenPos(min);
    if (key_button("##where from", {std::max(1.0f, max.x - min.x), std::max(1.0f, max.y - min.y)}))
        commands.push_back(question);
    record_area("where from", min, max);
    if (!ImGui::IsItemHovered()) return;
    ImGui::GetWindowDrawList()->AddLine({min.x, max.y}, {max.x, max.y}, look.colors->accent,
                                        std::max(1.0f, look.px(1)));
    tooltip(look, tr_format("Goes to the step that made the first of them, {}", question.name));
}

bool histogram_link(const Look& look, ImVec2 min, ImVec2 max, std::string_view view, bool of_difference) {
    ImGui::SetCursorScreenPos(min);
    const bool pressed =
        key_button(of_difference ? "##difference" : "##values", {std::max(1.0f, max.x - min.x), max.y - min.y});
    record_area(fmt::format("{} {}", view, of_difference ? "difference" : "values"), min, max);
    if (ImGui::IsItemHovered()) {
        const float line = max.y - look.px(4);
        ImGui::GetWindowDrawList()->AddLine({min.x, line}, {max.x, line}, look.colors->accent,
                                            std::max(1.0f, look.px(1)));
        tooltip(look, tr("Shows a histogram of the values"));
    }
    return pressed;
}

std::string missing_words(const session::RunResult& result, const scene::Reference& reference) {
    if (reference.is_baseline)
        return tr("the baseline is missing or equal to this launch: press C, then change the launch");
    if (!insight::find_content(result, reference.buffer)) return "";
    return tr_format("{} has a different size, so it cannot be subtracted", reference.buffer);
}

std::string lit_words(const Model& model, const insight::CellSet& cells) {
    const uint64_t count = cells.count();
    if (model.lesson != nullptr) return tr_count(count, "{} cell in question", "{} cells in question", grouped(count));
    if (ViewGrid::cells_of_orders(model).get() == &cells)
        return tr_count(count, "{} cell with a different result", "{} cells with a different result", grouped(count));
    if (model.painting.changed && model.painting.changed->cells.get() == &cells)
        return tr_count(count, "{} cell changed by painting", "{} cells changed by painting", grouped(count));
    return tr_count(count, "{} cell whose thread meets the condition", "{} cells whose threads meet the condition",
                    grouped(count));
}

void whole_legend(const Look& look, const std::vector<render::LegendEntry>& entries, const render::Theme& theme) {
    float swatches = 0;
    for (const render::LegendEntry& entry : entries) swatches = std::max(swatches, swatch_room(look, entry));
    tooltip(look, [&] {
        for (const render::LegendEntry& entry : entries) {
            const ImVec2 at = ImGui::GetCursorScreenPos();
            render::draw_swatch(*ImGui::GetWindowDrawList(), entry, {at.x, at.y + look.px(1)},
                                {swatch_room(look, entry) - look.px(7), look.px(15)}, theme);
            ImGui::SetCursorScreenPos({at.x + swatches, at.y});
            text(look, words_of(entry), {Face::text, legend_type, 0});
        }
    });
}

} // namespace

void ViewGrid::legend(const Model& model, size_t view, const render::ViewState& state, Commands& commands) {
    Look look = model.look;
    const Area& area = areas_[view];
    const float edge = model.look.px(legend_side);
    const float lower = area.max.y - below(view) - edge, width = area.max.x - area.min.x - 2 * edge;
    legend_tall_[view] = 0;
    legend_room_[view] = 0;
    entry_widths_[view].clear();
    plates_[view].clear();
    if (lower - area.min.y < look.px(3 * header_height * legend_stretch(model))) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool cells = form(model, view) == Form::cells;
    std::vector<render::LegendEntry> entries = render::legend(*model.result, model.trace.get(), state, model.probes);
    const scene::Reference& reference = choice(model, view).reference;
    if (reference.any() && !of_baseline(model, view) && !subtraction_of(model, model.baseline.choice_of(view)))
        if (std::string words = missing_words(*model.result, reference); !words.empty())
            entries.push_back({render::Overlay::none, render::Mark::signed_difference, std::move(words)});
    if (const insight::CellSet* cells = lit_in(model, view); cells != nullptr)
        entries.push_back({render::Overlay::none, render::Mark::lit, lit_words(model, *cells)});
    const std::optional<AskTime> origin = model.still ? std::nullopt : origin_of_first(*model.result, state.content());
    if (origin)
        for (render::LegendEntry& entry : entries)
            if (entry.mark == render::Mark::not_finite) entry.text += tr(": where from?");
    const bool is_figure = model.still || model.bare_views;
    if (is_figure && state.selection.thread == 0)
        std::erase_if(entries, [](const render::LegendEntry& entry) {
            return entry.overlay == render::Overlay::halo || entry.overlay == render::Overlay::ghosts;
        });
    // Omits the selected thread, which the card describes: a growing legend would cover the picture.
    if (model.presentation && !model.still && !state.selection.pinned)
        std::erase_if(entries, [](const render::LegendEntry& entry) {
            return entry.overlay == render::Overlay::accesses || entry.mark == render::Mark::selected ||
                   entry.mark == render::Mark::selected_warp;
        });
    legend_room_[view] = width - 2 * look.px(legend_pad);
    for (const render::LegendEntry& entry : entries)
        entry_widths_[view].push_back(swatch_room(look, entry) +
                                      look.measure(Face::text, legend_type, words_of(entry)).x);
    const bool strip = cells && strips(model, view, state).below;
    const std::optional<ImVec2> map = strip ? map_size(model, view, state) : std::nullopt;
    const float map_room = map ? map->x + edge : 0;
    const bool is_live = model.presentation && !is_figure;
    const float stretch =
        is_live ? fitting_stretch(look, entries, width - map_room, legend_stretch(model)) : legend_stretch(model);
    look.scale *= stretch;
    const float pad = look.px(legend_pad), row = look.px(legend_row_height), whole_room = width - 2 * pad - map_room;
    const double pixels = state.camera.pixels_per_cell * double{ImGui::GetIO().DisplayFramebufferScale.x};
    const std::string zoom = pixels >= 1 ? tr_format("{} px per cell", fixed(pixels, 1))
                                         : tr_format("{} cells per px", fixed(1 / pixels, 1));
    const ImVec2 zoom_size = look.measure(Face::mono, 11.5f, zoom);
    // A fixed width keeps the number of rows while zooming.
    const float zoom_room =
        std::max(zoom_size.x, look.measure(Face::mono, 11.5f, tr_format("{} cells per px", "00.0")).x) + 2 * pad + edge;

    float free = row;
    if (cells) {
        render::CellRect data = extent_shown(*model.result, state.content());
        if (linked(model, *model.result, view)) { // linked views show blocks beyond the output as well
            const render::CellRect output = extent_shown(*model.result, render::Content(render::Space::output));
            data.height = std::max(data.y + data.height, output.y + output.height) - data.y;
        }
        const render::Point end = state.camera.to_pixel({0, static_cast<double>(data.y + data.height)}, area.size());
        free = lower - area.min.y - static_cast<float>(end.y) - look.px(4);
    }
    int max_lines = std::clamp(static_cast<int>(free / row), 1, max_rows);
    constexpr size_t min_entries = 3;
    const bool tall = lower - area.min.y > (state.so_far.order ? 8 : 14) * row;
    if (tall && fitting(look, entries, whole_room, max_lines).entries.size() < std::min(min_entries, entries.size()))
        max_lines = std::max(max_lines, 2);
    // Shows all entries, because an audience cannot hover over omitted ones.
    const auto telling = static_cast<size_t>(
        std::ranges::count_if(entries, [](const render::LegendEntry& e) { return importance(e) >= 0; }));
    if (map) max_lines = std::max(max_lines, 2); // the strip is as high as the map
    const int rows_for_all = model.presentation ? max_rows : 0;
    while (tall && max_lines < rows_for_all && fitting(look, entries, whole_room, max_lines).entries.size() < telling)
        ++max_lines;
    // A figure's legend cannot be unfolded.
    if (is_figure)
        max_lines = std::max(max_lines, std::min(static_cast<int>(entries.size()),
                                                 static_cast<int>(max_share_of_figure * (lower - area.min.y) / row)));
    const int rows_at_most = tall ? max_rows : lower - area.min.y > 5 * row ? 2 : max_lines;
    while (max_lines < rows_at_most && cuts_words(look, entries, fitting(look, entries, whole_room, max_lines)))
        ++max_lines;
    // Drops the zoom indicator before other entries.
    const bool with_zoom = cells && !model.presentation && !model.bare_views && whole_room - zoom_room > look.px(260) &&
                           fitting(look, entries, whole_room, max_lines).entries.size() <=
                               fitting(look, entries, whole_room - zoom_room, max_lines).entries.size() &&
                           (cuts_words(look, entries, fitting(look, entries, whole_room, max_lines)) ||
                            !cuts_words(look, entries, fitting(look, entries, whole_room - zoom_room, max_lines)));
    const float room = whole_room - (with_zoom ? zoom_room : 0);
    const bool any = !entries.empty() && room >= look.px(2 * swatch_width);
    const Rows rows = any ? fitting(look, entries, room, max_lines) : Rows();
    if (strip) {
        const float high = std::max(static_cast<float>(std::max(rows.count(), 1)) * row + look.px(2), map ? map->y : 0);
        const float strip_top = std::round(lower - high - edge);
        plates_[view].push_back({{area.min.x, strip_top}, area.max});
        list.AddRectFilled({area.min.x, strip_top}, area.max, look.colors->view);
        list.AddRectFilled({area.min.x, strip_top}, {area.max.x, strip_top + std::max(1.0f, look.px(1))},
                           look.colors->line);
        ImGui::SetCursorScreenPos({area.min.x, strip_top});
        ImGui::SetNextItemAllowOverlap();
        ImGui::InvisibleButton("##lower strip", {area.max.x - area.min.x, area.max.y - strip_top});
        record_area(fmt::format("{} lower strip", name(view)), {area.min.x, strip_top}, area.max);
    }
    if (with_zoom) {
        const ImVec2 corner{area.max.x - edge - map_room, lower};
        plates_[view].push_back({{corner.x - zoom_size.x - 2 * pad, corner.y - row - look.px(2)}, corner});
        plate(look, list, plates_[view].back().min, corner);
        list.AddText(look.fonts.mono, look.px(11.5f),
                     {corner.x - zoom_size.x - pad, corner.y - (row + look.px(2) + zoom_size.y) / 2},
                     look.colors->muted, zoom.data(), zoom.data() + zoom.size());
    }
    if (!any) return;
    const size_t hidden_entries = entries.size() - rows.entries.size();
    const std::string more = more_words(hidden_entries);
    float end = rows.end;
    for (const Placed& one : rows.entries)
        end = std::max(end, one.x + swatch_room(look, entries[one.entry]) + one.width);
    if (hidden_entries > 0)
        end = std::max(end, rows.end + look.px(entry_gap) + look.measure(Face::text, legend_type, more).x);
    const ImVec2 corner{area.min.x + edge, lower - static_cast<float>(rows.count()) * row - look.px(2)};
    const ImVec2 far{corner.x + std::min(end, room) + 2 * pad, lower};
    plate(look, list, corner, far);
    plates_[view].push_back({corner, far});
    legend_tall_[view] = lower + 2 * edge - corner.y;
    record_area(fmt::format("{} legend", name(view)), corner, far);
    ImGui::SetCursorScreenPos(corner);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("##legend", {far.x - corner.x, far.y - corner.y}); // captures the mouse
    std::string meanings;
    if (std::ranges::any_of(entries, [](const auto& e) { return e.modeled && is_counted(e); }))
        meanings = tr("emulated: counted while the emulator ran the kernel warp by warp, not recorded on a GPU. Lanes "
                      "that took different paths meet again as soon as they can; on newer GPUs, they may meet later.");
    if (std::ranges::any_of(entries, [](const auto& e) { return e.modeled && !is_counted(e); }))
        meanings += fmt::format("{}{}", meanings.empty() ? "" : "\n",
                                tr("modeled: computed from a model of the device, not recorded on a GPU."));
    if (!meanings.empty() && hidden_entries == 0 && ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal))
        tooltip(look, meanings);
    const float left = corner.x + pad, first = corner.y + look.px(1);
    const auto words = [&](float x, int at_row, const std::string& what, float wide, ImU32 color) {
        ImGui::SetCursorScreenPos(
            {left + x, first + static_cast<float>(at_row) * row + (row - look.px(size_small + 3)) / 2});
        text(look, what, {Face::text, legend_type, color}, wide);
    };
    render::Theme theme = state.theme;
    theme.scale *= stretch;
    for (const Placed& one : rows.entries) {
        const render::LegendEntry& entry = entries[one.entry];
        const float before = swatch_room(look, entry), y = first + static_cast<float>(one.row) * row;
        render::draw_swatch(list, entry, {left + one.x, y + look.px(4.5f)}, {before - look.px(7), look.px(15)}, theme);
        const bool asks = origin && entry.mark == render::Mark::not_finite;
        words(one.x + before, one.row, words_of(entry), std::max(one.width, 1.0f),
              asks ? model.look.colors->accent : 0);
        const bool of_difference = entry.mark == render::Mark::signed_difference;
        const bool counts = entry.mark == render::Mark::values || (of_difference && shown_difference(model, view));
        if (counts && !is_figure &&
            histogram_link(model.look, {left + one.x, y}, {left + one.x + before + one.width, y + row}, name(view),
                           of_difference))
            histogram_request_ = view;
        if (asks) origin_link(model.look, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), *origin, commands);
    }
    if (hidden_entries > 0) {
        words(rows.end + look.px(entry_gap), rows.count() - 1, more, 0, look.colors->muted);
        record_area(fmt::format("{} more", name(view)), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
        if (ImGui::IsItemHovered()) whole_legend(look, entries, theme);
    }
    // The counts belong to the previous run.
    if (model.result_is_stale) veil(model.look, list, corner, far);
}

float ViewGrid::whole_legend_height(const Model& model, size_t view, float stretch) const {
    const Look& look = model.look;
    const float margin = stretch > 1 ? 1.05f * stretch : stretch; // glyphs do not scale evenly
    int rows = entry_widths_[view].empty() ? 0 : 1;
    float x = 0;
    for (const float width : entry_widths_[view]) {
        if (x > 0 && x + margin * width > legend_room_[view]) {
            x = 0;
            ++rows;
        }
        x += margin * (width + look.px(entry_gap));
    }
    return rows == 0 ? 0
                     : static_cast<float>(rows) * stretch * look.px(legend_row_height) + look.px(2 + 2 * legend_side);
}

} // namespace warpscope::ui
