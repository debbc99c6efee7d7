// Scenes as links: an address, "#s1=", and the compressed scene in base64url. See docs/SCENES.md.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::scene {

/// Maximum length in bytes. Mail and chat programs break longer links.
inline constexpr size_t longest_link = 8192;

struct SceneLink {
    std::string text;
    bool lacks_ptx = false; // PTX of the user's kernel did not fit
    bool lacks_pictures =
        false; // the user's pictures did not fit, so the course's replace them and the scene has no measured numbers
};

/// If the link is too long, replaces the user's pictures, or else omits PTX, or does both. Never contains the course's
/// PTX. Fails if the rest exceeds longest_link. Call it on a worker.
[[nodiscard]] Result<SceneLink> make_link(SavedScene saved, std::string_view address);

/// Returns true even if the scene is damaged.
[[nodiscard]] bool is_link(std::string_view text);

/// Ignores everything before the scene, and punctuation after it. Links are untrusted, like scene files.
[[nodiscard]] Result<SavedScene> from_link(std::string_view link);

} // namespace warpscope::scene
