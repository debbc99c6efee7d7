#include "base/diagnostic.hpp"

namespace warpscope {

std::string SourceLocation::line_text() const { return line == 0 ? file : file + ":" + std::to_string(line); }

Message Diagnostic::whole() const {
    const Message with_hint = hint.empty() ? message : msg("{} ({})", message, hint);
    if (where.file.empty()) return with_hint;
    std::string place = where.line_text();
    if (where.line != 0 && where.column != 0) place += ":" + std::to_string(where.column);
    return msg("{}: {}", place, with_hint);
}

} // namespace warpscope
