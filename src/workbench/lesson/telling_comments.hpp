// Comments in the course's kernels that reveal a bug. Students who look for the bug must not see them.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::workbench {

/// Returns the position of such a comment in `line`; npos: none.
[[nodiscard]] size_t telling_comment(std::string_view line);

/// Returns `text` without these comments. Lines without other content are removed, because an empty line would reveal
/// the place.
[[nodiscard]] std::string without_telling_comments(std::string_view text);

} // namespace warpscope::workbench
