// Vector shapes, equivalent to shaders/view.frag.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "render/draw/view_impl.hpp"
#include "render/layout/cell_shapes.hpp"
#include "render/style/level_of_detail.hpp"
#include "render/style/palette.hpp"

namespace warpscope::render {

/// Equal to casing_color in view.frag.
inline constexpr Color shape_casing{8, 8, 8};

[[nodiscard]] inline uint32_t opaque(uint32_t color) { return color | 0xff000000u; }
[[nodiscard]] inline uint32_t faded(Color color, float alpha) {
    const auto a = static_cast<uint32_t>(std::lround(std::clamp(alpha, 0.0f, 1.0f) * 255));
    return a == 0 ? 0 : (packed(color) & 0xffffffu) | a << 24;
}

/// Maximum per overlay.
inline constexpr size_t max_shapes = 4000;

class PartShapes {
public:
    PartShapes(const session::RunResult& result, const ViewState& state, const DrawnPart& part, Point origin,
               Point size, std::string name)
        : result_(result)
        , state_(state)
        , part_(part)
        , origin_(origin)
        , size_(size)
        , name_(std::move(name))
        , scale_(state.theme.scale)
        , plane_(plane_of(result, part.part.content))
        , fade_(
              level_of_detail(state, part.layer != nullptr ? part.layer->block_size : BlockExtent{},
                              diverged_share(result, part.layer != nullptr ? part.layer->surviving.get() : nullptr))) {
        out_.name = name_;
    }

    /// Returns nullopt if there are too many shapes. Explains images in `notes`.
    std::optional<drawing::Group> make(std::vector<std::string>& notes);

private:
    using Kind = CellKind;

    [[nodiscard]] double x_of(int64_t x) const {
        return origin_.x + state_.camera.to_pixel({static_cast<double>(x), 0}, size_).x;
    }
    [[nodiscard]] double y_of(int64_t y) const {
        return origin_.y + state_.camera.to_pixel({0, static_cast<double>(y)}, size_).y;
    }
    /// Centers lines on pixels.
    [[nodiscard]] double line_x(int64_t x) const { return std::floor(x_of(x) - origin_.x) + 0.5 + origin_.x; }
    [[nodiscard]] double line_y(int64_t y) const { return std::floor(y_of(y) - origin_.y) + 0.5 + origin_.y; }
    [[nodiscard]] drawing::Rect rect(const CellRect& c) const {
        const double x = x_of(c.x), y = y_of(c.y);
        return {x, y, x_of(c.x + c.width) - x, y_of(c.y + c.height) - y};
    }

    void find_cells();

    bool read_layer();
    template<class T>
    [[nodiscard]] T known(const std::vector<T>& values, int64_t x, int64_t y) const {
        if (!known_.contains({x, y})) return 0;
        return values[static_cast<size_t>((y - known_.y) * known_.width + x - known_.x)];
    }
    [[nodiscard]] uint32_t key(int64_t x, int64_t y) const { return known(keys_, x, y); }
    [[nodiscard]] uint8_t mark(int64_t x, int64_t y) const { return known(marks_, x, y); }
    [[nodiscard]] uint8_t bits(int64_t x, int64_t y) const {
        return part_.focus != nullptr && !part_.focus->bits.empty() ? part_.focus->at({x, y}) : uint8_t{0};
    }
    [[nodiscard]] float shows(Overlay overlay) const {
        return info(overlay).drawn_in(state_.space) ? fade_[overlay] : 0;
    }

    void begin(std::string_view overlay) {
        out_.items.push_back({drawing::Group{fmt::format("{}-{}", name_, overlay), {}, {}}});
    }
    void begin(Overlay overlay) { begin(info(overlay).name); }
    drawing::Group& open() { return std::get<drawing::Group>(out_.items.back().is); }

    void put(drawing::Style style, const std::vector<CellRect>& cells);
    void fill(drawing::Style style, const Kind& kind);
    [[nodiscard]] size_t index(int64_t x, int64_t y) const {
        return static_cast<size_t>((y - cells_.y) * cells_.width + x - cells_.x);
    }
    void cover(int64_t x, int64_t y, uint32_t rgba);
    using Levels = std::vector<uint8_t>;
    static constexpr size_t level_count = 6;
    [[nodiscard]] Levels levels(float (*of)(Color)) const;
    void fill_by_level(const Levels& levels, const Kind& kind, const std::function<drawing::Style(float)>& style);
    /// Fills cells, more weakly on dark data. `style` replaces the plain fill.
    void tint(const std::string& name, Color color, float alpha, const Kind& kind,
              const std::function<drawing::Style(uint32_t)>& style = {});
    /// Fills cells. The darker the data, the closer the color is to `ink.on_dark` instead of `ink.on_light`.
    void ink(const Levels& dark, const palette::Ink& ink, float alpha, float strength, const Kind& kind,
             const std::function<drawing::Style(uint32_t)>& style);
    [[nodiscard]] drawing::Style plain(std::string name, uint32_t color) const;
    [[nodiscard]] drawing::Style patterned(std::string name, uint32_t color, drawing::Pattern::Kind kind, double period,
                                           double width) const;

    void line(std::string name, uint32_t color, double width, const std::vector<CellEdge>& edges);
    [[nodiscard]] std::vector<CellEdge> edges(const Kind& kind);
    void outline(const std::string& name, Color color, double width, float alpha, const Kind& kind);

    void colored(std::string_view what, float alpha, const CellRect& area,
                 const std::function<std::optional<uint32_t>(int64_t, int64_t)>& color);

    void draw();
    void draw_picture(float alpha);
    void draw_heat();
    void draw_frame(const Grays& gray);

    [[nodiscard]] bool timed() const;
    /// Returns 0 (ended, or no block), 1 (running) or 2 (not begun).
    [[nodiscard]] int lateness(int64_t x, int64_t y) const;
    void draw_late(const Grays& gray);
    void draw_marks(const Grays& gray);
    void draw_focus(const Grays& gray);
    void draw_borders();

    void draw_outlines();
    void draw_selected_cell();

    const session::RunResult& result_;
    const ViewState& state_;
    const DrawnPart& part_;
    Point origin_, size_;
    std::string name_;
    float scale_;
    Plane plane_;
    LevelOfDetail fade_;
    CellRect cells_, known_;
    std::vector<uint32_t> keys_;
    std::vector<uint8_t> marks_;
    std::vector<Color> ground_;
    drawing::Group out_;
    std::vector<std::string>* notes_ = nullptr;
    bool too_many_ = false;
};

} // namespace warpscope::render
