// Errors as values.
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "base/message.hpp"
#include "base/source_location.hpp"

namespace warpscope {

/// Class of a failure, which decides the exit status (docs/REPORT.md).
enum class ErrorKind {
    failed,      // e.g. a kernel that does not compile
    usage,       // e.g. unknown experiment, value out of range
    environment, // e.g. unreadable file, no compiler, no GPU
    cancelled,
};

struct Diagnostic {
    ErrorKind kind = ErrorKind::failed;
    Message message; // one sentence; may have a compiler's log
    SourceLocation where;
    Message hint; // advice to the user; may be empty

    /// Returns "file:line:column: message (hint)" without the parts that are unknown.
    [[nodiscard]] Message whole() const;
    [[nodiscard]] std::string text() const { return whole().english(); }
};

template<class T>
using Result = tl::expected<T, Diagnostic>;

[[nodiscard]] inline tl::unexpected<Diagnostic> fail(ErrorKind kind, Message message, Message hint = {}) {
    return tl::unexpected(Diagnostic{kind, std::move(message), {}, std::move(hint)});
}

[[nodiscard]] inline tl::unexpected<Diagnostic> fail_at(SourceLocation where, Message message, Message hint = {}) {
    return tl::unexpected(Diagnostic{ErrorKind::failed, std::move(message), std::move(where), std::move(hint)});
}

} // namespace warpscope
