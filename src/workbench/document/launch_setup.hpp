#pragma once

#include <optional>
#include <string>

#include "scene/scene.hpp"

namespace warpscope::workbench {

[[nodiscard]] scene::LaunchSetup default_setup(const catalog::Experiment& experiment, const std::string& picture);
[[nodiscard]] scene::LaunchSetup initial_setup(const catalog::Experiment& experiment, const std::string& picture);
[[nodiscard]] Result<input::InputSpec> initial_input(const catalog::Experiment& experiment,
                                                     const catalog::Variant& variant, const std::string& picture);
[[nodiscard]] std::string input_key(const catalog::Experiment& experiment, const catalog::Variant& variant);
/// Returns the variant's last input, otherwise the current picture if it fits, otherwise `usual`.
[[nodiscard]] input::InputSpec input_for(const catalog::Experiment& experiment, const catalog::Variant& variant,
                                         const input::InputSpec& now, const std::map<std::string, std::string>& own,
                                         const input::InputSpec& usual);
/// Keeps values of parameters that both variants have, clamped to the new range.
[[nodiscard]] scene::LaunchSetup with_variant(const scene::LaunchSetup& setup, const catalog::Experiment& experiment,
                                              const std::string& variant);

/// Recognizes pictures of samples and lessons, which are not listed as recent.
[[nodiscard]] bool comes_with_the_program(const std::string& file);

/// Returns the last session's setup if valid, otherwise box_blur, otherwise the first experiment.
[[nodiscard]] std::optional<scene::LaunchSetup> initial_setup(const catalog::Catalog& catalog,
                                                              const std::optional<scene::LaunchSetup>& last);

enum class Axis : uint8_t { x, y, z };
[[nodiscard]] uint32_t& extent(Dim3& dim, Axis axis);
[[nodiscard]] uint32_t extent(const Dim3& dim, Axis axis);

struct BlockChange {
    Dim3 block;
    std::string why;
};
[[nodiscard]] BlockChange change_block(Dim3 block, Axis axis, uint32_t requested, const DeviceLimits& limits);

} // namespace warpscope::workbench
