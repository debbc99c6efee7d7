// The window reveals a variant's declared bug in these steps.
#pragma once

#include <cstdint>

namespace warpscope::workbench {

enum class BugStep : uint8_t { asked, caused, fixed };

} // namespace warpscope::workbench
