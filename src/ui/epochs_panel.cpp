// Epochs: elements across, intervals between barriers down; each write is drawn with the elements that it was made of.
#include "ui/story_panels.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "ui/marks.hpp"
#include "ui/test_hooks.hpp"
#include "ui/widgets.hpp"

namespace warpscope::ui {

namespace {

using metrics::EpochDiagram;
using metrics::EpochRow;
using metrics::Flow;
using metrics::FlowArray;
using metrics::FlowSource;
using metrics::FlowWrite;
using metrics::no_write;

constexpr float widest = 110; // of a column
constexpr float label_width = 104, bars_width = 330, head_height = 20;
constexpr float least_gap = 3.5f; // between the writes of a row of which all lines are drawn

struct Place {
    const Look& look;
    const Story& story;
    const EpochDiagram& diagram;
    ImDrawList& list;
    ImVec2 min;   // where the first column's left edge would be without panning, and the state before the first row
    float right;  // end of the columns
    float height; // of a row
    Strip strip;

    [[nodiscard]] float x(size_t column) const {
        return min.x + look.px(static_cast<float>(static_cast<double>(column) + 0.5 - strip.first) * strip.width);
    }
    /// Where values lie after row `row`; before the first one for row -1.
    [[nodiscard]] float y(int row) const { return min.y + height * (static_cast<float>(row) + 1); }
    [[nodiscard]] bool in_sight(float at) const { return at >= min.x - look.px(2) && at <= right + look.px(2); }
    [[nodiscard]] float node() const { return std::clamp(look.px(strip.width) * 0.32f, 1.0f, look.px(6)); }
};

std::string element_name(const FlowArray& array, uint64_t element) {
    if (array.kind == FlowArray::Kind::registers) return fmt::format("thread {}", element);
    return fmt::format("{}[{}]", array.name, element);
}

void array_choice(const Model& model, uint32_t chosen, Commands& commands) {
    const Look& look = model.look;
    const std::vector<FlowArray>& arrays = model.story->flow.arrays;
    const float top = ImGui::GetCursorPosY();
    for (uint32_t k = 0; k < arrays.size(); ++k) {
        if (arrays[k].writes == 0) continue;
        const std::string label =
            arrays[k].kind == FlowArray::Kind::shared ? arrays[k].name + " (shared)" : arrays[k].name;
        if (pill(look, fmt::format("{}##array", label).c_str(), k == chosen,
                 fmt::format("{} writes of this block, {} values from one element to another",
                             grouped(arrays[k].writes), grouped(arrays[k].inner)))) {
            StoryView view = model.story_view;
            view.array = arrays[k].name;
            view.epochs = {};
            commands.push_back(SetStoryView{view});
        }
        ImGui::SameLine(0, look.px(6));
    }
    ImGui::SetCursorPosY(top + look.px(4));
    text(look,
         "lines: from the elements whose values went into what was written (data followed through registers, not "
         "conditions)",
         {Face::text, size_small, look.colours->muted}, ImGui::GetContentRegionAvail().x);
    ImGui::SetCursorPosY(top + look.px(27));
}

void arrow(const Place& place, ImVec2 from, ImVec2 to, ImU32 colour, float stroke, bool head) {
    place.list.AddLine(from, to, colour, stroke);
    if (!head) return;
    const float length = std::hypot(to.x - from.x, to.y - from.y), s = place.look.px(6);
    if (length < 2 * s) return;
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const ImVec2 back{to.x - along.x * s, to.y - along.y * s};
    place.list.AddTriangleFilled(to, {back.x - along.y * s * 0.45f, back.y + along.x * s * 0.45f},
                                 {back.x + along.y * s * 0.45f, back.y - along.x * s * 0.45f}, colour);
}

ImU32 faded(ImU32 colour, float alpha) {
    const auto a = static_cast<ImU32>(alpha * 255);
    return (colour & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

void draw_edges(const Place& place, int row, uint32_t index, bool marked, bool others_marked) {
    const Look& look = place.look;
    const Flow& flow = place.story.flow;
    const FlowWrite& write = flow.writes[index];
    const float to_x = place.x(place.diagram.column_of(write.element)), to_y = place.y(row) - place.node();
    const float from_y = place.y(row - 1) + place.node();
    const bool roomy = look.px(place.strip.width) >= look.px(9);
    const float stroke = marked ? look.px(2.5f) : roomy ? look.px(1.5f) : 1.0f;
    const ImU32 colour = marked ? look.colours->bar_diverged
                                : faded(look.colours->bar_full, others_marked ? 0.25f
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
        if (made + 1 < row) // the value has lain there for a while
            place.list.AddLine({from_x, place.y(made) + place.node()}, {from_x, from_y},
                               marked ? colour : faded(look.colours->muted, 0.6f), std::max(1.0f, look.px(1)));
        arrow(place, {from_x, from_y}, {to_x, to_y}, source.by_address ? look.colours->muted : colour,
              std::max(1.0f, stroke), roomy && source.element != write.element);
    }
    if (!place.in_sight(to_x)) return;
    if (flow.arrays[write.array].kind == FlowArray::Kind::registers) // adds to what the thread has
        place.list.AddLine({to_x, from_y}, {to_x, to_y}, colour, std::max(1.0f, stroke));
    if (outside && !inside) {
        const float length = std::min(place.height * 0.45f, look.px(14));
        arrow(place, {to_x, to_y - length}, {to_x, to_y}, marked ? colour : look.colours->muted, std::max(1.0f, stroke),
              roomy);
    }
}

void draw_node(const Place& place, int row, const FlowWrite& write, bool marked) {
    const Look& look = place.look;
    const float x = place.x(place.diagram.column_of(write.element)), y = place.y(row), r = place.node();
    if (!place.in_sight(x)) return;
    const ImU32 tint = warp_tint(write.thread / warp_size);
    if (r < look.px(2)) {
        place.list.AddRectFilled({x - r, y - look.px(2)}, {x + r, y + look.px(2)},
                                 marked ? look.colours->bar_diverged : look.colours->text);
        return;
    }
    place.list.AddCircleFilled({x, y}, r, tint);
    place.list.AddCircle({x, y}, r, marked ? look.colours->bar_diverged : look.colours->text, 0,
                         std::max(1.0f, look.px(marked ? 2.5f : 1.25f)));
    // With room the element's owner of this row is named inside the column.
    const std::string words = fmt::format("t{}", write.thread);
    if (look.px(place.strip.width) >= look.px(46) && place.height >= look.px(24))
        words_at(look, place.list, Face::mono, size_small - 1.5f, {x + r + look.px(2), y - look.px(7)},
                 look.colours->muted, words);
}

void draw_heading(const Place& place, float top) {
    const Look& look = place.look;
    const FlowArray& array = place.story.flow.arrays[place.diagram.array];
    const float wide = look.px(place.strip.width);
    uint64_t longest = place.diagram.elements.empty() ? 0 : place.diagram.elements.back();
    const float room = look.measure(Face::mono, size_small - 1, std::to_string(longest)).x + look.px(6);
    auto every = static_cast<size_t>(std::max(1.0f, std::ceil(room / wide)));
    while ((every & (every - 1)) != 0) ++every; // powers of two suit trees
    for (size_t column = 0; column < place.diagram.elements.size(); column += every) {
        const float x = place.x(column);
        if (x < place.min.x + wide * 0.3f || x > place.right - wide * 0.3f) continue;
        const std::string words = std::to_string(place.diagram.elements[column]);
        const float half = look.measure(Face::mono, size_small - 1, words).x / 2;
        words_at(look, place.list, Face::mono, size_small - 1, {x - half, top}, look.colours->muted, words);
    }
    words_at(look, place.list, Face::strong, size_small - 0.5f, {place.min.x - look.px(label_width), top},
             look.colours->muted, array.kind == FlowArray::Kind::registers ? "thread" : "element");
}

/// The arrays, other than this one, that the row's values came from.
std::string origins(const Place& place, const EpochRow& row) {
    const Flow& flow = place.story.flow;
    std::set<uint32_t> from;
    bool constants = false;
    for (const uint32_t w : row.writes) {
        const FlowWrite& write = flow.writes[w];
        constants = constants || write.sources == 0;
        for (uint32_t s = write.first_source; s < write.first_source + write.sources; ++s)
            if (flow.group_of(flow.sources[s]) != place.diagram.array) from.insert(flow.sources[s].array);
    }
    std::string words;
    for (const uint32_t array : from) words += (words.empty() ? "from " : ", ") + flow.arrays[array].name;
    if (words.empty() && constants) words = "constants";
    return words;
}

/// Lines of writes that lie too close are a blot: of how many one is drawn.
size_t drawn_of(const Place& place, const EpochRow& row) {
    const std::vector<FlowWrite>& writes = place.story.flow.writes;
    if (row.writes.size() < 2) return 1;
    const float span = place.x(place.diagram.column_of(writes[row.writes.back()].element)) -
                       place.x(place.diagram.column_of(writes[row.writes.front()].element));
    // Slanting lines lie closer than the writes that they end at.
    const FlowWrite& middle = writes[row.writes[row.writes.size() / 2]];
    float aside = 0;
    for (uint32_t k = middle.first_source; k < middle.first_source + middle.sources; ++k) {
        const FlowSource& source = place.story.flow.sources[k];
        if (place.story.flow.group_of(source) == place.diagram.array)
            aside = std::max(aside, std::abs(place.x(place.diagram.column_of(source.element)) -
                                             place.x(place.diagram.column_of(middle.element))));
    }
    const float gap = span / static_cast<float>(row.writes.size() - 1) * place.height / std::hypot(place.height, aside);
    size_t every = 1;
    while (gap > 0 && gap * static_cast<float>(every) < place.look.px(least_gap)) every *= 2;
    return every;
}

void draw_row_label(const Place& place, size_t index) {
    const Look& look = place.look;
    const EpochRow& row = place.diagram.rows[index];
    const float x = place.min.x - look.px(label_width), y = place.y(static_cast<int>(index));
    const bool first = index == 0 || place.diagram.rows[index - 1].epoch != row.epoch;
    const bool alone = index + 1 == place.diagram.rows.size() || place.diagram.rows[index + 1].epoch != row.epoch;
    const std::string name =
        first && alone ? fmt::format("interval {}", row.epoch) : fmt::format("{} · step {}", row.epoch, row.level + 1);
    std::string from = origins(place, row);
    if (const size_t every = drawn_of(place, row); every > 1)
        from = from.empty() ? fmt::format("1 in {} lines", every) : fmt::format("{} · 1 in {}", from, every);
    const bool two = !from.empty() && place.height >= look.px(28);
    words_at(look, place.list, Face::text, size_small, {x, y - look.px(two ? 15 : 8)}, look.colours->text, name);
    if (two) {
        place.list.PushClipRect({x, y - look.px(16)}, {place.min.x - look.px(4), y + look.px(16)}, true);
        words_at(look, place.list, Face::text, size_small - 1, {x, y}, look.colours->muted, from);
        place.list.PopClipRect();
    }
    const uint32_t barriers = index == 0 ? row.epoch : row.epoch - place.diagram.rows[index - 1].epoch;
    for (uint32_t k = 0; k < std::min(barriers, 3u); ++k) { // they lie above
        const float line = place.y(static_cast<int>(index)) - place.height / 2 + look.px(3) * static_cast<float>(k);
        for (float dash = place.min.x - look.px(4); dash < place.right; dash += look.px(9))
            place.list.AddLine({dash, line}, {std::min(dash + look.px(5), place.right), line},
                               look.colours->line_strong, std::max(1.0f, look.px(1)));
    }
}

/// Threads and warps that write, as bars with numbers.
void draw_bars(const Place& place, size_t index, uint32_t threads, uint32_t warps) {
    const Look& look = place.look;
    const Palette& c = *look.colours;
    const EpochRow& row = place.diagram.rows[index];
    const float x = place.right + look.px(14), y = place.y(static_cast<int>(index));
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
                 row.partly == row.warps ? "partly" : fmt::format("{} partly", row.partly));
}

void draw_bar_heading(const Place& place, float top, uint32_t threads, uint32_t warps) {
    const Look& look = place.look;
    const float x = place.right + look.px(14), full = look.px(84);
    words_at(look, place.list, Face::strong, size_small - 0.5f, {x, top}, look.colours->muted,
             fmt::format("threads that write, of {}", threads));
    words_at(look, place.list, Face::strong, size_small - 0.5f, {x + full + look.px(54) + look.px(30), top},
             look.colours->muted, fmt::format("warps, of {}", warps));
}

void draw_exits(const Place& place, float bottom) {
    const Look& look = place.look;
    std::set<uint32_t> arrays;
    const float y = place.y(static_cast<int>(place.diagram.rows.size()) - 1) + place.node() + look.px(1);
    float last = -1e9f;
    for (const metrics::EpochExit& exit : place.diagram.exits) {
        arrays.insert(exit.array);
        const float x = place.x(exit.column);
        if (!place.in_sight(x) || x - last < look.px(least_gap)) continue;
        last = x;
        arrow(place, {x, y}, {x, bottom}, look.colours->muted, std::max(1.0f, look.px(1.25f)),
              look.px(place.strip.width) >= look.px(9));
    }
    std::string words;
    for (const uint32_t array : arrays) words += (words.empty() ? "to " : ", ") + place.story.flow.arrays[array].name;
    if (!words.empty())
        words_at(look, place.list, Face::text, size_small - 1,
                 {place.min.x - look.px(label_width), bottom - look.px(14)}, look.colours->muted, words);
}

void draw_lifelines(const Place& place) {
    if (place.look.px(place.strip.width) < 5) return;
    const float bottom = place.y(static_cast<int>(place.diagram.rows.size()) - 1);
    for (size_t column = 0; column < place.diagram.elements.size(); ++column) {
        const float x = place.x(column);
        if (place.in_sight(x))
            place.list.AddLine({x, place.y(-1)}, {x, bottom}, place.look.colours->line,
                               std::max(1.0f, place.look.px(1)));
    }
}

/// The write whose value the mouse is at; no_write over none.
uint32_t write_under(const Place& place, ImVec2 mouse) {
    const double column =
        place.strip.first + static_cast<double>((mouse.x - place.min.x) / place.look.px(place.strip.width));
    const auto row = static_cast<int>(std::floor((mouse.y - place.min.y) / place.height - 0.5f));
    if (mouse.x < place.min.x || mouse.x > place.right || column < 0 || row < 0 ||
        column >= static_cast<double>(place.diagram.elements.size()) ||
        row >= static_cast<int>(place.diagram.rows.size()))
        return no_write;
    return metrics::write_at(place.story.flow, place.diagram, static_cast<size_t>(column), static_cast<size_t>(row));
}

void tip(const Place& place, uint32_t index, size_t chain) {
    const Flow& flow = place.story.flow;
    const FlowWrite& write = flow.writes[index];
    const session::RunResult& result = *place.story.result;
    std::string words = fmt::format("{}: {} by thread {} (warp {}, lane {}) after {} barrier{}",
                                    element_name(flow.arrays[write.array], write.element),
                                    write.atomic ? "changed" : "written", write.thread, write.thread / warp_size,
                                    write.thread % warp_size, write.epoch, write.epoch == 1 ? "" : "s");
    std::string from;
    uint32_t named = 0;
    for (uint32_t s = write.first_source; s < write.first_source + write.sources; ++s) {
        const FlowSource& source = flow.sources[s];
        if (++named > 8) continue;
        from += (from.empty() ? "" : ", ") + element_name(flow.arrays[source.array], source.element) +
                (source.by_address ? " (chose where)" : "");
    }
    if (named > 8) from += fmt::format(" and {} more", named - 8);
    words += from.empty() ? "\nMade of constants and indices." : "\nMade of " + from + ".";
    if (chain > 1) words += fmt::format("\n{} earlier writes went into it (marked).", grouped(chain - 1));
    if (const uint32_t line = source_line(result, write.pc); line > 0)
        words += fmt::format("\nline {}: {}", line, source_text(result, line));
    tooltip(place.look, words);
}

void draw_rows(const Place& place, const std::set<uint32_t>& marked, float top, float bottom) {
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
            draw_node(place, row, place.story.flow.writes[write], marked.contains(write));
    }
}

void diagram_view(const Model& model, uint32_t array, Commands& commands) {
    const Look& look = model.look;
    const Story& story = *model.story;
    const EpochDiagram& diagram = story.diagrams[array];
    const LaunchConfig& config = story.result->measured->launches()[story.trace->launch].config;
    const auto threads = static_cast<uint32_t>(config.threads_per_block());

    ImGui::BeginChild("epoch rows", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollWithMouse);
    const ImVec2 top = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(), at = ImGui::GetCursorScreenPos();
    const auto rows = static_cast<float>(diagram.rows.size());
    const float head = look.px(head_height), label = look.px(label_width);
    const float bars = size.x > look.px(760) ? look.px(bars_width) : 0;
    const float height = std::clamp((size.y - head) / (rows + 0.9f), look.px(17), look.px(64));
    const float contents = head + height * (rows + 0.9f);
    const float room = size.x - label - bars - look.px(contents > size.y + 1 ? 14 : 2);
    const auto count = static_cast<double>(diagram.elements.size());
    const Strip strip = fitted(model.story_view.epochs, count, room / look.scale, widest);
    const Place place{look,
                      story,
                      diagram,
                      *ImGui::GetWindowDrawList(),
                      {at.x + label, at.y + head - height * 0.35f},
                      at.x + label + room,
                      height,
                      strip};
    ImGui::InvisibleButton("epochs##area", {label + room + bars, contents});
    const float end = std::min(place.right, place.min.x + look.px(strip.width) * static_cast<float>(count));
    record_area("epochs", {at.x + label, std::max(at.y, top.y) + head}, {end, top.y + std::min(size.y, contents)});
    const bool hovered = ImGui::IsItemHovered();
    const Strip next = handle_strip(look, model.story_view.epochs, count, widest, place.min.x, room, hovered);
    if (!(next == model.story_view.epochs)) {
        StoryView view = model.story_view;
        view.epochs = next;
        commands.push_back(SetStoryView{view});
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    std::set<uint32_t> marked;
    const uint32_t under =
        hovered && !ImGui::IsMouseDragging(ImGuiMouseButton_Left) ? write_under(place, mouse) : no_write;
    if (under != no_write) {
        const std::vector<uint32_t> chain = metrics::ancestors(story.flow, diagram, under);
        marked.insert(chain.begin(), chain.end());
    }
    place.list.PushClipRect({top.x, top.y + head}, {top.x + size.x, top.y + size.y}, true);
    for (size_t row = 0; row < diagram.rows.size(); ++row) {
        if (place.y(static_cast<int>(row)) < top.y || place.y(static_cast<int>(row)) > top.y + size.y + height)
            continue;
        draw_row_label(place, row);
        if (bars > 0) draw_bars(place, row, threads, static_cast<uint32_t>(config.warps_per_block()));
    }
    place.list.PushClipRect({place.min.x, top.y + head}, {place.right, top.y + size.y}, true);
    draw_rows(place, marked, top.y, top.y + size.y);
    place.list.PopClipRect();
    draw_exits(place, at.y + contents - look.px(2));
    place.list.PopClipRect();
    draw_heading(place, top.y);
    if (bars > 0) draw_bar_heading(place, top.y, threads, static_cast<uint32_t>(config.warps_per_block()));
    if (under != no_write) tip(place, under, marked.size());
    ImGui::EndChild();
}

} // namespace

void epochs_panel(const Model& model, Commands& commands) {
    const Look& look = model.look;
    std::string about;
    if (model.story && model.story->flow.truncated) about = "values were followed through the start of the block only";
    if (model.story && model.story->flow.calls) about = "values were not followed into called functions";
    const Story* story = story_header(model, about, commands);
    if (story == nullptr) return;
    const auto array = chosen_array(*story, model.story_view);
    if (!array) {
        text(look, "This block wrote nothing that a diagram could show.", {Face::text, size_body, look.colours->muted});
        return;
    }
    array_choice(model, *array, commands);
    diagram_view(model, *array, commands);
}

} // namespace warpscope::ui
