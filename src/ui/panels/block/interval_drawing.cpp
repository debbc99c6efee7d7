#include "ui/panels/block/interval_drawing.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/glyphs.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phase_text.hpp"

namespace warpscope::ui {

namespace {

using metrics::Flow;
using metrics::FlowArray;
using metrics::FlowSource;
using metrics::FlowWrite;
using metrics::IntervalRow;
using metrics::no_write;

constexpr float min_gap = 3.5f; // minimum distance of writes at which every line is drawn
constexpr float threads_width = 58;

void arrow(const IntervalPlace& place, ImVec2 from, ImVec2 to, ImU32 color, float stroke, bool head) {
    place.list.AddLine(from, to, color, stroke);
    if (!head) return;
    const float length = std::hypot(to.x - from.x, to.y - from.y), s = place.look.px(6);
    if (length < 2 * s) return;
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const ImVec2 back{to.x - along.x * s, to.y - along.y * s};
    place.list.AddTriangleFilled(to, {back.x - along.y * s * 0.45f, back.y + along.x * s * 0.45f},
                                 {back.x + along.y * s * 0.45f, back.y - along.x * s * 0.45f}, color);
}

ImU32 with_alpha(ImU32 color, float alpha) {
    const auto a = static_cast<ImU32>(alpha * 255);
    return (color & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

void draw_edges(const IntervalPlace& place, int row, uint32_t index, bool marked, bool others_marked) {
    const Look& look = place.look;
    const Flow& flow = place.block_view.flow;
    const FlowWrite& write = flow.writes[index];
    const float to_x = place.x(place.diagram.column_of(write.element)), to_y = place.y(row) - place.node();
    const float from_y = place.y(row - 1) + place.node();
    const bool roomy = look.px(place.strip.width) >= look.px(9);
    const float stroke = marked ? look.px(2.5f) : roomy ? look.px(1.5f) : 1.0f;
    const ImU32 color = marked ? look.colors->bar_diverged
                               : with_alpha(look.colors->bar_full, others_marked ? 0.25f
                                                                   : roomy       ? 1.0f
                                                                                 : 0.7f);
    bool inside = false, outside = false;
    for (uint32_t s = write.first_source; s < write.first_source + write.sources; ++s) {
        const FlowSource& source = flow.sources[s];
        if (flow.group_of(source) != place.diagram.array) {
            outside = true;
            continue;
        }
        inside = true;
        const float from_x = place.x(place.diagram.column_of(source.element));
        if (!place.in_sight(from_x) && !place.in_sight(to_x)) continue;
        const uint32_t since = source.write == no_write ? no_write : place.diagram.row_of[source.write];
        const int made = since == no_write ? -1 : static_cast<int>(since);
        if (made + 1 < row)
            place.list.AddLine({from_x, place.y(made) + place.node()}, {from_x, from_y},
                               marked ? color : with_alpha(look.colors->muted, 0.6f), std::max(1.0f, look.px(1)));
        arrow(place, {from_x, from_y}, {to_x, to_y}, source.by_address ? look.colors->muted : color,
              std::max(1.0f, stroke), roomy && source.element != write.element);
    }
    if (!place.in_sight(to_x)) return;
    // Registers accumulate, so a value depends on the previous one.
    if (flow.arrays[write.array].kind == FlowArray::Kind::registers)
        place.list.AddLine({to_x, from_y}, {to_x, to_y}, color, std::max(1.0f, stroke));
    if (outside && !inside) {
        const float length = std::min(place.height * 0.45f, look.px(14));
        arrow(place, {to_x, to_y - length}, {to_x, to_y}, marked ? color : look.colors->muted, std::max(1.0f, stroke),
              roomy);
    }
}

void draw_node(const IntervalPlace& place, int row, const FlowWrite& write, bool marked) {
    const Look& look = place.look;
    const float x = place.x(place.diagram.column_of(write.element)), y = place.y(row), r = place.node();
    if (!place.in_sight(x)) return;
    const ImU32 tint = warp_tint(write.thread / warp_size);
    if (!has_circles(place.strip)) {
        place.list.AddRectFilled({x - r, y - look.px(2)}, {x + r, y + look.px(2)},
                                 marked ? look.colors->bar_diverged : look.colors->text);
        return;
    }
    place.list.AddCircleFilled({x, y}, r, tint);
    place.list.AddCircle({x, y}, r, marked ? look.colors->bar_diverged : look.colors->text, 0,
                         std::max(1.0f, look.px(marked ? 2.5f : 1.25f)));
    const std::string words = fmt::format("t{}", write.thread);
    if (look.px(place.strip.width) >= look.px(46) && place.height >= look.px(24))
        words_at(look, place.list, Face::mono, size_small - 1.5f, {x + r + look.px(2), y - look.px(7)},
                 look.colors->muted, words);
}

void draw_heading(const IntervalPlace& place, float top) {
    const Look& look = place.look;
    const FlowArray& array = place.block_view.flow.arrays[place.diagram.array];
    const float wide = look.px(place.strip.width);
    uint64_t longest = place.diagram.elements.empty() ? 0 : place.diagram.elements.back();
    const float room = look.measure(Face::mono, size_small - 1, std::to_string(longest)).x + look.px(6);
    auto every = static_cast<size_t>(std::max(1.0f, std::ceil(room / wide)));
    while ((every & (every - 1)) != 0) ++every;
    for (size_t column = 0; column < place.diagram.elements.size(); column += every) {
        const float x = place.x(column);
        if (x < place.min.x + wide * 0.3f || x > place.right - wide * 0.3f) continue;
        const std::string words = std::to_string(place.diagram.elements[column]);
        const float half = look.measure(Face::mono, size_small - 1, words).x / 2;
        words_at(look, place.list, Face::mono, size_small - 1, {x - half, top}, look.colors->muted, words);
    }
    words_at(look, place.list, Face::strong, size_small - 0.5f, {place.min.x - look.px(interval_label_width), top},
             look.colors->muted, array.kind == FlowArray::Kind::registers ? tr("thread") : tr("element"));
}

std::string origins(const IntervalPlace& place, const IntervalRow& row) {
    const Flow& flow = place.block_view.flow;
    std::set<uint32_t> from;
    bool constants = false;
    for (const uint32_t w : row.writes) {
        const FlowWrite& write = flow.writes[w];
        constants = constants || write.sources == 0;
        for (uint32_t s = write.first_source; s < write.first_source + write.sources; ++s)
            if (flow.group_of(flow.sources[s]) != place.diagram.array) from.insert(flow.sources[s].array);
    }
    std::string names;
    for (const uint32_t array : from) names += (names.empty() ? "" : ", ") + flow.arrays[array].name;
    if (names.empty()) return constants ? tr("constants") : "";
    return tr_format("from {}", names);
}

/// Returns n if there is room to draw only every n-th write.
size_t drawn_of(const IntervalPlace& place, const IntervalRow& row) {
    const std::vector<FlowWrite>& writes = place.block_view.flow.writes;
    if (row.writes.size() <= 8) return 1;
    const float span = place.x(place.diagram.column_of(writes[row.writes.back()].element)) -
                       place.x(place.diagram.column_of(writes[row.writes.front()].element));
    // Slanted lines are closer together than the writes at their ends, so fewer can be drawn.
    const FlowWrite& middle = writes[row.writes[row.writes.size() / 2]];
    float aside = 0;
    for (uint32_t k = middle.first_source; k < middle.first_source + middle.sources; ++k) {
        const FlowSource& source = place.block_view.flow.sources[k];
        if (place.block_view.flow.group_of(source) == place.diagram.array)
            aside = std::max(aside, std::abs(place.x(place.diagram.column_of(source.element)) -
                                             place.x(place.diagram.column_of(middle.element))));
    }
    const float gap = span / static_cast<float>(row.writes.size() - 1) * place.height / std::hypot(place.height, aside);
    size_t every = 1;
    while (gap > 0 && gap * static_cast<float>(every) < place.look.px(min_gap)) every *= 2;
    return every;
}

/// Returns the first of `starts` that fits, with the share of drawn lines, or "".
std::string thinned_label(const Look& look, const std::vector<std::string>& starts, size_t every, float size,
                          float room) {
    const auto fits = [&](const std::string& words) { return look.measure(Face::text, size, words).x <= room; };
    for (const std::string& start : starts) {
        if (std::string words = tr_format("{} · one line in {} is drawn", start, every); fits(words)) return words;
        if (std::string words = tr_format("{} · 1 of {} lines", start, every); fits(words)) return words;
    }
    return {};
}

void draw_bar_heading(const IntervalPlace& place, float top, uint32_t threads, uint32_t warps) {
    const Look& look = place.look;
    const float x = place.right + look.px(14), full = look.px(84);
    if (place.bars == IntervalBars::numbers) {
        words_at(look, place.list, Face::strong, size_small - 0.5f, {x, top}, look.colors->muted, tr("threads"));
        words_at(look, place.list, Face::strong, size_small - 0.5f, {x + look.px(threads_width), top},
                 look.colors->muted, tr("warps that write"));
        return;
    }
    words_at(look, place.list, Face::strong, size_small - 0.5f, {x, top}, look.colors->muted,
             tr_format("threads that write, of {}", threads));
    words_at(look, place.list, Face::strong, size_small - 0.5f, {x + full + look.px(54) + look.px(30), top},
             look.colors->muted, tr_format("warps, of {}", warps));
}

void draw_lifelines(const IntervalPlace& place) {
    if (place.look.px(place.strip.width) < 5) return;
    const float bottom = place.y(static_cast<int>(place.diagram.rows.size()) - 1);
    for (size_t column = 0; column < place.diagram.elements.size(); ++column) {
        const float x = place.x(column);
        if (place.in_sight(x))
            place.list.AddLine({x, place.y(-1)}, {x, bottom}, place.look.colors->line,
                               std::max(1.0f, place.look.px(1)));
    }
}

void draw_barriers_above(const IntervalPlace& place, size_t index) {
    const Look& look = place.look;
    const IntervalRow& row = place.diagram.rows[index];
    const uint32_t barriers = index == 0 ? row.interval : row.interval - place.diagram.rows[index - 1].interval;
    for (uint32_t k = 0; k < std::min(barriers, 3u); ++k) {
        const float line = place.y(static_cast<int>(index)) - place.height / 2 + look.px(3) * static_cast<float>(k);
        for (float dash = place.min.x - look.px(4); dash < place.right; dash += look.px(9))
            place.list.AddLine({dash, line}, {std::min(dash + look.px(5), place.right), line}, look.colors->line_strong,
                               std::max(1.0f, look.px(1)));
    }
}

} // namespace

float width_of(IntervalBars bars) {
    return bars == IntervalBars::bars ? 330.0f : bars == IntervalBars::numbers ? threads_width + 116 : 0.0f;
}

void draw_interval_label(const IntervalPlace& place, size_t index) {
    const Look& look = place.look;
    const IntervalRow& row = place.diagram.rows[index];
    const float x = place.min.x - look.px(interval_label_width), y = place.y(static_cast<int>(index));
    const bool first = index == 0 || place.diagram.rows[index - 1].interval != row.interval;
    const bool alone = index + 1 == place.diagram.rows.size() || place.diagram.rows[index + 1].interval != row.interval;
    const std::string interval = first && alone ? tr_format("interval {}", row.interval + 1)
                                                : tr_format("interval {}, part {}", row.interval + 1, row.level + 1);
    std::string name = interval, from = origins(place, row);
    const auto phases = insight::phases_of(*place.block_view.result, *place.block_view.trace);
    if (row.step == 0 && row.interval < phases->intervals.size()) {
        name = work_text(phases->intervals[row.interval]);
        from = from.empty() ? interval : fmt::format("{} · {}", interval, from);
    }
    if (row.step > 0) {
        name = tr_format("step {}", row.step);
        if (row.stride > 0) name += tr_format(" · stride {}", row.stride);
        from = from.empty() ? interval : fmt::format("{} · {}", interval, from);
    }
    const bool two_fit = place.height >= look.px(28);
    const float room = look.px(interval_label_width - 6);
    if (const size_t every = drawn_of(place, row); every > 1) {
        if (two_fit) {
            std::vector<std::string> starts;
            for (const std::string& start : {from, origins(place, row)})
                if (!start.empty()) starts.push_back(start);
            from = thinned_label(look, starts, every, size_small - 1, room);
            if (from.empty()) from = tr_format("1 of {} lines", every);
        } else if (const std::string words = thinned_label(look, {row.step > 0 ? tr_format("step {}", row.step) : name},
                                                           every, size_small, room);
                   !words.empty()) {
            name = words;
        }
    }
    const bool two = !from.empty() && two_fit;
    if (two_fit && look.measure(Face::text, size_small, name).x > room) {
        const float line = look.measure(Face::text, size_small, name).y;
        const bool three = two && place.height >= 3 * line + look.px(2);
        const float top = std::round(y - line * (three ? 1.5f : 1.0f));
        record_text(name);
        place.list.PushClipRect({x, top}, {x + room, top + (three ? 3 : 2) * line}, true);
        place.list.AddText(look.fonts.text, look.px(size_small), {x, top}, look.colors->text, name.data(),
                           name.data() + name.size(), room);
        if (three)
            words_at(look, place.list, Face::text, size_small - 1, {x, top + 2 * line}, look.colors->muted, from);
        place.list.PopClipRect();
        draw_barriers_above(place, index);
        return;
    }
    words_at(look, place.list, Face::text, size_small, {x, y - look.px(two ? 15 : 8)}, look.colors->text,
             shortened(look, name, {Face::text, size_small, 0}, room));
    if (two) {
        place.list.PushClipRect({x, y - look.px(16)}, {place.min.x - look.px(4), y + look.px(16)}, true);
        words_at(look, place.list, Face::text, size_small - 1, {x, y}, look.colors->muted, from);
        place.list.PopClipRect();
    }
    draw_barriers_above(place, index);
}

void draw_interval_bars(const IntervalPlace& place, size_t index, uint32_t threads, uint32_t warps) {
    const Look& look = place.look;
    const Palette& c = *look.colors;
    const IntervalRow& row = place.diagram.rows[index];
    const float x = place.right + look.px(14), y = place.y(static_cast<int>(index));
    const std::string partly = row.partly == row.warps ? tr("partly") : tr_format("{} partly", row.partly);
    if (place.bars == IntervalBars::numbers) {
        const std::string parts = row.partly > 0 ? fmt::format("{}, {}", row.warps, partly) : std::to_string(row.warps);
        words_at(look, place.list, Face::text, size_small, {x, y - look.px(8)}, c.text, std::to_string(row.threads));
        words_at(look, place.list, Face::text, size_small, {x + look.px(threads_width), y - look.px(8)}, c.text, parts);
        return;
    }
    const float full = look.px(84), tall = std::min(look.px(11), place.height * 0.5f);
    auto bar = [&](float left, uint32_t value, uint32_t all, bool partly) {
        const float end = left + full * static_cast<float>(value) / static_cast<float>(std::max(1u, all));
        place.list.AddRectFilled({left, y - tall / 2}, {left + full, y + tall / 2}, c.track, look.px(2));
        place.list.AddRectFilled({left, y - tall / 2}, {std::max(end, left + 2), y + tall / 2}, c.bar_full, look.px(2));
        if (partly)
            hatch(place.list, {left, y - tall / 2}, {std::max(end, left + 2), y + tall / 2}, look.px(5),
                  std::max(1.0f, look.px(1.25f)), ink_on(c.bar_full));
        words_at(look, place.list, Face::mono, size_small, {left + full + look.px(6), y - look.px(8)}, c.text,
                 fmt::format("{}", value));
    };
    bar(x, row.threads, threads, false);
    bar(x + full + look.px(54), row.warps, warps, row.partly > 0);
    if (row.partly > 0)
        words_at(look, place.list, Face::text, size_small - 1, {x + 2 * full + look.px(80), y - look.px(8)}, c.muted,
                 partly);
}

void draw_interval_exits(const IntervalPlace& place, float bottom) {
    const Look& look = place.look;
    std::set<uint32_t> arrays;
    const float y = place.y(static_cast<int>(place.diagram.rows.size()) - 1) + place.node() + look.px(1);
    float last = -1e9f;
    for (const metrics::IntervalExit& exit : place.diagram.exits) {
        arrays.insert(exit.array);
        const float x = place.x(exit.column);
        if (!place.in_sight(x) || x - last < look.px(min_gap)) continue;
        last = x;
        arrow(place, {x, y}, {x, bottom}, look.colors->muted, std::max(1.0f, look.px(1.25f)),
              look.px(place.strip.width) >= look.px(9));
    }
    std::string words;
    for (const uint32_t array : arrays) words += (words.empty() ? "" : ", ") + place.block_view.flow.arrays[array].name;
    if (!words.empty()) words = tr_format("to {}", words);
    if (!words.empty())
        words_at(look, place.list, Face::text, size_small - 1,
                 {place.min.x - look.px(interval_label_width), bottom - look.px(14)}, look.colors->muted, words);
}

void draw_interval_rows(const IntervalPlace& place, const std::set<uint32_t>& marked, float top, float bottom) {
    draw_lifelines(place);
    for (size_t index = 0; index < place.diagram.rows.size(); ++index) {
        const auto row = static_cast<int>(index);
        if (place.y(row) < top || place.y(row - 1) > bottom) continue;
        const std::vector<uint32_t>& writes = place.diagram.rows[index].writes;
        const size_t every = drawn_of(place, place.diagram.rows[index]);
        for (size_t k = every - 1; k < writes.size(); k += every)
            if (!marked.contains(writes[k])) draw_edges(place, row, writes[k], false, !marked.empty());
        for (const uint32_t write : writes)
            if (marked.contains(write)) draw_edges(place, row, write, true, true);
        for (const uint32_t write : writes)
            draw_node(place, row, place.block_view.flow.writes[write], marked.contains(write));
    }
}

void draw_interval_heading(const IntervalPlace& place, float top, uint32_t threads, uint32_t warps) {
    draw_heading(place, top);
    if (place.bars != IntervalBars::none) draw_bar_heading(place, top, threads, warps);
}

} // namespace warpscope::ui
