#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "catalog/experiment.hpp"
#include "catalog/text/nearest.hpp"
#include "language/tr.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::lesson {

std::filesystem::path lessons_folder() { return catalog::default_picture().parent_path() / "lessons"; }

std::vector<Lesson> load_lessons(const std::filesystem::path& folder, std::vector<Diagnostic>* problems) {
    std::vector<Lesson> all;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (!is_lesson_file(entry.path())) continue;
        auto lesson = read_lesson(entry.path());
        if (lesson)
            all.push_back(std::move(*lesson));
        else if (problems != nullptr)
            problems->push_back(std::move(lesson.error()));
    }
    std::ranges::sort(
        all, [](const Lesson& a, const Lesson& b) { return a.order != b.order ? a.order < b.order : a.name < b.name; });
    return all;
}

Result<std::filesystem::path> find_lesson(const std::string& name, const std::filesystem::path& folder) {
    if (is_lesson_file(name)) return std::filesystem::path(name);
    const std::filesystem::path file = folder / (name + std::string(lesson_ending));
    std::error_code error;
    if (name.find('/') == std::string::npos && std::filesystem::is_regular_file(file, error)) return file;
    std::vector<std::string> names;
    for (const Lesson& lesson : load_lessons(folder)) names.push_back(lesson.name);
    return fail(ErrorKind::usage, msg("There is no lesson '{}'.", name),
                names.empty() ? msg("name a file that ends in {}", lesson_ending)
                              : catalog::suggestion(name, names, msg("lessons: ")));
}

} // namespace warpscope::lesson
