// Makes an experiment for a CUDA file without one: each kernel becomes a variant whose buffers, sizes and grid are
// guessed from its text. Experiment::guesses explains the guesses.
#pragma once

#include <filesystem>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// Fails if the file is unreadable or has no kernel that can be guessed. `instance`: further template instance,
/// "blur<float, 3>".
[[nodiscard]] Result<Experiment>
guess_experiment(const std::filesystem::path& file, const std::vector<std::filesystem::path>& include_folders = {},
                 const std::vector<std::pair<std::string, std::string>>& definitions = {},
                 const std::string& instance = {});

/// Returns whether the extension is that of an experiment: .toml, or .cu for guesses.
[[nodiscard]] bool names_experiment(const std::filesystem::path& file);

/// Adds folders and definitions to all variants.
void add_source_options(Experiment& experiment, const std::vector<std::filesystem::path>& include_folders,
                        const std::vector<std::pair<std::string, std::string>>& definitions);

/// Opens a .toml file, or guesses from a CUDA file, with additional folders and definitions.
[[nodiscard]] Result<Experiment>
open_experiment(const std::filesystem::path& file, const std::vector<std::filesystem::path>& include_folders = {},
                const std::vector<std::pair<std::string, std::string>>& definitions = {});

[[nodiscard]] bool has_guessed_launch(const Experiment& experiment, std::string_view variant);

/// Returns the variant of a kernel, named "blur", "image::blur<float, 3>" or by variant.
[[nodiscard]] const Variant* find_kernel(const Experiment& experiment, std::string_view kernel);

} // namespace warpscope::catalog
