#include "workbench/document/document.hpp"

#include <algorithm>
#include <utility>

#include "catalog/guess/guess.hpp"
#include "language/tr.hpp"
#include "session/device.hpp"
#include "workbench/document/launch_setup.hpp"
#include "workbench/document/text_key.hpp"

namespace warpscope::workbench {

Document::Document(Start how, std::function<void()> with_wake)
    : start(std::move(how))
    , wake(std::move(with_wake))
    , preferences(start.preferences)
    , file(std::move(start.document))
    , own_worker_(std::make_unique<Worker>(wake))
    , worker(*own_worker_) {
    runs.session.on_change(wake);
    runs.session.wait_until_shown();
    clock.now = start.time;
    if (!start.catalog) start.catalog = std::make_shared<catalog::Catalog>();
    for (Notice& notice : start.notices) say(notice.error, notice.words, notice.hint);
    scene.views = preferences.views;
    scene.four = preferences.four;
    if (auto first = start.setup ? start.setup : initial_setup(*start.catalog, preferences.last)) scene.source = *first;
    untrusted_kernels = preferences.untrusted_texts;
    if (file.has_untrusted_text) mark_untrusted(scene.source);
    if (const catalog::Variant* v = variant();
        start.setup && v != nullptr && !session::is_of_catalog(*v) && !exporting::is_from_scene(*experiment()))
        remember(preferences, std::filesystem::absolute(experiment()->file).string());
    window.presentation = start.presentation;
    window.drawer_large = start.drawer_large;
    window.is_drawer_requested = start.is_drawer_requested;
}

const catalog::Experiment* Document::experiment() const { return start.catalog->find(scene.source.experiment); }

const catalog::Variant* Document::variant() const {
    const catalog::Experiment* e = experiment();
    return e == nullptr ? nullptr : e->find(scene.source.variant);
}

bool Document::is_of_setup(const session::RunResult& result) const {
    const session::Request& request = result.request;
    const scene::LaunchSetup& source = scene.source;
    return request.experiment->name == source.experiment && request.variant == source.variant &&
           request.settings == source.settings && request.input == source.input && request.text == source.text;
}

void Document::submit() {
    const catalog::Experiment* e = experiment();
    if (e == nullptr) return;
    session::Request request;
    request.experiment = {start.catalog, e};
    request.variant = scene.source.variant;
    request.settings = scene.source.settings;
    request.input = scene.source.input;
    request.text = scene.source.text;
    request.device = start.device;
    if (start.device == session::DeviceChoice::automatic &&
        (exporting::is_from_scene(*e) || is_untrusted(scene.source)))
        request.device = session::DeviceChoice::emulator;
    request.checks_races = race_checked_kernels.contains(key_of(scene.source));
    request.compiler = start.compiler;
    if (start.compiler == compile::CompilerChoice::automatic) request.ptx = file.ptx;
    on_request(request);
    runs.submit(std::move(request));
}

void Document::choose(const scene::LaunchSetup& next, const std::string& gesture) {
    if (next == scene.source) return;
    if (next.experiment != scene.source.experiment) notices.forget_errors();
    history.record({scene.source, scene.notes}, gesture);
    scene.source = next;
    submit();
}

void Document::say(bool error, Message words, Message hint) {
    notices.say(clock.now, error, std::move(words), std::move(hint));
}

void Document::say_saved(Message words, Message hint) {
    notices.forget_errors();
    say(false, std::move(words), std::move(hint));
}

std::string Document::add_experiment(catalog::Experiment opened) {
    // Changes a copy, because runs keep their catalog.
    auto next = std::make_shared<catalog::Catalog>(*start.catalog);
    const auto is_other = [&](const catalog::Experiment& e) { return e.name == opened.name && e.file != opened.file; };
    if (std::ranges::any_of(next->experiments, is_other)) opened.name = opened.file.string();
    std::string name = opened.name;
    const auto old = std::ranges::find(next->experiments, opened.file, &catalog::Experiment::file);
    if (old != next->experiments.end())
        *old = std::move(opened);
    else
        next->experiments.push_back(std::move(opened));
    start.catalog = std::move(next);
    return name;
}

std::shared_ptr<const catalog::Experiment> Document::guessed_setup() const {
    const catalog::Experiment* const e = experiment();
    if (e == nullptr || !catalog::has_guessed_launch(*e, scene.source.variant)) return nullptr;
    return std::make_shared<const catalog::Experiment>(*e);
}

std::string Document::key_of(const scene::LaunchSetup& source) const {
    return is_assigned(source) ? assigned->key : text_key(*start.catalog, source);
}

bool Document::is_assigned(const scene::LaunchSetup& source) const {
    return assigned && source.experiment == assigned->experiment && source.variant == assigned->variant;
}

std::optional<std::string> Document::kept_text(const scene::LaunchSetup& source) const {
    const auto kept = preferences.texts.find(key_of(source));
    if (kept != preferences.texts.end()) return kept->second;
    return is_assigned(source) ? assigned->begin_with : std::nullopt;
}

void Document::keep_text(const std::optional<std::string>& text, const TextOrigin& origin) {
    if (variant() != nullptr && is_of_program(variant()->source)) return; // the program's file is temporary
    const std::string key = key_of(scene.source);
    if (!text) {
        forget_text(preferences, key); // the kernel stays untrusted, because undo can restore the text
        return;
    }
    for (const std::string& kernel :
         workbench::keep_text(preferences, key, *text, untrusted_kernels.contains(key), origin))
        say(false, msg("Your edits of {} are no longer kept.", kernel),
            msg("The settings hold {} MiB of edited source; the oldest edits are dropped.", max_text_bytes >> 20));
}

void Document::mark_untrusted(const scene::LaunchSetup& source) {
    // Stores both keys, because text_key() of an assignment is valid only while the assignment is open.
    if (source.text) untrusted_kernels.insert({text_key(*start.catalog, source), key_of(source)});
}

bool Document::is_untrusted(const scene::LaunchSetup& source) const {
    return source.text &&
           (untrusted_kernels.contains(text_key(*start.catalog, source)) || untrusted_kernels.contains(key_of(source)));
}

Preferences Document::remembered() const {
    // A lesson changes the window, so the state from before the lesson is saved.
    Preferences all = before_lesson ? before_lesson->preferences : preferences;
    all.views = before_lesson ? before_lesson->scene.views : scene.views;
    all.four = before_lesson ? before_lesson->scene.four : scene.four;
    // Overlays from the command line are saved only if the user changed them, or for a restart.
    for (size_t i = 0; i < start.asked_overlays.size() && !window.restart; ++i)
        if (const auto& [asked, own] = start.asked_overlays[i]; all.views[i].overlays == asked)
            all.views[i].overlays = own;
    if (before_lesson) {
        all.dark = preferences.dark;
        all.scale = preferences.scale;
        all.recent = preferences.recent;
        all.window = preferences.window;
        all.texts = preferences.texts;
        all.texts_newest = preferences.texts_newest;
        all.untrusted_texts = preferences.untrusted_texts;
        all.texts_origin = preferences.texts_origin;
    }
    return all;
}

void Document::open_drawer(bool open) {
    preferences.panes.drawer_open = window.is_drawer_requested = open;
    preferences.drawer_tall = preferences.drawer_tall || open;
}

void Document::reset_view_state() {
    on_view_reset();
    launch_note.clear();
    file = {};
    scene.step.reset();
    scene.interval.reset();
    scene.slice.reset();
    scene.matrices.reset();
    scene.pin.reset();
    scene.painted.reset();
    scene.camera.reset();
    camera.jump = true;
}

} // namespace warpscope::workbench
