#pragma once

#include "catalog/experiment.hpp"
#include "catalog/text/toml_reader.hpp"

namespace warpscope::catalog {

[[nodiscard]] LaunchSpec read_launch(const toml::table& table, Problems& problems);

} // namespace warpscope::catalog
