#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::workbench {

struct Deck {
    std::vector<std::filesystem::path> scenes;
    size_t position = 0;

    [[nodiscard]] std::optional<size_t> find(const std::filesystem::path& scene) const;
};

[[nodiscard]] Result<std::vector<std::filesystem::path>> scenes_of_folder(const std::filesystem::path& folder);

} // namespace warpscope::workbench
