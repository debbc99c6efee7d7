#include "export/film/film_file.hpp"

namespace warpscope::exporting {

Result<std::unique_ptr<FilmFile>> create_film(const std::filesystem::path&, std::span<const FilmFrame>) {
    return fail(ErrorKind::environment, msg("The browser version cannot make films."), msg("use the desktop program"));
}

} // namespace warpscope::exporting
