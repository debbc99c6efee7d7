#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/files.hpp"
#include "catalog/guess/guess.hpp"
#include "language/tr.hpp"
#include "session/device.hpp"
#include "workbench/launch/guessed_setup.hpp"
#include "workbench/launch/launch_feature.hpp"

namespace warpscope::workbench {

void LaunchFeature::on(const ReloadExperiment& /*c*/) {
    const catalog::Experiment* e = document_.experiment();
    if (e == nullptr) return;
    document_.file.ptx = nullptr;
    // An experiment file defines compiler options, and the command line adds more. A guessed setup keeps its own
    // options.
    SourceOptions options = start_.source_options_for(e->file);
    if (e->file.extension() != ".toml")
        options = {e->file, e->variants.front().include_folders, e->variants.front().definitions};
    // The user may have set a template instance that the file does not launch.
    const bool guessed = document_.variant() != nullptr && catalog::has_guessed_launch(*e, document_.variant()->name);
    const std::string instance = guessed ? document_.variant()->title : std::string();
    worker_.post([this, file = e->file, options, guessed, instance]() -> Worker::Finish {
        auto read = std::make_shared<Result<catalog::Experiment>>(
            guessed ? catalog::guess_experiment(file, options.include_folders, options.definitions, instance)
                    : catalog::open_experiment(file, options.include_folders, options.definitions));
        std::string text;
        if (!*read) text = read_file(file).value_or("");
        return [this, file, read, text] { take_experiment(file, *read, text); };
    });
}

void LaunchFeature::show_experiment(catalog::Experiment opened) {
    const std::string name = document_.add_experiment(std::move(opened));
    if (scene_.source.experiment == name) {
        document_.submit();
        return;
    }
    on(ChooseExperiment{name});
    const catalog::Variant* const v = document_.variant();
    if (!scene_.source.text || v == nullptr || session::is_of_catalog(*v)) return;
    scene::LaunchSetup as_in_file = scene_.source; // without the draft, which is only offered
    as_in_file.text.reset();
    document_.choose(as_in_file, "");
}

void LaunchFeature::take_experiment(const std::filesystem::path& file, const Result<catalog::Experiment>& read,
                                    const std::string& text) {
    redraw_.want(3);
    if (!read) {
        show_failure(read.error(), text);
        return;
    }
    const auto old = std::ranges::find(start_.catalog->experiments, file, &catalog::Experiment::file);
    if (old == start_.catalog->experiments.end()) return;
    const bool chosen = old->name == scene_.source.experiment;
    catalog::Experiment next = *read;
    keep_set_buffers(*old, next);
    const std::string name = document_.add_experiment(std::move(next));
    if (!chosen) return;
    scene_.source.experiment = name;
    const std::string kept =
        read->find(scene_.source.variant) != nullptr ? scene_.source.variant : read->variants.front().name;
    scene_.source = with_variant(scene_.source, *read, kept);
    document_.submit();
}

void LaunchFeature::change_setup(const std::function<void(catalog::Experiment&)>& change) {
    if (document_.experiment() == nullptr) return;
    document_.history.record({scene_.source, scene_.notes, document_.guessed_setup()}, "");
    catalog::Experiment changed = *document_.experiment();
    change(changed);
    (void)document_.add_experiment(std::move(changed));
    document_.submit();
}

void LaunchFeature::on(const SetGuessedBuffer& c) {
    change_setup([&](catalog::Experiment& changed) { set_buffer(changed, scene_.source.variant, c.buffer); });
}

void LaunchFeature::on(const SetGuessedLaunch& c) {
    change_setup([&](catalog::Experiment& changed) { set_launch(changed, scene_.source.variant, c.launch); });
}

void LaunchFeature::on(const SetGuessedInstance& c) {
    const catalog::Experiment* const e = document_.experiment();
    if (e == nullptr || document_.variant() == nullptr) return;
    const SourceOptions options{e->file, document_.variant()->include_folders, document_.variant()->definitions};
    worker_.post([this, options, instance = c.instance]() -> Worker::Finish {
        auto read = std::make_shared<Result<catalog::Experiment>>(
            catalog::guess_experiment(options.experiment, options.include_folders, options.definitions, instance));
        return [this, options, instance, read] {
            redraw_.want(3);
            const catalog::Variant* const wanted = *read ? catalog::find_kernel(**read, instance) : nullptr;
            const catalog::Experiment* const before = document_.experiment();
            if (before == nullptr || before->file != options.experiment) return;
            if (wanted == nullptr) {
                say(true, msg("{} has no kernel {}.", options.experiment.filename().string(), instance),
                    msg("Write a template instance like this: blur<float, 3>"));
                return;
            }
            const std::string name = wanted->name;
            keep_set_buffers(*before, **read);
            (void)document_.add_experiment(std::move(**read));
            choose_variant(name, true);
        };
    });
}

void LaunchFeature::on(const ForgetSetup& /*c*/) {
    if (document_.experiment() == nullptr) return;
    const catalog::Variant& first = document_.experiment()->variants.front();
    const std::string variant_title = document_.variant() == nullptr ? std::string() : document_.variant()->title;
    const SourceOptions options{document_.experiment()->file, first.include_folders, first.definitions};
    worker_.post([this, options, variant_title]() -> Worker::Finish {
        auto read = std::make_shared<Result<catalog::Experiment>>(
            catalog::guess_experiment(options.experiment, options.include_folders, options.definitions, variant_title));
        return [this, options, read] {
            redraw_.want(3);
            if (!*read) return say(true, read->error().message, read->error().hint);
            if (document_.experiment() == nullptr || document_.experiment()->file != options.experiment) return;
            document_.history.record({scene_.source, scene_.notes, document_.guessed_setup()}, "");
            (void)document_.add_experiment(std::move(**read));
            document_.submit();
        };
    });
}

void LaunchFeature::on(const SaveSetup& /*c*/) {
    if (document_.experiment() == nullptr) return;
    worker_.post([this, saved = *document_.experiment(), source = scene_.source]() -> Worker::Finish {
        const auto file = save_setup(saved, source);
        return [this, file] {
            redraw_.want(3);
            if (file)
                say(false, msg("Launch settings saved as {}.", file->string()));
            else
                say(true, file.error().message, file.error().hint);
        };
    });
}

} // namespace warpscope::workbench
