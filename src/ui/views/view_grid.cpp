#include "ui/views/view_grid.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gl/objects.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "render/maps/heat_map.hpp"
#include "render/style/named_group.hpp"
#include "scene/names.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/panels/panels.hpp"
#include "ui/views/buffer_chart.hpp"
#include "ui/views/cell_stretches.hpp"
#include "ui/views/two_runs.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_view.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

render::Theme theme_of(const Model& model, float density) {
    return {model.look.dark, model.look.scale * density, model.look.colors->view,
            model.look.px(model.reading) * density};
}

void empty_view(const Model& model, ImVec2 min, ImVec2 max) {
    const Look& look = model.look;
    std::string title, words;
    if (model.variant == nullptr) {
        title = tr("No experiments");
        words = tr_format("None were found in {}. Set WARPSCOPE_CUDA_DIR to the folder that holds them.",
                          catalog::catalog_folder().string());
    } else if (model.failure) {
        title = tr("Nothing to show");
        words = tr(model.failure->message.first_line());
        if (!model.failure->hint.empty()) words += "\n" + hint_sentence(model.failure->hint);
    } else {
        title = caption(model);
        words = std::string(stage_text(model.progress.stage)) + "…";
    }
    const float width = std::min(look.px(380), max.x - min.x - look.px(40));
    if (width < look.px(60)) return;
    ImGui::SetCursorScreenPos({(min.x + max.x - width) / 2, (min.y + max.y) / 2 - look.px(40)});
    ImGui::BeginChild(ImGui::GetID(title.c_str()), {width, 0}, ImGuiChildFlags_AutoResizeY,
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs);
    paragraph(look, title, {Face::strong, size_title, 0});
    paragraph(look, words, {Face::text, size_body, look.colors->muted});
    ImGui::EndChild();
}

} // namespace

ViewGrid::ViewGrid()
    : stretches_(std::make_unique<StretchCache>()) {}
ViewGrid::~ViewGrid() = default;

Result<std::unique_ptr<ViewGrid>> ViewGrid::create() {
    auto textures = render::RunTextures::create();
    if (!textures) return tl::unexpected(textures.error());
    std::unique_ptr<ViewGrid> pair(new ViewGrid);
    pair->textures_ = std::move(*textures);
    for (auto& view : pair->views_) {
        auto made = render::View::create();
        if (!made) return tl::unexpected(made.error());
        view = std::move(*made);
    }
    return pair;
}

bool ViewGrid::update(const std::shared_ptr<const session::RunResult>& result,
                      const std::shared_ptr<const metrics::BlockTrace>& trace) {
    return textures_->update(result, trace);
}

bool ViewGrid::update_baseline(const std::shared_ptr<const session::RunResult>& result,
                               const std::shared_ptr<const metrics::BlockTrace>& trace) {
    if (!result) {
        baseline_textures_.reset();
        return true;
    }
    if (!baseline_textures_) {
        auto made = render::RunTextures::create();
        if (!made) return true; // unexpected: the same shaders compiled before
        baseline_textures_ = std::move(*made);
    }
    return baseline_textures_->update(result, trace);
}

void ViewGrid::set_probes(const Model& model) {
    textures_->set_probes(model.result, model.probes);
    if (baseline_textures_) baseline_textures_->set_probes(model.baseline.result, model.baseline_probes);
}

std::optional<drawing::Group> ViewGrid::shapes(ImTextureID texture, drawing::Rect at,
                                               std::vector<std::string>& notes) const {
    for (size_t i = 0; i < views_.size(); ++i) {
        if (views_[i]->texture() != texture) continue;
        const bool of_baseline = is_on_left(i) && baseline_textures_ != nullptr;
        const auto run = of_baseline ? baseline_textures_->shown() : textures_->shown();
        if (run) return views_[i]->shapes(*run, {at.x, at.y}, notes);
    }
    return std::nullopt;
}

Message ViewGrid::problem() const {
    const std::optional<Diagnostic> problem = textures_->problem();
    return problem ? problem->message : Message();
}

void ViewGrid::draw(const Model& model, ImVec2 min, ImVec2 max, uint32_t live_texture, Commands& commands, float above,
                    float below) {
    above_ = above;
    below_ = below;
    const bool of_cells = model.lesson != nullptr && model.lesson->question() != nullptr &&
                          model.lesson->question()->kind == lesson::Kind::cells;
    named_ = model.presentation && !model.still && (two_runs(model) || of_cells) ? run_name_height(model) : 0;
    lay_out(model, min, max);
    const bool two = two_runs(model);
    const Model left_model = two ? pinned_model(model) : Model(), right_model = two ? present_model(model) : Model();
    const auto shown_in = [&](size_t i) -> const Model& {
        return !two ? model : of_baseline(model, i) ? left_model : right_model;
    };

    covered_.clear();
    waiting_.clear();
    for (std::vector<Area>& signs : signs_) signs.clear();
    for (std::vector<Area>& plates : plates_) plates.clear();
    pointed_view_.reset();
    for (size_t i = 0; i < view_count(model); ++i) {
        if (hidden(model, i)) continue;
        ImGui::PushID(static_cast<int>(i));
        const Model& shown = shown_in(i);
        picture(shown, model, i, two && of_baseline(model, i) ? 0 : live_texture, commands);
        if (shows_pending_input(model, i))
            pending_input(model, i);
        else
            notes(shown, model, i, commands);
        banner(model, i);
        if (!model.presentation)
            header(shown, i, commands);
        else if (named_ > 0)
            run_name(shown, i);
        ImGui::PopID();
    }
    laid_out_ = true;
    splitters(model, min, max, commands);
    if (model.painting.is_on && model.result && !model.still && !model.bare_views) paint_tool(model, commands);
}

namespace {

/// Returns the area in the framebuffer; nothing unless its edges are whole pixels.
std::optional<render::WindowPart> part_of(uint32_t framebuffer, const ImVec4& area) {
    const ImGuiIO& io = ImGui::GetIO();
    const float density = io.DisplayFramebufferScale.x;
    const float left = area.x * density, lower = (io.DisplaySize.y - area.w) * density;
    for (const float at : {left, lower, area.z * density, area.y * density})
        if (at != std::round(at)) return std::nullopt;
    return render::WindowPart{framebuffer, static_cast<int>(left), static_cast<int>(lower)};
}

void leave_out(ImDrawList& list, ImTextureID texture) {
    for (ImDrawCmd& command : list.CmdBuffer)
        if (command.UserCallback == nullptr && command.ElemCount > 0 && command.TexRef._TexData == nullptr &&
            command.GetTexID() == texture)
            command.ElemCount = 0;
}

} // namespace

void ViewGrid::paint(uint32_t live_texture, uint64_t live_picture, std::optional<uint32_t> window,
                     std::optional<size_t> only) {
    using Painted = render::View::Painted;
    bool drawn = false;
    for (size_t i = 0; i < waiting_.size(); ++i) {
        const Waiting& it = waiting_[i];
        if (only && it.index != *only) continue;
        const auto part = window ? part_of(*window, covered_[i].rect) : std::nullopt;
        const Painted painted = it.view->paint(*it.textures, live_texture, live_picture, part);
        if (painted == Painted::window) leave_out(*it.list, covered_[i].texture);
        drawn = painted != Painted::nothing || drawn;
        covered_[i].drawings = it.view->drawings();
    }
    waiting_.clear();
    if (drawn) glFlush(); // keeps the GPU busy while the CPU finishes the frame
}

render::ViewState ViewGrid::state_of(const Model& model, const Model& whole, size_t view) const {
    render::ViewState state;
    state.show(content(model, view));
    state.step = model.step;
    state.interval = model.interval;
    state.camera = camera_of(whole, view);
    state.overlays = choice(model, view).overlays;
    state.hides_findings = model.lesson != nullptr && model.lesson->covers();
    // Hides halo and ghosts: textures may still mark the block that was last pointed at.
    if (model.bare_views && model.selection.thread == 0)
        state.overlays &= ~static_cast<render::OverlaySet>(static_cast<render::OverlaySet>(render::Overlay::halo) |
                                                           static_cast<render::OverlaySet>(render::Overlay::ghosts));
    state.strength = model.preferences->strength;
    state.selection = model.selection;
    state.paint = model.paint;
    // Skips a moment that belongs to another run.
    if (model.moment && model.moment->block->run == model.result) state.moment = model.moment->cells;
    // They would hide the block's progress.
    if (state.moment) state.overlays &= ~render::heat_overlays();
    state.difference = shown_difference(model, view);
    // Its color would look like larger values.
    if (state.difference) state.overlays &= ~static_cast<render::OverlaySet>(render::Overlay::divergence);
    const auto& order = model.launch_time.order;
    if (order == nullptr || order->run == model.result) state.so_far = model.so_far;
    state.theme = theme_of(model, 1);
    return state;
}

std::shared_ptr<const insight::ValueDifference> ViewGrid::shown_difference(const Model& model, size_t view) {
    const auto& difference = model.differences[model.baseline.choice_of(view)];
    const bool in_time = model.moment && model.moment->block->run == model.result;
    const bool is_shown = difference && !in_time && !model.paint && model.result &&
                          difference->is_of(*model.result, content(model, view));
    return is_shown ? difference : nullptr;
}

void ViewGrid::picture(const Model& model, const Model& whole, size_t i, uint32_t live_texture, Commands& commands) {
    const Area& area = areas_[i];
    const ImVec2 size{area.max.x - area.min.x, area.max.y - area.min.y};
    if (size.x < 2 || size.y < 2) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Form how = form(model, i);
    if (!model.result || how != Form::cells) list.AddRectFilled(area.min, area.max, model.look.colors->view);
    if (!model.result) {
        empty_view(model, area.min, area.max);
        return;
    }
    if (how != Form::cells) {
        chart(model, i, how, live_texture != 0 ? model.live_values : nullptr, commands);
        return;
    }
    const float density = ImGui::GetIO().DisplayFramebufferScale.x;
    const render::Content shown = content(model, i);
    render::ViewState state = state_of(model, whole, i);
    const bool has_output = shown.space == render::Space::output || shown.space == render::Space::matrices;
    if (has_output) {
        state.live_texture = live_texture;
        state.live_content = render::arranged_output(*model.result);
        state.live_picture = model.live_picture;
        // Hides values, because the picture is newer than them.
        if (live_texture != 0 && model.live_ahead)
            state.overlays &= ~static_cast<render::OverlaySet>(render::Overlay::values);
    }

    render::RunTextures& textures =
        &model != &whole && of_baseline(whole, i) && baseline_textures_ ? *baseline_textures_ : *textures_;
    // The picture is measured in framebuffer pixels, text in ImGui's units.
    render::ViewState fine = state;
    fine.camera.pixels_per_cell *= density;
    fine.theme = theme_of(model, density);
    const uint32_t texture = views_[i]->prepare(textures, fine, static_cast<uint32_t>(std::lround(size.x * density)),
                                                static_cast<uint32_t>(std::lround(size.y * density)));
    waiting_.push_back({i, views_[i].get(), &textures, &list});
    // Without blending, the GPU does not read the covered pixels.
    list.AddCallback([](const ImDrawList*, const ImDrawCmd*) { glDisable(GL_BLEND); }, nullptr);
    list.AddImage(static_cast<ImTextureID>(texture), area.min, area.max, {0, 1}, {1, 0});
    covered_.push_back({{area.min.x, area.min.y, area.max.x, area.max.y}, static_cast<ImTextureID>(texture), 0});
    list.AddCallback([](const ImDrawList*, const ImDrawCmd*) { glEnable(GL_BLEND); }, nullptr);
    list.PushClipRect(area.min, area.max, true);
    ImGui::PushFont(model.look.fonts.mono, size_small);
    render::ViewState named = state;
    named.covered_above = model.presentation ? above(i) : model.look.px(header_height);
    named.covered_below = below(i) + model.look.px(legend_height) * legend_stretch(model);
    if (const auto map = map_area(model, i, state))
        named.covered_corner = {render::Point{double{map->min.x - area.min.x}, double{map->min.y - area.min.y}},
                                render::Point{double{map->max.x - area.min.x}, double{map->max.y - area.min.y}}};
    draw_marks(whole, i);
    views_[i]->draw_text(list, *model.result, named, {area.min.x, area.min.y}, {size.x, size.y});
    ImGui::PopFont();
    const std::vector<render::NameArea>& names = views_[i]->names();
    for (size_t k = 0; k < names.size(); ++k)
        draw_sign(i, fmt::format("{} name {}", name(i), k),
                  {{static_cast<float>(names[k].low.x), static_cast<float>(names[k].low.y)},
                   {static_cast<float>(names[k].high.x), static_cast<float>(names[k].high.y)}});
    mouse(whole, i, commands);
    if (strips(model, i, state).above) upper_strip(model, i);
    {
        const render::NamedGroup group(list, fmt::format("{}-legend", scene::name_of(state.space)));
        legend(model, i, state, commands);
    }
    histogram_popup(model, i, commands);
    cube(whole, i, commands);
    minimap(whole, i, state, textures, commands);
    list.PopClipRect();
}

void ViewGrid::draw_sign(size_t view, const std::string& label, const Area& area) {
    const Area& whole = areas_[view];
    const Area seen{{std::max(area.min.x, whole.min.x), std::max(area.min.y, whole.min.y)},
                    {std::min(area.max.x, whole.max.x), std::min(area.max.y, whole.max.y)}};
    if (seen.min.x >= seen.max.x || seen.min.y >= seen.max.y) return;
    signs_[view].push_back(seen);
    record_area(label, seen.min, seen.max);
}

void ViewGrid::chart(const Model& model, size_t i, Form how, const SharedBytes& live, Commands& commands) {
    const Area& area = areas_[i];
    const render::Content shown = content(model, i);
    ImGui::SetCursorScreenPos(area.min);
    ImGui::SetNextItemAllowOverlap();
    const bool clicked = ImGui::InvisibleButton("##view", {area.max.x - area.min.x, area.max.y - area.min.y});
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) pointed_view_ = i;
    record_area(fmt::format("{} view", name(i)), area.min, area.max);
    ImGui::GetWindowDrawList()->PushClipRect(area.min, area.max, true);
    std::unique_ptr<render::HeatField> heat;
    const ImVec2 from{area.min.x, area.min.y + (model.presentation ? above(i) : model.look.px(header_height))};
    float bottom = area.max.y - below(i);
    if (how == Form::bars) {
        render::ViewState state = state_of(model, model, i);
        state.paint.reset();
        state.selection = {};
        state.interval.reset();
        state.overlays &= render::heat_overlays();
        const render::HeatChoice choice = render::heat_choice(*model.result, state);
        const auto request = render::probe_for(*model.result, choice);
        const auto probe = request ? model.probes.find(*request) : nullptr;
        if (choice.any()) {
            legend(model, i, state, commands);
            bottom = area.max.y;
            for (const Area& plate : plates_[i]) bottom = std::min(bottom, plate.min.y);
            if (!request || probe) heat = render::HeatField::create(model.result, shown, choice, probe);
        }
    }
    const std::optional<uint64_t> cell = how == Form::bars
                                             ? draw_bars(model, shown, live, heat.get(), from, {area.max.x, bottom})
                                             : draw_numbers(model, shown, live, from, {area.max.x, bottom});
    ImGui::GetWindowDrawList()->PopClipRect();
    if (!cell || !hovered) return;
    const render::CellIndex place = render::place_of(*model.result, shown, *cell);
    const render::Point middle{static_cast<double>(place.x) + 0.5, static_cast<double>(place.y) + 0.5};
    commands.push_back(Hover{shown, middle});
    if (clicked && model.painting.is_on) {
        commands.push_back(PaintTo{shown, middle, true});
        commands.push_back(EndStroke{});
    } else if (clicked) {
        commands.push_back(Pin{shown, middle});
    }
}

} // namespace warpscope::ui
