// Films of a launch: the output fills in block by block, over the blocks' places on the multiprocessors.
#pragma once

#include <functional>
#include <memory>

#include "analysis/dispatch.hpp"
#include "ui/figures/figure.hpp"

namespace warpscope::ui {

struct LaunchFilm {
    analysis::Dispatch dispatch;
    std::optional<uint64_t> from, to; // blocks that have ended at the beginning and at the end; none: all of it
    double seconds = 8;               // with the time for which first and last picture stand still
    double pictures_per_second = 15;
};

/// Takes pictures one after the other, each with the seconds for which it is shown.
using TakePicture = std::function<Result<void>(Picture picture, double seconds)>;

/// Hands the film's pictures to `take`, after those few of `samples`, which are from its beginning, middle and end.
/// Fails where the output cannot be shown block by block, and says why.
[[nodiscard]] Result<void> make_launch_film(const std::shared_ptr<const session::RunResult>& result,
                                            const LaunchFilm& film, const FigureOptions& options,
                                            const std::function<Result<void>(std::vector<Picture>)>& samples,
                                            const TakePicture& take);

} // namespace warpscope::ui
