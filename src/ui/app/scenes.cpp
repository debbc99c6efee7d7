// Scenes: opening one, showing it when its run is there, saving what is shown.
#include <algorithm>

#include <fmt/format.h>

#include "export/file.hpp"
#include "export/large_scene.hpp"
#include "export/numbers.hpp"
#include "language/tr.hpp"
#include "ui/app/app_state.hpp"
#include "ui/model/fitting.hpp"
#include "ui/model/note_place.hpp"

namespace warpscope::ui {

void App::State::open_scene(const std::filesystem::path& file, bool or_picture) {
    std::error_code ignored;
    worker.post([this, whole = std::filesystem::absolute(file, ignored), or_picture,
                 catalog = start.catalog]() -> Worker::Finish {
        auto read = exporting::read_scene(whole);
        if (read && !*read && is_picture_name(whole)) return [this, whole] { open_picture(whole); };
        if (read && !*read)
            read = fail(ErrorKind::usage, tr_format("{} carries no scene.", whole.filename().string()),
                        tr("Figures that Warpscope has saved with their scene can be opened."));
        using Opened = Result<exporting::OpenedScene>;
        auto opened = std::make_shared<Opened>(read ? exporting::open_scene(std::move(**read), *catalog)
                                                    : Opened(tl::unexpected(read.error())));
        return [this, whole, opened, or_picture] {
            redraw.want(3);
            if (*opened)
                take_scene(whole, std::move(**opened));
            else
                say(true, opened->error().message,
                    or_picture
                        ? opened->error().hint + tr("; \"as picture\" in the dialog to open it takes the picture")
                        : opened->error().hint);
        };
    });
}

void App::State::take_scene(const std::filesystem::path& file, exporting::OpenedScene opened) {
    auto next = std::make_shared<catalog::Catalog>(*start.catalog);
    if (opened.carried) {
        std::erase_if(next->experiments,
                      [&](const catalog::Experiment& e) { return e.file == opened.experiment->file; });
        next->experiments.push_back(*opened.experiment);
        start.catalog = std::move(next);
    }
    remember(preferences, file.string());
    note_brought(opened.scene.source);
    const bool brought_text = opened.scene.source.text.has_value();
    document = {file, opened.saved.notes, std::move(opened), brought_text, {}};
    launch_note.clear();
    const scene::Source source = document.arriving->scene.source;
    if (scene.source == source && runs.newest) {
        if (!scene.notes.empty()) history.record({scene.source, scene.notes}, ""); // those of the file take their place
        submit();                                                                  // the kernel's text may be another
    } else
        choose(source, "");
}

void App::State::show_arrived() {
    if (!document.arriving || !model.result || model.result != runs.newest || !is_of_choice(*model.result)) return;
    const exporting::OpenedScene opened = *std::exchange(document.arriving, std::nullopt);
    // Something else was chosen before its run was there: that stays. Of other settings the scene is how they are
    // shown.
    const scene::Source now = scene.source, &brought = opened.scene.source;
    if (now.experiment != brought.experiment || now.variant != brought.variant || !(now.input == brought.input)) return;
    leave_moment();
    first_look.forget();
    on(SetBaseline{false});
    scene = fitting(opened.scene, *model.result);
    scene.source = now;
    if (scene.four) preferences.panes.alone.reset();
    camera.jump = true;
    if (const auto tab = tab_from_name(opened.saved.tab)) {
        preferences.tab = *tab;
        open_drawer(true);
    } else {
        open_drawer(false);
    }
    if (!opened.saved.chart.empty()) preferences.chart = opened.saved.chart;
    code.note_scene(*model.result);
    if (scene.painted) on(ScrollCode{scene.painted->place});
    say_lost_notes(lost_notes(scene.notes, *model.result));
    // One that was restored after a crash has no file yet.
    const std::string name = document.file.empty() ? tr("The scene") : document.file.filename().string();
    std::string words = document.file.empty() ? "" : tr_format("Opened {}.", name), why;
    if (!opened.saved.numbers.empty() && now == brought) {
        document.check = SceneCheck{name, brought, opened.saved, {}, {}};
        document.check->saved.files.clear();
        update_scene_check();
        words = fmt::format("{}: {}.", name, document.check->reproduced.text());
        why = document.check->reproduced.why();
    }
    if (!words.empty())
        say(false, words, document.notes.empty() ? why : why.empty() ? document.notes : document.notes + "\n" + why);
    redraw.want(3);
}

void App::State::update_scene_check() {
    model.scene_check = nullptr;
    if (!document.check || !model.result || !is_of_choice(*model.result)) return;
    SceneCheck& check = *document.check;
    if (!(scene.source == check.source)) return;
    if (check.run.lock() != model.result) {
        check.reproduced = exporting::compare_numbers(check.saved, *model.result);
        check.run = model.result;
    }
    model.scene_check = &check;
}

exporting::SceneLook App::State::look_of_scene() const {
    exporting::SceneLook shown{scene, {}, {}, document.notes};
    if (window.drawer_shown()) shown.tab = info(preferences.tab).name;
    if (preferences.tab == Tab::charts) shown.chart = preferences.chart;
    return shown;
}

void App::State::on(const ShowSaveScene&) {
    std::error_code ignored;
    if (!document.file.empty() && exporting::is_scene_file(document.file))
        dialogs.scene.show(document.file, document.notes);
    else
        dialogs.scene.show_unsaved(std::filesystem::current_path(ignored),
                                   fmt::format("{}-{}", scene.source.experiment, scene.source.variant), document.notes);
}

void App::State::on(const SaveScene& c) {
    document.notes = c.notes;
    if (!model.result || !is_of_choice(*model.result)) {
        say(true, tr("The scene is not saved: its kernel has not run yet."),
            tr("Wait until it has, or undo the last change."));
        return;
    }
    const auto left_out = std::ranges::count_if(
        scene.notes, [&](const scene::Note& n) { return n.experiment != scene.source.experiment; });
    const bool asked = asks_to_save(c.file);
    worker.post([this, run = model.result, look = look_of_scene(), left_out, asked, file = c.file]() -> Worker::Finish {
        auto text = asked ? exporting::large_scene_text(*run, look) : exporting::scene_text(*run, look);
        if (!text && !asked) {
            // What is too large for both limits is told the larger.
            text = exporting::large_scene_text(*run, look);
            if (text) return [this, file, bytes = text->size()] { ask_about_size(file, bytes); };
        }
        const auto written = text ? exporting::write_file(file, *text) : Result<void>(tl::unexpected(text.error()));
        return [this, file, written, left_out, bytes = text ? text->size() : 0] {
            redraw.want(3);
            if (!written) {
                say(true, tr_format("The scene is not saved: {}", written.error().message), written.error().hint);
                return;
            }
            document.file = file;
            document.check.reset(); // of what the file was before
            large_scene.reset();
            remember(preferences, file.string());
            say(false, tr_format("Saved {} ({} KB).", file.string(), (bytes + 1023) / 1024),
                left_out == 0 ? "" : tr_format("Without the notes on other experiments ({}).", left_out));
        };
    });
}

bool App::State::asks_to_save(const std::filesystem::path& file) const {
    return large_scene && large_scene->file == file && large_scene->source == scene.source;
}

void App::State::ask_about_size(const std::filesystem::path& file, uint64_t bytes) {
    large_scene = {file, scene.source};
    redraw.want(3);
    say(false, tr_format("With its input the scene would have {} MB. It is not saved yet.", (bytes >> 20) + 1),
        tr_format("{} again saves it all the same; a scene with a smaller input can be sent more easily.",
                  key_text(Action::save_scene)));
}

} // namespace warpscope::ui
