#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "catalog/experiment.hpp"
#include "workbench/lesson/lesson_list.hpp"

namespace warpscope::workbench {

enum class CopyMode : uint8_t {
    existing,
    missing_files,
    fresh_kernel, // renames a changed copy to NAME.before
};

/// Returns the folder for a lesson's copies; empty without home folder.
[[nodiscard]] std::filesystem::path copy_folder(const std::string& lesson, const std::filesystem::path& experiment);

/// Returns null without one.
[[nodiscard]] const LessonEntry* find_lesson_of_copy(const std::vector<LessonEntry>& lessons,
                                                     const catalog::Experiment& experiment);

/// Returns nullopt if the variant does not exist or, with CopyMode::existing, if no copy exists.
[[nodiscard]] Result<std::optional<catalog::Experiment>> copy_of(const catalog::Experiment& experiment,
                                                                 const std::string& variant,
                                                                 const std::filesystem::path& folder, CopyMode mode);

} // namespace warpscope::workbench
