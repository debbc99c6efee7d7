// Comments in the course's kernels that reveal a bug.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::workbench {

/// Returns the position of such a comment in `line`; npos: none.
[[nodiscard]] size_t spoiler_comment(std::string_view line);

/// Removes these comments, with lines that contain nothing else.
[[nodiscard]] std::string without_spoiler_comments(std::string_view text);

} // namespace warpscope::workbench
