// What of a kernel's set-up is still as it was guessed.
#pragma once

#include <algorithm>
#include <string>

#include "catalog/experiment.hpp"

namespace warpscope::ui {

/// Of a sentence among the guesses.
[[nodiscard]] inline bool is_about(const std::string& guess, const std::string& buffer) {
    return guess.starts_with("'" + buffer + "' ");
}

/// Returns whether there is such a sentence: what was set is no guess any more.
[[nodiscard]] inline bool is_as_guessed(const catalog::Experiment& experiment, const std::string& variant,
                                        const std::string& buffer) {
    const auto guesses = experiment.guesses.find(variant);
    return guesses != experiment.guesses.end() &&
           std::ranges::any_of(guesses->second, [&](const std::string& guess) { return is_about(guess, buffer); });
}

} // namespace warpscope::ui
