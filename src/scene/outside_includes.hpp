// Includes in a carried file that could read files outside the scene.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpscope::scene {

/// Returns what the text includes other than by a relative name without ".." in quotes or angle brackets: "'/etc/x'";
/// nullopt where there is nothing of that kind. Comments and strings count as code: better a sound file is refused
/// than one that a compiler reads otherwise is opened.
[[nodiscard]] std::optional<std::string> include_outside(std::string_view text);

} // namespace warpscope::scene
