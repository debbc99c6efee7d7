#include "workbench/export/commands.hpp"

#include "export/vector/figure_file.hpp"

namespace warpscope::workbench {

bool SavePicture::prints() const {
    if (colors == FigureColors::by_format) return exporting::is_drawing_file(file);
    return colors == FigureColors::print;
}

} // namespace warpscope::workbench
