// Pictures that come with the program, so scenes can name them: "picture", or "picture:samples/fabric.png".
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::scene {

/// Returns whether a scene's input names a course picture, even one that this version lacks.
[[nodiscard]] bool is_course_picture(std::string_view input);
[[nodiscard]] std::filesystem::path course_picture_file(std::string_view input);
/// Returns the input that names the picture with these contents.
[[nodiscard]] std::optional<std::string> find_course_picture(std::string_view contents);

} // namespace warpscope::scene
