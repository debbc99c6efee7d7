// Changes to the set-up that was guessed for a kernel without an experiment file, and the TOML file that it becomes.
#pragma once

#include <string>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"

namespace warpscope::workbench {

/// Puts `buffer` in the place of the one with its name, which is no guess any more. Where it is the main input now,
/// the one before becomes a buffer of the same size with noise in it.
void set_buffer(catalog::Experiment& experiment, const std::string& variant, const catalog::BufferSpec& buffer);

/// Puts `launch` in the place of the guessed one; what is another in it is no guess any more.
void set_launch(catalog::Experiment& experiment, const std::string& variant, const catalog::LaunchSpec& launch);

/// What was set stays where a file is read again: in `read`, what `before` has that is no guess.
void keep_set_buffers(const catalog::Experiment& before, catalog::Experiment& read);

/// Writes it beside the kernel's file under a name that is free, and returns that.
[[nodiscard]] Result<std::filesystem::path> save_setup(catalog::Experiment experiment, const scene::Source& source);

} // namespace warpscope::workbench
