#include "workbench/document/start.hpp"

#include <utility>

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

} // namespace warpscope::workbench
