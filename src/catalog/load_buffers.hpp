// Reads from an experiment's file what lies in memory: buffers, variables, textures. Private to src/catalog.
#pragma once

#include <filesystem>

#include "catalog/experiment.hpp"
#include "catalog/text/toml_reader.hpp"

namespace warpscope::catalog {

/// The key "type"; `otherwise` where it is missing or wrong.
[[nodiscard]] ElementType read_type(TableReader& reader, ElementType otherwise);
/// `folder`: where files are named from.
[[nodiscard]] BufferSpec read_buffer(const toml::table& table, Problems& problems, const std::filesystem::path& folder);
[[nodiscard]] SymbolSpec read_symbol(const toml::table& table, Problems& problems);
[[nodiscard]] TextureSpec read_texture(const toml::table& table, Problems& problems);

} // namespace warpscope::catalog
