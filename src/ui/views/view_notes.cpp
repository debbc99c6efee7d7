#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "render/style/named_group.hpp"
#include "render/style/palette.hpp"
#include "scene/names.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/notes/note_place.hpp"

namespace warpscope::ui {

namespace {

const ImU32 note_color = render::packed(render::palette::note);
constexpr ImU32 dark_rim = IM_COL32(0, 0, 0, 220), light_rim = IM_COL32(255, 255, 255, 255);
constexpr float line_height = 1.35f;

struct Box {
    ImVec2 min, max;

    [[nodiscard]] ImVec2 middle() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    [[nodiscard]] bool overlaps(const Box& o) const {
        return min.x < o.max.x && o.min.x < max.x && min.y < o.max.y && o.min.y < max.y;
    }
    [[nodiscard]] Box grown(float by) const { return {{min.x - by, min.y - by}, {max.x + by, max.y + by}}; }
    [[nodiscard]] ImVec2 nearest(ImVec2 p) const {
        return {std::clamp(p.x, min.x, max.x), std::clamp(p.y, min.y, max.y)};
    }
};

struct PlacedNote {
    size_t index = 0;
    std::vector<Box> cells;
    Box target;    // around all cells, with a minimum size
    ImVec2 middle; // center of the cells' visible part
    Box plate;
    std::vector<std::string> lines; // no plate if empty
    TextStyle style;
    float unit = 0; // line height
    ImVec2 pad;
};

std::vector<std::string> wrapped(const Look& look, const std::string& words, const TextStyle& style, float width,
                                 size_t max_lines) {
    std::vector<std::string> lines;
    for (size_t begin = 0; begin <= words.size();) {
        const size_t end = std::min(words.find('\n', begin), words.size());
        std::string line;
        for (size_t at = begin; at < end;) {
            const size_t stop = std::min(words.find(' ', at), end);
            const std::string word = words.substr(at, stop - at);
            const std::string longer = line.empty() ? word : line + " " + word;
            if (line.empty() || look.measure(style.face, style.size, longer).x <= width) {
                line = longer;
            } else {
                lines.push_back(line);
                line = word;
            }
            at = stop + 1;
        }
        lines.push_back(line);
        begin = end + 1;
    }
    for (std::string& line : lines) line = shortened(look, line, style, width);
    if (lines.size() > max_lines) {
        lines.resize(max_lines);
        lines.back() = shortened(look, lines.back() + " …", style, width);
    }
    return lines;
}

Box plate_for(ImVec2 middle, ImVec2 offset, ImVec2 size, const Box& room, const Box& target, float gap) {
    const auto within = [](float requested, float low, float high) { return std::max(low, std::min(requested, high)); };
    const auto at = [&](float x, float y) -> Box {
        const ImVec2 corner{std::round(within(middle.x + x - size.x / 2, room.min.x, room.max.x - size.x)),
                            std::round(within(middle.y + y - size.y / 2, room.min.y, room.max.y - size.y))};
        return {corner, {corner.x + size.x, corner.y + size.y}};
    };
    const auto pushed_onto = [&](const Box& box, float x, float y) {
        const ImVec2 now = box.middle();
        const bool pushed = std::abs(now.x - middle.x - x) > 1 || std::abs(now.y - middle.y - y) > 1;
        return pushed && box.overlaps(target.grown(gap));
    };
    const Box requested = at(offset.x, offset.y);
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left) || !pushed_onto(requested, offset.x, offset.y)) return requested;
    const std::array<ImVec2, 3> others{ImVec2{offset.x, -offset.y}, {-offset.x, offset.y}, {-offset.x, -offset.y}};
    for (const ImVec2& other : others)
        if (const Box box = at(other.x, other.y); !pushed_onto(box, other.x, other.y)) return box;
    return requested;
}

class NotePen {
public:
    NotePen(const Look& look, ImDrawList& list)
        : look_(look)
        , list_(list) {}

    void frame(const Box& box) {
        for (const auto& [color, width] : strokes()) list_.AddRect(box.min, box.max, color, 0, 0, width);
    }
    void dot(ImVec2 at) {
        list_.AddCircleFilled(at, look_.px(5.5f), dark_rim);
        list_.AddCircleFilled(at, look_.px(4.5f), light_rim);
        list_.AddCircleFilled(at, look_.px(3.2f), note_color);
    }
    void line(ImVec2 from, ImVec2 to, bool with_head) {
        const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
        if (length < look_.px(6)) return;
        const ImVec2 along{dx / length, dy / length};
        const float head = with_head ? std::min(look_.px(13), length) : 0;
        const ImVec2 neck{to.x - along.x * head, to.y - along.y * head};
        for (const auto& [color, width] : strokes()) {
            const float rim = (width - look_.px(2)) / 2;
            list_.AddLine(from, neck, color, width);
            if (!with_head) continue;
            const float half = look_.px(6) + 1.3f * rim, back = 1.2f * rim, front = 2 * rim;
            const ImVec2 tip{to.x + along.x * front, to.y + along.y * front},
                base{neck.x - along.x * back, neck.y - along.y * back};
            list_.AddTriangleFilled(tip, {base.x - along.y * half, base.y + along.x * half},
                                    {base.x + along.y * half, base.y - along.x * half}, color);
        }
    }
    void words(const Box& box, const std::vector<std::string>& lines, const TextStyle& style, ImVec2 pad) {
        list_.AddRectFilled(box.min, box.max, look_.colors->popup, look_.px(5));
        list_.AddRect(box.min, box.max, note_color, look_.px(5), 0, look_.px(1.5f));
        float y = box.min.y + pad.y;
        for (const std::string& line : lines) {
            text_at(look_, list_, {box.min.x + pad.x, y}, line, style);
            y += look_.px(style.size * line_height);
        }
    }

private:
    struct Stroke {
        ImU32 color = 0;
        float width = 0;
    };
    [[nodiscard]] std::array<Stroke, 3> strokes() const {
        return {{{dark_rim, look_.px(5.5f)}, {light_rim, look_.px(4)}, {note_color, look_.px(2)}}};
    }
    const Look& look_;
    ImDrawList& list_;
};

PlacedNote place_note(const Model& model, size_t index, std::vector<Box> cells, const Box& view, const Box& room) {
    const Look& look = model.look;
    const scene::Note& note = model.scene->notes[index];
    PlacedNote out;
    out.index = index;
    Box all = cells.front();
    for (const Box& box : cells) {
        all.min = {std::min(all.min.x, box.min.x), std::min(all.min.y, box.min.y)};
        all.max = {std::max(all.max.x, box.max.x), std::max(all.max.y, box.max.y)};
    }
    const float grow = std::max(0.0f, (look.px(10) - (all.max.x - all.min.x)) / 2);
    out.target = all.grown(grow);
    for (Box& box : cells) box = box.grown(grow);
    out.cells = std::move(cells);
    out.middle = view.nearest(all.middle());
    out.style = {Face::text, std::max(size_body, 0.8f * model.reading), 0};
    const float unit = out.unit = look.px(out.style.size * line_height);
    out.pad = {look.px(8), look.px(5)};
    const float widest = std::min(20 * unit, 0.6f * (room.max.x - room.min.x));
    const auto max_lines = static_cast<size_t>(std::max(1.0f, (room.max.y - room.min.y) / 2 / unit));
    if (!note.words.empty()) out.lines = wrapped(look, note.words, out.style, widest, max_lines);
    ImVec2 size{0, static_cast<float>(out.lines.size()) * unit + 2 * out.pad.y};
    for (const std::string& line : out.lines)
        size.x = std::max(size.x, look.measure(out.style.face, out.style.size, line).x + 2 * out.pad.x);
    const ImVec2 to_words{static_cast<float>(note.offset.x) * unit, static_cast<float>(note.offset.y) * unit};
    out.plate = plate_for(out.middle, to_words, size, room, out.target, look.px(22));
    return out;
}

void draw_mark(NotePen& pen, const PlacedNote& laid, scene::NoteKind kind) {
    if (kind == scene::NoteKind::box)
        for (const Box& box : laid.cells) pen.frame(box);
    if (laid.lines.empty() || laid.plate.overlaps(laid.target)) return;
    const ImVec2 to = laid.target.nearest(laid.plate.middle());
    if (kind == scene::NoteKind::words)
        pen.dot(laid.target.middle());
    else
        pen.line(laid.plate.nearest(to), to, kind == scene::NoteKind::arrow);
}

void handle_plate(const Model& model, const PlacedNote& laid, const Box& box, Commands& commands) {
    const size_t index = laid.index;
    const scene::Note& note = model.scene->notes[index];
    const bool cut = laid.lines.size() > 1 && laid.lines.back().ends_with("…");
    ImGui::SetCursorScreenPos(box.min);
    ImGui::InvisibleButton("##note", {box.max.x - box.min.x, box.max.y - box.min.y});
    const bool hovered = ImGui::IsItemHovered();
    if (hovered || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0)) {
        const ImVec2 by = ImGui::GetIO().MouseDelta;
        scene::Note moved = note;
        // Starts from the displayed place, which may differ from the stored one.
        const ImVec2 at = box.middle();
        moved.offset = {static_cast<double>((at.x + by.x - laid.middle.x) / laid.unit),
                        static_cast<double>((at.y + by.y - laid.middle.y) / laid.unit)};
        if (by.x != 0 || by.y != 0) commands.push_back(PutNote{index, moved, fmt::format("note {}", index)});
    }
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) commands.push_back(EditNote{index, note});
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) ImGui::OpenPopup("note menu");
    if (hovered && cut && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) tooltip(model.look, note.words);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {model.look.px(6), model.look.px(6)});
    if (ImGui::BeginPopup("note menu")) {
        update_menu();
        text(model.look, place_text(note, model.result.get()), {Face::strong, size_body, 0});
        if (menu_item(model.look, tr_label("Edit the note…", "##note menu"), "", false))
            commands.push_back(EditNote{index, note});
        if (menu_item(model.look, tr_label("Delete the note", "##note menu"), "", false))
            commands.push_back(RemoveNotes{{index}});
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

} // namespace

void ViewGrid::notes(const Model& model, const Model& whole, size_t view, Commands& commands) {
    if (!model.result || model.scene->notes.empty() || form(model, view) != Form::cells) return;
    const Look& look = model.look;
    const Area& area = areas_[view];
    const Box all{area.min, area.max};
    const float edge = look.px(6);
    const float top = model.presentation ? above(view) : look.px(header_height);
    const Box room{{all.min.x + edge, all.min.y + top + edge},
                   {all.max.x - edge, all.max.y - below(view) - look.px(legend_height) * legend_stretch(model) - edge}};
    const render::Content shown = content(model, view);
    const render::Camera camera = camera_of(whole, view);
    const auto pixel = [&](int64_t x, int64_t y) -> ImVec2 {
        const render::Point at = camera.to_pixel({static_cast<double>(x), static_cast<double>(y)}, area.size());
        return {area.min.x + static_cast<float>(at.x), area.min.y + static_cast<float>(at.y)};
    };
    std::vector<PlacedNote> laid;
    for (size_t i = 0; i < model.scene->notes.size(); ++i) {
        std::vector<Box> cells;
        for (const render::CellRect& rect : noted_cells(model.scene->notes[i], *model.result, shown))
            cells.push_back({pixel(rect.x, rect.y), pixel(rect.x + rect.width, rect.y + rect.height)});
        if (std::ranges::any_of(cells, [&](const Box& box) { return box.overlaps(all); }))
            laid.push_back(place_note(model, i, std::move(cells), all, room));
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.min, area.max, true);
    NotePen pen(look, list);
    const auto group_name = [&](const PlacedNote& note) {
        return fmt::format("{}-note-{}", scene::name_of(shown.space), note.index + 1);
    };
    for (const PlacedNote& note : laid) {
        const render::NamedGroup group(list, group_name(note));
        draw_mark(pen, note, model.scene->notes[note.index].kind);
        record_area(fmt::format("{} note {} place", name(view), note.index + 1), note.target.min, note.target.max);
    }
    // Draws words after all marks, so that no mark covers them.
    for (const PlacedNote& note : laid) {
        if (!note.lines.empty()) {
            const render::NamedGroup group(list, group_name(note) + "-words");
            pen.words(note.plate, note.lines, note.style, note.pad);
        }
        const Box& handle = note.lines.empty() ? note.cells.front() : note.plate;
        draw_sign(view, fmt::format("{} note {}", name(view), note.index + 1), {handle.min, handle.max});
        if (model.still) continue;
        ImGui::PushID(static_cast<int>(note.index));
        handle_plate(model, note, handle, commands);
        ImGui::PopID();
    }
    list.PopClipRect();
}

} // namespace warpscope::ui
