#include <algorithm>
#include <atomic>
#include <vector>

#include <fmt/format.h>

#include "export/file.hpp"
#include "export/large_scene.hpp"
#include "export/numbers.hpp"
#include "language/tr.hpp"
#include "ui/app/app_state.hpp"
#include "ui/workbench.hpp"
#include "workbench/files/file_kinds.hpp"
#include "workbench/files/fitting.hpp"
#include "workbench/notes/note_place.hpp"

namespace warpscope::ui {

namespace {

std::string words_on_scenes_ptx(const session::RunResult& run) {
    const Message& why = run.scene_ptx_error;
    const std::string own = tr_format("Running the PTX from the scene ({}).", run.compiled.compiler_name);
    return fmt::format("{} {} {}", own,
                       why.empty() ? std::string(tr("The compiler here makes different PTX."))
                                   : tr_format("The kernel cannot be compiled here: {}", tr(why)),
                       tr_format("{} recompiles it.", key_text(Action::reload)));
}

Message words_on_omissions(const scene::SceneLink& link) {
    std::vector<Message> words;
    if (link.lacks_pictures)
        words.push_back(msg("Your picture does not fit into the link, which opens with the course's picture instead. "
                            "To send yours, save the scene."));
    if (link.lacks_ptx) words.push_back(msg("The PTX does not fit into the link, so browsers cannot run this kernel."));
    return words.empty() ? Message() : joined(words, " ");
}

} // namespace

void App::State::open_scene(const std::filesystem::path& file, bool or_picture) {
    std::error_code ignored;
    const bool is_link = exporting::is_scene_link(file);
    if (!is_link) doc.send(FollowDeck{std::filesystem::absolute(file, ignored)});
    worker.post([this, whole = is_link ? file : std::filesystem::absolute(file, ignored), is_link, or_picture,
                 catalog = start.catalog]() -> Worker::Finish {
        auto read = exporting::read_scene(whole);
        if (read && !*read && is_picture_name(whole)) return [this, whole] { open_picture(whole); };
        if (read && !*read)
            read = fail(ErrorKind::usage, msg("{} contains no scene.", whole.filename().string()),
                        msg("Only figures saved with their scene can be opened."));
        using Opened = Result<exporting::OpenedScene>;
        auto opened = std::make_shared<Opened>(read ? exporting::open_scene(std::move(**read), *catalog)
                                                    : Opened(tl::unexpected(read.error())));
        return [this, whole, is_link, opened, or_picture] {
            redraw.want(3);
            if (*opened)
                take_scene(is_link ? std::filesystem::path() : whole, std::move(**opened));
            else
                doc.say(true, opened->error().message,
                        or_picture ? msg("{}; to open it as an image, select \"open as image\" in the Open dialog",
                                         opened->error().hint)
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
    if (model.deck == nullptr || !model.deck->find(file)) {
        doc.send(CloseDeck{});
        if (!file.empty()) remember(preferences, file.string());
    }
    doc.mark_untrusted(opened.scene.source);
    if (document.beside_cancelled) *document.beside_cancelled = true;
    document = document_of(file, std::move(opened));
    launch_note.clear();
    const scene::LaunchSetup source = document.arriving->scene.source;
    if (scene.source == source && runs.newest) {
        if (!scene.notes.empty()) history.record({scene.source, scene.notes}, ""); // the file replaces them
        doc.submit();
    } else
        doc.choose(source, "");
}

void App::State::show_arrived() {
    if (!document.arriving || !model.result || model.result != runs.newest || !doc.is_of_setup(*model.result)) return;
    // The displayed run may have the same launch setup, but other PTX.
    const bool takes_ptx = start.compiler == compile::CompilerChoice::automatic;
    if (model.result->request.ptx != (takes_ptx ? document.ptx : nullptr)) return;
    const exporting::OpenedScene opened = *std::exchange(document.arriving, std::nullopt);
    // A newer experiment, variant or input cancels the scene; newer settings do not.
    const scene::LaunchSetup now = scene.source, &opened_setup = opened.scene.source;
    if (now.experiment != opened_setup.experiment || now.variant != opened_setup.variant ||
        !(now.input == opened_setup.input))
        return;
    doc.send(LeaveMoment{});
    initial_layout.forget();
    doc.send(SetBaseline{false});
    scene = fitting(opened.scene, *model.result);
    scene.source = now;
    if (scene.four) preferences.panes.alone.reset();
    camera.jump = true;
    if (const auto tab = tab_from_name(opened.saved.tab)) {
        preferences.tab = *tab;
        doc.open_drawer(true);
    } else {
        doc.open_drawer(false);
    }
    if (!opened.saved.chart.empty()) preferences.chart = opened.saved.chart;
    doc.send(FollowScene{});
    report_lost_notes(doc, lost_notes(scene.notes, *model.result));
    const std::string name = document.file.empty() ? tr("The scene") : document.file.filename().string();
    std::string words = document.file.empty() ? "" : tr_format("Opened {}.", name), why;
    if (!opened.saved.measured.numbers.empty() && now == opened_setup) {
        document.check = SceneCheck{name, opened_setup, opened.saved.measured, {}, {}};
        update_scene_check();
        words = fmt::format("{}: {}.", name, document.check->reproduced.text());
        why = document.check->reproduced.why();
        if (model.result->has_scenes_ptx) why += (why.empty() ? "" : "\n") + words_on_scenes_ptx(*model.result);
    }
    if (opened.beside) {
        run_comparison(*opened.beside);
        if (opened.saved.figure && opened.saved.figure->shows == scene::Shows::comparison) {
            preferences.tab = Tab::compare;
            doc.open_drawer(true);
        }
    }
    if (!words.empty())
        doc.say(false, words,
                document.notes.empty() ? why
                : why.empty()          ? document.notes
                                       : document.notes + "\n" + why);
    redraw.want(3);
}

void App::State::run_comparison(const exporting::OpenedRun& beside) {
    session::Request request = model.result->request;
    request.experiment = beside.experiment;
    request.variant = beside.source.variant;
    request.settings = beside.source.settings;
    request.input = beside.source.input;
    request.text = beside.source.text;
    request.ptx = start.compiler == compile::CompilerChoice::automatic ? beside.ptx : nullptr;
    request.device = beside.carried || beside.source.text ? session::DeviceChoice::emulator : start.device;
    const auto cancel = document.beside_cancelled = std::make_shared<std::atomic<bool>>(false);
    worker.post([this, request, cancel]() -> Worker::Finish {
        session::RunOptions options;
        options.cancel = cancel.get();
        options.gpu_output = false; // only measurements are compared
        const auto run = session::run(request, options);
        return [this, run, cancel] {
            redraw.want(3);
            if (*cancel) return;
            if (!run) {
                doc.say(true, msg("The scene's other run cannot be shown: {}", run.error().message), run.error().hint);
                return;
            }
            doc.send(PinRun{*run});
        };
    });
}

void App::State::update_scene_check() {
    model.scene_check = nullptr;
    if (!document.check || !model.result || !doc.is_of_setup(*model.result)) return;
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
    if (model.baseline.side_by_side) shown.beside = model.baseline.result;
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
    if (!model.result || !doc.is_of_setup(*model.result)) {
        doc.say(true, msg("The scene was not saved: its kernel has not run yet."),
                msg("Wait for the run, or undo the last change."));
        return;
    }
    const auto omitted = std::ranges::count_if(
        scene.notes, [&](const scene::Note& n) { return n.experiment != scene.source.experiment; });
    const bool asked = asks_to_save(c.file);
    worker.post([this, run = model.result, look = look_of_scene(), omitted, asked, file = c.file]() -> Worker::Finish {
        auto text = asked ? exporting::large_scene_text(*run, look) : exporting::scene_text(*run, look);
        if (!text && !asked) {
            // Even the higher limit is too low: report the larger size.
            text = exporting::large_scene_text(*run, look);
            if (text) return [this, file, bytes = text->size()] { ask_about_size(file, bytes); };
        }
        const auto written = text ? exporting::write_file(file, *text) : Result<void>(tl::unexpected(text.error()));
        return [this, file, written, omitted, bytes = text ? text->size() : 0] {
            redraw.want(3);
            if (!written) {
                doc.say(true, msg("The scene was not saved: {}", written.error().message), written.error().hint);
                return;
            }
            document.file = file;
            document.check.reset();
            large_scene.reset();
            remember(preferences, file.string());
            window.open_folder.clear(); // the saved scene is newer
            doc.say(false, msg("Saved {} ({} KB).", file.string(), (bytes + 1023) / 1024),
                    omitted == 0 ? Message() : msg("Notes on other experiments are not included ({}).", omitted));
        };
    });
}

void App::State::copy_link() {
    if (!model.result || !doc.is_of_setup(*model.result)) {
        doc.say(true, msg("No link was copied: the kernel has not run yet."),
                msg("Wait for the run, or undo the last change."));
        return;
    }
    const std::string& address = start.link_address.empty() ? preferences.link_address : start.link_address;
    worker.post([this, run = model.result, look = look_of_scene(), address]() -> Worker::Finish {
        const auto link = exporting::scene_link(*run, look, address);
        return [this, link] {
            redraw.want(3);
            if (!link) {
                doc.say(true, msg("No link was copied: {}", link.error().message), link.error().hint);
                return;
            }
            ImGui::SetClipboardText(link->text.c_str());
            doc.say(false, msg("Link copied, {:.1f} KB.", static_cast<double>(link->text.size()) / 1024),
                    words_on_omissions(*link));
        };
    });
}

bool App::State::asks_to_save(const std::filesystem::path& file) const {
    return large_scene && large_scene->file == file && large_scene->source == scene.source;
}

void App::State::ask_about_size(const std::filesystem::path& file, uint64_t bytes) {
    large_scene = {file, scene.source};
    redraw.want(3);
    doc.say(
        false, msg("With its input, the scene has {} MB. It is not saved yet.", (bytes >> 20) + 1),
        msg("{} again saves it anyway; a scene with a smaller input is easier to send.", key_text(Action::save_scene)));
}

} // namespace warpscope::ui
