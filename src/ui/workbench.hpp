// Lets the window's code name the workbench's types without a prefix.
#pragma once

namespace warpscope::workbench {}

namespace warpscope::ui {

using namespace workbench;

} // namespace warpscope::ui
