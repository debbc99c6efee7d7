// Errors as values: what happened, where in the user's files, and what to do.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace warpscope {

/// A place in a text file, counted from 1; 0 means unknown.
struct SourceLocation {
    std::string file;
    uint32_t line = 0;
    uint32_t column = 0;

    /// Returns "file:line" without unknown parts. Compilers give line 0 to instructions without a single line.
    [[nodiscard]] std::string line_text() const;

    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// Exit status class of a failure (docs/REPORT.md).
enum class ErrorKind {
    failed,      // the work found a fault: a kernel that does not compile, an invalid experiment file
    usage,       // the request is invalid: unknown experiment, value out of range
    environment, // this machine cannot do it: unreadable file, no compiler, no GPU
    cancelled,   // the user asked to stop
};

struct Diagnostic {
    ErrorKind kind = ErrorKind::failed;
    std::string message; // one sentence without trailing newline; a compiler log may follow
    SourceLocation where;
    std::string hint; // suggested action, or empty

    /// Returns "file:line:column: message (hint)" without unknown parts.
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
