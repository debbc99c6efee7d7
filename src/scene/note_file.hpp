// Reads and writes notes in scene files.
#pragma once

#include <string>

#include "catalog/text/toml_reader.hpp"
#include "scene/scene.hpp"

namespace warpscope::scene {

/// Returns the table [[note]]. `of`: kernel of the scene, whose variant is omitted.
[[nodiscard]] std::string note_table(const Note& note, const Source& of);
/// Reads the notes of `top` into the scene, whose source must be set.
void read_notes(catalog::TableReader& top, Scene& scene, catalog::Problems& problems);

} // namespace warpscope::scene
