#pragma once

#include "export/film/film_file.hpp"

namespace warpscope::exporting {

/// Shares one palette and stores only changed rectangles.
[[nodiscard]] std::unique_ptr<FilmFile> create_gif(const std::filesystem::path& file,
                                                   std::span<const FilmFrame> samples);

} // namespace warpscope::exporting
