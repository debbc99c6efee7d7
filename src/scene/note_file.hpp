#pragma once

#include <string>

#include "catalog/text/toml_reader.hpp"
#include "scene/scene.hpp"

namespace warpscope::scene {

/// Omits the variant if it equals `of.variant`.
[[nodiscard]] std::string note_table(const Note& note, const LaunchSetup& of);
/// `scene.source` must have been read.
void read_notes(catalog::TableReader& top, Scene& scene, catalog::Problems& problems);

} // namespace warpscope::scene
