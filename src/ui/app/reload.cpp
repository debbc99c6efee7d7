#include <algorithm>

#include <fmt/format.h>

#include "base/files.hpp"
#include "catalog/guess/guess.hpp"
#include "language/tr.hpp"
#include "program/build.hpp"
#include "program/linkage.hpp"
#include "source/main_function.hpp"
#include "ui/app/app_state.hpp"
#include "ui/panels/program/program_panels.hpp"
#include "ui/workbench.hpp"
#include "workbench/launch/guessed_setup.hpp"

namespace warpscope::ui {

void App::State::on(const ReloadExperiment&) {
    const catalog::Experiment* e = doc.experiment();
    if (e == nullptr) return;
    document.ptx = nullptr;
    // A guessed setup keeps its options. An experiment file defines them, apart from those of the command line.
    SourceOptions options = start.source_options_for(e->file);
    if (e->file.extension() != ".toml")
        options = {e->file, e->variants.front().include_folders, e->variants.front().definitions};
    // The file may not contain the current template instance.
    const bool guessed = doc.variant() != nullptr && catalog::has_guessed_launch(*e, doc.variant()->name);
    const std::string instance = guessed ? doc.variant()->title : std::string();
    worker.post([this, file = e->file, options, guessed, instance]() -> Worker::Finish {
        auto read = std::make_shared<Result<catalog::Experiment>>(
            guessed ? catalog::guess_experiment(file, options.include_folders, options.definitions, instance)
                    : catalog::open_experiment(file, options.include_folders, options.definitions));
        std::string text;
        if (!*read) text = read_file(file).value_or("");
        return [this, file, read, text] { take_experiment(file, *read, text); };
    });
}

void App::State::show_experiment(catalog::Experiment opened) {
    const std::string name = doc.add_experiment(std::move(opened));
    if (scene.source.experiment == name) {
        doc.submit();
        return;
    }
    on(ChooseExperiment{name});
    const catalog::Variant* const v = doc.variant();
    if (!scene.source.text || v == nullptr || session::is_of_catalogue(*v)) return;
    scene::LaunchSetup as_in_file = scene.source; // the draft is only offered
    as_in_file.text.reset();
    doc.choose(as_in_file, "");
}

void App::State::take_experiment(const std::filesystem::path& file, const Result<catalog::Experiment>& read,
                                 const std::string& text) {
    redraw.want(3);
    if (!read) {
        show_failure(read.error(), text);
        return;
    }
    const auto old = std::ranges::find(start.catalog->experiments, file, &catalog::Experiment::file);
    if (old == start.catalog->experiments.end()) return;
    const bool chosen = old->name == scene.source.experiment;
    catalog::Experiment next = *read;
    keep_set_buffers(*old, next);
    const std::string name = doc.add_experiment(std::move(next));
    if (!chosen) return;
    scene.source.experiment = name;
    const std::string kept =
        read->find(scene.source.variant) != nullptr ? scene.source.variant : read->variants.front().name;
    scene.source = with_variant(scene.source, *read, kept);
    doc.submit();
}

void App::State::change_setup(const std::function<void(catalog::Experiment&)>& change) {
    if (doc.experiment() == nullptr) return;
    history.record({scene.source, scene.notes, doc.guessed_setup()}, "");
    catalog::Experiment changed = *doc.experiment();
    change(changed);
    (void)doc.add_experiment(std::move(changed));
    doc.submit();
}

void App::State::on(const SetGuessedBuffer& c) {
    change_setup([&](catalog::Experiment& changed) { set_buffer(changed, scene.source.variant, c.buffer); });
}

void App::State::on(const SetGuessedLaunch& c) {
    change_setup([&](catalog::Experiment& changed) { set_launch(changed, scene.source.variant, c.launch); });
}

void App::State::on(const SetGuessedInstance& c) {
    const catalog::Experiment* const e = doc.experiment();
    if (e == nullptr || doc.variant() == nullptr) return;
    const SourceOptions options{e->file, doc.variant()->include_folders, doc.variant()->definitions};
    worker.post([this, options, instance = c.instance]() -> Worker::Finish {
        auto read = std::make_shared<Result<catalog::Experiment>>(
            catalog::guess_experiment(options.experiment, options.include_folders, options.definitions, instance));
        return [this, options, instance, read] {
            redraw.want(3);
            const catalog::Variant* const wanted = *read ? catalog::find_kernel(**read, instance) : nullptr;
            const catalog::Experiment* const before = doc.experiment();
            if (before == nullptr || before->file != options.experiment) return;
            if (wanted == nullptr) {
                doc.say(true, msg("{} has no kernel {}.", options.experiment.filename().string(), instance),
                        msg("Write a template instance like this: blur<float, 3>"));
                return;
            }
            const std::string name = wanted->name;
            keep_set_buffers(*before, **read);
            (void)doc.add_experiment(std::move(**read));
            choose_variant(name, true);
        };
    });
}

void App::State::on(const ForgetSetup&) {
    if (doc.experiment() == nullptr) return;
    const catalog::Variant& first = doc.experiment()->variants.front();
    const std::string variant_title = doc.variant() == nullptr ? std::string() : doc.variant()->title;
    const SourceOptions options{doc.experiment()->file, first.include_folders, first.definitions};
    worker.post([this, options, variant_title]() -> Worker::Finish {
        auto read = std::make_shared<Result<catalog::Experiment>>(
            catalog::guess_experiment(options.experiment, options.include_folders, options.definitions, variant_title));
        return [this, options, read] {
            redraw.want(3);
            if (!*read) return doc.say(true, read->error().message, read->error().hint);
            if (doc.experiment() == nullptr || doc.experiment()->file != options.experiment) return;
            history.record({scene.source, scene.notes, doc.guessed_setup()}, "");
            (void)doc.add_experiment(std::move(**read));
            doc.submit();
        };
    });
}

void App::State::on(const SaveSetup&) {
    if (doc.experiment() == nullptr) return;
    worker.post([this, saved = *doc.experiment(), source = scene.source]() -> Worker::Finish {
        const auto file = save_setup(saved, source);
        return [this, file] {
            redraw.want(3);
            if (file)
                doc.say(false, msg("Launch settings saved as {}.", file->string()));
            else
                doc.say(true, file.error().message, file.error().hint);
        };
    });
}

} // namespace warpscope::ui
