#include "workbench/document/start.hpp"

#include <utility>

#include "workbench/document/text_key.hpp"

namespace warpscope::workbench {

SourceOptions Start::source_options_for(const std::filesystem::path& file) const {
    std::error_code ignored;
    return std::filesystem::equivalent(file, source_options.experiment, ignored) ? source_options : SourceOptions();
}

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
        start.notices.push_back({true, msg("Warpscope did not end properly, and your last state cannot be restored."),
                                 failure->whole(), 0, 0});
    if (failure != nullptr || !start.setup) return;
    const auto typed = start.preferences.texts.find(text_key(catalog, *start.setup));
    if (typed == start.preferences.texts.end()) return;
    start.setup->text = typed->second;
    if (start.document.arriving) start.document.arriving->scene.source.text = typed->second;
}

} // namespace warpscope::workbench
