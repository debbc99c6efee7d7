#include "ui/views/paint.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/paint/brush.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

bool is_input(const session::RunResult& run, const render::Content& content) {
    const std::vector<PlannedBuffer>& buffers = run.prepared.plan.buffers;
    const uint32_t buffer = render::buffer_of(run, content);
    return buffer < buffers.size() && buffers[buffer].role == BufferRole::input && buffers[buffer].initial;
}

int byte_of(double share) { return static_cast<int>(std::lround(255 * std::clamp(share, 0.0, 1.0))); }

ImU32 color_of(const InputPainting& painting, const input::CellValue& value, int opacity) {
    const PaintTarget& target = *painting.target;
    if (target.channels >= 3)
        return IM_COL32(byte_of(value[0] / 255), byte_of(value[1] / 255), byte_of(value[2] / 255), opacity);
    const double span = target.high - target.low;
    const int gray = byte_of(span > 0 ? (value[0] - target.low) / span : 1);
    return IM_COL32(gray, gray, gray, opacity);
}

scene::Point place_of_mouse(const PaintedView& view) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    return view.camera.to_plane({double{mouse.x - view.min.x}, double{mouse.y - view.min.y}},
                                {double{view.max.x - view.min.x}, double{view.max.y - view.min.y}});
}

ImVec2 corner(const PaintedView& view, double x, double y) {
    const render::Point at =
        view.camera.to_pixel({x, y}, {double{view.max.x - view.min.x}, double{view.max.y - view.min.y}});
    return {view.min.x + static_cast<float>(at.x), view.min.y + static_cast<float>(at.y)};
}

void draw_pending(const Model& model, const PaintedView& view, ImDrawList& list) {
    const session::RunResult& run = *model.result;
    for (const render::Part& part : render::parts_of(run, view.content)) {
        if (part.content.space == render::Space::launch) continue;
        const render::Plane plane = render::plane_of(run, part.content);
        for (const PendingCells& pending : model.painting.pending) {
            if (pending.buffer != render::buffer_of(run, part.content)) continue;
            const ImU32 color = color_of(model.painting, pending.value, 255);
            for (size_t i = 0; i < pending.cells.size();) {
                const render::CellIndex first = plane.place_of(pending.cells[i]);
                size_t end = i + 1;
                while (end < pending.cells.size() && pending.cells[end] == pending.cells[end - 1] + 1 &&
                       plane.place_of(pending.cells[end]) ==
                           render::CellIndex{first.x + static_cast<int64_t>(end - i), first.y})
                    ++end;
                const auto x = static_cast<double>(first.x + part.origin.x),
                           y = static_cast<double>(first.y + part.origin.y);
                if (first.x >= 0)
                    list.AddRectFilled(corner(view, x, y), corner(view, x + static_cast<double>(end - i), y + 1),
                                       color);
                i = end;
            }
        }
    }
}

void draw_brush(const Model& model, const PaintedView& view, ImDrawList& list) {
    const scene::Point place = place_of_mouse(view);
    const double reach = model.painting.size / 2, x = std::floor(place.x), y = std::floor(place.y);
    const ImVec2 min = corner(view, x - reach, y - reach), max = corner(view, x + reach + 1, y + reach + 1);
    list.AddRectFilled(min, max, color_of(model.painting, model.painting.value, 150));
    list.AddRect(min, max, IM_COL32(0, 0, 0, 220), 0, 0, model.look.px(3));
    list.AddRect(min, max, IM_COL32(255, 255, 255, 255), 0, 0, model.look.px(1.5f));
}

void value_row(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const InputPainting& painting = model.painting;
    const PaintTarget& target = *painting.target;
    input::CellValue value = painting.value;
    if (target.channels >= 3) {
        std::array<float, 4> shares{};
        for (size_t channel = 0; channel < shares.size(); ++channel)
            shares[channel] = static_cast<float>(value[channel] / 255);
        ImGui::SetNextItemWidth(look.px(210));
        constexpr ImGuiColorEditFlags flags = ImGuiColorEditFlags_Uint8 | ImGuiColorEditFlags_NoOptions;
        const bool changed = target.channels == 4 ? ImGui::ColorEdit4("##paint value", shares.data(), flags)
                                                  : ImGui::ColorEdit3("##paint value", shares.data(), flags);
        if (!changed) return;
        for (uint32_t channel = 0; channel < target.channels; ++channel)
            value[channel] = byte_of(static_cast<double>(shares[channel]));
        commands.push_back(SetBrush{value, {}});
        return;
    }
    text_in_row(look, tr("value"), {Face::text, size_body, look.colors->muted});
    ImGui::SameLine(0, look.px(6));
    ImGui::SetNextItemWidth(look.px(90));
    ImGui::PushFont(look.fonts.mono, size_code);
    if (ImGui::InputDouble("##paint value", &value[0], 0, 0, "%g")) commands.push_back(SetBrush{value, {}});
    ImGui::PopFont();
    for (const double preset : {target.low, target.high}) {
        ImGui::SameLine(0, look.px(6));
        const std::string words = fmt::format("{:.4g}", preset);
        if (pill(look, Label(words, fmt::format("{}##paint preset", words)), value[0] == preset, ""))
            commands.push_back(SetBrush{input::CellValue{preset}, {}});
    }
}

void effect_rows(const Model& model) {
    const InputPainting& painting = model.painting;
    if (!painting.changed || painting.changed_in != model.result) return;
    const Look& look = model.look;
    const insight::ChangedCells& changed = *painting.changed;
    const TextStyle style{Face::text, size_body, look.colors->text};
    text(look, tr_count(changed.count, "{} output cell changed", "{} output cells changed", grouped(changed.count)),
         style);
    if (changed.threads)
        text(look,
             tr_count(*changed.threads, "{} thread is affected", "{} threads are affected", grouped(*changed.threads)),
             style);
    else if (changed.count > 0)
        paragraph(look, tr("Output cells have no single writer, so threads are not counted."),
                  {Face::text, size_small, look.colors->muted});
}

} // namespace

bool shows_input(const Model& model, const render::Content& content) {
    if (!model.result || content.space == render::Space::launch) return false;
    return std::ranges::any_of(render::parts_of(*model.result, content),
                               [&](const render::Part& part) { return is_input(*model.result, part.content); });
}

bool paint_with_mouse(const Model& model, const PaintedView& view, bool& in_stroke, Commands& commands) {
    const bool is_hovered = ImGui::IsItemHovered(), is_held = ImGui::IsItemActive();
    const scene::Point place = place_of_mouse(view);
    const bool picks = is_hovered && (ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                                      (ImGui::GetIO().KeyAlt && ImGui::IsMouseClicked(ImGuiMouseButton_Left)));
    if (picks) {
        commands.push_back(PickValue{view.content, place});
        return true;
    }
    if (ImGui::IsItemActivated() && !ImGui::GetIO().KeyAlt) {
        const auto part = model.result ? part_at(*model.result, view.content, place) : std::nullopt;
        in_stroke = part && is_input(*model.result, part->content);
        commands.push_back(PaintTo{view.content, place, true});
    } else if (in_stroke && is_held && (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0)) {
        commands.push_back(PaintTo{view.content, place});
    }
    const bool is_used = in_stroke;
    if (in_stroke && !is_held) {
        in_stroke = false;
        commands.push_back(EndStroke{});
    }
    return is_used;
}

void draw_painting(const Model& model, const PaintedView& view, bool has_mouse) {
    if (!model.result || !model.painting.target || !shows_input(model, view.content)) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(view.min, view.max, true);
    draw_pending(model, view, list);
    if (has_mouse) draw_brush(model, view, list);
    list.PopClipRect();
}

PopupArea paint_popup(const Model& model, ImVec2 min, ImVec2 max, Commands& commands) {
    const Look& look = model.look;
    const InputPainting& painting = model.painting;
    const float width = std::min(look.px(260), max.x - min.x - look.px(16));
    if (!painting.target || width < look.px(120)) return {min, min};
    ImGui::SetNextWindowPos({max.x - look.px(8), min.y + look.px(8)}, ImGuiCond_Always, {1, 0});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, look.colors->popup);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, look.px(8));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0f, look.px(1)));
    ImGui::Begin("##paint", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    const float room = ImGui::GetContentRegionAvail().x - look.px(34);
    text_in_row(look, tr_format("Paint the input {}", painting.target->name), {Face::strong, size_body, 0}, room);
    ImGui::SameLine(ImGui::GetWindowWidth() - look.px(36));
    if (quiet_button(look, "##stop painting", Icon::close,
                     tr_format("Stop painting ({})", key_text(Action::paint_input))))
        commands.push_back(SetPainting{false});
    value_row(model, commands);
    text_in_row(look, tr("brush"), {Face::text, size_body, look.colors->muted});
    for (const uint32_t size : brush_sizes) {
        ImGui::SameLine(0, look.px(6));
        const std::string words = fmt::format("{0}×{0}", size);
        if (pill(look, Label(words, fmt::format("{}##brush", size)), size == painting.size, ""))
            commands.push_back(SetBrush{{}, size});
    }
    paragraph(look, tr("Right-click or Alt+click a cell to take its value."),
              {Face::text, size_small, look.colors->muted});
    effect_rows(model);
    if (painting.painted_cells > 0 &&
        quiet_button(look, tr_label("Reset input"), Icon::none,
                     tr_count(painting.painted_cells, "Remove the paint from {} cell", "Remove the paint from {} cells",
                              grouped(painting.painted_cells))))
        commands.push_back(ResetInput{});
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
    return {at, {at.x + size.x, at.y + size.y}};
}

} // namespace warpscope::ui
