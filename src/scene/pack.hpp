#pragma once

#include "catalog/experiment.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::scene {

/// Limit in bytes for carried files if the user accepts more than max_carried. Their base64 fits into
/// largest_scene_file.
inline constexpr uint64_t max_carried_on_request = uint64_t{28} << 20;

struct OtherRun {
    const catalog::Experiment& experiment;
    LaunchSetup source;
};

/// Packs a scene with the files of its experiment and of `beside`, without the course's files. Call it on a worker.
/// Fails if files are unreadable, outside their folder, or exceed `max` bytes.
[[nodiscard]] Result<SavedScene> pack(const catalog::Experiment& experiment, const Scene& scene,
                                      uint64_t max = max_carried, const OtherRun* beside = nullptr);

inline constexpr std::string_view carried_suffix = " (scene)";

/// Refuses experiments with files outside `folder`, because scenes are untrusted.
[[nodiscard]] Result<void> check_carried(const catalog::Experiment& experiment, const std::filesystem::path& folder,
                                         const SavedScene& saved);

[[nodiscard]] Result<void> check_texts(const SavedScene& saved);

} // namespace warpscope::scene
