#pragma once

#include <filesystem>

#include "catalog/experiment.hpp"
#include "catalog/text/toml_reader.hpp"

namespace warpscope::catalog {

[[nodiscard]] ElementType read_type(TableReader& reader, ElementType otherwise);
[[nodiscard]] BufferSpec read_buffer(const toml::table& table, Problems& problems, const std::filesystem::path& folder);
[[nodiscard]] SymbolSpec read_symbol(const toml::table& table, Problems& problems);
[[nodiscard]] TextureSpec read_texture(const toml::table& table, Problems& problems);

} // namespace warpscope::catalog
