// Lines count from 1; 0 means none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.hpp"

namespace warpscope::insight {

/// Returns lines without line ends, as views into `text`.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);

[[nodiscard]] bool is_own_file(const session::RunResult& run, std::string_view file);
/// Returns 0 for other files, such as headers.
[[nodiscard]] uint32_t own_line(const session::RunResult& run, const SourceLocation& place);
[[nodiscard]] uint32_t source_line(const session::RunResult& run, uint32_t pc);
/// Returns a line without its indent; empty for line 0.
[[nodiscard]] std::string source_text(const session::RunResult& run, uint32_t line);

/// Returns the first line whose code, without comments, contains one of the fragments; 0 if there is none.
[[nodiscard]] uint32_t find_code_line(std::string_view text, const std::vector<std::string>& fragments);

} // namespace warpscope::insight
