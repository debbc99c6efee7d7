// The student's own copy of a lesson's kernel, in a folder of the student's.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::workbench {

enum class CopyWish : uint8_t {
    what_is_there, // nothing is made
    missing_files, // what was changed before stays changed
    fresh_kernel,  // the kernel as the course has it; what was changed is kept beside it, as NAME.before
};

/// Each lesson has copies of its own: what is mended in one is still to be mended in the next. Empty without a home.
[[nodiscard]] std::filesystem::path copy_folder(const std::string& lesson, const std::filesystem::path& experiment);

/// Returns the experiment as it is in `folder`; none where nothing is to be made and there is no copy of `variant`.
[[nodiscard]] Result<std::optional<catalog::Experiment>> copy_of(const catalog::Experiment& experiment,
                                                                 const std::string& variant,
                                                                 const std::filesystem::path& folder, CopyWish wish);

} // namespace warpscope::workbench
