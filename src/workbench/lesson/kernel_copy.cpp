#include "workbench/lesson/kernel_copy.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/files.hpp"
#include "export/file.hpp"
#include "workbench/document/spoiler_comments.hpp"

namespace warpscope::workbench {

namespace fs = std::filesystem;

fs::path copy_folder(const std::string& lesson, const fs::path& experiment) {
    const char* const home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return {};
    return fs::path(home) / "warpscope" / lesson / experiment.parent_path().filename();
}

namespace {

/// Keeps existing files. Removes comments that reveal a kernel's bug.
void copy_one(const fs::path& from, const fs::path& to, bool kernel) {
    std::error_code ignored; // loading the copy reports errors
    const auto text = kernel && !fs::exists(to, ignored) ? read_file(from) : Result<std::string>("");
    if (!kernel)
        fs::copy_file(from, to, fs::copy_options::skip_existing, ignored);
    else if (text && !text->empty())
        (void)exporting::write_file(to, without_spoiler_comments(*text));
}

} // namespace

Result<std::optional<catalog::Experiment>> copy_of(const catalog::Experiment& experiment, const std::string& variant,
                                                   const fs::path& folder, CopyMode mode) {
    std::error_code ignored;
    const catalog::Variant* const kernel = experiment.find(variant);
    if (kernel == nullptr) return std::optional<catalog::Experiment>();
    const fs::path own = folder / kernel->source.filename();
    if (mode == CopyMode::existing) {
        if (!fs::exists(own, ignored) || !fs::exists(folder / experiment.file.filename(), ignored))
            return std::optional<catalog::Experiment>();
    } else {
        if (mode == CopyMode::fresh_kernel && fs::exists(own, ignored))
            fs::rename(own, own.string() + ".before", ignored);
        fs::create_directories(folder, ignored);
        std::error_code error;
        for (fs::directory_iterator entry(experiment.file.parent_path(), error), end; !error && entry != end;
             entry.increment(error))
            if (entry->is_regular_file(ignored))
                copy_one(entry->path(), folder / entry->path().filename(), entry->path() == kernel->source);
    }
    auto read = catalog::load_experiment(folder / experiment.file.filename());
    if (!read) return tl::unexpected(read.error());
    return std::optional(std::move(*read));
}

const LessonEntry* find_lesson_of_copy(const std::vector<LessonEntry>& lessons, const catalog::Experiment& experiment) {
    const auto made = std::ranges::find_if(lessons, [&](const LessonEntry& lesson) {
        return copy_folder(lesson.name, experiment.file) == experiment.file.parent_path();
    });
    return made == lessons.end() ? nullptr : &*made;
}

} // namespace warpscope::workbench
