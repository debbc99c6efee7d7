#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/views/view_parts.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

constexpr float name_side = 8;

struct Banner {
    std::string title, words;
    bool error = false;
    std::optional<float> share; // progress of the current run
    bool veiled = true;
};

/// Returns a refused launch's cause, which precedes ";".
std::string first_part(std::string message) {
    message.resize(std::min(message.find(';'), message.size()));
    return message;
}

Banner growing(const Model& model) {
    return {tr("Pale: previous run"), estimate(model.progress), false, model.progress.fraction, false};
}

bool keeps_input(const Model& model) {
    const session::Request& shown = model.result->request;
    return model.variant != nullptr && catalog::main_input(*model.variant) != nullptr &&
           shown.experiment->name == model.setup->experiment && shown.variant == model.setup->variant &&
           shown.input.without_painting() == model.setup->input.without_painting();
}

std::optional<Banner> banner_of(const Model& model) {
    if (!model.result) return std::nullopt;
    if (model.result_is_stale && !model.busy) return Banner{tr("Previous run"), "", false, std::nullopt, true};
    if (model.result_is_stale) {
        const std::string left = estimate(model.progress);
        return Banner{tr("Previous run"), left.empty() ? std::string(stage_text(model.progress.stage)) + "…" : left,
                      false, model.progress.fraction, true};
    }
    if (model.stale && model.edited->open) {
        const auto& errors = model.edited->errors;
        if (errors.empty() || model.edited->waits)
            return Banner{tr("Out of date: previous version of the source"), "", false, std::nullopt, false};
        const Diagnostic& first = errors.front();
        const std::string where = first.where.line > 0 ? tr_format("line {}: ", first.where.line) : "";
        return Banner{tr("Out of date: last version that compiled"), where + tr(first.message), false, std::nullopt,
                      true};
    }
    if (model.failure && !model.busy)
        return Banner{is_of_other_experiment(model)
                          ? tr_format("Last run: {}", tr_course(model.result->request.experiment->title))
                          : std::string(tr("Last run that worked")),
                      "", false, std::nullopt, true};
    if (!model.result->not_emulated.empty())
        return Banner{tr("Not emulated"),
                      model.live.active ? tr("picture from the GPU; nothing is measured")
                                        : tr("the emulator cannot run this kernel, and there is no picture from a GPU"),
                      !model.live.active, std::nullopt, false};
    if (const simt::Finding* refused = refused_launch(*model.result))
        return Banner{tr("Launch failed"), first_part(tr(refused->message)), true, std::nullopt, true};
    return std::nullopt;
}

} // namespace

bool ViewGrid::shows_pending_input(const Model& model, size_t view) {
    return model.pending_input && !model.baseline.side_by_side && content(model, view).space == render::Space::input &&
           form(model, view) == Form::cells;
}

void ViewGrid::pending_input(const Model& model, size_t view) {
    const Area& area = areas_[view];
    const float top = area.min.y + (model.presentation ? above(view) : model.look.px(header_height));
    const float bottom = area.max.y - below(view) - model.look.px(legend_height);
    const auto columns = static_cast<float>(model.pending_input->columns),
               rows = static_cast<float>(model.pending_input->rows);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(area.min, area.max, model.look.colors->view);
    const float scale = std::min((area.max.x - area.min.x) / columns, (bottom - top) / rows);
    if (scale <= 0) return;
    const ImVec2 middle{(area.min.x + area.max.x) / 2, (top + bottom) / 2};
    const ImVec2 min{std::round(middle.x - scale * columns / 2), std::round(middle.y - scale * rows / 2)};
    const ImVec2 max{min.x + std::round(scale * columns), min.y + std::round(scale * rows)};
    list.AddImage(model.pending_input->texture, min, max);
    record_area("pending input", min, max);
}

void ViewGrid::banner(const Model& model, size_t view) {
    std::optional<Banner> banner = banner_of(model);
    if (!banner) return;
    const Look& look = model.look;
    const Area& area = areas_[view];
    const render::Space space = content(model, view).space;
    // The GPU's picture of the output already belongs to the new run.
    const bool of_new = model.live_ahead && space == render::Space::output;
    const bool grows = model.result_is_stale && of_new && model.busy && model.partial && *model.partial < 1;
    if (model.result_is_stale && of_new && !grows) return;
    // The legend already marks the input as stale.
    if (model.result_is_stale && space == render::Space::input && keeps_input(model)) return;
    if (grows) banner = growing(model);
    if (shows_pending_input(model, view)) {
        banner->title = tr("Input of the next run");
        banner->veiled = false;
    }
    // After a failed launch, the banner covers only outputs: inputs are still valid.
    const bool unwritten = banner->error && content(model, view).space == render::Space::output;
    if (banner->error && !unwritten) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.min, area.max, true);
    if (unwritten)
        list.AddRectFilled(area.min, area.max, look.colors->view);
    else if (banner->veiled)
        veil(look, list, area.min, area.max);
    const float size = std::max(size_title, model.reading), pad = look.px(14);
    const float room = area.max.x - area.min.x - 4 * pad;
    const std::string title = shortened(look, banner->title, {Face::strong, size}, room);
    const std::string words = shortened(look, banner->words, {Face::text, size_body}, room);
    const ImVec2 title_size = look.measure(Face::strong, size, title),
                 words_size = look.measure(Face::text, size_body, words);
    const float bar = banner->share ? look.px(12) : 0;
    const ImVec2 whole{std::max({title_size.x, words_size.x, look.px(banner->share ? 180.0f : 0.0f)}) + 2 * pad,
                       title_size.y + (words.empty() ? 0 : words_size.y + look.px(4)) + bar + 2 * look.px(9)};
    const ImVec2 min{std::round((area.min.x + area.max.x - whole.x) / 2),
                     std::round(area.min.y + look.px(header_height) + look.px(8))};
    const ImVec2 max{min.x + whole.x, min.y + whole.y};
    list.AddRectFilled(min, max, banner->error ? look.colors->error : look.colors->popup, look.px(8));
    list.AddRect(min, max, look.colors->line_strong, look.px(8), 0, std::max(1.0f, look.px(1)));
    draw_sign(view, fmt::format("{} banner", name(view)), {min, max});
    const ImU32 ink = banner->error ? look.colors->error_text : look.colors->text;
    float y = min.y + look.px(9);
    ImGui::SetCursorScreenPos({min.x + (whole.x - title_size.x) / 2, y});
    text(look, title, {Face::strong, size, ink});
    y += title_size.y + look.px(4);
    if (!words.empty()) {
        ImGui::SetCursorScreenPos({min.x + (whole.x - words_size.x) / 2, y});
        text(look, words, {Face::text, size_body, ink});
        y += words_size.y + look.px(4);
    }
    if (banner->share) {
        const float wide = max.x - min.x - 2 * pad, high = look.px(6);
        list.AddRectFilled({min.x + pad, y}, {max.x - pad, y + high}, look.colors->track, high / 2);
        list.AddRectFilled({min.x + pad, y}, {min.x + pad + wide * std::clamp(*banner->share, 0.0f, 1.0f), y + high},
                           look.colors->accent, high / 2);
    }
    list.PopClipRect();
}

float ViewGrid::run_name_height(const Model& model) {
    return std::round(model.look.px(std::max(size_title, model.reading) * 1.75f));
}

void ViewGrid::run_name(const Model& model, size_t view) {
    const Look& look = model.look;
    const Area& area = areas_[view];
    const float size = std::max(size_title, model.reading), pad = look.px(10);
    const std::string& run = model.run_words;
    const std::string name = run.empty() && model.result ? content_title(*model.result, content(model, view)) : run;
    const std::string words =
        shortened(look, name, {Face::strong, size, 0}, area.max.x - area.min.x - 2 * pad - 2 * look.px(name_side));
    const ImVec2 wide = look.measure(Face::strong, size, words);
    const float bottom = area.min.y + above(view);
    const ImVec2 min{area.min.x + look.px(name_side), bottom - named_ + look.px(6)};
    plate(look, *ImGui::GetWindowDrawList(), min, {min.x + wide.x + 2 * pad, bottom});
    draw_sign(view, fmt::format("{} run name", ViewGrid::name(view)), {min, {min.x + wide.x + 2 * pad, bottom}});
    ImGui::SetCursorScreenPos({min.x + pad, (min.y + bottom - wide.y) / 2});
    text(look, words, {Face::strong, size, 0});
}

} // namespace warpscope::ui
