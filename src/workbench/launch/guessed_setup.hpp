// Guessed setups, and their TOML files.
#pragma once

#include <string>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"

namespace warpscope::workbench {

/// Replaces a buffer and marks it as set. A replaced main input becomes noise of the same size.
void set_buffer(catalog::Experiment& experiment, const std::string& variant, const catalog::BufferSpec& buffer);

void set_launch(catalog::Experiment& experiment, const std::string& variant, const catalog::LaunchSpec& launch);

void keep_set_buffers(const catalog::Experiment& before, catalog::Experiment& read);

/// Writes the setup next to the kernel's file under an unused name. Returns that file.
[[nodiscard]] Result<std::filesystem::path> save_setup(catalog::Experiment experiment,
                                                       const scene::LaunchSetup& source);

} // namespace warpscope::workbench
