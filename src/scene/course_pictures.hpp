// Pictures installed with the program. Scenes name them: "picture", "picture:samples/fabric.png".
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::scene {

/// Returns whether a scene's input names a course picture, even one of a newer version.
[[nodiscard]] bool is_course_picture(std::string_view input);
[[nodiscard]] std::filesystem::path course_picture_file(std::string_view input);
/// Finds the course picture with these contents. Returns its input name.
[[nodiscard]] std::optional<std::string> find_course_picture(std::string_view contents);

} // namespace warpscope::scene
