// Compiler logs as diagnostics. Private to src/compile.
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

/// `log` with a file or the beginning of its path named as the user does.
[[nodiscard]] std::string with_name(std::string log, std::string_view path, std::string_view as_given);

/// Entries of an NVRTC log, "file(line): error: message" with a caret line below that gives the column, or of a clang
/// log, "file:line:column: error: message". Other lines are left out.
[[nodiscard]] std::vector<LogEntry> parse_log(std::string_view log);

/// An NVRTC log without the warnings, and their remarks, in files for which `is_header` holds: the author of a
/// kernel can do nothing about them.
[[nodiscard]] std::string without_warnings_in(std::string_view log,
                                              const std::function<bool(std::string_view)>& is_header);

/// The first error with the log below it, up to the tenth error; with no error in the log, `fallback` takes its place.
[[nodiscard]] Diagnostic failure_from(std::string_view log, std::string_view fallback);

/// The log's warnings.
[[nodiscard]] std::vector<Diagnostic> warnings_from(std::string_view log);

} // namespace warpscope::compile
