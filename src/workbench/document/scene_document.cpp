#include "workbench/document/scene_document.hpp"

#include <utility>

namespace warpscope::workbench {

SceneDocument document_of(const std::filesystem::path& file, exporting::OpenedScene opened) {
    SceneDocument document;
    document.file = file;
    document.notes = opened.saved.notes;
    document.has_untrusted_text = opened.scene.source.text.has_value();
    document.ptx = opened.ptx;
    document.arriving = std::move(opened);
    return document;
}

} // namespace warpscope::workbench
