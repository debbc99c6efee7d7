#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::compile {

enum class Severity { note, warning, error };

struct LogEntry {
    Severity severity{};
    SourceLocation where;
    std::string message;
};

/// Replaces `path`, also at the beginning of longer paths, with `as_given`.
[[nodiscard]] std::string with_name(std::string log, std::string_view path, std::string_view as_given);

[[nodiscard]] std::vector<LogEntry> parse_log(std::string_view log);

/// Removes warnings about headers, which the author cannot fix.
[[nodiscard]] std::string without_warnings_in(std::string_view log,
                                              const std::function<bool(std::string_view)>& is_header);

/// Returns the first error, or `fallback`, with the first ten errors as its log.
[[nodiscard]] Diagnostic failure_from(std::string_view log, Message fallback);

[[nodiscard]] std::vector<Diagnostic> warnings_from(std::string_view log);

} // namespace warpscope::compile
