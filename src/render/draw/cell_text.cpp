#include <fmt/format.h>

#include "language/tr.hpp"
#include "render/draw/text_painter.hpp"
#include "render/maps/device_parts.hpp"
#include "render/style/cell_text.hpp"

namespace warpscope::render {

namespace {

uint32_t mix(uint32_t below, Color above, float alpha) {
    const auto channel = [&](int shift, uint8_t to) {
        const auto from = static_cast<float>(below >> shift & 255);
        return static_cast<uint32_t>(std::lround(from + (to - from) * alpha)) << shift;
    };
    return channel(0, above.r) | channel(8, above.g) | channel(16, above.b) | 0xff000000u;
}

/// Returns the relative luminance (WCAG 2).
double luminance(uint32_t color) {
    const auto linear = [&](int shift) {
        const double c = (color >> shift & 255) / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(0) + 0.7152 * linear(8) + 0.0722 * linear(16);
}

uint32_t readable_on(uint32_t color) { return luminance(color) > 0.179 ? black : white; }

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

/// Returns value, reference and difference, or only the difference if not all fit.
std::vector<std::string> difference_lines(const insight::ValueDifference& difference, uint64_t cell, size_t columns) {
    const std::string number = fmt::format("{:+.4g}", difference.at(cell));
    if (difference.values.layout.channels == 1) {
        const std::vector<std::string> value = fitting_value(difference.values, cell, columns, 1),
                                       reference = fitting_value(difference.reference, cell, columns, 1);
        if (!value.empty() && !reference.empty() && number.size() <= columns)
            return {value.front(), reference.front(), number};
    }
    return number.size() <= columns ? std::vector{number} : std::vector<std::string>();
}

/// Returns the cell's value at the shown moment; nullopt if it already equals the final value.
std::optional<HostBuffer> other_value(const TextContext& context, uint64_t cell) {
    if (context.moment == nullptr) return std::nullopt;
    const auto found = context.moment->values.find(cell);
    if (found == context.moment->values.end()) return std::nullopt;
    HostBuffer one{context.buffer.layout, std::make_shared<Bytes>(found->second.begin(), found->second.end())};
    one.layout.shape = {1, 1, 1};
    return one;
}
size_t longest_value(const TextContext& context, const CellRect& cells) {
    constexpr int64_t samples = 8;
    size_t longest = 2;
    if (context.buffer.bytes == nullptr) return longest;
    for (int64_t y = 0; y < samples; ++y)
        for (int64_t x = 0; x < samples; ++x)
            if (const auto cell = context.cell_at({cells.x + cells.width * (2 * x + 1) / (2 * samples),
                                                   cells.y + cells.height * (2 * y + 1) / (2 * samples)}))
                longest = std::max(
                    longest,
                    value_forms(context.buffer, *cell * context.buffer.layout.channels).front().front().size());
    return longest;
}

bool is_pending(const TextContext& context, uint64_t cell) {
    return context.moment != nullptr && std::ranges::binary_search(context.moment->pending, cell);
}

uint32_t ground_at(const TextContext& context, CellIndex place, metrics::ThreadId thread) {
    const LevelOfDetail& f = context.fade;
    const Grays gray = grays(context.state.theme.dark);
    const metrics::LaunchMeasurement& launch = context.result.shown();
    const auto cell = context.cell_at(place);
    const bool in_launch = context.state.space == Space::launch;
    uint32_t ground = context.state.theme.background | 0xff000000u;
    if (in_launch) ground = packed(gray.unowned);
    const HeatField* const heat = context.view.heat != nullptr ? context.view.heat->field.get() : nullptr;
    const bool is_difference = heat != nullptr && heat->is_difference();
    if (cell && context.view.picture != nullptr && !is_difference) {
        const auto other = other_value(context, *cell);
        const uint32_t shown = other ? cell_color(*other, context.view.picture->range, 0)
                                     : cell_color(context.buffer, context.view.picture->range, *cell);
        const Color color{static_cast<uint8_t>(shown), static_cast<uint8_t>(shown >> 8),
                          static_cast<uint8_t>(shown >> 16)};
        ground = mix(ground, color, picture_strength(&context.result, context.state));
    }
    if (heat != nullptr)
        if (const auto color = heat->color_at(place)) ground = mix(grayed(ground), *color, fill::heat);
    if (thread != 0) {
        const uint32_t warp = thread_in_block(launch.config, thread) / warp_size;
        ground = mix(ground, palette::warp_tints[warp % 8], f[Overlay::warps] * fill::warp);
        const bool is_idle = !context.result.prepared.adds_up && !owns_cell(launch.ownership, thread);
        if (is_idle && context.in_output_or_launch()) ground = mix(ground, gray.idle_fill, f[Overlay::idle_threads]);
        const uint64_t record = block_of(launch.config, thread) * launch.config.warps_per_block() + warp;
        if (context.in_output_or_launch() && f[Overlay::divergence] > 0) {
            const LayerMap* layer = context.view.layer.get();
            const bool diverged = is_diverged(launch, record, layer != nullptr ? layer->surviving.get() : nullptr);
            if (diverged && !is_idle) ground = mix(ground, palette::vermilion, fill::diverged);
        }
    }
    if (thread == 0 && cell && context.state.space == Space::output && context.result.unwritten_cells() > 0)
        ground = mix(ground, gray.idle_fill, f[Overlay::idle_threads] * fill::unwritten);
    const uint8_t bits = context.view.focus != nullptr ? context.view.focus->at(place) : uint8_t{0};
    if ((bits & (focus_window | focus_written)) != 0)
        ground = mix(ground, palette::thread, f[Overlay::accesses] * fill::thread_reads * 0.7f);
    else if ((bits & focus_block) != 0 && heat == nullptr)
        ground = mix(ground, palette::sky_blue, f[Overlay::accesses] * fill::block_reads * 0.7f);
    if ((bits & focus_current) != 0) ground = mix(ground, palette::yellow, f[Overlay::accesses] * 0.85f);
    if ((bits & focus_halo) != 0 && context.state.space != Space::output)
        ground = mix(ground, palette::orange, f[Overlay::halo] * fill::halo);
    return ground;
}

/// Returns `ground` with the tint that draw_devices() puts over the cell.
uint32_t tinted_by_device(uint32_t ground, const DeviceParts& parts, CellIndex place, float show) {
    const auto holds_place = [&](const CellRect& rect) { return rect.contains(place); };
    for (const DeviceSlab& slab : parts.slabs)
        if (std::ranges::any_of(slab.rects, holds_place))
            ground = mix(ground, tint_of_device(slab.device), show * fill::slab);
    for (const GhostRows& ghost : parts.ghosts)
        if (holds_place(ghost.target)) ground = mix(ground, tint_of_device(ghost.from), show * fill::received);
    return ground;
}

} // namespace

void draw_other_values(Painter& painter, const TextContext& context) {
    if (context.moment == nullptr || context.view.picture == nullptr) return;
    const CellRect cells = context.visible({0, 0, context.plane.width(), context.plane.height()});
    const double ppc = context.state.camera.pixels_per_cell;
    const float inset = ppc >= 4 ? 1.0f : 0.0f; // keeps the cell borders visible
    for (const auto& [cell, bytes] : context.moment->values) {
        const CellIndex place = context.plane.place_of(cell);
        if (!cells.contains(place)) continue;
        const auto x = static_cast<double>(place.x), y = static_cast<double>(place.y);
        const ImVec2 low = context.pixel(x, y), high = context.pixel(x + 1, y + 1);
        const uint32_t color = ground_at(context, place, 0);
        painter.list().AddRectFilled({low.x + inset, low.y + inset}, {high.x - inset, high.y - inset}, color);
    }
}

void draw_cell_text(Painter& painter, const TextContext& context) {
    const LevelOfDetail& f = context.fade;
    const float scale = context.state.theme.scale;
    const double ppc = context.state.camera.pixels_per_cell;
    const auto warp_font = whole(std::min({ppc * 0.75, 11.0 * scale, 44.0}));
    // Values of several channels fill a cell.
    const bool has_gap = f[Overlay::values] <= 0 || context.buffer.layout.channels == 1 || ppc >= 5.0 * warp_font;
    const bool warp_numbers =
        f[Overlay::warps] > 0.5f && context.view.layer != nullptr && warp_font >= whole(9.0 * scale) && has_gap;
    // Letters appear at a smaller zoom than numbers, because they stay readable.
    const bool has_letters = context.buffer.bytes != nullptr && letters_shown(context.result, context.state) > 0;
    if (f[Overlay::values] <= 0 && f[Overlay::labels] <= 0 && !warp_numbers && !has_letters) return;
    const CellRect extent = context.view.layer != nullptr
                                ? context.view.layer->rect
                                : CellRect{0, 0, context.plane.width(), context.plane.height()};
    const CellRect cells = context.visible(extent);
    const HostBuffer& buffer = context.buffer;
    const LaunchConfig& config = context.result.shown().config;
    const bool has_values = f[Overlay::values] > 0 && buffer.bytes != nullptr;
    const uint32_t channels = buffer.layout.channels;
    const DeviceParts devices =
        f[Overlay::devices] > 0 ? device_parts(context.result, context.view.part.content) : DeviceParts();
    const bool one_line = channels > 1 && ppc >= 130 * scale;
    const double room = f[Overlay::labels] > 0 ? 0.54 : 0.86;
    const insight::ValueDifference* const difference = context.state.difference.get();
    const double lines = difference != nullptr ? 3.0 : one_line ? 1.0 : std::max(1u, channels);
    const double by_height = ppc * room / lines / 1.1;
    const double usual = std::min({by_height, ppc * (channels == 1 ? 0.3 : 0.32), 16.0 * scale});
    const double by_width = (ppc - 5 * scale) / (0.62 * static_cast<double>(longest_value(context, cells)));
    const double grown = channels == 1 ? std::min({by_height, by_width, 24.0 * scale}) : usual;
    const float value_font = whole(std::clamp(std::max(usual, grown), 6.0, 64.0));
    const double letter = painter.measure(value_font, "0").x;
    const auto columns = static_cast<size_t>(std::max(0.0, (ppc - 3 * scale) / letter));
    const float small_font = whole(std::max(value_font * 0.78f, std::min(value_font, 8.0f * scale)));
    const auto small_columns =
        static_cast<size_t>(std::max(0.0, (ppc - 3 * scale) / painter.measure(small_font, "0").x));
    const float letter_font = whole(std::clamp(ppc * 0.8, 8.0 * scale, 40.0));
    const float label_font = whole(std::clamp(std::min(ppc * 0.135, 13.0 * scale), 7.0, 52.0));
    for (int64_t y = cells.y; y < cells.y + cells.height; ++y)
        for (int64_t x = cells.x; x < cells.x + cells.width; ++x) {
            const CellIndex place{x, y};
            const metrics::ThreadId thread = context.thread_at_place(place);
            const auto cell = context.cell_at(place);
            if (thread == 0 && !cell) continue;
            if (thread != 0 && context.in_output_or_launch() && !context.state.so_far.has(block_of(config, thread)))
                continue;
            const ImVec2 a = context.pixel(static_cast<double>(x), static_cast<double>(y));
            const auto side = static_cast<float>(ppc);
            const uint32_t local = thread != 0 ? thread_in_block(config, thread) : 0;
            if (warp_numbers && thread != 0 && local % warp_size == 0)
                painter.rimmed(warp_font, {a.x + 2 * scale, a.y + side - warp_font - 1 * scale}, white,
                               f[Overlay::warps], fmt::format("w{}", local / warp_size));
            if (f[Overlay::values] <= 0 && f[Overlay::labels] <= 0 && !has_letters) continue;
            const uint32_t ink =
                readable_on(tinted_by_device(ground_at(context, place, thread), devices, place, f[Overlay::devices]));
            const bool labeled = f[Overlay::labels] > 0 && thread != 0;
            if (has_letters && cell) {
                const auto sign = static_cast<char>((*buffer.bytes)[*cell]);
                if (sign > ' ' && sign < 127)
                    painter.centered(letter_font, {a.x + side / 2, a.y + side / 2}, ink,
                                     letters_shown(context.result, context.state),
                                     std::vector<std::string>{std::string(1, sign)});
            } else if (has_values && cell && difference != nullptr) {
                const ImVec2 middle{a.x + side / 2, a.y + side * (labeled ? 0.33f : 0.5f)};
                painter.centered(value_font, middle, ink, f[Overlay::values],
                                 difference_lines(*difference, *cell, columns));
            } else if (has_values && cell && !is_pending(context, *cell)) {
                const auto other = other_value(context, *cell);
                const HostBuffer& holds = other ? *other : buffer;
                const uint64_t number = other ? 0 : *cell;
                const ImVec2 middle{a.x + side / 2, a.y + side * (labeled ? 0.33f : 0.5f)};
                const std::vector<std::string> full = value_lines(holds, number, one_line, columns, 1);
                const bool poor = !full.empty() && channels == 1 && full.front().size() < 4 &&
                                  value_forms(holds, number).front() != full;
                const bool shrink = full.empty() || (poor && small_columns > columns);
                painter.centered(shrink ? small_font : value_font, middle, ink, f[Overlay::values],
                                 shrink ? value_lines(holds, number, one_line, small_columns, labeled ? 1 : 2) : full);
            }
            if (!labeled) continue;
            const std::array<std::string, 2> label{index_text(index_of(local, config.block), config.block),
                                                   tr_format("lane {}", local % warp_size)};
            const float label_y = cell && has_values ? 0.79f : 0.5f;
            painter.centered(label_font, {a.x + side / 2, a.y + side * label_y}, ink, f[Overlay::labels], label);
        }
}

} // namespace warpscope::render
