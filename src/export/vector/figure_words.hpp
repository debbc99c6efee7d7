// What a figure says of itself in words, for those who cannot see it and for searching.
#pragma once

#include <string>

#include "session/session.hpp"

namespace warpscope::exporting {

/// "Box blur, naive": the title of a figure that was given none.
[[nodiscard]] std::string run_title(const session::RunResult& result);
/// Sentences: what was launched on what, and the numbers of the report that tell most.
[[nodiscard]] std::string run_description(const session::RunResult& result);

} // namespace warpscope::exporting
