#include <algorithm>

#include "export/scene_file.hpp"
#include "insight/findings.hpp"
#include "session/device.hpp"
#include "workbench/editing/commands.hpp"
#include "workbench/launch/launch_feature.hpp"

namespace warpscope::workbench {

void LaunchFeature::take_results() {
    if (!runs_.take()) return;
    const std::optional<Diagnostic> failed = runs_.session.failure();
    redraw_.want(3);
    if (failed) {
        take_failure(*failed);
        return;
    }
    runs_.failure.reset();
    runs_.failed_source.clear();
    document_.on_answer(nullptr);
    if (!runs_.newest || model_.lesson != nullptr) return; // launches of lessons are not remembered
    preferences_.last = scene_.source;
    keep_input();
    show_findings_of_file();
    if (scene_.source.input.is_file() && !comes_with_the_program(scene_.source.input.file) &&
        !exporting::is_from_scene(std::filesystem::path(scene_.source.input.file)) &&
        runs_.newest->request.input == scene_.source.input)
        remember(preferences_, scene_.source.input.file);
}

void LaunchFeature::show_findings_of_file() {
    const catalog::Variant* const v = document_.variant();
    if (v == nullptr || model_.assignment != nullptr || window_.presentation || document_.file.arriving) return;
    if (checked_file_ == v->source) return;
    checked_file_ = v->source;
    if (session::is_of_catalog(*v) || document_.is_of_program(v->source) || start_.is_drawer_requested) return;
    if (insight::finding_count(*runs_.newest) == 0) return;
    preferences_.tab = Tab::findings;
    document_.open_drawer(true);
}

void LaunchFeature::keep_input() {
    const catalog::Experiment* e = document_.experiment();
    const catalog::Variant* v = document_.variant();
    if (e == nullptr || v == nullptr || !(runs_.newest->request.input == scene_.source.input)) return;
    const auto fresh = initial_input(*e, *v, catalog::default_picture().string());
    if (fresh && scene_.source.input == *fresh)
        preferences_.inputs.erase(input_key(*e, *v));
    else
        preferences_.inputs[input_key(*e, *v)] = scene_.source.input.text();
}

void LaunchFeature::take_failure(const Diagnostic& why) {
    runs_.failure = why;
    const catalog::Variant* v = document_.variant();
    document_.on_answer(&why);
    if (model_.edited != nullptr && model_.edited->open && why.kind == ErrorKind::failed) {
        // The source panel shows these errors when the editor closes.
        runs_.failed_source = scene_.source.text.value_or(model_.edited->original);
        return;
    }
    if (why.where.line > 0 && why.kind == ErrorKind::failed && scene_.source.text) {
        show_failure(Diagnostic(why), *scene_.source.text);
        return;
    }
    if (why.where.line > 0 && why.kind == ErrorKind::failed && v != nullptr) {
        worker_.post([this, v, catalog = start_.catalog]() -> Worker::Finish {
            auto text = catalog::read_source(*v);
            return [this, source = text ? *text : std::string()] {
                if (runs_.failure) show_failure(Diagnostic(*runs_.failure), source);
            };
        });
        return;
    }
    if (why.kind == ErrorKind::usage) { // the launch panel shows the error
        if (!runs_.newest && scene_.source.text)
            runs_.failed_source = *scene_.source.text;
        else if (!runs_.newest && v != nullptr)
            show_text_of(*v);
        return;
    }
    say(true, why.message.first_line(), why.hint);
    const RunPtr& newest = runs_.newest;
    if (newest && !(scene_.source.input == newest->request.input) &&
        scene_.source.experiment == newest->request.experiment->name) {
        scene_.source.input = newest->request.input;
        document_.history.withdraw();
        runs_.failure.reset();
    }
}

void LaunchFeature::show_text_of(const catalog::Variant& v) {
    worker_.post([this, v, catalog = start_.catalog]() -> Worker::Finish {
        auto text = catalog::read_source(v);
        return [this, source = text ? *text : std::string()] {
            if (runs_.failure && !runs_.newest) runs_.failed_source = source;
            redraw_.want(3);
        };
    });
}

void LaunchFeature::show_failure(const Diagnostic& why, const std::string& text) {
    runs_.failure = why;
    runs_.failed_source = text;
    send(ScrollCode{{.line = std::max(1u, why.where.line)}});
    preferences_.tab = Tab::source;
    document_.open_drawer(true);
    redraw_.want(3);
}

} // namespace warpscope::workbench
