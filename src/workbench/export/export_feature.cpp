#include "workbench/export/export_feature.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/process/temporary_folder.hpp"
#include "export/png.hpp"
#include "export/vector/figure_file.hpp"
#include "export/vector/figure_words.hpp"
#include "language/tr.hpp"
#include "workbench/background/picture_clipboard.hpp"
#include "workbench/files/scene_look.hpp"

namespace warpscope::workbench {

namespace {

Result<void> copied_to_clipboard(const Picture& picture) {
    const auto folder = TemporaryFolder::create();
    if (!folder) return tl::unexpected(folder.error());
    const std::filesystem::path file = folder->path() / "view.png";
    const auto written = exporting::save_png(file, picture.width, picture.height, 4,
                                             reinterpret_cast<const std::byte*>(picture.rgba.data()));
    if (!written) return written;
    return copy_picture(file);
}

} // namespace

ExportFeature::ExportFeature(Document& document, const Models& model, ExportModel& view, const Stage& stage)
    : CommandFeature(document, model)
    , view_(view)
    , stage_(stage)
    , autosave_(document.start.autosave_folder, document.worker)
    , film_(document.redraw, document.start.film_program, document.wake) {}

bool ExportFeature::perform(const Perform& action) {
    switch (action.action) {
    case Action::save_picture: on(ShowSaveDialog{}); break;
    case Action::save_film: on(ShowFilmDialog{}); break;
    case Action::copy_picture: on(CopyPicture{}); break;
    default: return false;
    }
    return true;
}

std::optional<double> ExportFeature::seconds_until_due() const {
    const auto due = autosave_.until_due();
    return due ? std::optional(*due + 0.01) : std::nullopt;
}

void ExportFeature::deliver() {
    film_.deliver();
    view_.is_film_busy = film_.busy();
    view_.film_preview = film_.preview();
    report_film();
}

void ExportFeature::keep_autosave() {
    const bool shown =
        model_.lesson == nullptr && model_.result && !document_.file.arriving && document_.is_of_setup(*model_.result);
    autosave_.update(document_.clock.now, shown ? model_.result : nullptr, look_of_scene(document_, model_));
}

std::optional<SavePicture> ExportFeature::take_picture(bool is_worded) {
    if (!is_worded) {
        constexpr double patience = 20; // seconds until the picture is saved even if incomplete
        if (!document_.figure_language) figure_deadline_ = document_.clock.now + patience;
        document_.figure_language = pending_->language.value_or(program_language());
        redraw_.want(3);
        if (document_.clock.now < figure_deadline_) return std::nullopt;
    }
    return std::exchange(pending_, std::nullopt);
}

void ExportFeature::save(const SavePicture& request, bool dark, Picture picture) {
    const auto made = std::make_shared<const Picture>(std::move(picture));
    if (request.file.empty()) {
        worker_.post([this, made]() -> Worker::Finish {
            const auto copied = copied_to_clipboard(*made);
            return [this, copied, made] {
                if (copied)
                    say(false, msg("Copied ({} × {} pixels).", made->width, made->height));
                else // not as an error, because errors stay longer
                    say(false, copied.error().message, copied.error().hint);
                redraw_.want(3);
            };
        });
        return;
    }
    // A picture of a stale result carries no scene.
    const RunPtr run =
        request.with_scene && model_.result && document_.is_of_setup(*model_.result) ? model_.result : nullptr;
    worker_.post([this, request, run, shown = model_.result, look = look_of_figure(request, dark, *made),
                  made]() -> Worker::Finish {
        std::string title = request.title, description;
        if (shown) {
            const ScopedLanguage words(request.language.value_or(language()));
            if (title.empty()) title = exporting::run_title(*shown);
            description = exporting::run_description(*shown);
        }
        const Result<std::string> scene = run ? exporting::scene_text(*run, look) : std::string();
        const auto written =
            made->shapes
                ? exporting::save_drawing(request.file, *made->shapes, {title, description, scene.value_or("")})
                : exporting::save_png(request.file, made->width, made->height, 4,
                                      reinterpret_cast<const std::byte*>(made->rgba.data()), scene.value_or(""));
        return [this, request, written, made, problem = scene ? Message() : scene.error().whole()] {
            if (written)
                document_.say_saved(
                    made->shapes ? msg("Saved {}.", request.file.string())
                                 : msg("Saved {} ({} × {} pixels).", request.file.string(), made->width, made->height),
                    joined(std::array{Message::verbatim(made->shapes
                                                            ? fmt::format("{}", fmt::join(made->shapes->notes, " "))
                                                            : std::string()),
                                      problem.empty() ? Message() : msg("No scene is embedded: {}", problem)},
                           " "));
            else
                say(true, written.error().message, written.error().hint);
            redraw_.want(3);
        };
    });
}

exporting::SceneLook ExportFeature::look_of_figure(const SavePicture& request, bool dark,
                                                   const Picture& picture) const {
    exporting::SceneLook look = look_of_scene(document_, model_);
    scene::FigureLook figure;
    const bool compared = model_.baseline.side_by_side;
    switch (request.subject) {
    case Subject::window: figure.shows = scene::Shows::window; break;
    case Subject::all_views: figure.shows = compared ? scene::Shows::comparison : scene::Shows::views; break;
    case Subject::drawer:
        figure.shows = preferences_.tab == Tab::charts    ? scene::Shows::chart
                       : preferences_.tab == Tab::compare ? scene::Shows::comparison
                                                          : scene::Shows::tab;
        figure.launch = model_.block_view_state.launch;
        figure.array = model_.block_view_state.array;
        figure.peaks = preferences_.peaks;
        if (preferences_.tab == Tab::compare) look.beside = model_.baseline.result;
        break;
    default:
        figure.view = static_cast<uint32_t>(request.subject);
        figure.shows = compared ? scene::Shows::comparison : scene::Shows::view;
    }
    figure.title = request.title;
    figure.caption = request.caption;
    figure.large_legend =
        request.large_legend && figure.shows != scene::Shows::tab && figure.shows != scene::Shows::chart;
    figure.dark = dark;
    figure.width = std::min(picture.width, scene::largest_side);
    figure.height = std::min(picture.height, scene::largest_side);
    look.figure = figure;
    return look;
}

std::optional<Language> ExportFeature::language_of_figures() const {
    const auto requested = preferences_.figure_language;
    return requested == Language::chinese && !window_.has_chinese_font ? std::nullopt : requested;
}

void ExportFeature::on(const ShowSaveDialog& /*c*/) {
    std::error_code ignored;
    const std::string input = scene_.source.input.is_file()
                                  ? std::filesystem::path(scene_.source.input.file).stem().string()
                                  : std::string(input::name_of(scene_.source.input.pattern));
    document_.dialog_requests.emplace_back(SavePictureRequest{
        std::filesystem::current_path(ignored),
        fmt::format("{}-{}-{}", scene_.source.experiment, scene_.source.variant, input), language_of_figures()});
}

void ExportFeature::on(const SavePicture& c) {
    preferences_.figure_language = c.language;
    preferences_.figure_colors = c.colors;
    pending_ = c;
}

void ExportFeature::on(const CopyPicture& c) {
    const size_t view = c.view.value_or(stage_.pointed_view().value_or(1));
    SavePicture request;
    request.subject = static_cast<Subject>(view);
    request.language = language_of_figures();
    pending_ = request;
}

void ExportFeature::on(const ShowFilmDialog& /*c*/) {
    if (!model_.result || model_.result->measured->launches().empty() || !document_.is_of_setup(*model_.result)) {
        say(true, msg("There is nothing to film: the kernel has not run yet."));
        return;
    }
    if (in_block(scene_.moment) && (!model_.time.block || model_.time.recording || model_.time.other_order)) {
        say(true, msg("The block cannot be filmed while it is being recorded or shown in a tried order."));
        return;
    }
    film_.forget_preview();
    std::error_code ignored;
    document_.dialog_requests.emplace_back(FilmRequest{
        std::filesystem::current_path(ignored), fmt::format("{}-{}", scene_.source.experiment, scene_.source.variant)});
}

void ExportFeature::on(const MakeFilm& c) {
    MakeFilm request = c;
    request.thread = model_.selection.thread;
    request.as_written = model_.time.as_written;
    if (model_.result) film_.make(model_.result, look_of_scene(document_, model_), request);
    if (!request.file.empty())
        film_notice_ = document_.notices.say(document_.clock.now, false, msg("Making the film. You can keep working."));
}

void ExportFeature::on(const StopFilm& /*c*/) {
    film_.stop();
    redraw_.want();
}

void ExportFeature::report_film() {
    const auto made = film_.take_made();
    if (!made) return;
    document_.notices.dismiss(std::exchange(film_notice_, 0));
    if (*made)
        document_.say_saved(msg("Saved {}.", (*made)->string()));
    else
        say(true, made->error().message, made->error().hint);
}

} // namespace warpscope::workbench
