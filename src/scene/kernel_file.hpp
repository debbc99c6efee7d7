// Launches, and the contents of files, in scenes' files.
#pragma once

#include <optional>
#include <string>

#include "catalog/text/toml_reader.hpp"
#include "scene/scene.hpp"

namespace warpscope::scene {

/// The table [NAME] of a launch.
[[nodiscard]] std::string kernel_table(const std::string& name, const Source& source,
                                       const std::string& experiment_file);
/// Returns the carried file that describes the experiment; empty: it is the catalogue's.
[[nodiscard]] std::string read_kernel(const toml::table& table, const std::string& name, Source& source,
                                      catalog::Problems& problems);

/// Any bytes, readable where they are text.
[[nodiscard]] std::string contents_line(const std::string& contents);
[[nodiscard]] std::optional<std::string> read_contents(catalog::TableReader& reader);

} // namespace warpscope::scene
