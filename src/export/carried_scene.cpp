#include "export/carried_scene.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFEFStreamObjectHelper.hh>
#include <qpdf/QPDFEmbeddedFileDocumentHelper.hh>
#include <qpdf/QPDFFileSpecObjectHelper.hh>
#include <qpdf/QPDFWriter.hh>

#include "language/tr.hpp"
#include "scene/base64.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::exporting {
namespace {

/// editors may change the prefix
constexpr std::string_view scene_element = "warpscope-scene";
constexpr size_t longest_prefix = 64;
const std::string attached_name = "scene.wscope";

tl::unexpected<Diagnostic> damaged() {
    return fail(ErrorKind::failed, tr("the scene in the picture is damaged"), tr("export the figure again"));
}
tl::unexpected<Diagnostic> too_large() {
    return fail(ErrorKind::failed, tr("the scene in the picture is too large"), tr("save a scene that carries less"));
}

/// Buffer of limited size, against decompression bombs.
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

std::string svg_scene(std::string_view scene) {
    return fmt::format("<metadata>\n<warpscope:{0} xmlns:warpscope=\"urn:warpscope\" encoding=\"base64\">\n{1}\n"
                       "</warpscope:{0}>\n</metadata>\n",
                       scene_element, scene::to_base64(scene));
}

Result<std::optional<std::string>> find_svg_scene(std::string_view svg) {
    size_t name = 0;
    // Skips the words in a title.
    while ((name = svg.find(scene_element, name)) != svg.npos) {
        // Limits the search for the prefix, which is short.
        const size_t back = std::min(name, longest_prefix);
        const std::string_view before = svg.substr(name - back, back);
        const size_t open = before.rfind('<');
        const std::string_view prefix = open == before.npos ? " " : before.substr(open + 1);
        const bool element =
            prefix.empty() || (prefix.back() == ':' && prefix.find_first_of(" \t\n>/\"") == prefix.npos);
        if (element) break;
        name += scene_element.size();
    }
    if (name == svg.npos) return std::nullopt;
    const size_t begin = svg.find('>', name), end = begin == svg.npos ? svg.npos : svg.find('<', begin);
    if (end == svg.npos) return damaged();
    const std::string_view code = svg.substr(begin + 1, end - begin - 1);
    if (code.size() > scene::largest_scene_file / 2 * 3) return too_large(); // base64 adds a third
    auto text = scene::from_base64(code);
    if (!text || text->empty()) return damaged();
    return std::optional(std::move(*text));
}

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
        return fail(ErrorKind::failed, tr_format("The scene cannot be attached to the PDF: {}.", error.what()));
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
        return fail(ErrorKind::failed, tr_format("the PDF cannot be read: {}", error.what()),
                    tr("export the figure again"));
    }
}

} // namespace warpscope::exporting
