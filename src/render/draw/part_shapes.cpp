#include "render/draw/part_shapes.hpp"

#include <array>
#include <map>

#include "language/tr.hpp"

namespace warpscope::render {

namespace {

constexpr int64_t max_cells = int64_t{4} << 20;

} // namespace

std::optional<drawing::Group> PartShapes::make(std::vector<std::string>& notes) {
    notes_ = &notes;
    find_cells();
    if (cells_.width * cells_.height > max_cells) return std::nullopt;
    if (part_.layer != nullptr && !read_layer()) return std::nullopt;
    ground_.assign(static_cast<size_t>(cells_.width * cells_.height),
                   {static_cast<uint8_t>(state_.theme.background), static_cast<uint8_t>(state_.theme.background >> 8),
                    static_cast<uint8_t>(state_.theme.background >> 16)});
    draw();
    if (too_many_) return std::nullopt;
    return std::move(out_);
}

void PartShapes::find_cells() {
    CellRect all = plane_.rect();
    const auto with = [&all](const CellRect& r) {
        const int64_t x = std::min(all.x, r.x), y = std::min(all.y, r.y);
        all = {x, y, std::max(all.x + all.width, r.x + r.width) - x, std::max(all.y + all.height, r.y + r.height) - y};
    };
    if (part_.layer != nullptr) with(part_.layer->rect);
    if (part_.focus != nullptr && !part_.focus->bits.empty()) with(part_.focus->rect);
    const Point low = state_.camera.to_plane({0, 0}, size_), high = state_.camera.to_plane(size_, size_);
    const auto clamped = [](double value, int64_t from, int64_t extent) {
        return static_cast<int64_t>(std::clamp(value, static_cast<double>(from), static_cast<double>(from + extent)));
    };
    const int64_t left = clamped(std::floor(low.x), all.x, all.width);
    const int64_t top = clamped(std::floor(low.y), all.y, all.height);
    cells_ = {left, top, clamped(std::ceil(high.x), all.x, all.width) - left,
              clamped(std::ceil(high.y), all.y, all.height) - top};
}

bool PartShapes::read_layer() {
    const LayerMap& layer = *part_.layer;
    if (!(layer.config == result_.shown().config)) return false;
    const auto builder = LayerBuilder::create(result_, part_.part.content, layer.surviving);
    if (!builder || !(builder->rect() == layer.rect)) return false;
    known_ = {std::max(cells_.x - 1, layer.rect.x), std::max(cells_.y - 1, layer.rect.y), 0, 0};
    known_.width = std::min(cells_.x + cells_.width + 1, layer.rect.x + layer.rect.width) - known_.x;
    known_.height = std::min(cells_.y + cells_.height + 1, layer.rect.y + layer.rect.height) - known_.y;
    if (known_.width <= 0 || known_.height <= 0) {
        known_ = {};
        return true;
    }
    keys_.reserve(static_cast<size_t>(known_.width * known_.height));
    marks_.reserve(keys_.capacity());
    std::vector<uint32_t> keys(static_cast<size_t>(layer.rect.width));
    std::vector<uint8_t> marks(keys.size());
    for (int64_t row = 0; row < known_.y + known_.height - layer.rect.y; ++row) {
        builder->build(row, 1, keys, marks);
        if (row < known_.y - layer.rect.y) continue;
        const auto from = known_.x - layer.rect.x;
        keys_.insert(keys_.end(), keys.begin() + from, keys.begin() + from + known_.width);
        marks_.insert(marks_.end(), marks.begin() + from, marks.begin() + from + known_.width);
    }
    return true;
}

void PartShapes::put(drawing::Style style, const std::vector<CellRect>& cells) {
    if (style.fill == 0 || cells.empty()) return;
    const bool covers = style.pattern.kind == drawing::Pattern::Kind::none;
    drawing::Shape shape{std::move(style), {}, {}};
    for (const CellRect& box : cells) {
        shape.rects.push_back(rect(box));
        for (int64_t y = box.y; covers && y < box.y + box.height; ++y)
            for (int64_t x = box.x; x < box.x + box.width; ++x) cover(x, y, shape.style.fill);
    }
    open().items.push_back({std::move(shape)});
}

void PartShapes::cover(int64_t x, int64_t y, uint32_t rgba) {
    Color& ground = ground_[index(x, y)];
    const float alpha = static_cast<float>(rgba >> 24) / 255;
    const auto over = [alpha](uint8_t& below, uint32_t above) {
        below = static_cast<uint8_t>(std::lround(below + (static_cast<float>(above & 255) - below) * alpha));
    };
    over(ground.r, rgba);
    over(ground.g, rgba >> 8);
    over(ground.b, rgba >> 16);
}

void PartShapes::fill(drawing::Style style, const Kind& kind) {
    if (style.fill == 0) return;
    const auto boxes = merged_cells(cells_, kind, max_shapes);
    too_many_ = too_many_ || !boxes;
    if (!boxes) return;
    std::vector<CellRect> cells;
    for (const CellBox& box : *boxes) cells.push_back(box.cells);
    put(std::move(style), cells);
}

PartShapes::Levels PartShapes::levels(float (*of)(Color)) const {
    Levels out;
    out.reserve(ground_.size());
    for (const Color& ground : ground_)
        out.push_back(static_cast<uint8_t>(std::lround(std::clamp(of(ground), 0.0f, 1.0f) * (level_count - 1))));
    return out;
}

void PartShapes::fill_by_level(const Levels& levels, const Kind& kind,
                               const std::function<drawing::Style(float)>& style) {
    auto boxes = merged_cells(
        cells_, [&](int64_t x, int64_t y) { return kind(x, y) == 0 ? 0u : 1u + levels[index(x, y)]; }, max_shapes);
    if (!boxes) {
        double sum = 0, count = 0;
        for (int64_t y = cells_.y; y < cells_.y + cells_.height; ++y)
            for (int64_t x = cells_.x; x < cells_.x + cells_.width; ++x)
                if (kind(x, y) != 0) {
                    sum += levels[index(x, y)];
                    ++count;
                }
        fill(style(static_cast<float>(sum / std::max(count, 1.0) / (level_count - 1))), kind);
        return;
    }
    std::array<std::vector<CellRect>, level_count> by_level;
    for (const CellBox& box : *boxes) by_level[box.kind - 1].push_back(box.cells);
    for (size_t level = level_count; level-- > 0;) // light fills before dark ones
        put(style(static_cast<float>(level) / (level_count - 1)), by_level[level]);
}

void PartShapes::tint(const std::string& name, Color color, float alpha, const Kind& kind,
                      const std::function<drawing::Style(uint32_t)>& style) {
    if (alpha <= 0) return;
    fill_by_level(levels(warm_share), kind, [&](float share) {
        drawing::Style made = style ? style(faded(color, alpha * share)) : plain(name, faded(color, alpha * share));
        made.name = name;
        return made;
    });
}

void PartShapes::ink(const Levels& dark, const palette::Ink& ink, float alpha, float strength, const Kind& kind,
                     const std::function<drawing::Style(uint32_t)>& style) {
    if (strength <= 0) return;
    fill_by_level(dark, kind, [&](float darkness) {
        const auto mix = [darkness](uint8_t light, uint8_t on_dark) {
            return static_cast<uint8_t>(std::lround(light + (on_dark - light) * darkness));
        };
        const Color color{mix(ink.on_light.r, ink.on_dark.r), mix(ink.on_light.g, ink.on_dark.g),
                          mix(ink.on_light.b, ink.on_dark.b)};
        return style(faded(color, strength * (alpha + (fill::dark_ink - alpha) * darkness)));
    });
}

drawing::Style PartShapes::plain(std::string name, uint32_t color) const {
    drawing::Style style;
    style.name = std::move(name);
    style.fill = color;
    style.crisp = true;
    return style;
}

drawing::Style PartShapes::patterned(std::string name, uint32_t color, drawing::Pattern::Kind kind, double period,
                                     double width) const {
    drawing::Style style = plain(std::move(name), color);
    const Point zero = state_.camera.to_pixel({0, 0}, size_);
    const double step = period * scale_;
    const auto first = [step](double at) { return at - std::floor(at / step) * step; };
    style.pattern = {kind, step, width * scale_, {origin_.x + first(zero.x), origin_.y + first(zero.y)}};
    style.crisp = false;
    return style;
}

void PartShapes::line(std::string name, uint32_t color, double width, const std::vector<CellEdge>& edges) {
    if (color == 0 || edges.empty()) return;
    drawing::Shape shape;
    shape.style.name = std::move(name);
    shape.style.stroke = color;
    shape.style.width = width;
    shape.style.square_ends = true;
    for (const CellEdge& e : edges) {
        const drawing::Point from{line_x(e.x), line_y(e.y)};
        const drawing::Point to = e.vertical ? drawing::Point{from.x, line_y(e.y + e.length)}
                                             : drawing::Point{line_x(e.x + e.length), from.y};
        shape.paths.push_back({{from, to}, false});
    }
    open().items.push_back({std::move(shape)});
}

std::vector<CellEdge> PartShapes::edges(const Kind& kind) {
    auto found = cell_edges(cells_, kind, max_shapes);
    too_many_ = too_many_ || !found;
    return std::move(found).value_or(std::vector<CellEdge>());
}

void PartShapes::outline(const std::string& name, Color color, double width, float alpha, const Kind& kind) {
    if (alpha <= 0) return;
    const std::vector<CellEdge> found = edges(kind);
    line(name + "-casing", faded(shape_casing, 0.85f * alpha), (width + 2 * size::casing) * scale_, found);
    line(name + "-outline", faded(color, alpha), width * scale_, found);
}

void PartShapes::colored(std::string_view what, float alpha, const CellRect& area,
                         const std::function<std::optional<uint32_t>(int64_t, int64_t)>& color) {
    CellRect visible{std::max(cells_.x, area.x), std::max(cells_.y, area.y), 0, 0};
    visible.width = std::min(cells_.x + cells_.width, area.x + area.width) - visible.x;
    visible.height = std::min(cells_.y + cells_.height, area.y + area.height) - visible.y;
    if (alpha <= 0 || visible.width <= 0 || visible.height <= 0) return;
    begin(what);
    const Kind kind = [&](int64_t x, int64_t y) {
        const auto c = color(x, y);
        return c ? opaque(*c) : 0;
    };
    const uint32_t opacity = static_cast<uint32_t>(std::lround(std::min(alpha, 1.0f) * 255)) << 24;
    for (int64_t y = visible.y; y < visible.y + visible.height; ++y)
        for (int64_t x = visible.x; x < visible.x + visible.width; ++x)
            if (const uint32_t c = kind(x, y); c != 0) cover(x, y, (c & 0xffffffu) | opacity);
    if (const auto boxes = merged_cells(visible, kind, max_shapes)) {
        std::map<uint32_t, drawing::Shape> by_color;
        for (const CellBox& box : *boxes) {
            drawing::Shape& shape = by_color[box.kind];
            shape.style.fill = (box.kind & 0xffffffu) | opacity;
            shape.style.crisp = true;
            shape.rects.push_back(rect(box.cells));
        }
        for (auto& [c, shape] : by_color) open().items.push_back({std::move(shape)});
        return;
    }
    drawing::Image image{rect(visible),
                         static_cast<uint32_t>(visible.width),
                         static_cast<uint32_t>(visible.height),
                         {},
                         state_.camera.pixels_per_cell < 1};
    image.rgba.reserve(static_cast<size_t>(visible.width * visible.height) * 4);
    for (int64_t y = visible.y; y < visible.y + visible.height; ++y)
        for (int64_t x = visible.x; x < visible.x + visible.width; ++x) {
            const uint32_t c = kind(x, y), shown = c == 0 ? 0 : (c & 0xffffffu) | opacity;
            for (int shift = 0; shift < 32; shift += 8) image.rgba.push_back(static_cast<uint8_t>(shown >> shift));
        }
    const std::string& buffer = result_.prepared.plan.buffers[buffer_of(result_, part_.part.content)].layout.name;
    drawing::add_notes(*notes_,
                       {tr_format("The cells of '{}' are embedded as an image of {} × {} pixels, one per cell.", buffer,
                                  visible.width, visible.height)});
    open().items.push_back({std::move(image)});
}

} // namespace warpscope::render
