#pragma once

#include <optional>
#include <string>

#include "catalog/text/toml_reader.hpp"
#include "scene/scene.hpp"

namespace warpscope::scene {

[[nodiscard]] std::string kernel_table(const std::string& name, const LaunchSetup& source,
                                       const std::string& experiment_file);
/// Returns the scene's own experiment file, or "" for the catalog's.
[[nodiscard]] std::string read_kernel(const toml::table& table, const std::string& name, LaunchSetup& source,
                                      catalog::Problems& problems);

/// Writes text if TOML can contain it, otherwise base64.
[[nodiscard]] std::string contents_line(const std::string& contents);
[[nodiscard]] std::optional<std::string> read_contents(catalog::TableReader& reader);

} // namespace warpscope::scene
