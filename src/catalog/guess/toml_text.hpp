#pragma once

#include <filesystem>
#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

inline constexpr const char* own_files = "Own files";

/// Returns the text of an experiment file, with guesses as comments. Paths are relative to `folder`.
[[nodiscard]] std::string toml_text(const Experiment& experiment, const Variant& variant,
                                    const std::filesystem::path& folder);

} // namespace warpscope::catalog
