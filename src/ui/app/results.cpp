// What the session's threads have ready: a new run, or why there is none.
#include <algorithm>

#include "ui/app/app_state.hpp"

namespace warpscope::ui {

void App::State::take_results() {
    const uint64_t revision = session.revision();
    if (revision == seen_revision) return;
    seen_revision = revision;
    trace_asked.reset(); // with a new result the session forgets the traces of others
    newest = emulated = session.result();
    const std::optional<Diagnostic> failed = session.failure();
    if (failed) fall_back();
    awaited = session.busy();
    frames_wanted = 3;
    if (failed) {
        take_failure(*failed);
        return;
    }
    failure.reset();
    failed_source.clear();
    if (!newest) return;
    preferences.last = choice;
    if (choice.input.is_file() && newest->request.input == choice.input) remember(preferences, choice.input.file);
}

void App::State::take_failure(const Diagnostic& why) {
    failure = why;
    const catalog::Variant* v = variant();
    if (why.where.line > 0 && why.kind == ErrorKind::failed && v != nullptr) {
        // The text that did not compile is not in any result: read it again.
        worker.post([this, v, catalog = start.catalog]() -> Worker::Finish {
            auto text = catalog::read_source(*v);
            return [this, source = text ? *text : std::string()] {
                if (failure) show_failure(Diagnostic(*failure), source);
            };
        });
        return;
    }
    if (why.kind == ErrorKind::usage) { // LAUNCH says it, beside the sliders
        if (!newest && v != nullptr) show_text_of(*v);
        return;
    }
    say(true, why.message.substr(0, why.message.find('\n')), why.hint);
    // An input that cannot be used does not stay chosen: the picture on screen is still of the last one.
    if (newest && !(choice.input == newest->request.input) && choice.experiment == newest->request.experiment->name) {
        choice.input = newest->request.input;
        history.withdraw();
        failure.reset();
    }
}

void App::State::show_text_of(const catalog::Variant& v) {
    worker.post([this, v, catalog = start.catalog]() -> Worker::Finish {
        auto text = catalog::read_source(v);
        return [this, source = text ? *text : std::string()] {
            if (failure && !newest) failed_source = source;
            frames_wanted = std::max(frames_wanted, 3);
        };
    });
}

void App::State::show_failure(const Diagnostic& why, const std::string& text) {
    failure = why;
    failed_source = text;
    goto_line = why.where.line;
    goto_frames = 3;
    preferences.tab = Tab::source;
    on(SetDrawer{true});
    frames_wanted = std::max(frames_wanted, 3);
}

} // namespace warpscope::ui
