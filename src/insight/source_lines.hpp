// Lines of a kernel's source, and the lines of its instructions. Lines count from 1; 0 means none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.hpp"

namespace warpscope::insight {

/// Returns the lines without line ends, as views into `text`.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);

/// Returns whether a compiler's file name means the kernel's own file.
[[nodiscard]] bool is_own_file(const session::RunResult& run, std::string_view file);
/// Returns the line of the kernel's own file at a place; 0 for another file, such as a header.
[[nodiscard]] uint32_t own_line(const session::RunResult& run, const SourceLocation& place);
[[nodiscard]] uint32_t source_line(const session::RunResult& run, uint32_t pc);
/// Returns a line without its indent; empty for line 0.
[[nodiscard]] std::string source_text(const session::RunResult& run, uint32_t line);

} // namespace warpscope::insight
