// The window at one moment of a launch: which blocks have ended, and what time's commands do.
#include "ui/app/app_state.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "language/tr.hpp"

namespace warpscope::ui {

void App::State::update_launch_time() {
    const RunPtr& run = model.result;
    const bool launched = run && !run->measured->launches().empty();
    // What a GPU recorded of these very blocks stands above the model.
    const auto& recording = model.study.recording;
    const bool recorded = launched && recording && recording->readings.blocks.size() == run->shown().config.blocks();
    launch_cursor.use_device(preferences.peaks, recorded ? recording : nullptr);
    launch_cursor.update(launched ? run : nullptr, static_cast<double>(ImGui::GetIO().DeltaTime));
    model.launch_time = launch_cursor.state();
    model.so_far = {};
    const auto& order = model.launch_time.order;
    if (!launch_cursor.on() || !order || order->run != run) return;
    model.so_far = order->after(scene.moment.step);
    const auto ended = static_cast<uint32_t>(std::min<uint64_t>(scene.moment.step, order->all.ended));
    model.launch_time.ended = order->dispatch.ended_by(order->dispatch.time_of(ended));
}

void App::State::on(const ShowBlocksInTime& c) {
    if (!c.on) {
        launch_cursor.leave();
        return;
    }
    if (!model.result) scope_wish = scene::Scope::launch;
    if (!model.result || model.result->measured->launches().empty()) return;
    time.set_scope(scene::Scope::all);
    launch_cursor.enter();
}
void App::State::on(const GoToBlocks& c) { launch_cursor.go_to(c.ended); }

void App::State::on(const ShowFilmDialog&) {
    if (!model.result || model.result->measured->launches().empty() || !is_of_choice(*model.result)) {
        say(true, msg("There is nothing to film: the kernel has not run yet."));
        return;
    }
    if (in_block(scene.moment) && (!time.bar().block || time.bar().recording || time.bar().other_order)) {
        say(true, msg("The block cannot be filmed now: it is being recorded, or shown in an order that was tried."));
        return;
    }
    film.forget_preview();
    std::error_code ignored;
    dialogs.film.show(model, std::filesystem::current_path(ignored),
                      fmt::format("{}-{}", scene.source.experiment, scene.source.variant));
}

void App::State::on(const MakeFilm& c) {
    MakeFilm wish = c;
    wish.thread = model.selection.thread;
    wish.as_written = time.bar().as_written;
    if (model.result) film.make(model.result, look_of_scene(), wish);
    if (!wish.file.empty()) say(false, msg("The film is being made; the window can be used meanwhile."));
}

void App::State::on(const StopFilm&) {
    film.stop();
    redraw.want();
}

void App::State::tell_of_film() {
    const auto made = film.take_made();
    if (!made) return;
    if (*made)
        say(false, msg("Saved {}.", (*made)->string()));
    else
        say(true, made->error().message, made->error().hint);
}

} // namespace warpscope::ui
