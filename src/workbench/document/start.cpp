#include "workbench/document/start.hpp"

#include <utility>

namespace warpscope::workbench {

void start_with_scene(Start& start, catalog::Catalog& catalog, const std::filesystem::path& file,
                      exporting::OpenedScene opened) {
    if (opened.carried) catalog.experiments.push_back(*opened.experiment);
    if (!file.empty()) remember(start.preferences, file.string());
    start.setup = opened.scene.source;
    start.document = document_of(file, std::move(opened));
}

} // namespace warpscope::workbench
