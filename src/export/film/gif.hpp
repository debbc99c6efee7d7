#pragma once

#include "export/film/film_file.hpp"

namespace warpscope::exporting {

/// Makes a GIF with one palette. Stores only changed rectangles.
[[nodiscard]] std::unique_ptr<FilmFile> create_gif(const std::filesystem::path& file,
                                                   std::span<const FilmFrame> samples);

} // namespace warpscope::exporting
