// Notes in a scene's file.
#pragma once

#include <string>

#include "catalog/text/toml_reader.hpp"
#include "scene/scene.hpp"

namespace warpscope::scene {

/// The table [[note]] of a note of the scene's experiment. `of` is the scene's kernel: its variant is not named.
[[nodiscard]] std::string note_table(const Note& note, const Source& of);
/// Reads those of `top` into the scene, whose source has been read.
void read_notes(catalog::TableReader& top, Scene& scene, catalog::Problems& problems);

} // namespace warpscope::scene
