// Changes of what the user has chosen to run: another experiment or variant, another block.
#pragma once

#include <optional>
#include <string>

#include "scene/scene.hpp"

namespace warpscope::workbench {

/// The experiment's default variant, settings and input. `picture` is the file that the input "picture" stands for.
[[nodiscard]] scene::Source default_choice(const catalog::Experiment& experiment, const std::string& picture);
/// By which its last input is remembered: the experiment's name, for a variant that begins with an input of its own
/// with that one's.
[[nodiscard]] std::string input_key(const catalog::Experiment& experiment, const catalog::Variant& variant);
/// The input for a variant that is opened: its own last one, by input_key(), else a picture of the user's own if it is
/// about pictures, else `usual`.
[[nodiscard]] input::InputSpec input_for(const catalog::Experiment& experiment, const catalog::Variant& variant,
                                         const input::InputSpec& now, const std::map<std::string, std::string>& own,
                                         const input::InputSpec& usual);
/// `choice` with another variant: parameters that both have keep their values where these are still legal.
[[nodiscard]] scene::Source with_variant(const scene::Source& choice, const catalog::Experiment& experiment,
                                         const std::string& variant);

/// Returns whether a file is one of the program's own pictures: no recent file, and no place to look for others.
[[nodiscard]] bool comes_with_the_program(const std::string& file);

/// What to start with: the last session's choice as far as it still makes sense, else box_blur or the first experiment;
/// nothing in an empty catalogue.
[[nodiscard]] std::optional<scene::Source> initial_choice(const catalog::Catalog& catalog,
                                                          const std::optional<scene::Source>& last);

enum class Axis : uint8_t { x, y, z };
[[nodiscard]] uint32_t& extent(Dim3& dim, Axis axis);
[[nodiscard]] uint32_t extent(const Dim3& dim, Axis axis);

/// A block with one side changed, held within the device's limits.
struct BlockChange {
    Dim3 block;
    std::string why; // a sentence when the wish could not be met; else empty
};
[[nodiscard]] BlockChange change_block(Dim3 block, Axis axis, uint32_t wish, const DeviceLimits& limits);

} // namespace warpscope::workbench
