#pragma once

#include <string>
#include <string_view>

namespace warpscope::workbench {

[[nodiscard]] size_t spoiler_comment(std::string_view line);

[[nodiscard]] std::string_view without_spoiler_comment(std::string_view line);
/// Removes comments that reveal a bug; line numbers stay valid.
[[nodiscard]] std::string blank_spoiler_comments(std::string_view text);

/// Removes comments that reveal a bug, and the lines that become empty.
[[nodiscard]] std::string without_spoiler_comments(std::string_view text);

} // namespace warpscope::workbench
