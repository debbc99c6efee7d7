#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "catalog/text/toml_reader.hpp"

namespace warpscope::catalog {

template<class Part>
struct Placed {
    Part part;
    toml::source_region where;
};

struct Parts {
    std::vector<Placed<Parameter>> parameters;
    std::vector<Placed<BufferSpec>> buffers;
    std::vector<Placed<SymbolSpec>> symbols;
    std::vector<Placed<TextureSpec>> textures;
    std::vector<Placed<NamedValue>> values;
    std::vector<Placed<LaunchSpec>> launches;
    std::optional<Expression> devices;
    std::optional<Placed<WindowSpec>> window;
    std::optional<Placed<ArrangementSpec>> arrangement;
    std::vector<Placed<Caption>> captions;
    std::vector<Placed<ChartSpec>> charts;
    std::optional<Dim3> block;
    std::optional<uint32_t> block_dimensions;
    std::optional<bool> races;
    std::optional<std::string> arch;
    std::optional<uint64_t> budget;
    std::optional<std::vector<std::string>> findings;
    std::vector<std::filesystem::path> include_folders;
    std::vector<std::pair<std::string, std::string>> definitions;
};

[[nodiscard]] Parts read_parts(TableReader& reader, Problems& problems, const std::filesystem::path& folder);
/// Returns the table's name. Later messages about the table contain `what` and this name.
[[nodiscard]] std::string read_name(TableReader& reader, std::string_view what);

} // namespace warpscope::catalog
