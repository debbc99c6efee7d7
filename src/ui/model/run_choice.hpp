// What the user has chosen to run: one step of undo is one of these.
#pragma once

#include <optional>
#include <string>

#include "catalog/experiment.hpp"
#include "input/input.hpp"

namespace warpscope::ui {

struct Choice {
    std::string experiment, variant;
    catalog::Settings settings;
    input::InputSpec input;

    friend bool operator==(const Choice&, const Choice&) = default;
};

/// The experiment's default variant, settings and input. `picture` is the file that the input "picture" stands for.
[[nodiscard]] Choice default_choice(const catalog::Experiment& experiment, const std::string& picture);
/// `choice` with another variant: parameters that both have keep their values where these are still legal.
[[nodiscard]] Choice with_variant(const Choice& choice, const catalog::Experiment& experiment,
                                  const std::string& variant);

/// What to start with: the last session's choice as far as it still makes sense, else box_blur or the first experiment;
/// nothing in an empty catalogue.
[[nodiscard]] std::optional<Choice> initial_choice(const catalog::Catalog& catalog, const std::optional<Choice>& last);

enum class Axis : uint8_t { x, y, z };
[[nodiscard]] uint32_t& extent(Dim3& dim, Axis axis);
[[nodiscard]] uint32_t extent(const Dim3& dim, Axis axis);

/// A block with one side changed, held within the device's limits.
struct BlockChange {
    Dim3 block;
    std::string why; // a sentence when the wish could not be met; else empty
};
[[nodiscard]] BlockChange change_block(Dim3 block, Axis axis, uint32_t wish, const DeviceLimits& limits);

} // namespace warpscope::ui
