#include "ui/figures/block_film.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/figures/figure_canvas.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/film_pace.hpp"
#include "ui/workbench.hpp"
#include "workbench/files/fitting.hpp"

namespace warpscope::ui {
namespace {

using scene::Scope;

scene::Moment moment_of(const BlockFilm& film, uint64_t step) {
    const replay::Recording::Contents& recorded = film.block->recording->contents();
    return {film.scope, recorded.launch, recorded.block, film.warp, step, 0};
}

std::vector<uint64_t> barriers(const BlockFilm& film) {
    const replay::History& history = *film.block->history;
    std::vector<uint64_t> steps;
    for (const uint32_t step : history.intervals())
        steps.push_back(film.scope == Scope::warp ? history.done_by(film.warp, step) : step);
    return steps;
}

std::string words_of(const insight::MomentView& moment, const FilmStep& now) {
    std::string words;
    if (moment.step && moment.now_line != 0) words = tr_format("warp {}, line {}", moment.acting, moment.now_line);
    const auto in_state = [&](replay::WarpState state) {
        return std::ranges::count(moment.warps, state, &insight::WarpFlag::state);
    };
    const auto waiting = in_state(replay::WarpState::at_barrier), ended = in_state(replay::WarpState::ended);
    const size_t all = moment.warps.size();
    if (now.barrier)
        words = tr("barrier: all warps have arrived");
    else if (waiting > 0)
        words += tr_format(" · {} of {} warps wait at the barrier", waiting, all);
    if (ended > 0) words += tr_format(" · {} of {} warps have ended", ended, all);
    for (size_t k = 0; k < moment.shared.size(); ++k)
        words += tr_format(" · {}: {} of {} written", moment.block->arrays[k].name + moment.block->arrays[k].member,
                           grouped(moment.shared[k].written), grouped(moment.block->arrays[k].elements()));
    return words;
}

void head(const Model& model, const BlockFilm& film, const FilmStep& now, float width) {
    const Look& look = model.look;
    const session::RunResult& run = *film.block->run;
    const Dim3& block = film.block->recording->contents().block_index;
    const std::string of = film.scope == Scope::warp ? tr_format(", warp {}", film.warp) : "";
    ImGui::SetCursorPos({look.px(16), look.px(8)});
    text(look,
         tr_format("{} · {}   block ({}, {}, {}){}   step {} of {}", tr_course(run.request.experiment->title),
                   run.variant().name, block.x, block.y, block.z, of, now.step, film.block->length(moment_of(film, 0))),
         {Face::strong, size_large, 0}, width);
    ImGui::SetCursorPos({look.px(16), look.px(31)});
    text(look, words_of(*model.moment, now), {now.barrier ? Face::strong : Face::text, size_body, 0}, width);
}

void part(const Model& model, const char* name, ImVec2 min, ImVec2 max, const std::function<void()>& contents) {
    ImGui::SetCursorPos(min);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, model.look.colors->bar);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarBg, 0);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {model.look.px(10), model.look.px(8)});
    ImGui::BeginChild(name, {max.x - min.x, max.y - min.y}, ImGuiChildFlags_AlwaysUseWindowPadding,
                      ImGuiWindowFlags_NoScrollbar);
    contents();
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(3);
}

Result<Picture> block_frame(Canvas& canvas, insight::MomentMaker& maker, const BlockFilm& film,
                            const FigureOptions& options, const FilmStep& now, int frames_at_rest) {
    Model& model = canvas.model;
    canvas.scene.moment = moment_of(film, now.step);
    model.moment = maker.make(canvas.scene.moment, insight::Tick::line, model.time.watches);
    if (model.moment->now_line != 0) model.goto_line = model.moment->now_line;
    return picture_of(
        canvas, options,
        [&](ImVec2 size) {
            const Look& look = model.look;
            const float top = look.px(56), gap = look.px(6), middle = std::round(size.y * 0.5f);
            Commands ignored;
            head(model, film, now, size.x - look.px(32));
            canvas.views->draw(model, {0, top}, {size.x, middle}, 0, ignored);
            const float source = std::round(size.x * 0.5f);
            part(model, "film source", {0, middle + gap}, {source - gap / 2, size.y},
                 [&] { source_panel(model, ignored); });
            part(model, "film moment", {source + gap / 2, middle + gap}, {size.x, size.y},
                 [&] { moment_panel(model, ignored); });
        },
        frames_at_rest);
}

} // namespace

std::vector<FilmStep> film_steps(const BlockFilm& film) {
    const uint64_t length = film.block->length(moment_of(film, 0));
    const uint64_t from = film.from.value_or(0), to = std::min(film.to.value_or(length), length);
    std::vector<uint64_t> stops;
    for (const uint64_t step : barriers(film))
        if (step > from && step < to) stops.push_back(step);
    const FilmPace pace = film_pace(film.seconds, film.pictures_per_second, stops.size(), to - from + 1);
    std::vector<FilmStep> steps;
    for (uint64_t k = 0; k < pace.pictures; ++k)
        steps.push_back({from + (to - from) * k / (pace.pictures - 1), pace.each, false});
    for (const uint64_t stop : stops) steps.push_back({stop, pace.pause, true});
    std::ranges::stable_sort(steps, {}, &FilmStep::step);
    steps.front().seconds += pace.first;
    steps.back().seconds += pace.last;
    return steps;
}

Result<void> make_block_film(const BlockFilm& film, const FigureOptions& options,
                             const std::function<Result<void>(std::vector<Picture>)>& samples,
                             const TakePicture& take) {
    const uint64_t length = film.block->length(moment_of(film, 0));
    if (film.from.value_or(0) >= film.to.value_or(length) || film.to.value_or(length) > length)
        return fail(ErrorKind::usage, msg("Invalid range, {} to {}: there are {} steps.", film.from.value_or(0),
                                          film.to.value_or(length), length));
    auto canvas = make_canvas(film.block->run, options);
    if (!canvas) return tl::unexpected(canvas.error());
    Model& model = (*canvas)->model;
    if (auto focus = focus_on(film.block->run, options, model.selection, model.trace); !focus) return focus;
    model.time.block = film.block;
    if (film.scope == Scope::warp) model.time.part = "variables";
    insight::MomentMaker maker(film.block);

    const std::vector<FilmStep> steps = film_steps(film);
    constexpr int settles = 4;
    std::vector<Picture> shown;
    if (auto first = block_frame(**canvas, maker, film, options, steps.front(), settles); !first)
        return tl::unexpected(first.error());
    // Shows the whole block, or the whole input if all blocks add up in few cells.
    const bool has_place = !film.block->run->prepared.adds_up;
    const auto fits = camera_on(*film.block, (*canvas)->views->area(1).size(), 40 * double{model.look.scale});
    std::optional<render::Camera>& camera = (*canvas)->scene.camera;
    const bool has_camera = options.scene && options.scene->camera && camera;
    if (has_place && (!has_camera || (fits && fits->pixels_per_cell < camera->pixels_per_cell))) camera = fits;
    const render::Camera all = (*canvas)->views->fitted(model, *film.block->run);
    if (camera && all.pixels_per_cell > 0.4 * camera->pixels_per_cell) camera.reset();
    for (const size_t k : {size_t{0}, steps.size() / 2, steps.size() - 1}) {
        auto made = block_frame(**canvas, maker, film, options, steps[k], settles);
        if (!made) return tl::unexpected(made.error());
        shown.push_back(std::move(*made));
    }
    if (auto taken = samples(std::move(shown)); !taken) return taken;
    for (const FilmStep& step : steps) {
        auto made = block_frame(**canvas, maker, film, options, step, 2);
        if (!made) return tl::unexpected(made.error());
        if (auto taken = take(std::move(*made), step.seconds); !taken) return taken;
    }
    return {};
}

} // namespace warpscope::ui
