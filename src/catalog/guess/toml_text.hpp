#pragma once

#include <filesystem>
#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

inline constexpr const char* own_files = "Own files";

/// Returns an experiment file with keys that guesses and launches of programs can set. Paths are relative to `folder`;
/// guesses are comments.
[[nodiscard]] std::string toml_text(const Experiment& experiment, const Variant& variant,
                                    const std::filesystem::path& folder);

} // namespace warpscope::catalog
