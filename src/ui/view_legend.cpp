// The strip below a view's picture: what its marks mean, and how large a cell is.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ui/view_pair.hpp"
#include "ui/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float swatch_width = 22, legend_row_height = 24, entry_gap = 16, side = 12;

/// A legend entry in the strip: `x` from its left edge, rows counted from 0.
struct Placed {
    float x = 0;
    int row = 0;
    std::string words;
};

float width_of(const Look& look, const render::LegendEntry& entry) {
    return look.px(swatch_width) * static_cast<float>(render::swatch_stretch(entry.mark));
}

/// Beside each other, in as many rows as it takes: no entry is left out.
std::vector<Placed> placed(const Look& look, const std::vector<render::LegendEntry>& entries, float room) {
    std::vector<Placed> all;
    float x = 0;
    int row = 0;
    for (const render::LegendEntry& e : entries) {
        std::string words = with_signs(e.text);
        if (e.declared && e.text.find("declared") == std::string::npos) words += " (declared)";
        if (e.modelled) words += " (modelled)";
        const float width = width_of(look, e) + look.px(7) + look.measure(Face::text, size_small + 0.5f, words).x;
        if (x > 0 && x + width > room) {
            x = 0;
            ++row;
        }
        all.push_back({x, row, std::move(words)});
        x += width + look.px(entry_gap);
    }
    return all;
}

} // namespace

float ViewPair::legend_room(const Look& look, float height) const {
    // Two rows have their place from the start, whether they are needed or not.
    const float usual = std::min(0.3f * height, look.px(2 * legend_row_height + 28));
    return std::min(std::max({usual, legends_[0].room, legends_[1].room}), 0.6f * height);
}

float ViewPair::legend(const Model& model, size_t view, const render::ViewState& state) {
    const Look& look = model.look;
    const Area& area = areas_[view];
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool cells = form(model, view) == Form::cells;
    const std::string zoom = state.camera.pixels_per_cell >= 1
                                 ? fmt::format("{} px per cell", fixed(state.camera.pixels_per_cell, 1))
                                 : fmt::format("{} cells per px", fixed(1 / state.camera.pixels_per_cell, 1));
    const ImVec2 zoom_size = look.measure(Face::mono, 11.5f, zoom);
    const float width = area.max.x - area.min.x;
    const bool with_zoom = cells && !model.presentation && width > look.px(420);
    const std::vector<render::LegendEntry> entries =
        render::legend(*model.result, model.trace.get(), state, model.probes);
    const float room = width - look.px(2 * side) - (with_zoom ? zoom_size.x + look.px(20) : 0);
    const std::vector<Placed> places = placed(look, entries, room);
    if (places.empty() && !with_zoom) return area.max.y;

    const float row = look.px(legend_row_height), rows = places.empty() ? 0 : static_cast<float>(places.back().row + 1);
    LegendHeight& kept = legends_[view];
    if (!(kept.content == state.content()) || kept.overlays != state.overlays || kept.width != width)
        kept = {state.content(), state.overlays, width, 0, 0};
    // One row more for a selection.
    if (state.selection.thread == 0) kept.room = (rows + 1) * row + look.px(28);
    // What is covered once stays covered: a cell under the cursor that is covered because it is pointed at would
    // flicker.
    kept.most = std::max(kept.most, rows * row + look.px(28));
    const float top = std::round(area.max.y - std::max(legend_room(look, area.max.y - area.min.y), kept.most));
    list.AddRectFilled({area.min.x, top}, area.max, look.colours->view);
    list.AddLine({area.min.x, top}, {area.max.x, top}, look.colours->line, std::max(1.0f, look.px(1)));
    const float first = top + look.px(14);
    for (size_t i = 0; i < entries.size(); ++i) {
        const float x = area.min.x + look.px(side) + places[i].x, wide = width_of(look, entries[i]);
        const float y = first + static_cast<float>(places[i].row) * row;
        render::draw_swatch(list, entries[i], {x, y + look.px(4.5f)}, {wide, look.px(15)}, state.theme);
        ImGui::SetCursorScreenPos({x + wide + look.px(7), y + (row - look.px(size_small + 3)) / 2});
        text(look, places[i].words, {Face::text, size_small + 0.5f, 0});
    }
    if (with_zoom)
        list.AddText(look.fonts.mono, look.px(11.5f),
                     {area.max.x - zoom_size.x - look.px(side), first + (row - zoom_size.y) / 2}, look.colours->muted,
                     zoom.data(), zoom.data() + zoom.size());
    return top;
}

} // namespace warpscope::ui
