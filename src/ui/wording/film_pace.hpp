// How a film's seconds are spent: its first and last picture stand still for a while, at barriers it pauses, and what
// is left is shared by the moments that it shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpscope::ui {

struct FilmPace {
    double first = 0, last = 0; // seconds for which the first and the last picture stand longer
    double pause = 0;           // seconds at each barrier
    double each = 0;            // seconds of every other picture
    uint64_t pictures = 0;      // without those of the pauses
};
/// Of a film that takes `seconds` in all, of `moments` that can be shown.
[[nodiscard]] FilmPace film_pace(double seconds, double pictures_per_second, size_t barriers, uint64_t moments);

/// Pictures per second of a film that the window makes: as many as show each moment, where that makes no large file.
[[nodiscard]] double film_rate(double seconds, uint64_t moments);

/// "41 moments, each with a picture", "1 840 moments, of which 114 are shown": what a film of the window shows.
[[nodiscard]] std::string film_pace_words(double seconds, size_t barriers, uint64_t moments);

} // namespace warpscope::ui
