#pragma once

#include <cstdint>

namespace warpscope::workbench {

enum class BugStep : uint8_t { asked, caused, fixed };

} // namespace warpscope::workbench
