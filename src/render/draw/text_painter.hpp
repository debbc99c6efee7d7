#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <imgui.h>

#include "render/draw/view_impl.hpp"
#include "render/maps/moment_mask.hpp"
#include "render/style/level_of_detail.hpp"
#include "render/style/palette.hpp"

namespace warpscope::render {

[[nodiscard]] inline uint32_t with_alpha(uint32_t color, float alpha) {
    const auto a = static_cast<uint32_t>(std::lround(std::clamp(alpha, 0.0f, 1.0f) * static_cast<float>(color >> 24)));
    return (color & 0xffffffu) | a << 24;
}

/// Rounds down to few sizes, because ImGui rasterizes all glyphs for each size.
[[nodiscard]] inline float whole(double font_size) { return static_cast<float>(std::floor(font_size)); }

class Painter {
public:
    Painter(ImDrawList& list, float scale)
        : list_(list)
        , font_(ImGui::GetFont())
        , scale_(scale) {}

    [[nodiscard]] ImVec2 measure(float font_size, const std::string& text) const {
        return font_->CalcTextSizeA(font_size, 1e6f, 0, text.data(), text.data() + text.size());
    }
    void plain(float font_size, ImVec2 at, uint32_t color, const std::string& text) {
        list_.AddText(font_, font_size, {std::round(at.x), std::round(at.y)}, color, text.data(),
                      text.data() + text.size());
    }
    void rimmed(float font_size, ImVec2 at, uint32_t color, float alpha, const std::string& text) {
        const uint32_t rim = with_alpha(color == black ? white : black, 0.75f * alpha);
        const float r = std::max(1.0f, std::round(scale_));
        for (const ImVec2 step : {ImVec2{-r, 0}, ImVec2{r, 0}, ImVec2{0, -r}, ImVec2{0, r}, ImVec2{-r, -r},
                                  ImVec2{r, -r}, ImVec2{-r, r}, ImVec2{r, r}})
            plain(font_size, {at.x + step.x, at.y + step.y}, rim, text);
        plain(font_size, at, with_alpha(color, alpha), text);
    }
    void centered(float font_size, ImVec2 middle, uint32_t color, float alpha, std::span<const std::string> lines) {
        const float step = std::round(font_size * 1.08f);
        float y = middle.y - step * static_cast<float>(lines.size()) / 2;
        for (const std::string& line : lines) {
            plain(font_size, {middle.x - measure(font_size, line).x / 2, y}, with_alpha(color, alpha), line);
            y += step;
        }
    }
    [[nodiscard]] ImDrawList& list() { return list_; }
    /// Reserves an area that other items must not cover.
    void note_name(ImVec2 low, ImVec2 high) { names_.push_back({{low.x, low.y}, {high.x, high.y}}); }
    [[nodiscard]] std::vector<NameArea> take_names() { return std::move(names_); }

private:
    ImDrawList& list_;
    ImFont* font_;
    float scale_;
    std::vector<NameArea> names_;
};

/// Returns a number per dimension: "3,2".
[[nodiscard]] std::string index_text(const Dim3& index, const Dim3& extent);

struct TextContext {
    const session::RunResult& result;
    const ViewState& state;
    const DrawnPart& view;
    HostBuffer buffer;
    Point origin, size;
    LevelOfDetail fade;
    Plane plane;
    const MomentCells::Buffer* moment = nullptr; // null: final contents

    [[nodiscard]] ImVec2 pixel(double x, double y) const {
        const Point p = state.camera.to_pixel({x, y}, size);
        return {static_cast<float>(origin.x + p.x), static_cast<float>(origin.y + p.y)};
    }
    [[nodiscard]] CellRect visible(const CellRect& rect) const {
        const Point low = state.camera.to_plane({0, 0}, size), high = state.camera.to_plane(size, size);
        const auto clamped = [](double value, int64_t from, int64_t extent) {
            return static_cast<int64_t>(
                std::clamp(value, static_cast<double>(from), static_cast<double>(from + extent)));
        };
        const int64_t left = clamped(std::floor(low.x), rect.x, rect.width);
        const int64_t top = clamped(std::floor(low.y), rect.y, rect.height);
        return {left, top, clamped(std::ceil(high.x), rect.x, rect.width) - left,
                clamped(std::ceil(high.y), rect.y, rect.height) - top};
    }
    [[nodiscard]] metrics::ThreadId thread_at_place(CellIndex place) const {
        if (view.layer == nullptr) return 0;
        const Point middle{static_cast<double>(place.x) + 0.5, static_cast<double>(place.y) + 0.5};
        if (state.space != Space::launch) return pick(result, state.content(), middle).thread;
        const auto index = index_at(result, Space::launch, place);
        return index ? static_cast<metrics::ThreadId>(*index + 1) : 0;
    }
    [[nodiscard]] std::optional<uint64_t> cell_at(CellIndex place) const {
        if (state.space != Space::launch) return plane.index_at(place);
        if (view.picture == nullptr || !plane.index_at(place)) return std::nullopt;
        const uint32_t cell = view.picture->cells[static_cast<size_t>(place.y * plane.width() + place.x)];
        return cell == 0 ? std::nullopt : std::optional<uint64_t>(cell - 1);
    }
    [[nodiscard]] bool in_output_or_launch() const {
        return state.space == Space::output || state.space == Space::launch;
    }
};

void draw_cell_text(Painter& painter, const TextContext& context);
void draw_other_values(Painter& painter, const TextContext& context);

void draw_devices(Painter& painter, const TextContext& context);
[[nodiscard]] const Color& tint_of_device(uint32_t device);

void draw_block_labels(Painter& painter, const TextContext& context);
void draw_slice_names(Painter& painter, const TextContext& context);
void draw_row_numbers(Painter& painter, const TextContext& context, bool strip);
void draw_part_names(Painter& painter, const session::RunResult& result, const std::vector<Part>& parts,
                     const ViewState& state, Point origin, Point size);

} // namespace warpscope::render
