// An experiment for a CUDA file that has none: every kernel a variant, its buffers, sizes and grid guessed from the
// names and types of its parameters and from what its text does with them. Everything guessed is said in
// Experiment::guesses.
#pragma once

#include <filesystem>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// Fails where the file cannot be read, has no kernel, or none that can be guessed (structs of its own). `instance`: of
/// a template, "blur<float, 3>", to be set up beside those that the file names.
[[nodiscard]] Result<Experiment>
guess_experiment(const std::filesystem::path& file, const std::vector<std::filesystem::path>& include_folders = {},
                 const std::vector<std::pair<std::string, std::string>>& definitions = {},
                 const std::string& instance = {});

/// Returns whether a file of this name is read as an experiment: .toml, or .cu with a guessed set-up.
[[nodiscard]] bool names_experiment(const std::filesystem::path& file);

/// Has all variants compiled with these folders and definitions as well.
void add_source_options(Experiment& experiment, const std::vector<std::filesystem::path>& include_folders,
                        const std::vector<std::pair<std::string, std::string>>& definitions);

/// Returns the experiment of a .toml file, or the guessed one of a CUDA file, which is compiled with these folders and
/// definitions, beside those that a .toml file names.
[[nodiscard]] Result<Experiment>
open_experiment(const std::filesystem::path& file, const std::vector<std::filesystem::path>& include_folders = {},
                const std::vector<std::pair<std::string, std::string>>& definitions = {});

/// Returns whether a variant's launch was guessed from its kernel's text, and written by nobody.
[[nodiscard]] bool has_guessed_launch(const Experiment& experiment, std::string_view variant);

/// The variant that runs `kernel`: by its name as written, "blur", "image::blur<float, 3>", or the variant's own.
[[nodiscard]] const Variant* find_kernel(const Experiment& experiment, std::string_view kernel);

} // namespace warpscope::catalog
