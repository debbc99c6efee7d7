#pragma once

#include <filesystem>
#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

inline constexpr const char* own_files = "Own files";

/// Returns an experiment file with paths relative to `folder` and guesses as comments. Omits what neither guesses nor
/// program launches use.
[[nodiscard]] std::string toml_text(const Experiment& experiment, const Variant& variant,
                                    const std::filesystem::path& folder);

} // namespace warpscope::catalog
