// WebM films: VP9 by libvpx in our own container.
#pragma once

#include "export/film/film_file.hpp"

namespace warpscope::exporting {

[[nodiscard]] std::unique_ptr<FilmFile> create_webm(const std::filesystem::path& file);

} // namespace warpscope::exporting
