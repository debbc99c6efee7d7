#include "scene/course_pictures.hpp"

#include "base/files.hpp"
#include "catalog/experiment.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::scene {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view named_prefix = "picture:";

fs::path pictures_folder() { return catalog::default_picture().parent_path(); }

} // namespace

bool is_course_picture(std::string_view input) {
    return input == sample_picture || (input.starts_with(named_prefix) && is_inside(input.substr(named_prefix.size())));
}

fs::path course_picture_file(std::string_view input) {
    if (!is_course_picture(input)) return {};
    return input == sample_picture ? catalog::default_picture() : pictures_folder() / input.substr(named_prefix.size());
}

std::optional<std::string> find_course_picture(std::string_view contents) {
    const fs::path folder = pictures_folder();
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
        if (entry.path().extension() != ".png" || fs::file_size(entry.path(), error) != contents.size()) continue;
        if (const auto picture = read_file(entry.path()); picture && *picture == contents)
            return std::string(named_prefix) + entry.path().lexically_relative(folder).generic_string();
    }
    return std::nullopt;
}

} // namespace warpscope::scene
