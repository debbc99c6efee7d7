#pragma once

#include "insight/moment_view.hpp"
#include "ui/figures/film.hpp"

namespace warpscope::ui {

struct BlockFilm {
    std::shared_ptr<const insight::RecordedBlock> block;
    scene::Scope scope = scene::Scope::block;
    uint32_t warp = 0;                // warp whose steps and variables are shown
    std::optional<uint64_t> from, to; // nullopt: all steps
    double seconds = 8;               // duration with pauses
    double pictures_per_second = 15;
};

struct FilmStep {
    uint64_t step = 0;
    double seconds = 0;
    bool barrier = false; // all warps have reached a barrier
};
[[nodiscard]] std::vector<FilmStep> film_steps(const BlockFilm& film);

[[nodiscard]] Result<void> make_block_film(const BlockFilm& film, const FigureOptions& options,
                                           const std::function<Result<void>(std::vector<Picture>)>& samples,
                                           const TakePicture& take);

} // namespace warpscope::ui
