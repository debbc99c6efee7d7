#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "catalog/experiment.hpp"

namespace warpscope::workbench {

[[nodiscard]] inline bool is_about(const catalog::Guess& guess, catalog::Guess::About about,
                                   std::string_view name = {}) {
    return guess.about == about && guess.name == name;
}

/// `name`: empty for grid and shared memory.
[[nodiscard]] inline bool is_as_guessed(const catalog::Experiment& experiment, const std::string& variant,
                                        catalog::Guess::About about, std::string_view name = {}) {
    const auto guesses = experiment.guesses.find(variant);
    return guesses != experiment.guesses.end() &&
           std::ranges::any_of(guesses->second,
                               [&](const catalog::Guess& guess) { return is_about(guess, about, name); });
}

} // namespace warpscope::workbench
