// Collects the files that a scene needs elsewhere.
#pragma once

#include "catalog/experiment.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::scene {

/// Bytes, if the user accepts more than most_carried; fits largest_scene_file as base64.
inline constexpr uint64_t most_carried_when_asked = uint64_t{28} << 20;

struct OtherRun {
    const catalog::Experiment& experiment;
    Source source;
};

/// Packs a scene and `beside`, their pictures, and experiments outside the catalog. Reads files: use a worker.
/// Fails for files that are too large, unreadable or outside the experiment's folder.
[[nodiscard]] Result<SavedScene> pack(const catalog::Experiment& experiment, const Scene& scene,
                                      uint64_t most = most_carried, const OtherRun* beside = nullptr);

/// Distinguishes a carried experiment from one in the catalog.
inline constexpr std::string_view carried_suffix = " (scene)";

/// Refuses files outside `folder`, because scenes are untrusted.
[[nodiscard]] Result<void> check_carried(const catalog::Experiment& experiment, const std::filesystem::path& folder,
                                         const SavedScene& saved);

[[nodiscard]] Result<void> check_texts(const SavedScene& saved);

} // namespace warpscope::scene
