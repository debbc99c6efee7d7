#pragma once

#include <string>

#include "session/session.hpp"

namespace warpscope::exporting {

/// Returns "Box blur, naive".
[[nodiscard]] std::string run_title(const session::RunResult& result);
[[nodiscard]] std::string run_description(const session::RunResult& result);

} // namespace warpscope::exporting
