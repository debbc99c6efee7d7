#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpscope::ui {

struct FilmPace {
    double first = 0, last = 0; // seconds added to the first and last picture
    double pause = 0;           // seconds at each barrier
    double each = 0;            // seconds per picture, without pauses
    uint64_t pictures = 0;
};
[[nodiscard]] FilmPace film_pace(double seconds, double pictures_per_second, size_t barriers, uint64_t moments);

/// Returns "41 moments, each with a picture".
[[nodiscard]] std::string film_pace_words(double seconds, size_t barriers, uint64_t moments);

} // namespace warpscope::ui
