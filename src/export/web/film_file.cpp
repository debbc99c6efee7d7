// Browsers: no films.
#include "export/film/film_file.hpp"

#include "language/tr.hpp"

namespace warpscope::exporting {

Result<std::unique_ptr<FilmFile>> create_film(const std::filesystem::path&, std::span<const FilmFrame>) {
    return fail(ErrorKind::environment, tr("The page in the browser cannot make films."),
                tr("use the program on a desktop"));
}

} // namespace warpscope::exporting
