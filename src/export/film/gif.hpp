// GIF films, by giflib.
#pragma once

#include "export/film/film_file.hpp"

namespace warpscope::exporting {

/// Frames share one palette, so that what stays the same keeps its colour; of each frame only the rectangle that
/// changed is stored.
[[nodiscard]] std::unique_ptr<FilmFile> create_gif(const std::filesystem::path& file,
                                                   std::span<const FilmFrame> samples);

} // namespace warpscope::exporting
