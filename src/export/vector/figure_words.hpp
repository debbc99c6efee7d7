// Descriptions of figures for accessibility and search.
#pragma once

#include <string>

#include "session/session.hpp"

namespace warpscope::exporting {

/// "Box blur, naive"; used if a figure has no title.
[[nodiscard]] std::string run_title(const session::RunResult& result);
/// Sentences about the launch and its main numbers.
[[nodiscard]] std::string run_description(const session::RunResult& result);

} // namespace warpscope::exporting
