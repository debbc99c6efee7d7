// WebM films with VP9.
#pragma once

#include "export/film/film_file.hpp"

namespace warpscope::exporting {

[[nodiscard]] std::unique_ptr<FilmFile> create_webm(const std::filesystem::path& file);

} // namespace warpscope::exporting
