// Keys and size limit of edited kernel texts in Preferences.
#pragma once

#include <string>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

/// Returns the name of a kernel of the course, or the canonical source path of any other. Kernels in one file share its
/// text.
[[nodiscard]] std::string text_key(const catalog::Catalog& catalog, const scene::Source& source);

inline constexpr size_t most_text_bytes = size_t{4} << 20; // limit for all texts together

/// Saves a text as the newest. Returns the kernels whose texts were dropped, oldest first, to stay within
/// most_text_bytes. `brought`: the text derives from a scene file.
[[nodiscard]] std::vector<std::string> keep_text(Preferences& preferences, const std::string& key,
                                                 const std::string& text, bool brought);
void forget_text(Preferences& preferences, const std::string& key);

} // namespace warpscope::workbench
