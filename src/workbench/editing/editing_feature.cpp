#include "workbench/editing/editing_feature.hpp"

#include <fmt/format.h>

#include "compile/error_places.hpp"
#include "compile/text_headers.hpp"
#include "language/tr.hpp"
#include "session/device.hpp"
#include "workbench/document/text_key.hpp"
#include "workbench/editing/drafts.hpp"
#include "workbench/editing/kernel_file.hpp"
#include "workbench/notes/notes_feature.hpp"
#include "workbench/time/commands.hpp"
#include "workbench/views/commands.hpp"
#include "workbench/window/commands.hpp"

namespace warpscope::workbench {

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

std::vector<std::filesystem::path> headers_of(const std::filesystem::path& file, const FileWatch::Includes& includes) {
    if (file == includes.edited)
        return compile::own_headers_of_text(includes.text, file, includes.folders, includes.defines).files;
    return compile::own_headers(file, includes.folders, includes.defines).files;
}

} // namespace

EditingFeature::EditingFeature(Document& document, const Models& model, EditingModel& view)
    : CommandFeature(document, model)
    , view_(view)
    , editor_(document.worker, document.redraw)
    , before_run_(document.redraw, document.wake)
    , watched_(document.wake, headers_of) {
    document.on_program_reread = [this] {
        if (document_.is_of_program(editor_.file())) editor_.file_changed();
    };
}

bool EditingFeature::perform(const Perform& action) {
    switch (action.action) {
    case Action::unpin:
        if (!view_.search.open || !document_.seen(Tab::source)) return false;
        view_.search.open = false;
        break;
    case Action::edit:
        on(OpenEditor{!(editor_.now().open && document_.seen(Tab::source) && !in_block(scene_.moment))});
        break;
    case Action::find: {
        CodeSearch search = view_.search;
        search.open = search.focus = true;
        on(SearchCode{search});
        break;
    }
    case Action::save_text: on(PerformEdit{EditAction::save}); break;
    case Action::save_text_as: on(PerformEdit{EditAction::save_as}); break;
    default: return false;
    }
    return true;
}

void EditingFeature::run_answered(const Diagnostic* failure) {
    if (failure == nullptr)
        editor_.set_errors({});
    else if (failure->kind == ErrorKind::failed)
        editor_.set_errors(compile::errors_of(*failure));
}

bool EditingFeature::is_settled() const { return editor_.ready() && before_run_.ready() && watched_.polls() > 0; }

std::optional<double> EditingFeature::seconds_until_due() const {
    const auto rest = editor_.until_rest(document_.clock.now);
    return rest ? std::optional(*rest + 0.005) : std::nullopt;
}

void EditingFeature::drop_focus_requests() {
    editor_.focused();
    view_.search.focus = view_.search.to_hit = false;
}

void EditingFeature::follow_run() {
    if (model_.result)
        report_lost_notes(document_, code_.keep_for(*model_.result, document_.variant(), runs_.failure.has_value(),
                                                    scene_.painted, scene_.notes));
}

void EditingFeature::update() {
    code_.fill(view_, model_.result || !runs_.failed_source.empty());
    const catalog::Variant* v = document_.variant();
    if (v == nullptr) return;
    // Closes the editor, because shortcuts must not change another experiment's text.
    const bool meant = model_.lesson != nullptr || model_.assignment != nullptr || edited_experiment_.empty();
    if (!meant && edited_experiment_ != scene_.source.experiment) editor_.close();
    edited_experiment_ = scene_.source.experiment;
    if (!catalogd_ || catalogd_->first != v->source) // accesses the disk only after a change
        catalogd_ = {v->source, session::is_of_catalog(*v)};
    // Comments in the user's own files are never hidden.
    const bool hides_spoilers = catalogd_->second && v->bug.any() && !window_.is_bug_revealed(v->name);
    editor_.follow(v->source, catalogd_->second, scene_.source.text, hides_spoilers);
    if (const auto text = editor_.take_rested(document_.clock.now)) {
        scene::LaunchSetup next = scene_.source;
        next.text = *text;
        document_.choose(next, "typing");
    }
    if (!editor_.now().waits) on(SaveCopy{});
    update_before_run();
    view_.edited = &editor_.now();
    update_draft();
    view_.stale = model_.edited->known && model_.result && model_.result->request.variant == scene_.source.variant &&
                  model_.result->request.experiment->name == scene_.source.experiment &&
                  !is_same_text(model_.result->source, model_.edited->text) &&
                  !(model_.edited->untold && !model_.edited->changed() &&
                    is_same_text(model_.result->source, model_.edited->original));
}

void EditingFeature::update_draft() {
    const bool has_drafts =
        model_.lesson == nullptr && !document_.is_assigned(scene_.source) && !document_.is_of_program(editor_.file());
    const std::string key = document_.key_of(scene_.source);
    view_.draft = has_drafts ? draft_notice(preferences_, key, editor_.now()) : std::nullopt;
    if (!model_.draft) {
        shown_draft_.reset();
        return;
    }
    const std::pair<std::string, DraftNotice::Kind> shown{key, model_.draft->kind};
    if (shown_draft_ == shown) return;
    shown_draft_ = shown;
    preferences_.tab = Tab::source;
    send(SetDrawer{true});
}

void EditingFeature::update_before_run() {
    const EditedSource& now = editor_.now();
    if (!now.open || now.before_text == now.text || !document_.seen(Tab::source)) {
        if (!now.open) before_run_.rest();
        editor_.set_before(RunPtr());
        return;
    }
    const auto text = now.before_text == now.unedited() ? std::nullopt : std::optional(now.before_text);
    if (!model_.stale && model_.result && document_.is_of_setup(*model_.result) && !runs_.session.busy()) {
        session::Request request = model_.result->request;
        request.text = text;
        request.device = session::DeviceChoice::emulator;
        before_run_.want(request);
    }
    const RunPtr& run = before_run_.run();
    const bool fits = run && model_.result && run->request.settings == model_.result->request.settings &&
                      run->request.input == model_.result->request.input &&
                      run->request.variant == model_.result->request.variant;
    editor_.set_before(fits ? run : RunPtr());
}

void EditingFeature::keep_before_run() {
    if (model_.result && document_.is_of_setup(*model_.result) && model_.result->source == editor_.now().before_text)
        before_run_.take(model_.result);
}

void EditingFeature::take_typed() {
    const EditedSource& now = editor_.now();
    document_.keep_text(now.changed() ? std::optional(now.text) : std::nullopt, origin_now(now.original));
}

void EditingFeature::on(const RereadText& c) {
    own_copies_.erase(c.file);
    if (const auto stamp = FileWatch::stamp_of(c.file)) watched_.note_own(c.file, *stamp);
    editor_.file_changed();
}

void EditingFeature::on(const SaveCopy& /*c*/) {
    if (model_.lesson_copy.empty() || editor_.file() != model_.lesson_copy || !editor_.now().known) return;
    const std::filesystem::path file = editor_.file();
    const auto kept = own_copies_.find(file);
    std::string there = kept != own_copies_.end() ? kept->second.text : editor_.now().original;
    if (editor_.now().text == there) return;
    OwnCopy& copy = own_copies_[file];
    copy.text = editor_.now().text;
    ++copy.pending_writes;
    worker_.post([this, file, there = std::move(there), text = editor_.for_file(), typed = editor_.now().text,
                  key = document_.key_of(scene_.source)]() -> Worker::Finish {
        const auto written = write_kernel(file, text, there);
        std::error_code error;
        const auto when = std::filesystem::last_write_time(file, error);
        return [this, file, written, typed, key, when] {
            if (!written) {
                own_copies_.erase(file);
                editor_.file_changed();
                say(true, written.error().message, written.error().hint);
                return;
            }
            if (const auto own = own_copies_.find(file); own != own_copies_.end()) {
                own->second.since = when;
                if (own->second.pending_writes > 0) --own->second.pending_writes;
            }
            const auto text_kept = preferences_.texts.find(key);
            if (text_kept != preferences_.texts.end() && text_kept->second == typed) forget_text(preferences_, key);
        };
    });
}

void EditingFeature::on(const OpenEditor& c) {
    if (!c.open) {
        editor_.close();
        return;
    }
    if (document_.variant() != nullptr && document_.variant()->source.extension() == ".ptx") {
        say(false, msg("PTX cannot be edited here."), msg("Edit its file; it is reloaded when you save."));
        return;
    }
    if (!editor_.problem().empty()) {
        say(true, editor_.problem(), msg("It is reloaded now and each time the editor opens."));
        editor_.file_changed();
    }
    send(RestoreCamera{});
    // Leaves a block's moment, because stepping hides the text field.
    const bool in_time = in_block(scene_.moment);
    const uint32_t line = in_time && model_.moment ? model_.moment->now_line : editor_.now().open ? 0 : c.line;
    if (in_time) send(LeaveMoment{});
    editor_.open(line);
    keep_before_run();
    preferences_.tab = Tab::source;
    send(SetDrawer{true});
}

void EditingFeature::on(const EditText& c) {
    if (model_.draft) set_draft_aside(preferences_, document_.key_of(scene_.source), editor_.now());
    editor_.type(c, document_.clock.now);
    take_typed();
}

void EditingFeature::request_name(const std::filesystem::path& folder, const std::string& suggestion) {
    document_.dialog_requests.emplace_back(SaveTextRequest{folder, suggestion});
}

void EditingFeature::on(const PerformEdit& c) {
    if (model_.draft) set_draft_aside(preferences_, document_.key_of(scene_.source), editor_.now());
    switch (c.action) {
    case EditAction::undo: editor_.undo(); break;
    case EditAction::redo: editor_.redo(); break;
    case EditAction::revert: editor_.revert(); break;
    case EditAction::from_here:
        editor_.set_before(editor_.now().text);
        before_run_.rest();
        keep_before_run();
        return;
    case EditAction::save_as:
    case EditAction::save:
        if (std::error_code ignored; document_.is_of_program(editor_.file())) {
            request_name(std::filesystem::current_path(ignored),
                         editor_.file().stem().string() + "-edited" + editor_.file().extension().string());
        } else if (editor_.now().of_catalog) {
            request_name(std::filesystem::current_path(ignored),
                         fmt::format("{}-{}.cu", scene_.source.experiment, scene_.source.variant));
        } else if (c.action == EditAction::save_as) {
            request_name(editor_.file().parent_path(),
                         editor_.file().stem().string() + "-copy" + editor_.file().extension().string());
        } else if (const bool newer = model_.draft && model_.draft->kind == DraftNotice::Kind::file_changed;
                   newer || !saved_texts_.contains(editor_.file())) { // asks before the first overwrite
            document_.dialog_requests.emplace_back(OverwriteTextRequest{editor_.file(), newer});
        } else {
            on(SaveText{editor_.file()});
        }
        return;
    }
    take_typed();
}

void EditingFeature::on(const AnswerDraft& c) {
    const std::string key = document_.key_of(scene_.source);
    switch (c.answer) {
    case DraftAnswer::take:
        if (const auto draft = offered_draft(preferences_, key, editor_.now())) {
            discard_draft(preferences_, key, editor_.now()); // take_typed() stores the draft under its usual key
            editor_.replace(*draft);
            take_typed();
        }
        break;
    case DraftAnswer::discard: discard_draft(preferences_, key, editor_.now()); break;
    case DraftAnswer::use_file: on(PerformEdit{EditAction::revert}); break;
    case DraftAnswer::keep: keep_draft_despite_file(preferences_, key, editor_.now()); break;
    }
}

void EditingFeature::on(const SaveText& c) {
    editor_.take_keys(); // a dialog may have had the keyboard, so the editor takes it back
    const auto kept_copy = own_copies_.find(editor_.file());
    worker_.post([this, file = c.file, text = editor_.for_file(), typed = editor_.now().text, own = editor_.file(),
                  original = kept_copy != own_copies_.end() ? kept_copy->second.text : editor_.now().original,
                  saved = saved_texts_, key = document_.key_of(scene_.source)]() -> Worker::Finish {
        const bool in_place = is_same_file(file, own);
        const auto before = saved.find(file);
        const auto written = write_kernel(file, text,
                                          in_place                ? std::optional(original)
                                          : before != saved.end() ? std::optional(before->second)
                                                                  : std::nullopt);
        const auto stamp = in_place && written ? FileWatch::stamp_of(own) : std::nullopt;
        return [this, file, written, typed, own, in_place, key, stamp] {
            redraw_.want(3);
            if (!written) {
                say(true, written.error().message, written.error().hint);
                return;
            }
            document_.say_saved(msg("Saved {}.", file.string()));
            remember(preferences_, file.string());
            saved_texts_[file] = typed;
            if (stamp) watched_.note_own(own, *stamp);
            if (!in_place) return;
            own_copies_.erase(own);
            const auto kept = preferences_.texts.find(key);
            if (kept != preferences_.texts.end() && kept->second == typed) forget_text(preferences_, key);
            if (own != editor_.file()) return;
            editor_.saved(typed);
            keep_draft_despite_file(preferences_, key, editor_.now()); // the draft is now based on the saved file
            editor_.file_changed();
        };
    });
}

void EditingFeature::on(const SearchCode& c) {
    view_.search = c.search;
    if (!c.search.open) return;
    if (preferences_.tab != Tab::source) preferences_.tab = Tab::source;
    if (!window_.drawer_shown()) send(SetDrawer{true});
}

void EditingFeature::on(const GotoLine& c) {
    code_.go_to(c.line);
    send(SelectTab{Tab::source});
    send(SetDrawer{true});
}

void EditingFeature::on(const PaintCode& c) {
    scene_.painted = c.painted;
    code_.note_painted(document_.variant());
    send(ExplainSplit{});
}

void EditingFeature::on(const FollowScene& /*c*/) {
    code_.note_scene(*model_.result);
    if (scene_.painted) code_.scroll_to(scene_.painted->place);
}

} // namespace warpscope::workbench
