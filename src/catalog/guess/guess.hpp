// Makes an experiment from a CUDA file. Each kernel becomes a variant; Experiment::guesses explains it.
#pragma once

#include <filesystem>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// Fails if the file is unreadable or no kernel can be guessed. `instance`: additional template instance, "blur<float,
/// 3>".
[[nodiscard]] Result<Experiment>
guess_experiment(const std::filesystem::path& file, const std::vector<std::filesystem::path>& include_folders = {},
                 const std::vector<std::pair<std::string, std::string>>& definitions = {},
                 const std::string& instance = {});

/// Accepts .toml, and .cu for guesses.
[[nodiscard]] bool names_experiment(const std::filesystem::path& file);

void add_source_options(Experiment& experiment, const std::vector<std::filesystem::path>& include_folders,
                        const std::vector<std::pair<std::string, std::string>>& definitions);

/// Opens a .toml file, or guesses from a CUDA file.
[[nodiscard]] Result<Experiment>
open_experiment(const std::filesystem::path& file, const std::vector<std::filesystem::path>& include_folders = {},
                const std::vector<std::pair<std::string, std::string>>& definitions = {});

[[nodiscard]] bool has_guessed_launch(const Experiment& experiment, std::string_view variant);

/// Accepts a kernel ("blur", "image::blur<float, 3>") or a variant.
[[nodiscard]] const Variant* find_kernel(const Experiment& experiment, std::string_view kernel);

} // namespace warpscope::catalog
