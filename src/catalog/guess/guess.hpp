#pragma once

#include <filesystem>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// Makes an experiment with one variant per kernel. Experiment::guesses has explanations. Fails if nothing can be
/// guessed. `instance` adds a template instance, such as "blur<float, 3>".
[[nodiscard]] Result<Experiment>
guess_experiment(const std::filesystem::path& file, const std::vector<std::filesystem::path>& include_folders = {},
                 const std::vector<std::pair<std::string, std::string>>& definitions = {},
                 const std::string& instance = {});

[[nodiscard]] bool names_experiment(const std::filesystem::path& file);

void add_source_options(Experiment& experiment, const std::vector<std::filesystem::path>& include_folders,
                        const std::vector<std::pair<std::string, std::string>>& definitions);

[[nodiscard]] Result<Experiment>
open_experiment(const std::filesystem::path& file, const std::vector<std::filesystem::path>& include_folders = {},
                const std::vector<std::pair<std::string, std::string>>& definitions = {});

[[nodiscard]] bool has_guessed_launch(const Experiment& experiment, std::string_view variant);
[[nodiscard]] bool has_spare_block(const Experiment& experiment, std::string_view variant);

/// Finds a variant by name or kernel, such as "image::blur<float, 3>".
[[nodiscard]] const Variant* find_kernel(const Experiment& experiment, std::string_view kernel);

} // namespace warpscope::catalog
