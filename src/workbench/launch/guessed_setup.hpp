#pragma once

#include <string>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"

namespace warpscope::workbench {

/// Changes a buffer and marks it as set by the user. If the buffer becomes the main input, the old main input becomes
/// noise of the same size.
void set_buffer(catalog::Experiment& experiment, const std::string& variant, const catalog::BufferSpec& buffer);

void set_launch(catalog::Experiment& experiment, const std::string& variant, const catalog::LaunchSpec& launch);

void keep_set_buffers(const catalog::Experiment& before, catalog::Experiment& read);

/// Writes a TOML file with an unused name into the kernel's folder.
[[nodiscard]] Result<std::filesystem::path> save_setup(catalog::Experiment experiment,
                                                       const scene::LaunchSetup& source);

} // namespace warpscope::workbench
