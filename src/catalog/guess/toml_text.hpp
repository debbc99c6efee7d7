// Experiments as text that load_experiment() reads.
#pragma once

#include <filesystem>
#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// The topic of experiments that were guessed from a file of the user's, which is no text of theirs.
inline constexpr const char* own_files = "Own files";

/// The file for one variant, to lie in `folder`. Of what an experiment may have, that which a guessed one and a
/// program's launch have: texts, parameters, buffers, symbols that are filled from buffers, launches, block. What was
/// guessed stands above as comments.
[[nodiscard]] std::string toml_text(const Experiment& experiment, const Variant& variant,
                                    const std::filesystem::path& folder);

} // namespace warpscope::catalog
