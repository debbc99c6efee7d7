// What a scene must carry so that another machine can show it.
#pragma once

#include "catalog/experiment.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::scene {

/// Bytes of files where somebody has said that they may be more than most_carried; as base64 they fit into
/// largest_scene_file.
inline constexpr uint64_t most_carried_when_asked = uint64_t{28} << 20;

/// A launch that the scene's own is compared with.
struct OtherRun {
    const catalog::Experiment& experiment;
    Source source;
};

/// `scene` with the files that it takes: of an experiment that is not the catalogue's all that it is made of, and the
/// input's picture; the same of `beside`, where there is one. Reads them, so call it on a worker. Fails with words
/// where they are too large, cannot be read, or lie outside the experiment's folder.
[[nodiscard]] Result<SavedScene> pack(const catalog::Experiment& experiment, const Scene& scene,
                                      uint64_t most = most_carried, const OtherRun* beside = nullptr);

/// What is added to the name of an experiment that came with a scene, where the catalogue has one of that name.
inline constexpr std::string_view carried_suffix = " (scene)";

/// Refuses what would make opening a scene read or show other files than those that it carries: sources and contents
/// outside of `folder`.
[[nodiscard]] Result<void> check_carried(const catalog::Experiment& experiment, const std::filesystem::path& folder,
                                         const SavedScene& saved);

/// The same of what its files and its kernel's edited text include, or ask for.
[[nodiscard]] Result<void> check_texts(const SavedScene& saved);

} // namespace warpscope::scene
