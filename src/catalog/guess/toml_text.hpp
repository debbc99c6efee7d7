// Writes experiments as TOML.
#pragma once

#include <filesystem>
#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// Topic of experiments guessed from user files.
inline constexpr const char* own_files = "Own files";

/// Returns the file of one variant, with paths relative to `folder`. Covers only what guessed experiments and program
/// launches have: texts, parameters, buffers, symbols from buffers, launches, block. Guesses become comments.
[[nodiscard]] std::string toml_text(const Experiment& experiment, const Variant& variant,
                                    const std::filesystem::path& folder);

} // namespace warpscope::catalog
