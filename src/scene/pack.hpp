// Collects the files that a scene needs on another machine.
#pragma once

#include "catalog/experiment.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::scene {

/// Limit in bytes if the user accepts more than most_carried; fits largest_scene_file as base64.
inline constexpr uint64_t most_carried_when_asked = uint64_t{28} << 20;

/// A launch compared with the scene's.
struct OtherRun {
    const catalog::Experiment& experiment;
    Source source;
};

/// Returns `scene` with its files: the experiment, unless it is the catalog's, and the input picture; the same for
/// `beside`. Reads files, so call it on a worker. Fails if they are too large, unreadable or outside the experiment's
/// folder.
[[nodiscard]] Result<SavedScene> pack(const catalog::Experiment& experiment, const Scene& scene,
                                      uint64_t most = most_carried, const OtherRun* beside = nullptr);

/// Suffix for a scene's experiment whose name is in the catalog.
inline constexpr std::string_view carried_suffix = " (scene)";

/// Refuses sources and contents outside `folder`, so that opening a scene reads no other files.
[[nodiscard]] Result<void> check_carried(const catalog::Experiment& experiment, const std::filesystem::path& folder,
                                         const SavedScene& saved);

/// Refuses includes of other files.
[[nodiscard]] Result<void> check_texts(const SavedScene& saved);

} // namespace warpscope::scene
