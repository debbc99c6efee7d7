#include <algorithm>
#include <atomic>
#include <utility>

#include <fmt/format.h>

#include "export/file.hpp"
#include "export/large_scene.hpp"
#include "export/numbers.hpp"
#include "language/tr.hpp"
#include "workbench/compare/commands.hpp"
#include "workbench/deck/commands.hpp"
#include "workbench/editing/commands.hpp"
#include "workbench/export/commands.hpp"
#include "workbench/files/file_kinds.hpp"
#include "workbench/files/files_feature.hpp"
#include "workbench/files/fitting.hpp"
#include "workbench/files/scene_look.hpp"
#include "workbench/launch/commands.hpp"
#include "workbench/notes/note_place.hpp"
#include "workbench/notes/notes_feature.hpp"
#include "workbench/time/commands.hpp"

namespace warpscope::workbench {

namespace {

std::string words_on_scenes_ptx(const session::RunResult& run, const std::string& key) {
    const Message& why = run.scene_ptx_error;
    const std::string own = tr_format("Running the PTX from the scene ({}).", run.compiled.compiler_name);
    return fmt::format("{} {} {}", own,
                       why.empty() ? std::string(tr("The compiler here makes different PTX."))
                                   : tr_format("The kernel cannot be compiled here: {}", tr(why)),
                       tr_format("{} recompiles it.", key));
}

/// Returns "a" for "a-2" if "a" exists, so that the next copy becomes "a-3".
std::filesystem::path unnumbered(const std::filesystem::path& file) {
    const std::string name = file.stem().string();
    const size_t end = name.find_last_not_of("0123456789");
    if (end == std::string::npos || end == 0 || end + 1 == name.size() || name[end] != '-') return file;
    const std::filesystem::path first = file.parent_path() / (name.substr(0, end) + file.extension().string());
    std::error_code ignored;
    return std::filesystem::exists(first, ignored) ? first : file;
}

Message words_on_omissions(const scene::SceneLink& link) {
    std::vector<Message> words;
    if (link.lacks_pictures)
        words.push_back(msg("Your picture does not fit into a link. The link opens with the sample picture. "
                            "To send yours, save the scene."));
    if (link.lacks_ptx) words.push_back(msg("The PTX does not fit into the link, so browsers cannot run this kernel."));
    return words.empty() ? Message() : joined(words, " ");
}

} // namespace

void FilesFeature::open_scene(const std::filesystem::path& file, bool or_picture) {
    std::error_code ignored;
    const bool is_link = exporting::is_scene_link(file);
    if (!is_link) send(FollowDeck{std::filesystem::absolute(file, ignored)});
    worker_.post([this, whole = is_link ? file : std::filesystem::absolute(file, ignored), is_link, or_picture,
                  catalog = start_.catalog]() -> Worker::Finish {
        auto read = exporting::read_scene(whole);
        if (read && !*read && is_picture_name(whole)) return [this, whole] { open_picture(whole); };
        if (read && !*read)
            read = fail(ErrorKind::usage, msg("{} contains no scene.", whole.filename().string()),
                        msg("Only figures saved with their scene can be opened."));
        using Opened = Result<exporting::OpenedScene>;
        auto opened = std::make_shared<Opened>(read ? exporting::open_scene(std::move(**read), *catalog)
                                                    : Opened(tl::unexpected(read.error())));
        return [this, whole, is_link, opened, or_picture] {
            redraw_.want(3);
            if (*opened)
                take_scene(is_link ? std::filesystem::path() : whole, std::move(**opened));
            else
                say(true, opened->error().message,
                    or_picture ? msg("{}; to open it as an image, select \"open as image\" in the Open dialog",
                                     opened->error().hint)
                               : opened->error().hint);
        };
    });
}

void FilesFeature::take_scene(const std::filesystem::path& file, exporting::OpenedScene opened) {
    auto next = std::make_shared<catalog::Catalog>(*start_.catalog);
    if (opened.carried) {
        std::erase_if(next->experiments,
                      [&](const catalog::Experiment& e) { return e.file == opened.experiment->file; });
        next->experiments.push_back(*opened.experiment);
        start_.catalog = std::move(next);
    }
    if (model_.deck == nullptr || !model_.deck->find(file)) {
        send(CloseDeck{});
        if (!file.empty()) remember(preferences_, file.string());
    }
    document_.mark_untrusted(opened.scene.source);
    if (document_.file.beside_canceled) *document_.file.beside_canceled = true;
    document_.file = document_of(file, std::move(opened));
    document_.launch_note.clear();
    const scene::LaunchSetup source = document_.file.arriving->scene.source;
    if (scene_.source == source && runs_.newest) {
        if (!scene_.notes.empty())
            document_.history.record({scene_.source, scene_.notes}, ""); // undo restores the old notes
        document_.submit();
    } else
        document_.choose(source, "");
}

void FilesFeature::show_arrived() {
    if (!document_.file.arriving || !model_.result || model_.result != runs_.newest ||
        !document_.is_of_setup(*model_.result))
        return;
    // Waits for a run with the scene's PTX.
    const bool takes_ptx = start_.compiler == compile::CompilerChoice::automatic;
    if (model_.result->request.ptx != (takes_ptx ? document_.file.ptx : nullptr)) return;
    const exporting::OpenedScene opened = *std::exchange(document_.file.arriving, std::nullopt);
    // Drops the scene if the user has changed experiment, variant or input since. Changed settings do not matter.
    const scene::LaunchSetup now = scene_.source, &opened_setup = opened.scene.source;
    if (now.experiment != opened_setup.experiment || now.variant != opened_setup.variant ||
        !(now.input == opened_setup.input))
        return;
    send(LeaveMoment{});
    send(SkipInitialLayout{});
    send(SetBaseline{false});
    scene_ = fitting(opened.scene, *model_.result);
    scene_.source = now;
    if (scene_.four) preferences_.panes.alone.reset();
    document_.camera.jump = true;
    if (const auto tab = tab_from_name(opened.saved.tab)) {
        preferences_.tab = *tab;
        document_.open_drawer(true);
    } else {
        document_.open_drawer(false);
    }
    if (!opened.saved.chart.empty()) preferences_.chart = opened.saved.chart;
    send(FollowScene{});
    report_lost_notes(document_, lost_notes(scene_.notes, *model_.result));
    const std::string name = document_.file.file.filename().string();
    std::string words = name.empty() ? "" : tr_format("Opened {}.", name), why;
    const bool is_restored = document_.file.is_restored;
    report_restored();
    if (!is_restored && !opened.saved.measured.numbers.empty() && now == opened_setup) {
        document_.file.check = SceneCheck{name, opened_setup, opened.saved.measured, {}, {}};
        update();
        words = tr_format("Scene opened: {}.", document_.file.check->reproduced.text());
        why = document_.file.check->reproduced.why();
        if (model_.result->has_scenes_ptx)
            why += (why.empty() ? "" : "\n") + words_on_scenes_ptx(*model_.result, document_.key_text(Action::reload));
    }
    if (opened.beside) {
        run_comparison(*opened.beside);
        if (opened.saved.figure && opened.saved.figure->shows == scene::Shows::comparison) {
            preferences_.tab = Tab::compare;
            document_.open_drawer(true);
        }
    }
    if (model_.deck != nullptr) {
        // The audience sees only the notes; the speaker sees the scene's check in the status bar.
        if (!document_.file.notes.empty()) say(false, document_.file.notes);
    } else if (!words.empty()) {
        say(false, words,
            document_.file.notes.empty() ? why
            : why.empty()                ? document_.file.notes
                                         : document_.file.notes + "\n" + why);
    }
    redraw_.want(3);
}

void FilesFeature::report_restored() {
    constexpr double seconds = 20; // longer than usual, because the user looks at the picture first
    if (std::exchange(document_.file.is_restored, false))
        document_.notices.say(document_.clock.now, false,
                              msg("Warpscope was not closed properly. This is your last state."), {}, seconds);
}

void FilesFeature::run_comparison(const exporting::OpenedRun& beside) {
    session::Request request = model_.result->request;
    request.experiment = beside.experiment;
    request.variant = beside.source.variant;
    request.settings = beside.source.settings;
    request.input = beside.source.input;
    request.text = beside.source.text;
    request.ptx = start_.compiler == compile::CompilerChoice::automatic ? beside.ptx : nullptr;
    request.device = beside.carried || beside.source.text ? session::DeviceChoice::emulator : start_.device;
    const auto cancel = document_.file.beside_canceled = std::make_shared<std::atomic<bool>>(false);
    worker_.post([this, request, cancel]() -> Worker::Finish {
        session::RunOptions options;
        options.cancel = cancel.get();
        options.gpu_output = false; // only measurements are compared
        const auto run = session::run(request, options);
        return [this, run, cancel] {
            redraw_.want(3);
            if (*cancel) return;
            if (!run) {
                say(true, msg("The scene's other run cannot be shown: {}", run.error().message), run.error().hint);
                return;
            }
            send(PinRun{*run});
        };
    });
}

void FilesFeature::update() {
    view_.scene_check = nullptr;
    if (!document_.file.check || !model_.result || !document_.is_of_setup(*model_.result)) return;
    SceneCheck& check = *document_.file.check;
    if (!(scene_.source == check.source)) return;
    if (check.run.lock() != model_.result) {
        check.reproduced = exporting::compare_numbers(check.saved, *model_.result);
        check.run = model_.result;
    }
    view_.scene_check = &check;
}

void FilesFeature::on(const ShowSaveScene& /*c*/) {
    std::error_code ignored;
    if (const std::filesystem::path& own = document_.file.file; exporting::is_scene_file(own))
        // A new scene starts without the opened scene's notes.
        document_.dialog_requests.emplace_back(
            NameSceneRequest{own.parent_path(), unnumbered(own).stem().string(), {}});
    else
        document_.dialog_requests.emplace_back(NameSceneRequest{
            std::filesystem::current_path(ignored),
            fmt::format("{}-{}", scene_.source.experiment, scene_.source.variant), document_.file.notes});
}

void FilesFeature::on(const SaveScene& c) {
    document_.file.notes = c.notes;
    if (!model_.result || !document_.is_of_setup(*model_.result)) {
        say(true, msg("The scene was not saved: its kernel has not run yet."),
            msg("Wait for the run, or undo the last change."));
        return;
    }
    const auto omitted = std::ranges::count_if(
        scene_.notes, [&](const scene::Note& n) { return n.experiment != scene_.source.experiment; });
    const bool asked = asks_to_save(c.file);
    worker_.post([this, run = model_.result, look = look_of_scene(document_, model_), omitted, asked,
                  file = c.file]() -> Worker::Finish {
        auto text = asked ? exporting::large_scene_text(*run, look) : exporting::scene_text(*run, look);
        if (!text && !asked) {
            text = exporting::large_scene_text(*run, look);
            if (text) return [this, file, bytes = text->size()] { ask_about_size(file, bytes); };
        }
        const auto written = text ? exporting::write_file(file, *text) : Result<void>(tl::unexpected(text.error()));
        return [this, file, written, omitted, bytes = text ? text->size() : 0] {
            redraw_.want(3);
            if (!written) {
                say(true, msg("The scene was not saved: {}", written.error().message), written.error().hint);
                return;
            }
            document_.file.file = file;
            document_.file.check.reset();
            large_scene_.reset();
            remember(preferences_, file.string());
            window_.open_folder.clear(); // so that dialogs start in the saved scene's folder
            document_.say_saved(msg("Saved {} ({} KiB).", file.string(), (bytes + 1023) / 1024),
                                omitted == 0 ? Message()
                                             : msg("Notes on other experiments are not included ({}).", omitted));
        };
    });
}

void FilesFeature::copy_link() {
    if (!model_.result || !document_.is_of_setup(*model_.result)) {
        say(true, msg("No link was copied: the kernel has not run yet."),
            msg("Wait for the run, or undo the last change."));
        return;
    }
    const std::string& address = start_.link_address.empty() ? preferences_.link_address : start_.link_address;
    worker_.post([this, run = model_.result, look = look_of_scene(document_, model_), address]() -> Worker::Finish {
        const auto link = exporting::scene_link(*run, look, address);
        return [this, link, is_local = address == local_page] {
            redraw_.want(3);
            if (!link) {
                say(true, msg("No link was copied: {}", link.error().message), link.error().hint);
                return;
            }
            send(CopyText{link->text});
            const std::string key = document_.key_text(Action::open_file);
            say(false,
                is_local ? msg("Link copied. Open it with {}, or in a browser on this computer while \"warpscope "
                               "serve\" runs.",
                               key)
                         : msg("Link copied. Open it in a browser, or with {}.", key),
                words_on_omissions(*link));
        };
    });
}

bool FilesFeature::asks_to_save(const std::filesystem::path& file) const {
    return large_scene_ && large_scene_->file == file && large_scene_->source == scene_.source;
}

void FilesFeature::ask_about_size(const std::filesystem::path& file, uint64_t bytes) {
    large_scene_ = {file, scene_.source};
    redraw_.want(3);
    say(false, msg("With its input, the scene has {} MiB. It is not saved yet.", (bytes >> 20) + 1),
        msg("Press {} again to save it anyway; a scene with a smaller input is easier to send.",
            document_.key_text(Action::save_scene)));
}

} // namespace warpscope::workbench
