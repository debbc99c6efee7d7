// Experiments as text that load_experiment() reads.
#pragma once

#include <filesystem>
#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// The file for one variant, to lie in `folder`. Of what an experiment may have, that which a guessed one has: texts,
/// parameters, buffers, launches, block. What was guessed stands above as comments.
[[nodiscard]] std::string toml_text(const Experiment& experiment, const Variant& variant,
                                    const std::filesystem::path& folder);

} // namespace warpscope::catalog
