// Films of a launch: the output fills block by block, above the schedule.
#pragma once

#include <functional>
#include <memory>

#include "analysis/dispatch.hpp"
#include "ui/figures/figure.hpp"

namespace warpscope::ui {

struct LaunchFilm {
    analysis::Dispatch dispatch;
    std::optional<uint64_t> from, to; // finished blocks at the film's beginning and end
    double seconds = 8;               // duration with pauses
    double pictures_per_second = 15;
};

using TakePicture = std::function<Result<void>(Picture picture, double seconds)>;

/// Passes sample pictures to `samples`, then all to `take`. Fails if the output cannot be shown block by block.
[[nodiscard]] Result<void> make_launch_film(const std::shared_ptr<const session::RunResult>& result,
                                            const LaunchFilm& film, const FigureOptions& options,
                                            const std::function<Result<void>(std::vector<Picture>)>& samples,
                                            const TakePicture& take);

} // namespace warpscope::ui
