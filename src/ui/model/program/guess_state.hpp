// What of a kernel's set-up is still as it was guessed.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "catalog/experiment.hpp"

namespace warpscope::ui {

/// Of a sentence among the guesses. That about a texture is about the buffer under it, too.
[[nodiscard]] inline bool is_about(const std::string& guess, const std::string& buffer) {
    constexpr std::string_view texels = "_texels";
    if (guess.starts_with("'" + buffer + "' ")) return true;
    return buffer.ends_with(texels) &&
           guess.starts_with("'" + buffer.substr(0, buffer.size() - texels.size()) + "' is a texture ");
}

/// Of one about a number that the kernel is given.
[[nodiscard]] inline bool is_about_argument(const std::string& guess, const std::string& name) {
    return guess.starts_with(name + " is ") || guess.starts_with(name + " begins at ");
}
/// Of one about the grid and the shared memory.
[[nodiscard]] inline bool is_about_grid(const std::string& guess) {
    return guess.starts_with("blocks of ") || guess.starts_with("one block of ") || guess.starts_with("two elements ");
}

/// Returns whether there is such a sentence: what was set is no guess any more.
[[nodiscard]] inline bool is_as_guessed(const catalog::Experiment& experiment, const std::string& variant,
                                        const std::string& buffer) {
    const auto guesses = experiment.guesses.find(variant);
    return guesses != experiment.guesses.end() &&
           std::ranges::any_of(guesses->second, [&](const std::string& guess) { return is_about(guess, buffer); });
}

[[nodiscard]] inline bool is_as_guessed(const catalog::Experiment& experiment, const std::string& variant,
                                        const catalog::ArgumentSpec& argument) {
    const auto guesses = experiment.guesses.find(variant);
    return guesses != experiment.guesses.end() && std::ranges::any_of(guesses->second, [&](const std::string& guess) {
               return is_about_argument(guess, argument.name);
           });
}
[[nodiscard]] inline bool is_grid_as_guessed(const catalog::Experiment& experiment, const std::string& variant) {
    const auto guesses = experiment.guesses.find(variant);
    return guesses != experiment.guesses.end() && std::ranges::any_of(guesses->second, is_about_grid);
}

} // namespace warpscope::ui
