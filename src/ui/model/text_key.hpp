// Under which key a kernel's edited text is kept in Preferences::texts.
#pragma once

#include <string>

#include "catalog/experiment.hpp"
#include "scene/scene.hpp"

namespace warpscope::ui {

/// Kernels of the course by name; others by their file, since files in several folders may share a name, and kernels
/// of one file its text.
[[nodiscard]] std::string text_key(const catalog::Catalog& catalog, const scene::Source& source);

} // namespace warpscope::ui
