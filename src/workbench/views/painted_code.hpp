#pragma once

#include "insight/code_map.hpp"
#include "render/view.hpp"
#include "scene/painted_code.hpp"

namespace warpscope::workbench {

using scene::CodePlace;
using scene::PaintedCode;

[[nodiscard]] render::Paint paint_of(const insight::CodeMap& map, const PaintedCode& painted);

} // namespace warpscope::workbench
