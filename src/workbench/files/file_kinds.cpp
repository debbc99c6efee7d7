#include "workbench/files/file_kinds.hpp"

#include "export/file.hpp"

namespace warpscope::workbench {

bool is_picture_name(const std::filesystem::path& file) {
    const std::string ending = exporting::lower_ending(file);
    return ending == ".png" || ending == ".jpg" || ending == ".jpeg" || ending == ".bmp";
}

} // namespace warpscope::workbench
