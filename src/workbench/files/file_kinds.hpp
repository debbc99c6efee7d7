#pragma once

#include <filesystem>

namespace warpscope::workbench {

[[nodiscard]] bool is_picture_name(const std::filesystem::path& file);
[[nodiscard]] bool is_input_name(const std::filesystem::path& file);

} // namespace warpscope::workbench
