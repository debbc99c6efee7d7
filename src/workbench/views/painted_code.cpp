#include "workbench/views/painted_code.hpp"

#include "language/tr.hpp"

namespace warpscope::workbench {

render::Paint paint_of(const insight::CodeMap& map, const PaintedCode& painted) {
    const CodePlace& at = painted.place;
    return {map.pcs_of(at.line, at.ptx_line), painted.measure,
            at.line != 0 ? tr_format("line {}", at.line) : tr_format("PTX line {}", at.ptx_line)};
}

} // namespace warpscope::workbench
