#include <algorithm>
#include <cmath>
#include <utility>

#include "render/layout/cell_plane.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float longest_side = 150, min_side = 60, from_edge = 10;
constexpr float strip_wide = 120, strip_tall = 52, strip_edge = 8; // next to the legend
constexpr double worth = 0.7; // a view that shows more than this share of each side has no map

/// Returns the pixel corners of the pinned thread's block, as if threads were ordered like cells.
std::optional<std::pair<render::Point, render::Point>>
pinned_block(const session::RunResult& result, const render::ViewState& state, render::Point size) {
    const LaunchConfig& config = result.shown().config;
    const metrics::ThreadId thread = state.selection.thread;
    if (!state.selection.pinned || thread == 0 || thread > config.threads()) return std::nullopt;
    if (state.space == render::Space::matrices) return std::nullopt;
    const auto place = render::selected_place(result, state.content(), state.selection);
    if (!place) return std::nullopt;
    const Dim3 local = index_of(render::thread_in_block(config, thread), config.block);
    const double x = static_cast<double>(place->x) - local.x, y = static_cast<double>(place->y) - local.y;
    return std::pair(state.camera.to_pixel({x, y}, size),
                     state.camera.to_pixel({x + config.block.x, y + config.block.y}, size));
}

} // namespace

std::optional<ImVec2> ViewGrid::map_size(const Model& model, size_t view, const render::ViewState& state) const {
    if (model.still || model.bare_views) return std::nullopt;
    const Look& look = model.look;
    const render::CellRect whole = render::extent_of(*model.result, state.content());
    if (whole.width < 1 || whole.height < 1) return std::nullopt;
    const render::Point size = areas_[view].size();
    const render::Point low = state.camera.to_plane({0, 0}, size), high = state.camera.to_plane(size, size);
    const auto width = static_cast<double>(whole.width), height = static_cast<double>(whole.height);
    if (high.x - low.x > worth * width && high.y - low.y > worth * height) return std::nullopt;
    const double room = 0.24 * std::min(size.x, size.y);
    if (room < double{look.px(min_side)}) return std::nullopt;
    double scale = std::min(double{look.px(longest_side)}, room) / std::max(width, height);
    if (strips(model, view, state).below)
        scale = std::min(double{look.px(strip_wide)} / width, double{look.px(strip_tall)} / height);
    return ImVec2{static_cast<float>(std::max(std::round(width * scale), 8.0)),
                  static_cast<float>(std::max(std::round(height * scale), 8.0))};
}

std::optional<ViewGrid::Area> ViewGrid::map_area(const Model& model, size_t view,
                                                 const render::ViewState& state) const {
    const std::optional<ImVec2> extent = map_size(model, view, state);
    if (!extent) return std::nullopt;
    const Look& look = model.look;
    const Area& area = areas_[view];
    const float top = model.presentation ? above(view) : look.px(header_height);
    ImVec2 end{area.max.x - look.px(from_edge), area.min.y + top + look.px(4) + extent->y};
    if (strips(model, view, state).below)
        end = {area.max.x - look.px(strip_edge), area.max.y - below(view) - look.px(strip_edge)};
    Area map{{end.x - extent->x, end.y - extent->y}, end};
    const auto block = pinned_block(*model.result, state, area.size());
    const auto covers_block = [&] {
        if (!block || strips(model, view, state).below) return false;
        const auto& [low, high] = *block;
        return double{map.min.x - area.min.x} < high.x && low.x < double{map.max.x - area.min.x} &&
               double{map.min.y - area.min.y} < high.y && low.y < double{map.max.y - area.min.y};
    };
    if (!covers_block()) return map;
    map.min.x = area.min.x + look.px(from_edge);
    map.max.x = map.min.x + extent->x;
    return covers_block() ? std::nullopt : std::optional(map);
}

void ViewGrid::minimap(const Model& model, size_t view, const render::ViewState& state, render::RunTextures& textures,
                       Commands& commands) {
    const Look& look = model.look;
    const Area& area = areas_[view];
    const std::optional<Area> place = map_area(model, view, state);
    if (!place) return;
    const auto [begin, end] = *place;
    const float wide = end.x - begin.x, tall = end.y - begin.y;
    const render::CellRect whole = render::extent_of(*model.result, state.content());
    const render::Point size = area.size();
    const render::Point low = state.camera.to_plane({0, 0}, size), high = state.camera.to_plane(size, size);
    const auto width = static_cast<double>(whole.width), height = static_cast<double>(whole.height);
    const double scale = std::min(static_cast<double>(wide) / width, static_cast<double>(tall) / height);
    if (!maps_[view]) {
        auto made = render::View::create();
        if (!made) return;
        maps_[view] = std::move(*made);
    }
    render::ViewState map = state;
    map.overlays = 0;
    map.selection = {};
    map.interval.reset();
    map.step.reset();
    map.camera.pixels_per_cell = scale;
    map.camera.center = {static_cast<double>(whole.x) + width / 2, static_cast<double>(whole.y) + height / 2};
    const uint32_t texture = maps_[view]->draw(textures, map, static_cast<uint32_t>(wide), static_cast<uint32_t>(tall));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddImage(static_cast<ImTextureID>(texture), begin, end, {0, 1}, {1, 0});
    list.AddRect(begin, end, look.colors->line_strong, 0, 0, std::max(1.0f, look.px(1)));
    const auto at = [&](render::Point place) {
        return ImVec2{begin.x + static_cast<float>((place.x - static_cast<double>(whole.x)) * scale),
                      begin.y + static_cast<float>((place.y - static_cast<double>(whole.y)) * scale)};
    };
    ImVec2 from = at(low), to = at(high);
    from = {std::max(from.x, begin.x), std::max(from.y, begin.y)};
    to = {std::min(std::max(to.x, from.x + look.px(5)), end.x), std::min(std::max(to.y, from.y + look.px(5)), end.y)};
    list.AddRect(from, to, IM_COL32(0, 0, 0, 220), 0, 0, look.px(4));
    list.AddRect(from, to, IM_COL32(86, 180, 233, 255), 0, 0, look.px(2));
    draw_sign(view, fmt::format("{} map", name(view)), {begin, end});
    ImGui::SetCursorScreenPos(begin);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("##map", {wide, tall});
    const KeyMoves keys = key_moves(ImGui::GetItemID(), begin, end);
    const bool by_keys = keys.across != 0 || keys.down != 0;
    if (!ImGui::IsItemActive() && !by_keys) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    render::Camera camera = state.camera;
    constexpr double key_step = 0.25;
    if (by_keys)
        camera.center = {camera.center.x + key_step * keys.across * (high.x - low.x),
                         camera.center.y + key_step * keys.down * (high.y - low.y)};
    else
        camera.center = {static_cast<double>(whole.x) + static_cast<double>(mouse.x - begin.x) / scale,
                         static_cast<double>(whole.y) + static_cast<double>(mouse.y - begin.y) / scale};
    commands.push_back(state.space == render::Space::matrices ? MoveCamera{camera, true}
                                                              : MoveCamera{moved(model, camera, view, leading(model))});
}

} // namespace warpscope::ui
