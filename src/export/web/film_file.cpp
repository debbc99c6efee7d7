// Browsers: no films.
#include "export/film/film_file.hpp"

namespace warpscope::exporting {

Result<std::unique_ptr<FilmFile>> create_film(const std::filesystem::path&, std::span<const FilmFrame>) {
    return fail(ErrorKind::environment, msg("The page in the browser cannot make films."),
                msg("use the program on a desktop"));
}

} // namespace warpscope::exporting
