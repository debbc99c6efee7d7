// Errors as values: what went wrong, where in the user's files, and what to do about it.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace warpscope {

/// A place in a text file. `line` and `column` count from 1; 0 means unknown.
struct SourceLocation {
    std::string file;
    uint32_t line = 0;
    uint32_t column = 0;

    /// "file:line", leaving out what is unknown: compilers give instructions that belong to no single line the line 0.
    [[nodiscard]] std::string line_text() const;

    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// Which exit status of the command line a failure belongs to (see docs/REPORT.md).
enum class ErrorKind {
    failed, // the work was done and found something wrong: a kernel that does not compile, a broken experiment file
    usage,  // the request makes no sense: unknown experiment, value out of range
    environment, // this machine cannot do it: unreadable file, no compiler, no GPU
    cancelled,   // the user asked to stop
};

struct Diagnostic {
    ErrorKind kind = ErrorKind::failed;
    std::string message; // one sentence, no trailing newline; may continue with a compiler's log on further lines
    SourceLocation where;
    std::string hint; // what the user can do; empty when there is nothing useful to say

    /// "file:line:column: message (hint)", leaving out what is unknown.
    [[nodiscard]] std::string text() const;
};

template<class T>
using Result = tl::expected<T, Diagnostic>;

[[nodiscard]] inline tl::unexpected<Diagnostic> fail(ErrorKind kind, std::string message, std::string hint = {}) {
    return tl::unexpected(Diagnostic{kind, std::move(message), {}, std::move(hint)});
}

[[nodiscard]] inline tl::unexpected<Diagnostic> fail_at(SourceLocation where, std::string message,
                                                        std::string hint = {}) {
    return tl::unexpected(Diagnostic{ErrorKind::failed, std::move(message), std::move(where), std::move(hint)});
}

} // namespace warpscope
