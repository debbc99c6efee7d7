#pragma once

#include <string>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"
#include "workbench/document/preferences.hpp"

namespace warpscope::workbench {

/// Returns a key for edited texts: the name of a course kernel, or the canonical path of another file.
[[nodiscard]] std::string text_key(const catalog::Catalog& catalog, const scene::LaunchSetup& source);

inline constexpr size_t max_text_bytes = size_t{4} << 20;

/// Stores a text. Returns the keys of displaced texts, oldest first. `is_untrusted`: the text is from a scene file.
[[nodiscard]] std::vector<std::string> keep_text(Preferences& preferences, const std::string& key,
                                                 const std::string& text, bool is_untrusted,
                                                 const TextOrigin& origin = {});
void forget_text(Preferences& preferences, const std::string& key);

[[nodiscard]] std::string text_digest(std::string_view text);

} // namespace warpscope::workbench
