// Launches as files of lessons and assignments describe them.
#pragma once

#include "catalog/text/toml_reader.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::lesson {

/// All of a launch but its kernel: `input`, `block`, `set`.
void read_run(catalog::TableReader& reader, catalog::Problems& problems, RunSpec& out);

} // namespace warpscope::lesson
