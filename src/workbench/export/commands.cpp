#include "workbench/export/commands.hpp"

#include "export/vector/figure_file.hpp"

namespace warpscope::workbench {

bool SavePicture::prints() const {
    if (colours == FigureColours::by_format) return exporting::is_drawing_file(file);
    return colours == FigureColours::print;
}

} // namespace warpscope::workbench
