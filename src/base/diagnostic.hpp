#pragma once

#include <string>
#include <tl/expected.hpp>

#include "base/message.hpp"
#include "base/source_location.hpp"

namespace warpscope {

/// Class of an error. Determines the exit status (docs/REPORT.md).
enum class ErrorKind {
    failed,      // such as a kernel that does not compile
    usage,       // such as an unknown experiment or illegal value
    environment, // such as an unreadable file or a missing compiler
    canceled,
};

struct Diagnostic {
    ErrorKind kind = ErrorKind::failed;
    Message message; // one sentence, with a compiler's log if any
    SourceLocation where;
    Message hint;

    /// Returns the known parts of "file:line:column: message (hint)".
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
