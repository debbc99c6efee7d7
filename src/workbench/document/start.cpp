#include "workbench/document/start.hpp"

#include <utility>

#include "base/files.hpp"
#include "workbench/document/text_key.hpp"

namespace warpscope::workbench {

SourceOptions Start::source_options_for(const std::filesystem::path& file) const {
    std::error_code ignored;
    return std::filesystem::equivalent(file, source_options.experiment, ignored) ? source_options : SourceOptions();
}

namespace {

/// A scene carries a copy of the user's file, but not its path.
auto newest_text(const Preferences& preferences, const catalog::Catalog& catalog, const scene::LaunchSetup& setup) {
    const auto& texts = preferences.texts;
    if (const auto typed = texts.find(text_key(catalog, setup)); typed != texts.end()) return typed;
    const catalog::Experiment* const experiment = catalog.find(setup.experiment);
    const catalog::Variant* const variant = experiment == nullptr ? nullptr : experiment->find(setup.variant);
    if (variant == nullptr) return texts.end();
    const auto original = read_file(variant->source);
    if (!original) return texts.end();
    for (const std::string& key : preferences.texts_newest) {
        const auto origin = preferences.texts_origin.find(key);
        const std::filesystem::path file = key;
        const bool is_draft = !file.is_absolute();
        if (!is_draft && file.filename() == variant->source.filename() && origin != preferences.texts_origin.end() &&
            origin->second.file_digest == text_digest(*original))
            return texts.find(key);
    }
    return texts.end();
}

} // namespace

void Start::forget_program_requests() {
    run_program = false;
    program_launch.reset();
}

void start_with_scene(Start& start, catalog::Catalog& catalog, const std::filesystem::path& file,
                      exporting::OpenedScene opened) {
    if (opened.carried) catalog.experiments.push_back(*opened.experiment);
    if (!file.empty()) remember(start.preferences, file.string());
    start.setup = opened.scene.source;
    start.document = document_of(file, std::move(opened));
}

void note_restored(Start& start, const catalog::Catalog& catalog, const Diagnostic* failure) {
    start.document.is_restored = start.document.arriving.has_value();
    if (failure != nullptr)
        start.notices.push_back({true,
                                 msg("Warpscope was not closed properly, and your last state cannot be restored."),
                                 failure->whole(), 0, 0});
    if (failure != nullptr || !start.setup) return;
    const auto typed = newest_text(start.preferences, catalog, *start.setup);
    if (typed == start.preferences.texts.end()) return;
    start.setup->text = typed->second;
    if (start.document.arriving) start.document.arriving->scene.source.text = typed->second;
}

} // namespace warpscope::workbench
