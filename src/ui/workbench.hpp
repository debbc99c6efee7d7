// Makes the workbench's names available in ui.
#pragma once

namespace warpscope::workbench {}

namespace warpscope::ui {

using namespace workbench;

} // namespace warpscope::ui
