#include <fmt/format.h>

#include "language/tr.hpp"
#include "ui/app/app_state.hpp"
#include "workbench/files/scene_look.hpp"

namespace warpscope::ui {

void App::State::on(const ShowFilmDialog&) {
    if (!model.result || model.result->measured->launches().empty() || !doc.is_of_setup(*model.result)) {
        doc.say(true, msg("There is nothing to film: the kernel has not run yet."));
        return;
    }
    if (in_block(scene.moment) && (!model.time.block || model.time.recording || model.time.other_order)) {
        doc.say(true, msg("The block cannot be filmed while it is being recorded or shown in a tried order."));
        return;
    }
    film.forget_preview();
    std::error_code ignored;
    dialogs.film.show(model, std::filesystem::current_path(ignored),
                      fmt::format("{}-{}", scene.source.experiment, scene.source.variant));
}

void App::State::on(const MakeFilm& c) {
    MakeFilm request = c;
    request.thread = model.selection.thread;
    request.as_written = model.time.as_written;
    if (model.result) film.make(model.result, look_of_scene(doc, model), request);
    if (!request.file.empty()) doc.say(false, msg("Making the film. You can keep working."));
}

void App::State::on(const StopFilm&) {
    film.stop();
    redraw.want();
}

void App::State::report_film() {
    const auto made = film.take_made();
    if (!made) return;
    if (*made)
        doc.say(false, msg("Saved {}.", (*made)->string()));
    else
        doc.say(true, made->error().message, made->error().hint);
}

} // namespace warpscope::ui
