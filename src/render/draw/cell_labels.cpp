// Text over a view: block numbers, warp numbers, values of cells, and thread and lane.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

#include "render/draw/view_impl.hpp"
#include "render/maps/finding_marks.hpp"
#include "render/maps/moment_cells.hpp"
#include "render/style/cell_text.hpp"
#include "render/style/level_of_detail.hpp"
#include "render/style/palette.hpp"

namespace warpscope::render {

namespace {

uint32_t with_alpha(uint32_t colour, float alpha) {
    const auto a = static_cast<uint32_t>(std::lround(std::clamp(alpha, 0.0f, 1.0f) * static_cast<float>(colour >> 24)));
    return (colour & 0xffffffu) | a << 24;
}

/// Whole sizes only: each size makes ImGui draw the glyphs anew.
float whole(double font_size) { return static_cast<float>(std::floor(font_size)); }

uint32_t mix(uint32_t below, Colour above, float alpha) {
    const auto channel = [&](int shift, uint8_t to) {
        const auto from = static_cast<float>(below >> shift & 255);
        return static_cast<uint32_t>(std::lround(from + (to - from) * alpha)) << shift;
    };
    return channel(0, above.r) | channel(8, above.g) | channel(16, above.b) | 0xff000000u;
}

/// Relative luminance after WCAG 2, 0 to 1.
double luminance(uint32_t colour) {
    const auto linear = [&](int shift) {
        const double c = (colour >> shift & 255) / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(0) + 0.7152 * linear(8) + 0.0722 * linear(16);
}

/// The one of black and white that is easier to read on `colour`.
uint32_t readable_on(uint32_t colour) { return luminance(colour) > 0.179 ? black : white; }

class Painter {
public:
    Painter(ImDrawList& list, float scale)
        : list_(list)
        , font_(ImGui::GetFont())
        , scale_(scale) {}

    [[nodiscard]] ImVec2 measure(float font_size, const std::string& text) const {
        return font_->CalcTextSizeA(font_size, 1e6f, 0, text.data(), text.data() + text.size());
    }
    void plain(float font_size, ImVec2 at, uint32_t colour, const std::string& text) {
        list_.AddText(font_, font_size, {std::round(at.x), std::round(at.y)}, colour, text.data(),
                      text.data() + text.size());
    }
    /// With a rim in the opposite colour, so that it reads on anything.
    void rimmed(float font_size, ImVec2 at, uint32_t colour, float alpha, const std::string& text) {
        const uint32_t rim = with_alpha(colour == black ? white : black, 0.75f * alpha);
        const float r = std::max(1.0f, std::round(scale_));
        for (const ImVec2 step : {ImVec2{-r, 0}, ImVec2{r, 0}, ImVec2{0, -r}, ImVec2{0, r}, ImVec2{-r, -r},
                                  ImVec2{r, -r}, ImVec2{-r, r}, ImVec2{r, r}})
            plain(font_size, {at.x + step.x, at.y + step.y}, rim, text);
        plain(font_size, at, with_alpha(colour, alpha), text);
    }
    /// Lines one below the other around `middle`.
    void centred(float font_size, ImVec2 middle, uint32_t colour, float alpha, std::span<const std::string> lines) {
        const float step = std::round(font_size * 1.08f);
        float y = middle.y - step * static_cast<float>(lines.size()) / 2;
        for (const std::string& line : lines) {
            plain(font_size, {middle.x - measure(font_size, line).x / 2, y}, with_alpha(colour, alpha), line);
            y += step;
        }
    }
    [[nodiscard]] ImDrawList& list() { return list_; }

private:
    ImDrawList& list_;
    ImFont* font_;
    float scale_;
};

std::string index_text(const Dim3& index, const Dim3& extent) {
    if (extent.z > 1) return fmt::format("{},{},{}", index.x, index.y, index.z);
    if (extent.y > 1) return fmt::format("{},{}", index.x, index.y);
    return fmt::format("{}", index.x);
}

/// One run of draw_text: the run, the state, and where cells lie on the screen.
struct Scene {
    const session::RunResult& result;
    const ViewState& state;
    const DrawnPart& view;
    HostBuffer buffer; // of the values
    Point origin, size;
    LevelOfDetail fade;
    Plane plane;
    const MomentCells::Buffer* moment = nullptr; // what the buffer holds in the middle of a block; null: at the end

    [[nodiscard]] ImVec2 pixel(double x, double y) const {
        const Point p = state.camera.to_pixel({x, y}, size);
        return {static_cast<float>(origin.x + p.x), static_cast<float>(origin.y + p.y)};
    }
    /// Cells that are at least partly on the screen, within `rect`.
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
    /// The cell of `buffer` whose value is shown at a place.
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

void draw_block_labels(Painter& painter, const Scene& scene) {
    if (!has(scene.state.overlays, Overlay::labels) || scene.view.layer == nullptr) return;
    const float scale = scene.state.theme.scale;
    const double ppc = scene.state.camera.pixels_per_cell;
    const LaunchConfig& config = scene.result.shown().config;
    const LayerMap& layer = *scene.view.layer;
    const float font = whole(std::clamp(15.0f * scale, 9.0f, 60.0f));
    if (layer.block_size.x * ppc < font || layer.block_size.y * ppc < font) return;
    const bool over_values = ppc >= (zoom::values - 4) * scale || scene.fade[Overlay::warps] > 0.5f;
    const ImVec2 low{static_cast<float>(scene.origin.x), static_cast<float>(scene.origin.y)};
    const ImVec2 high{static_cast<float>(scene.origin.x + scene.size.x),
                      static_cast<float>(scene.origin.y + scene.size.y)};
    const float pad = std::round(5 * scale);
    for (const LayerBuilder::BlockPiece& piece : layer.pieces) {
        const ImVec2 a = scene.pixel(piece.left, piece.top), b = scene.pixel(piece.right + 1.0, piece.bottom + 1.0);
        if (b.x < low.x || b.y < low.y || a.x > high.x || a.y > high.y) continue;
        const std::string index = index_text(index_of(piece.block, config.grid), config.grid);
        const std::string text = config.grid.y > 1 || config.grid.z > 1 ? fmt::format("({})", index) : index;
        const ImVec2 extent = painter.measure(font, text);
        // LevelOfDetail in while the block grows from just holding the number to twice that.
        const float room = std::min((b.x - a.x) / (extent.x + 2 * pad), (b.y - a.y) / (1.6f * extent.y));
        const float alpha = std::clamp((room - 1.0f) / 0.35f, 0.0f, 1.0f);
        if (alpha <= 0) continue;
        // The number stays in sight while any of its block does.
        ImVec2 at{std::max(a.x, low.x) + pad, std::max(a.y, low.y) + std::round(3 * scale)};
        if (over_values && a.y > low.y) at.y = a.y - extent.y / 2;     // on the border, where no value is
        const float next = over_values ? extent.y / 2 + 2 * scale : 0; // the next block's number reaches this far up
        if (at.x + extent.x + pad > b.x || at.y + extent.y + next > b.y) continue;
        if (over_values)
            painter.list().AddRectFilled({at.x - pad * 0.8f, at.y - 1 * scale},
                                         {at.x + extent.x + pad * 0.8f, at.y + extent.y + 1 * scale},
                                         with_alpha(0xff201a18u, 0.88f * alpha), 4 * scale);
        painter.rimmed(font, at, white, alpha, text);
    }
}

/// The elements of a cell, one below the other or in one line; a value that has no room at all is left out.
std::vector<std::string> value_lines(const HostBuffer& buffer, uint64_t cell, bool one_line, size_t columns,
                                     size_t lines_of_one) {
    const uint32_t channels = buffer.layout.channels;
    const size_t room = one_line ? (columns + 1) / channels - 1 : columns;
    std::vector<std::string> lines;
    for (uint32_t k = 0; k < channels; ++k) {
        std::vector<std::string> form =
            fitting_value(buffer, cell * channels + k, room, channels == 1 ? lines_of_one : 1);
        if (form.empty()) return {};
        if (one_line && !lines.empty())
            lines.front() += " " + form.front();
        else
            lines.insert(lines.end(), form.begin(), form.end());
    }
    return lines;
}

/// The cell as a buffer of its own, with what it holds at the moment that is shown; none where that is what it holds at
/// the end.
std::optional<HostBuffer> other_value(const Scene& scene, uint64_t cell) {
    if (scene.moment == nullptr) return std::nullopt;
    const auto found = scene.moment->values.find(cell);
    if (found == scene.moment->values.end()) return std::nullopt;
    HostBuffer one{scene.buffer.layout, std::make_shared<Bytes>(found->second.begin(), found->second.end())};
    one.layout.shape = {1, 1, 1};
    return one;
}
bool is_pending(const Scene& scene, uint64_t cell) {
    return scene.moment != nullptr && std::ranges::binary_search(scene.moment->pending, cell);
}

/// Cells that hold something else at the moment than after the run.
void draw_other_values(Painter& painter, const Scene& scene) {
    if (scene.moment == nullptr || scene.view.picture == nullptr) return;
    const CellRect cells = scene.visible({0, 0, scene.plane.width(), scene.plane.height()});
    const double ppc = scene.state.camera.pixels_per_cell;
    const float inset = ppc >= 4 ? 1.0f : 0.0f; // borders stay
    for (const auto& [cell, bytes] : scene.moment->values) {
        const CellIndex place = scene.plane.place_of(cell);
        if (!cells.contains(place)) continue;
        const uint32_t colour = cell_colour(*other_value(scene, cell), scene.view.picture->range, 0);
        const auto x = static_cast<double>(place.x), y = static_cast<double>(place.y);
        const ImVec2 low = scene.pixel(x, y), high = scene.pixel(x + 1, y + 1);
        painter.list().AddRectFilled({low.x + inset, low.y + inset}, {high.x - inset, high.y - inset}, colour);
    }
}

/// The colour of a cell on the screen, with the fills that lie over it: what its text must stand out from.
uint32_t ground_at(const Scene& scene, CellIndex place, metrics::ThreadId thread) {
    const LevelOfDetail& f = scene.fade;
    const Greys grey = greys(scene.state.theme.dark);
    const metrics::LaunchMeasurement& launch = scene.result.shown();
    const auto cell = scene.cell_at(place);
    const bool in_launch = scene.state.space == Space::launch;
    uint32_t ground = scene.state.theme.background | 0xff000000u;
    if (in_launch) ground = packed(grey.unowned);
    if (cell && scene.view.picture != nullptr) {
        const auto other = other_value(scene, *cell);
        const uint32_t shown = other ? cell_colour(*other, scene.view.picture->range, 0)
                                     : cell_colour(scene.buffer, scene.view.picture->range, *cell);
        const Colour colour{static_cast<uint8_t>(shown), static_cast<uint8_t>(shown >> 8),
                            static_cast<uint8_t>(shown >> 16)};
        ground = mix(ground, colour, in_launch ? 0.6f : 1.0f);
    }
    if (scene.view.heat != nullptr && scene.view.heat->field != nullptr)
        if (const auto colour = scene.view.heat->field->colour_at(place)) ground = mix(ground, *colour, fill::heat);
    if (thread != 0) {
        const uint32_t warp = thread_in_block(launch.config, thread) / warp_size;
        ground = mix(ground, palette::warp_tints[warp % 8], f[Overlay::warps] * fill::warp);
        const bool surplus = !scene.result.prepared.adds_up && !owns_cell(launch.ownership, thread);
        if (surplus && scene.in_output_or_launch()) ground = mix(ground, grey.surplus, f[Overlay::surplus]);
        const uint64_t record = block_of(launch.config, thread) * launch.config.warps_per_block() + warp;
        if (record < launch.divergence.warps.size() && scene.in_output_or_launch() && f[Overlay::divergence] > 0) {
            const bool diverged = launch.divergence.warps[record].kind == metrics::WarpClass::diverged;
            if (diverged && !surplus) ground = mix(ground, palette::vermilion, fill::diverged);
        }
    }
    if (thread == 0 && cell && scene.state.space == Space::output && scene.result.unwritten_cells() > 0)
        ground = mix(ground, grey.surplus, f[Overlay::surplus] * fill::unwritten);
    const uint8_t bits = scene.view.focus != nullptr ? scene.view.focus->at(place) : uint8_t{0};
    if ((bits & (focus_window | focus_written)) != 0)
        ground = mix(ground, palette::sky_blue, f[Overlay::accesses] * fill::thread_reads * 0.7f);
    else if ((bits & focus_block) != 0)
        ground = mix(ground, palette::sky_blue, f[Overlay::accesses] * fill::block_reads * 0.7f);
    if ((bits & focus_current) != 0) ground = mix(ground, palette::yellow, f[Overlay::accesses] * 0.85f);
    if ((bits & focus_halo) != 0 && scene.state.space != Space::output)
        ground = mix(ground, palette::orange, f[Overlay::halo] * fill::halo);
    return ground;
}

void draw_cell_text(Painter& painter, const Scene& scene) {
    const LevelOfDetail& f = scene.fade;
    const float scale = scene.state.theme.scale;
    const double ppc = scene.state.camera.pixels_per_cell;
    const bool warp_numbers = f[Overlay::warps] > 0.5f && scene.view.layer != nullptr;
    // Letters can be read where numbers cannot.
    const bool has_letters = has(scene.state.overlays, Overlay::values) && scene.buffer.bytes != nullptr &&
                             ppc > 8 * scale && shows_letters(scene.result, scene.view.part.content);
    if (f[Overlay::values] <= 0 && f[Overlay::labels] <= 0 && !warp_numbers && !has_letters) return;
    const CellRect extent = scene.view.layer != nullptr ? scene.view.layer->rect
                                                        : CellRect{0, 0, scene.plane.width(), scene.plane.height()};
    const CellRect cells = scene.visible(extent);
    const HostBuffer& buffer = scene.buffer;
    const LaunchConfig& config = scene.result.shown().config;
    const bool has_values = f[Overlay::values] > 0 && buffer.bytes != nullptr;
    const uint32_t channels = buffer.layout.channels;
    const bool one_line = channels > 1 && ppc >= 130 * scale;
    // Values have the upper two thirds of the cell once the thread's label is there.
    const double room = f[Overlay::labels] > 0 ? 0.54 : 0.86;
    const double lines = one_line ? 1.0 : std::max(1u, channels);
    const float value_font = whole(
        std::clamp(std::min({ppc * room / lines / 1.1, ppc * (channels == 1 ? 0.3 : 0.32), 16.0 * scale}), 6.0, 64.0));
    const double letter = painter.measure(value_font, "0").x;
    const auto columns = static_cast<size_t>(std::max(0.0, (ppc - 3 * scale) / letter));
    // A smaller face, where that gives long values a digit more.
    const float small_font = whole(std::max(value_font * 0.78f, std::min(value_font, 8.0f * scale)));
    const auto small_columns =
        static_cast<size_t>(std::max(0.0, (ppc - 3 * scale) / painter.measure(small_font, "0").x));
    const float letter_font = whole(std::clamp(ppc * 0.8, 8.0 * scale, 40.0));
    const float label_font = whole(std::clamp(std::min(ppc * 0.135, 13.0 * scale), 7.0, 52.0));
    const float warp_font = whole(std::clamp(std::min(ppc * 0.75, 11.0 * scale), 7.0, 44.0));
    for (int64_t y = cells.y; y < cells.y + cells.height; ++y)
        for (int64_t x = cells.x; x < cells.x + cells.width; ++x) {
            const CellIndex place{x, y};
            const metrics::ThreadId thread = scene.thread_at_place(place);
            const auto cell = scene.cell_at(place);
            if (thread == 0 && !cell) continue;
            if (thread != 0 && scene.in_output_or_launch() && !scene.state.so_far.has(block_of(config, thread)))
                continue;
            const ImVec2 a = scene.pixel(static_cast<double>(x), static_cast<double>(y));
            const auto side = static_cast<float>(ppc);
            const uint32_t local = thread != 0 ? thread_in_block(config, thread) : 0;
            if (warp_numbers && thread != 0 && local % warp_size == 0)
                painter.rimmed(warp_font, {a.x + 2 * scale, a.y + side - warp_font - 1 * scale}, white,
                               f[Overlay::warps], fmt::format("w{}", local / warp_size));
            if (f[Overlay::values] <= 0 && f[Overlay::labels] <= 0 && !has_letters) continue;
            const uint32_t ink = readable_on(ground_at(scene, place, thread));
            const bool labelled = f[Overlay::labels] > 0 && thread != 0;
            if (has_letters && cell) {
                const auto sign = static_cast<char>((*buffer.bytes)[*cell]);
                if (sign > ' ' && sign < 127)
                    painter.centred(letter_font, {a.x + side / 2, a.y + side / 2}, ink,
                                    std::clamp(static_cast<float>(ppc) / scale - 8, 0.0f, 1.0f),
                                    std::vector<std::string>{std::string(1, sign)});
            } else if (has_values && cell && !is_pending(scene, *cell)) {
                const auto other = other_value(scene, *cell);
                const HostBuffer& holds = other ? *other : buffer;
                const uint64_t number = other ? 0 : *cell;
                const ImVec2 middle{a.x + side / 2, a.y + side * (labelled ? 0.33f : 0.5f)};
                const std::vector<std::string> full = value_lines(holds, number, one_line, columns, 1);
                // Three letters are little of a long number; a smaller face may hold more of them.
                const bool poor = !full.empty() && channels == 1 && full.front().size() < 4 &&
                                  value_forms(holds, number).front() != full;
                const bool shrink = full.empty() || (poor && small_columns > columns);
                painter.centred(shrink ? small_font : value_font, middle, ink, f[Overlay::values],
                                shrink ? value_lines(holds, number, one_line, small_columns, labelled ? 1 : 2) : full);
            }
            if (!labelled) continue;
            const std::array<std::string, 2> label{index_text(index_of(local, config.block), config.block),
                                                   fmt::format("lane {}", local % warp_size)};
            const float label_y = cell && has_values ? 0.79f : 0.5f;
            painter.centred(label_font, {a.x + side / 2, a.y + side * label_y}, ink, f[Overlay::labels], label);
        }
}

/// Over everything else: a mistake must be seen.
void draw_findings(Painter& painter, const Scene& scene) {
    const float scale = scene.state.theme.scale;
    const double ppc = scene.state.camera.pixels_per_cell;
    const auto side = static_cast<float>(ppc);
    // In a large cell the mark sits in a corner, so that the value stays in sight.
    const bool corner = side > 30 * scale;
    const float radius = corner ? 8 * scale : 9 * scale;
    for (const FindingPlace& finding : scene.view.findings) {
        const ImVec2 a = scene.pixel(static_cast<double>(finding.place.x), static_cast<double>(finding.place.y));
        const ImVec2 middle = corner ? ImVec2{a.x + side - radius - 2 * scale, a.y + radius + 2 * scale}
                                     : ImVec2{a.x + side / 2, a.y + side / 2};
        draw_finding_mark(painter.list(), middle, radius);
    }
}

/// Beside a line that is wrapped into rows the number of each row's first element, and a strip's name.
void draw_row_numbers(Painter& painter, const Scene& scene, bool strip) {
    if (scene.state.space == Space::launch) return;
    const float scale = scene.state.theme.scale, font = whole(12.0 * scale), gap = std::round(6 * scale);
    const uint32_t ink = scene.state.theme.dark ? white : black;
    const float name_font = whole(16.0 * scale);
    const std::string name =
        scene.result.prepared.plan.buffers[buffer_of(scene.result, scene.view.part.content)].layout.name;
    const auto left = static_cast<float>(scene.origin.x);
    if (strip) {
        const ImVec2 corner = scene.pixel(0, 0);
        const float wide = painter.measure(name_font, name).x;
        painter.rimmed(name_font,
                       {std::max(left + gap, corner.x - painter.measure(font, "00000").x - wide - 2 * gap), corner.y},
                       ink, 1, name);
    }
    const double ppc = scene.state.camera.pixels_per_cell;
    const auto apart = std::max<int64_t>(1, static_cast<int64_t>(std::ceil(1.3 * font / ppc)));
    for (int64_t row = 0; row < scene.plane.height(); row += apart) {
        const auto first = scene.plane.first_of_row(row);
        if (!first) return;
        const ImVec2 at = scene.pixel(0, static_cast<double>(row) + 0.5);
        const std::string number = std::to_string(*first);
        const ImVec2 size = painter.measure(font, number);
        const ImVec2 place{at.x - gap - size.x, at.y - size.y / 2};
        if (place.x > left) painter.rimmed(font, place, ink, 0.8f, number);
    }
}

/// Names the parts of an arrangement, each at its outer corner.
void draw_part_names(Painter& painter, const session::RunResult& result, const std::vector<Part>& parts,
                     const ViewState& state, Point origin, Point size) {
    if (parts.size() < 2 || stacked(parts)) return; // strips: row_numbers()
    const float scale = state.theme.scale, font = whole(16.0 * scale), pad = std::round(5 * scale);
    const uint32_t ink = state.theme.dark ? white : black;
    for (const Part& part : parts) {
        const Shape& shape = layout_of(result, part.content).shape;
        const std::string name = result.prepared.plan.buffers[buffer_of(result, part.content)].layout.name +
                                 (part.content.lay == Lay::transposed ? " transposed" : "");
        const std::string extent = part.content.lay == Lay::transposed
                                       ? fmt::format("{} × {}", shape.height, shape.width)
                                       : fmt::format("{} × {}", shape.width, shape.height);
        const ImVec2 room = painter.measure(font, name);
        const auto pixel = [&](int64_t x, int64_t y) {
            const Point p = state.camera.to_pixel({static_cast<double>(x), static_cast<double>(y)}, size);
            return ImVec2{static_cast<float>(origin.x + p.x), static_cast<float>(origin.y + p.y)};
        };
        const CellRect& r = part.rect;
        ImVec2 at = pixel(r.x, row_of_name(result, part));
        at.y += pad;
        const float wide = painter.measure(font, name + " ").x + painter.measure(font * 0.8f, extent).x;
        if (r.x < 0) { // not over the upper part, where that is near
            const float right = pixel(r.x + r.width, r.y).x;
            at = {std::min(pixel(r.x, r.y).x, right - wide), pixel(r.x, r.y).y - room.y - pad};
        }
        if (r.y < 0) {
            at = {pixel(r.x, r.y).x - wide - pad, pixel(r.x, r.y).y};
        }
        painter.rimmed(font, at, ink, 1, name);
        painter.rimmed(font * 0.8f, {at.x + painter.measure(font, name + " ").x, at.y + font * 0.15f}, ink, 0.75f,
                       extent);
    }
}

} // namespace

void View::draw_text(ImDrawList& list, const session::RunResult& result, const ViewState& state, Point origin,
                     Point size) const {
    Painter painter(list, state.theme.scale);
    std::vector<Part> parts;
    for (const DrawnPart& drawn : impl_->parts) parts.push_back(drawn.part);
    for (size_t i = 0; i < parts.size(); ++i) {
        const DrawnPart& drawn = impl_->parts[i];
        if (!exists(result, drawn.part.content)) continue;
        const ViewState alone = state_of(state, drawn.part);
        const LayerMap* layer = drawn.layer.get();
        LevelOfDetail fade = level_of_detail(alone, layer != nullptr ? layer->block_size : Point{});
        // The threads of the result are not those whose cells are drawn.
        if (layer != nullptr && !(layer->config == result.shown().config))
            fade[Overlay::labels] = fade[Overlay::warps] = 0;
        const MomentCells::Buffer* moment = nullptr;
        const bool holds_data = drawn.part.content.space != Space::launch && drawn.part.content.space != Space::input;
        if (state.moment && holds_data) {
            const uint32_t number = buffer_of(result, drawn.part.content);
            if (number < state.moment->buffers.size()) moment = &state.moment->buffers[number];
        }
        const Scene scene{result, alone, drawn, contents_of(result, drawn.part.content),
                          origin, size,  fade,  plane_of(result, drawn.part.content),
                          moment};
        const PartClip clip = clip_of(parts, i, state.camera, size);
        list.PushClipRect({static_cast<float>(origin.x + clip.low.x), static_cast<float>(origin.y + clip.low.y)},
                          {static_cast<float>(origin.x + clip.high.x), static_cast<float>(origin.y + clip.high.y)},
                          true);
        draw_other_values(painter, scene);
        draw_cell_text(painter, scene);
        draw_block_labels(painter, scene);
        draw_findings(painter, scene);
        draw_row_numbers(painter, scene, stacked(parts));
        list.PopClipRect();
    }
    list.PushClipRect({static_cast<float>(origin.x), static_cast<float>(origin.y)},
                      {static_cast<float>(origin.x + size.x), static_cast<float>(origin.y + size.y)}, true);
    draw_part_names(painter, result, parts, state, origin, size);
    list.PopClipRect();
}

} // namespace warpscope::render
