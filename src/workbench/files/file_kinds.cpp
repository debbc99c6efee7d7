#include "workbench/files/file_kinds.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "export/file.hpp"

namespace warpscope::workbench {

bool is_picture_name(const std::filesystem::path& file) {
    const std::string ending = exporting::lower_ending(file);
    return ending == ".png" || ending == ".jpg" || ending == ".jpeg" || ending == ".bmp";
}

bool is_input_name(const std::filesystem::path& file) {
    static constexpr std::array<std::string_view, 7> data{".csv", ".raw", ".bin", ".dat", ".f32", ".yuv", ".txt"};
    return is_picture_name(file) || std::ranges::find(data, exporting::lower_ending(file)) != data.end();
}

} // namespace warpscope::workbench
