// Texts of figures for accessibility and search.
#pragma once

#include <string>

#include "session/session.hpp"

namespace warpscope::exporting {

/// Returns a title such as "Box blur, naive".
[[nodiscard]] std::string run_title(const session::RunResult& result);
[[nodiscard]] std::string run_description(const session::RunResult& result);

} // namespace warpscope::exporting
