#include "export/vector/pdf.hpp"

namespace warpscope::exporting {

Result<std::string> pdf_bytes(const drawing::Picture&, const drawing::Words&) {
    return fail(ErrorKind::environment, msg("The browser version cannot write PDF files."), msg("write an SVG file"));
}

} // namespace warpscope::exporting
