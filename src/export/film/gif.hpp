// GIF films via giflib.
#pragma once

#include "export/film/film_file.hpp"

namespace warpscope::exporting {

/// Frames share one palette, so static parts keep their color. Only changed rectangles are stored.
[[nodiscard]] std::unique_ptr<FilmFile> create_gif(const std::filesystem::path& file,
                                                   std::span<const FilmFrame> samples);

} // namespace warpscope::exporting
