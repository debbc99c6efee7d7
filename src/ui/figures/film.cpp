#include "ui/figures/film.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/figures/figure_canvas.hpp"
#include "ui/panels/time/dispatch_chart.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/film_pace.hpp"
#include "ui/wording/phrases.hpp"

namespace warpscope::ui {
namespace {

Result<Picture> frame(Canvas& canvas, const FigureOptions& options, const analysis::Dispatch& dispatch, uint64_t time,
                      int frames_at_rest) {
    Model& model = canvas.model;
    model.so_far.ended = dispatch.ended_by(time);
    const Look& look = model.look;
    return picture_of(
        canvas, options,
        [&](ImVec2 size) {
            const float pad = look.px(16), title = look.px(40);
            const float chart = std::round(size.y * 0.27f), words = look.px(30);
            const session::RunResult& run = *model.result;
            ImGui::SetCursorPos({pad, look.px(9)});
            text(look,
                 tr_format("{} · {}   {} blocks on {}{}", tr_course(run.request.experiment->title), run.variant().name,
                           dispatch.blocks.size(), dispatch.device,
                           dispatch.measured ? tr(", recorded") : tr(", modeled")),
                 {Face::strong, size_large, 0}, size.x - 2 * pad);
            Commands ignored;
            canvas.views->draw(model, {0, title}, {size.x, size.y - chart - words}, 0, ignored);
            ImGui::SetCursorPos({pad, size.y - chart - words + look.px(6)});
            text(look, dispatch_text(insight::dispatch_facts(dispatch, time)), {Face::text, size_body, 0},
                 size.x - 2 * pad);
            static_cast<void>(
                dispatch_chart(look, dispatch, time, {pad, size.y - chart}, {size.x - pad, size.y - pad}));
        },
        frames_at_rest);
}

} // namespace

Result<void> make_launch_film(const std::shared_ptr<const session::RunResult>& result, const LaunchFilm& film,
                              const FigureOptions& options,
                              const std::function<Result<void>(std::vector<Picture>)>& samples,
                              const TakePicture& take) {
    if (const auto why = analysis::block_order_error(*result))
        return fail(ErrorKind::usage, msg("This launch cannot be shown block by block. {}", *why));
    const analysis::Dispatch& dispatch = film.dispatch;
    const uint64_t blocks = dispatch.blocks.size();
    const uint64_t from = film.from.value_or(0), to = film.to.value_or(blocks);
    if (from > to || to > blocks)
        return fail(ErrorKind::usage, msg("Invalid range, {} to {}: the launch has {} blocks.", from, to, blocks));
    auto canvas = make_canvas(result, options);
    if (!canvas) return tl::unexpected(canvas.error());
    Model& model = (*canvas)->model;
    if (auto focus = focus_on(result, options, model.selection, model.trace); !focus) return focus;
    model.so_far = insight::make_launch_order(result, dispatch)->all;
    const uint64_t begin = dispatch.time_of(static_cast<uint32_t>(from)),
                   end = dispatch.time_of(static_cast<uint32_t>(to));
    const auto at = [&](double share) {
        return begin + static_cast<uint64_t>(std::llround(share * static_cast<double>(end - begin)));
    };

    constexpr int settles = 4;
    std::vector<Picture> shown;
    for (const double share : {0.0, 0.5, 1.0}) {
        auto made = frame(**canvas, options, dispatch, at(share), settles);
        if (!made) return tl::unexpected(made.error());
        shown.push_back(std::move(*made));
    }
    if (auto taken = samples(std::move(shown)); !taken) return taken;
    constexpr uint64_t any = ~uint64_t{0};
    const FilmPace pace = film_pace(film.seconds, film.pictures_per_second, 0, any);
    const uint64_t count = pace.pictures;
    for (uint64_t i = 0; i < count; ++i) {
        auto made = frame(**canvas, options, dispatch, at(static_cast<double>(i) / static_cast<double>(count - 1)), 1);
        if (!made) return tl::unexpected(made.error());
        const double seconds = pace.each + (i == 0 ? pace.first : i + 1 == count ? pace.last : 0);
        if (auto taken = take(std::move(*made), seconds); !taken) return taken;
    }
    return {};
}

} // namespace warpscope::ui
