#include "compile/error_places.hpp"
#include "export/scene_file.hpp"
#include "insight/findings.hpp"
#include "session/device.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

void App::State::take_results() {
    if (!runs.take()) return;
    traces.forget_asked();
    const std::optional<Diagnostic> failed = runs.session.failure();
    if (failed) live.fall_back();
    redraw.want(3);
    if (failed) {
        take_failure(*failed);
        return;
    }
    runs.failure.reset();
    runs.failed_source.clear();
    editor.set_errors({});
    if (!runs.newest || lesson.on()) return; // a lesson chooses its launches
    preferences.last = scene.source;
    keep_input();
    show_findings_of_file();
    if (scene.source.input.is_file() && !comes_with_the_program(scene.source.input.file) &&
        !exporting::is_from_scene(std::filesystem::path(scene.source.input.file)) &&
        runs.newest->request.input == scene.source.input)
        remember(preferences, scene.source.input.file);
}

/// Opens the findings tab once for a user's file.
void App::State::show_findings_of_file() {
    const catalog::Variant* const v = doc.variant();
    if (v == nullptr || assignment.shown() || window.presentation || document.arriving) return;
    if (checked_file == v->source) return;
    checked_file = v->source;
    if (session::is_of_catalogue(*v) || doc.is_of_program(v->source) || start.is_drawer_requested) return;
    if (insight::finding_kinds(*runs.newest) == 0) return;
    preferences.tab = Tab::findings;
    doc.open_drawer(true);
}

std::optional<PendingInput> App::State::pending_input() {
    const input::InputSpec& chosen = scene.source.input;
    const bool waits = model.busy && model.result_is_stale && model.result && chosen.is_file() &&
                       model.result->request.input.file != chosen.file && model.variant != nullptr &&
                       catalog::main_input(*model.variant) != nullptr;
    if (!waits) {
        input_preview.forget();
        return std::nullopt;
    }
    const Thumbnails::Thumbnail* const made = input_preview.of(chosen.file, worker);
    if (made == nullptr || !made->texture) return std::nullopt;
    return PendingInput{static_cast<ImTextureID>(made->texture.id()), made->columns, made->rows};
}

void App::State::keep_input() {
    const catalog::Experiment* e = doc.experiment();
    const catalog::Variant* v = doc.variant();
    if (e == nullptr || v == nullptr || !(runs.newest->request.input == scene.source.input)) return;
    const auto fresh = initial_input(*e, *v, catalog::default_picture().string());
    if (fresh && scene.source.input == *fresh)
        preferences.inputs.erase(input_key(*e, *v));
    else
        preferences.inputs[input_key(*e, *v)] = scene.source.input.text();
}

void App::State::take_failure(const Diagnostic& why) {
    runs.failure = why;
    document.arriving.reset();
    const catalog::Variant* v = doc.variant();
    if (why.kind == ErrorKind::failed) editor.set_errors(compile::errors_of(why));
    if (editor.now().open && why.kind == ErrorKind::failed) {
        runs.failed_source = scene.source.text.value_or(editor.now().original); // shown when the editor closes
        return;
    }
    if (why.where.line > 0 && why.kind == ErrorKind::failed && scene.source.text) {
        show_failure(Diagnostic(why), *scene.source.text);
        return;
    }
    if (why.where.line > 0 && why.kind == ErrorKind::failed && v != nullptr) {
        worker.post([this, v, catalog = start.catalog]() -> Worker::Finish {
            auto text = catalog::read_source(*v);
            return [this, source = text ? *text : std::string()] {
                if (runs.failure) show_failure(Diagnostic(*runs.failure), source);
            };
        });
        return;
    }
    if (why.kind == ErrorKind::usage) { // the launch panel shows it
        if (!runs.newest && scene.source.text)
            runs.failed_source = *scene.source.text;
        else if (!runs.newest && v != nullptr)
            show_text_of(*v);
        return;
    }
    doc.say(true, why.message.first_line(), why.hint);
    const RunPtr& newest = runs.newest;
    if (newest && !(scene.source.input == newest->request.input) &&
        scene.source.experiment == newest->request.experiment->name) {
        scene.source.input = newest->request.input;
        history.withdraw();
        runs.failure.reset();
    }
}

void App::State::show_text_of(const catalog::Variant& v) {
    worker.post([this, v, catalog = start.catalog]() -> Worker::Finish {
        auto text = catalog::read_source(v);
        return [this, source = text ? *text : std::string()] {
            if (runs.failure && !runs.newest) runs.failed_source = source;
            redraw.want(3);
        };
    });
}

void App::State::show_failure(const Diagnostic& why, const std::string& text) {
    runs.failure = why;
    runs.failed_source = text;
    code.show(why.where.line);
    preferences.tab = Tab::source;
    doc.open_drawer(true);
    redraw.want(3);
}

} // namespace warpscope::ui
