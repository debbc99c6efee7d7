// The strip below a view's picture: what its marks mean, and how large a cell is.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "ui/imgui/test_hooks.hpp"
#include "ui/views/view_pair.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float swatch_width = 22, legend_row_height = 24, entry_gap = 16, side = 12;

/// A legend entry in the strip: `x` from its left edge, rows counted from 0.
struct Placed {
    size_t entry = 0;
    float x = 0, width = 0; // the width of the words
    int row = 0;
};

/// The rows of a legend, and what stands in them.
struct Rows {
    std::vector<Placed> entries;
    float end = 0; // where the last row ends

    [[nodiscard]] int count() const { return entries.empty() ? 0 : entries.back().row + 1; }
};

std::string words_of(const render::LegendEntry& e) {
    std::string words = with_signs(e.text);
    if (e.declared && e.text.find("declared") == std::string::npos) words += " (declared)";
    if (e.modelled) words += " (modelled)";
    return words;
}

float swatch_room(const Look& look, const render::LegendEntry& entry) {
    return look.px(swatch_width) * static_cast<float>(render::swatch_stretch(entry.mark)) + look.px(7);
}

/// How late an entry gives up its place: what is selected and what is wrong tells most, what every launch has least.
int importance(const render::LegendEntry& entry) {
    using render::Mark;
    static constexpr std::array rising{
        Mark::thread_border, Mark::warp_tints, Mark::ghost,     Mark::partly_idle, Mark::block_border, Mark::halo,
        Mark::surplus,       Mark::diverged,   Mark::unwritten, Mark::block_reads, Mark::block_tints,  Mark::reads,
        Mark::differences,   Mark::window,     Mark::current,   Mark::interval,    Mark::selected,     Mark::finding};
    return static_cast<int>(std::find(rising.begin(), rising.end(), entry.mark) - rising.begin());
}

/// Those of `entries` that `shown` names, beside each other in as many rows as it takes.
Rows placed(const Look& look, const std::vector<render::LegendEntry>& entries, const std::vector<size_t>& shown,
            float room) {
    Rows rows;
    float x = 0;
    int row = 0;
    for (const size_t i : shown) {
        const float words = look.measure(Face::text, size_small + 0.5f, words_of(entries[i])).x;
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

std::string more_words(size_t count) { return fmt::format("+{} more", count); }

/// The most important entries that have a place in `most` rows, with the number of the others behind them.
Rows fitting(const Look& look, const std::vector<render::LegendEntry>& entries, float room, int most) {
    std::vector<size_t> shown(entries.size());
    std::iota(shown.begin(), shown.end(), size_t{0});
    for (;;) {
        Rows rows = placed(look, entries, shown, room);
        const bool all = shown.size() == entries.size();
        const float more =
            all ? 0 : look.measure(Face::text, size_small + 0.5f, more_words(entries.size())).x + look.px(entry_gap);
        const float beyond = rows.count() < most ? 0 : rows.end + more - room;
        if (shown.size() <= 1 && !all && beyond > 0) {
            rows.entries.back().width -= beyond;
            rows.end -= beyond;
            return rows;
        }
        if (shown.size() <= 1 || (rows.count() <= most && (all || beyond <= 0))) return rows;
        shown.erase(std::min_element(shown.begin(), shown.end(), [&](size_t a, size_t b) {
            return importance(entries[a]) < importance(entries[b]);
        }));
    }
}

/// A lower view has less air around its legend.
float padding(const Look& look, float height) { return look.px(height < look.px(300) ? 12.0f : 28.0f); }

/// All of the legend, for where it has no room.
void whole_legend(const Look& look, const std::vector<render::LegendEntry>& entries) {
    std::string words;
    for (const render::LegendEntry& entry : entries) words += (words.empty() ? "" : "\n") + words_of(entry);
    tooltip(look, words);
}

} // namespace

float ViewPair::legend_room(const Look& look, float height) const {
    const float pad = padding(look, height), row = look.px(legend_row_height);
    const float most = std::floor((0.4f * height - pad) / row);
    if (most < 1) return 0;
    // Two rows have their place from the start, whether they are needed or not.
    const int wanted = std::max({2, legends_[0].rows, legends_[1].rows});
    return std::round(std::min(static_cast<float>(wanted), most) * row + pad);
}

float ViewPair::legend(const Model& model, size_t view, const render::ViewState& state) {
    const Look& look = model.look;
    const Area& area = areas_[view];
    const float width = area.max.x - area.min.x, height = area.max.y - area.min.y;
    const float room_before = legend_room(look, height);
    if (room_before <= 0) return area.max.y;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool cells = form(model, view) == Form::cells;
    const std::string zoom = state.camera.pixels_per_cell >= 1
                                 ? fmt::format("{} px per cell", fixed(state.camera.pixels_per_cell, 1))
                                 : fmt::format("{} cells per px", fixed(1 / state.camera.pixels_per_cell, 1));
    const ImVec2 zoom_size = look.measure(Face::mono, 11.5f, zoom);
    const bool with_zoom = cells && !model.presentation && width > look.px(420);
    const std::vector<render::LegendEntry> entries =
        render::legend(*model.result, model.trace.get(), state, model.probes);
    // The camera is fitted to what the legend leaves: its words must not decide how many rows there are.
    const float zoom_room = std::max(zoom_size.x, look.measure(Face::mono, 11.5f, "00.0 cells per px").x);
    const float room = width - look.px(2 * side) - (with_zoom ? zoom_room + look.px(20) : 0);
    if ((entries.empty() && !with_zoom) || room < look.px(swatch_width)) return area.max.y;

    LegendRows& kept = legends_[view];
    if (!(kept.content == state.content()) || kept.overlays != state.overlays || kept.width != width)
        kept = {state.content(), state.overlays, width, 0};
    const int wanted = fitting(look, entries, room, static_cast<int>(entries.size())).count();
    // One row more for a selection.
    if (state.selection.thread == 0) kept.rows = wanted + 1;
    if (state.selection.pinned) kept.rows = std::max(kept.rows, wanted);
    const float strip = legend_room(look, height), row = look.px(legend_row_height), pad = padding(look, height);
    room_changed_ = room_changed_ || strip != room_before;

    const float top = std::round(area.max.y - strip);
    record_area(view == 0 ? "left legend" : "right legend", {area.min.x, top}, area.max);
    list.AddRectFilled({area.min.x, top}, area.max, look.colours->view);
    list.AddLine({area.min.x, top}, {area.max.x, top}, look.colours->line, std::max(1.0f, look.px(1)));
    const Rows rows = fitting(look, entries, room, std::max(1, static_cast<int>((strip - pad) / row + 0.01f)));
    const float left = area.min.x + look.px(side), first = top + pad / 2;
    const auto words = [&](float x, int at_row, const std::string& what, float wide, ImU32 colour) {
        ImGui::SetCursorScreenPos(
            {left + x, first + static_cast<float>(at_row) * row + (row - look.px(size_small + 3)) / 2});
        text(look, what, {Face::text, size_small + 0.5f, colour}, wide);
    };
    for (const Placed& one : rows.entries) {
        const render::LegendEntry& entry = entries[one.entry];
        const float before = swatch_room(look, entry), y = first + static_cast<float>(one.row) * row;
        render::draw_swatch(list, entry, {left + one.x, y + look.px(4.5f)}, {before - look.px(7), look.px(15)},
                            state.theme);
        words(one.x + before, one.row, words_of(entry), std::max(one.width, 1.0f), 0);
    }
    if (const size_t hidden = entries.size() - rows.entries.size(); hidden > 0) {
        const std::string more = more_words(hidden);
        const bool beside = rows.end + look.px(entry_gap) + look.measure(Face::text, size_small + 0.5f, more).x <= room;
        words(beside ? rows.end + look.px(entry_gap) : 0, beside ? rows.count() - 1 : rows.count(), more, 0,
              look.colours->muted);
        record_area(view == 0 ? "left more" : "right more", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
        if (ImGui::IsItemHovered()) whole_legend(look, entries);
    }
    if (with_zoom)
        list.AddText(look.fonts.mono, look.px(11.5f),
                     {area.max.x - zoom_size.x - look.px(side), first + (row - zoom_size.y) / 2}, look.colours->muted,
                     zoom.data(), zoom.data() + zoom.size());
    return top;
}

} // namespace warpscope::ui
