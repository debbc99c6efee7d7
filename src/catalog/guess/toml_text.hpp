// Writes experiments as TOML.
#pragma once

#include <filesystem>
#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// Topic of experiments from user files.
inline constexpr const char* own_files = "Own files";

/// Returns the file of a variant, with paths relative to `folder` and guesses as comments. Covers what guesses and
/// program launches need: texts, parameters, buffers, symbols from buffers, launches, block.
[[nodiscard]] std::string toml_text(const Experiment& experiment, const Variant& variant,
                                    const std::filesystem::path& folder);

} // namespace warpscope::catalog
