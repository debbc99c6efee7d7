#include "ui/wording/film_pace.hpp"

#include <algorithm>
#include <cmath>

#include "language/tr.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/export/film_job.hpp"

namespace warpscope::ui {

FilmPace film_pace(double seconds, double pictures_per_second, size_t barriers, uint64_t moments) {
    FilmPace pace;
    pace.first = std::min(0.7, 0.1 * seconds);
    pace.last = std::min(2.0, 0.2 * seconds);
    const double rest = seconds - pace.first - pace.last;
    const double pauses = std::min(0.8 * static_cast<double>(barriers), 0.5 * rest);
    if (barriers > 0) pace.pause = pauses / static_cast<double>(barriers);
    const auto affordable = static_cast<uint64_t>(std::max(2.0, std::round((rest - pauses) * pictures_per_second)));
    pace.pictures = std::clamp<uint64_t>(affordable, 2, std::max<uint64_t>(moments, 2));
    pace.each = (rest - pauses) / static_cast<double>(pace.pictures);
    return pace;
}

std::string film_pace_words(double seconds, size_t barriers, uint64_t moments) {
    const FilmPace pace = film_pace(seconds, film_rate(seconds, moments), barriers, moments);
    return pace.pictures >= moments
               ? tr_count(moments, "{} moment, with a picture", "{} moments, each with a picture", grouped(moments))
               : tr_format("{} moments, of which {} are shown, evenly spread", grouped(moments),
                           grouped(pace.pictures));
}

} // namespace warpscope::ui
