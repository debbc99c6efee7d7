// Keys and size limit of edited kernel texts in Preferences.
#pragma once

#include <string>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

/// Returns the kernel's name if it is of the course, else its canonical file.
[[nodiscard]] std::string text_key(const catalog::Catalog& catalog, const scene::LaunchSetup& source);

inline constexpr size_t max_text_bytes = size_t{4} << 20;

/// Returns the kernels whose texts were dropped, oldest first. `is_untrusted`: the text derives from a scene file. An
/// edited text keeps the digest of the file that it was first edited from.
[[nodiscard]] std::vector<std::string> keep_text(Preferences& preferences, const std::string& key,
                                                 const std::string& text, bool is_untrusted,
                                                 const TextOrigin& origin = {});
void forget_text(Preferences& preferences, const std::string& key);

} // namespace warpscope::workbench
