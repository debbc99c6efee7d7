// Films of one block, or of one of its warps: the picture above, the source with its warps and what they hold below.
#pragma once

#include "insight/moment_view.hpp"
#include "ui/figures/film.hpp"

namespace warpscope::ui {

struct BlockFilm {
    std::shared_ptr<const insight::RecordedBlock> block;
    scene::Scope scope = scene::Scope::block;
    uint32_t warp = 0;                // of Scope::warp, and whose variables are shown
    std::optional<uint64_t> from, to; // steps of the scope that are done at the beginning and at the end
    double seconds = 8;               // with the pauses at barriers, at the beginning and at the end
    double pictures_per_second = 15;
};

/// Steps that are shown, and for how long: evenly spread, with a pause at each barrier.
struct FilmStep {
    uint64_t step = 0;
    double seconds = 0;
    bool barrier = false; // all warps have come to one
};
[[nodiscard]] std::vector<FilmStep> film_steps(const BlockFilm& film);

/// As make_launch_film().
[[nodiscard]] Result<void> make_block_film(const BlockFilm& film, const FigureOptions& options,
                                           const std::function<Result<void>(std::vector<Picture>)>& samples,
                                           const TakePicture& take);

} // namespace warpscope::ui
