#include "export/carried_scene.hpp"

namespace warpscope::exporting {

Result<std::string> with_pdf_scene(const std::string&, const std::string&) {
    return fail(ErrorKind::environment, msg("The browser version cannot write PDF files."), msg("write an SVG file"));
}

Result<std::optional<std::string>> find_pdf_scene(std::string_view) {
    return fail(ErrorKind::environment, msg("The browser version cannot read PDF files."),
                msg("open it with the desktop program"));
}

} // namespace warpscope::exporting
