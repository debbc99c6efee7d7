// The student's own copy of a lesson's kernel.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::workbench {

enum class CopyMode : uint8_t {
    existing,
    missing_files,
    fresh_kernel, // restores the course's kernel; the changed one is saved as NAME.before
};

/// Returns the folder of the copy, one per lesson so that fixes stay apart. Empty without a home folder.
[[nodiscard]] std::filesystem::path copy_folder(const std::string& lesson, const std::filesystem::path& experiment);

/// Returns the copied experiment; none if nothing is to be copied and `variant` has no copy.
[[nodiscard]] Result<std::optional<catalog::Experiment>> copy_of(const catalog::Experiment& experiment,
                                                                 const std::string& variant,
                                                                 const std::filesystem::path& folder, CopyMode mode);

} // namespace warpscope::workbench
