#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace warpscope::workbench {

/// RGBA, top row first.
struct FilmStill {
    uint32_t width = 0, height = 0;
    std::vector<uint32_t> rgba;
};
using FilmStills = std::vector<FilmStill>;

struct ExportModel {
    bool is_film_busy = false;
    std::shared_ptr<const FilmStills> film_preview;
};

} // namespace warpscope::workbench
