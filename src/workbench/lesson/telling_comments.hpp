// Comments of the course's kernels that name their mistake, which who is to find it should not read.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::workbench {

/// Returns where the comment begins in `line`; npos: none names a mistake there.
[[nodiscard]] size_t telling_comment(std::string_view line);

/// Returns `text` without them. A line that is nothing else goes as a whole: its place would tell, too.
[[nodiscard]] std::string without_telling_comments(std::string_view text);

} // namespace warpscope::workbench
