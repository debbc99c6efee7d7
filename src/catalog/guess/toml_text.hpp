#pragma once

#include <filesystem>
#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

inline constexpr const char* own_files = "Own files";

/// Returns an experiment file. Paths are relative to `folder`, guesses are comments. Has only keys of guesses and
/// launches.
[[nodiscard]] std::string toml_text(const Experiment& experiment, const Variant& variant,
                                    const std::filesystem::path& folder);

} // namespace warpscope::catalog
