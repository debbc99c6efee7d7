#include "export/carried_scene.hpp"

#include <exception>
#include <memory>
#include <stdexcept>

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFEFStreamObjectHelper.hh>
#include <qpdf/QPDFEmbeddedFileDocumentHelper.hh>
#include <qpdf/QPDFFileSpecObjectHelper.hh>
#include <qpdf/QPDFWriter.hh>

#include "export/carried_scene_errors.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::exporting {
namespace {

const std::string attached_name = "scene.wscope";

/// Limits a stream, which may unpack to more than memory holds.
class LimitedBuffer : public Pipeline {
public:
    LimitedBuffer()
        : Pipeline("scene", nullptr) {}
    void write(const unsigned char* data, size_t size) override {
        over = over || text.size() + size > scene::largest_scene_file;
        if (over) throw std::length_error("too large");
        text.append(reinterpret_cast<const char*>(data), size);
    }
    void finish() override {}
    std::string text;
    bool over = false;
};

} // namespace

Result<std::string> with_pdf_scene(const std::string& pdf, const std::string& scene) {
    try {
        QPDF file;
        file.setSuppressWarnings(true);
        file.processMemoryFile("figure", pdf.data(), pdf.size());
        auto stream = QPDFEFStreamObjectHelper::createEFStream(file, scene);
        stream.setSubtype("application/x-warpscope-scene");
        auto attached = QPDFFileSpecObjectHelper::createFileSpec(file, attached_name, stream);
        attached.setDescription("The scene that shows this figure in Warpscope");
        QPDFEmbeddedFileDocumentHelper(file).replaceEmbeddedFile(attached_name, attached);
        QPDFWriter writer(file);
        writer.setOutputMemory();
        writer.setDeterministicID(true);
        writer.write();
        const std::shared_ptr<Buffer> bytes = writer.getBufferSharedPointer();
        return std::string(reinterpret_cast<const char*>(bytes->getBuffer()), bytes->getSize());
    } catch (const std::exception& error) {
        return fail(ErrorKind::failed, msg("The scene cannot be attached to the PDF: {}.", error.what()));
    }
}

Result<std::optional<std::string>> find_pdf_scene(std::string_view pdf) {
    LimitedBuffer text;
    bool found_scene = false;
    try {
        QPDF file;
        file.setSuppressWarnings(true);
        file.setAttemptRecovery(false);
        file.processMemoryFile("figure", pdf.data(), pdf.size());
        QPDFEmbeddedFileDocumentHelper attached(file);
        if (!attached.hasEmbeddedFiles()) return std::nullopt;
        const auto found = attached.getEmbeddedFile(attached_name);
        if (!found) return std::nullopt;
        found_scene = true;
        bool filtered = false;
        if (!found->getEmbeddedFileStream().pipeStreamData(&text, &filtered, 0, qpdf_dl_all, true))
            return text.over ? too_large() : damaged();
        return std::optional(std::move(text.text));
    } catch (const std::exception& error) {
        if (found_scene) return text.over ? too_large() : damaged();
        return fail(ErrorKind::failed, msg("the PDF cannot be read: {}", error.what()), msg("export the figure again"));
    }
}

} // namespace warpscope::exporting
