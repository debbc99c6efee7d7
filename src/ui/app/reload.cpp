// Files that change while the window shows what was made of them: the kernel, its headers, the experiment that names
// it.
#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "catalog/guess/guess.hpp"
#include "ui/app/app_state.hpp"

namespace warpscope::ui {

void App::State::update_watched() {
    const catalog::Experiment* e = experiment();
    const catalog::Variant* v = variant();
    if (e == nullptr || v == nullptr) return;
    watched.watch({e->file, v->source});
    const std::vector<std::filesystem::path> changed = watched.take_changed();
    if (changed.empty()) return;
    redraw.want();
    if (std::ranges::find(changed, v->source) != changed.end()) {
        editor.file_changed();
        if (scene.source.text) { // what was typed stays
            say(false,
                fmt::format("{} has changed; the text that is edited here stays.", v->source.filename().string()),
                "\"revert\" takes the file's.");
            if (changed.size() == 1) return;
        }
    }
    say(false, fmt::format("{} has changed and is read again.", changed.front().filename().string()));
    if (std::ranges::find(changed, e->file) != changed.end())
        reload();
    else
        submit(); // a run begins with reading the kernel
}

void App::State::reload() {
    const catalog::Experiment* e = experiment();
    if (e == nullptr) return;
    worker.post([this, file = e->file]() -> Worker::Finish {
        auto read = std::make_shared<Result<catalog::Experiment>>(catalog::open_experiment(file));
        std::string text;
        if (!*read) {
            std::ifstream stream(file, std::ios::binary);
            text.assign(std::istreambuf_iterator<char>(stream), {});
        }
        return [this, file, read, text] { take_experiment(file, *read, text); };
    });
}

void App::State::open_experiment(const std::filesystem::path& file) {
    std::error_code ignored;
    worker.post([this, whole = std::filesystem::absolute(file, ignored)]() -> Worker::Finish {
        auto read = std::make_shared<Result<catalog::Experiment>>(catalog::open_experiment(whole));
        return [this, whole, read] {
            redraw.want(3);
            if (!*read) {
                say(true, read->error().message, read->error().hint);
                return;
            }
            catalog::Experiment& opened = **read;
            auto next = std::make_shared<catalog::Catalog>(*start.catalog);
            std::erase_if(next->experiments, [&](const catalog::Experiment& e) { return e.file == whole; });
            if (next->find(opened.name) != nullptr) opened.name = whole.string(); // names are unique
            next->experiments.push_back(opened);
            start.catalog = std::move(next);
            if (scene.source.experiment == opened.name)
                submit();
            else
                on(ChooseExperiment{opened.name});
            const auto guesses = opened.guesses.find(scene.source.variant);
            if (guesses != opened.guesses.end())
                say(false, fmt::format("{} is set up by what its kernel's text says.", whole.filename().string()),
                    "LAUNCH lists what was guessed. `warpscope run FILE.cu --save-toml FILE.toml` writes it, to be "
                    "changed.");
        };
    });
}

void App::State::take_experiment(const std::filesystem::path& file, const Result<catalog::Experiment>& read,
                                 const std::string& text) {
    redraw.want(3);
    if (!read) {
        show_failure(read.error(), text);
        return;
    }
    // Runs keep the catalogue that they were made of; later ones are made of a new one.
    auto next = std::make_shared<catalog::Catalog>(*start.catalog);
    const auto old = std::ranges::find(next->experiments, file, &catalog::Experiment::file);
    if (old == next->experiments.end()) return;
    const bool chosen = old->name == scene.source.experiment;
    *old = *read;
    start.catalog = std::move(next);
    if (!chosen) return;
    scene.source.experiment = read->name;
    const std::string kept =
        read->find(scene.source.variant) != nullptr ? scene.source.variant : read->variants.front().name;
    scene.source = with_variant(scene.source, *read, kept);
    submit();
}

} // namespace warpscope::ui
