// Editing of the kernel: typed text becomes the scene's kernel when typing pauses.
#include <fmt/format.h>

#include "compile/error_places.hpp"
#include "language/tr.hpp"
#include "session/device.hpp"
#include "ui/app/app_state.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/text_key.hpp"
#include "workbench/editing/drafts.hpp"
#include "workbench/editing/kernel_file.hpp"

namespace warpscope::ui {

namespace {

bool is_same_text(std::string_view ran, std::string_view shown) {
    size_t at = 0;
    for (const char c : ran) {
        if (c == '\r') continue;
        if (at == shown.size() || shown[at] != c) return false;
        ++at;
    }
    return at == shown.size();
}

} // namespace

void App::State::update_editor() {
    const catalog::Variant* v = doc.variant();
    if (v == nullptr) return;
    // Shortcuts must not change another experiment's text.
    const bool meant = model.lesson != nullptr || model.assignment != nullptr || edited_experiment.empty();
    if (!meant && edited_experiment != scene.source.experiment) editor.close();
    edited_experiment = scene.source.experiment;
    if (!catalogued || catalogued->first != v->source) // accesses the disk only after a change
        catalogued = {v->source, session::is_of_catalogue(*v)};
    editor.follow(v->source, catalogued->second, scene.source.text);
    if (const auto text = editor.take_rested(ImGui::GetTime())) {
        scene::LaunchSetup next = scene.source;
        next.text = *text;
        doc.choose(next, "typing");
    }
    if (!editor.now().waits) on(SaveCopy{});
    update_before();
    model.edited = &editor.now();
    update_draft();
    model.stale = model.edited->known && model.result && model.result->request.variant == scene.source.variant &&
                  model.result->request.experiment->name == scene.source.experiment &&
                  !is_same_text(model.result->source, model.edited->text);
}

void App::State::update_draft() {
    const bool has_drafts =
        model.lesson == nullptr && !doc.is_assigned(scene.source) && !doc.is_of_program(editor.file());
    const std::string key = doc.key_of(scene.source);
    model.draft = has_drafts ? draft_notice(preferences, key, editor.now()) : std::nullopt;
    if (!model.draft) {
        shown_draft.reset();
        return;
    }
    const std::pair<std::string, DraftNotice::Kind> shown{key, model.draft->kind};
    if (shown_draft == shown) return;
    shown_draft = shown;
    preferences.tab = Tab::source;
    doc.send(SetDrawer{true});
}

void App::State::update_before() {
    const EditedSource& now = editor.now();
    if (!now.open || now.before_text == now.text || !doc.seen(Tab::source)) {
        if (!now.open) before_run.rest();
        editor.set_before(RunPtr());
        return;
    }
    const auto text = now.before_text == now.original ? std::nullopt : std::optional(now.before_text);
    if (!model.stale && model.result && doc.is_of_setup(*model.result) && !runs.session.busy()) {
        session::Request request = model.result->request;
        request.text = text;
        request.device = session::DeviceChoice::emulator;
        before_run.want(request);
    }
    const RunPtr& run = before_run.run();
    const bool fits = run && model.result && run->request.settings == model.result->request.settings &&
                      run->request.input == model.result->request.input &&
                      run->request.variant == model.result->request.variant;
    editor.set_before(fits ? run : RunPtr());
}

void App::State::keep_before() {
    if (model.result && doc.is_of_setup(*model.result) && model.result->source == editor.now().before_text)
        before_run.take(model.result);
}

void App::State::take_typed() {
    const EditedSource& now = editor.now();
    doc.keep_text(now.changed() ? std::optional(now.text) : std::nullopt, origin_now(now.original));
}

void App::State::on(const RereadText& c) {
    own_copies.erase(c.file);
    editor.file_changed();
}

void App::State::on(const SaveCopy&) {
    const LessonView* const shown = model.lesson;
    if (shown == nullptr || shown->copy.empty() || editor.file() != shown->copy || !editor.now().known) return;
    const std::filesystem::path file = editor.file();
    const auto kept = own_copies.find(file);
    std::string there = kept != own_copies.end() ? kept->second.text : editor.now().original;
    if (editor.now().text == there) return;
    OwnCopy& copy = own_copies[file];
    copy.text = editor.now().text;
    ++copy.on_their_way;
    worker.post([this, file, there = std::move(there), text = editor.for_file(), typed = editor.now().text,
                 key = doc.key_of(scene.source)]() -> Worker::Finish {
        const auto written = write_kernel(file, text, there);
        std::error_code error;
        const auto when = std::filesystem::last_write_time(file, error);
        return [this, file, written, typed, key, when] {
            if (!written) {
                own_copies.erase(file);
                editor.file_changed();
                doc.say(true, written.error().message, written.error().hint);
                return;
            }
            if (const auto own = own_copies.find(file); own != own_copies.end()) {
                own->second.since = when;
                if (own->second.on_their_way > 0) --own->second.on_their_way;
            }
            const auto text_kept = preferences.texts.find(key);
            if (text_kept != preferences.texts.end() && text_kept->second == typed) forget_text(preferences, key);
        };
    });
}

void App::State::on(const OpenEditor& c) {
    if (!c.open) {
        editor.close();
        return;
    }
    if (doc.variant() != nullptr && doc.variant()->source.extension() == ".ptx") {
        doc.say(false, msg("PTX cannot be edited here."), msg("Edit its file; it is reloaded when you save."));
        return;
    }
    if (!editor.problem().empty()) {
        doc.say(true, editor.problem(), msg("It is reloaded now and each time the editor opens."));
        editor.file_changed();
    }
    doc.send(RestoreCamera{});
    editor.open();
    keep_before();
    preferences.tab = Tab::source;
    doc.send(SetDrawer{true});
}

void App::State::on(const EditText& c) {
    if (model.draft) set_draft_aside(preferences, doc.key_of(scene.source), editor.now());
    editor.type(c, ImGui::GetTime());
    take_typed();
}

void App::State::on(const PerformEdit& c) {
    if (model.draft) set_draft_aside(preferences, doc.key_of(scene.source), editor.now());
    switch (c.action) {
    case EditAction::undo: editor.undo(); break;
    case EditAction::redo: editor.redo(); break;
    case EditAction::revert: editor.revert(); break;
    case EditAction::from_here:
        editor.set_before(editor.now().text);
        before_run.rest();
        keep_before();
        return;
    case EditAction::save_as:
    case EditAction::save:
        if (std::error_code ignored; doc.is_of_program(editor.file())) {
            dialogs.text.show(std::filesystem::current_path(ignored),
                              editor.file().stem().string() + "-edited" + editor.file().extension().string());
        } else if (editor.now().of_catalogue) {
            dialogs.text.show(std::filesystem::current_path(ignored),
                              fmt::format("{}-{}.cu", scene.source.experiment, scene.source.variant));
        } else if (c.action == EditAction::save_as) {
            dialogs.text.show(editor.file().parent_path(),
                              editor.file().stem().string() + "-copy" + editor.file().extension().string());
        } else if (const bool newer = model.draft && model.draft->kind == DraftNotice::Kind::file_changed;
                   newer || !saved_texts.contains(editor.file())) { // asks before the first overwrite
            dialogs.text.show_own(editor.file(), newer);
        } else {
            on(SaveText{editor.file()});
        }
        return;
    }
    take_typed();
}

void App::State::on(const AnswerDraft& c) {
    const std::string key = doc.key_of(scene.source);
    switch (c.answer) {
    case DraftAnswer::take:
        if (const auto draft = offered_draft(preferences, key, editor.now())) {
            discard_draft(preferences, key, editor.now()); // take_typed() keeps it under its usual key
            editor.replace(*draft);
            take_typed();
        }
        break;
    case DraftAnswer::discard: discard_draft(preferences, key, editor.now()); break;
    case DraftAnswer::use_file: on(PerformEdit{EditAction::revert}); break;
    case DraftAnswer::keep: keep_draft_despite_file(preferences, key, editor.now()); break;
    }
}

void App::State::on(const SaveText& c) {
    editor.take_keys(); // a dialog may have had the keyboard
    const auto kept_copy = own_copies.find(editor.file());
    worker.post([this, file = c.file, text = editor.for_file(), typed = editor.now().text, own = editor.file(),
                 original = kept_copy != own_copies.end() ? kept_copy->second.text : editor.now().original,
                 saved = saved_texts, key = doc.key_of(scene.source)]() -> Worker::Finish {
        const bool in_place = is_same_file(file, own);
        const auto before = saved.find(file);
        const auto written = write_kernel(file, text,
                                          in_place                ? std::optional(original)
                                          : before != saved.end() ? std::optional(before->second)
                                                                  : std::nullopt);
        const auto stamp = in_place && written ? FileWatch::stamp_of(own) : std::nullopt;
        return [this, file, written, typed, own, in_place, key, stamp] {
            redraw.want(3);
            if (!written) {
                doc.say(true, written.error().message, written.error().hint);
                return;
            }
            doc.say(false, msg("Saved {}.", file.string()));
            remember(preferences, file.string());
            saved_texts[file] = typed;
            if (stamp) watched.note_own(own, *stamp);
            if (!in_place) return;
            own_copies.erase(own);
            const auto kept = preferences.texts.find(key);
            if (kept != preferences.texts.end() && kept->second == typed) forget_text(preferences, key);
            if (own != editor.file()) return;
            editor.saved(typed);
            keep_draft_despite_file(preferences, key, editor.now()); // later typing edits the saved file
            editor.file_changed();
        };
    });
}

void App::State::on(const SearchCode& c) {
    code_search = c.search;
    if (!c.search.open) return;
    if (preferences.tab != Tab::source) preferences.tab = Tab::source;
    if (!window.drawer_shown()) doc.send(SetDrawer{true});
}

void App::State::on(const SetBeside& c) { preferences.beside = c.beside; }

} // namespace warpscope::ui
