#include "export/vector/pdf.hpp"

#include "language/tr.hpp"

namespace warpscope::exporting {

Result<std::string> pdf_bytes(const drawing::Picture&, const drawing::Words&) {
    return fail(ErrorKind::environment, tr("The page in the browser cannot write PDF files."), tr("write an SVG file"));
}

} // namespace warpscope::exporting
