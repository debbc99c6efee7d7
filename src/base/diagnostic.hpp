// Errors as values.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace warpscope {

/// A place in a text file. Lines and columns count from 1; 0 means unknown.
struct SourceLocation {
    std::string file;
    uint32_t line = 0;
    uint32_t column = 0;

    /// Returns "file:line" without unknown parts. Some instructions have line 0.
    [[nodiscard]] std::string line_text() const;

    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// Class of a failure, which decides the exit status (docs/REPORT.md).
enum class ErrorKind {
    failed,      // e.g. a kernel that does not compile
    usage,       // e.g. unknown experiment, value out of range
    environment, // e.g. unreadable file, no compiler, no GPU
    cancelled,
};

struct Diagnostic {
    ErrorKind kind = ErrorKind::failed;
    std::string message; // one sentence; a compiler log may follow
    SourceLocation where;
    std::string hint; // may be empty

    /// Returns "file:line:column: message (hint)" without the parts that are unknown.
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
