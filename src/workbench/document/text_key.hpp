// Edited texts of kernels as Preferences keep them: under which key, and how many.
#pragma once

#include <string>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

/// Kernels of the course by name; others by their file, since files in several folders may share a name, and kernels
/// of one file its text.
[[nodiscard]] std::string text_key(const catalog::Catalog& catalog, const scene::Source& source);

inline constexpr size_t most_text_bytes = size_t{4} << 20; // of all kept texts

/// Keeps the text of the kernel `key` as the newest. Returns the kernels whose texts gave way to it: the oldest, where
/// together they would have more than most_text_bytes. `brought`: it came with a scene, or was made of one that did.
[[nodiscard]] std::vector<std::string> keep_text(Preferences& preferences, const std::string& key,
                                                 const std::string& text, bool brought);
void forget_text(Preferences& preferences, const std::string& key);

} // namespace warpscope::workbench
