#pragma once

#include "catalog/text/toml_reader.hpp"
#include "lesson/lesson.hpp"

namespace warpscope::lesson {

void read_run(catalog::TableReader& reader, catalog::Problems& problems, RunSpec& out);

} // namespace warpscope::lesson
