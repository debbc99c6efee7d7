#pragma once

namespace warpscope::workbench {}

namespace warpscope::ui {

using namespace workbench;

} // namespace warpscope::ui
