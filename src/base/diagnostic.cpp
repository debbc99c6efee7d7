#include "base/diagnostic.hpp"

namespace warpscope {

std::string SourceLocation::line_text() const { return line == 0 ? file : file + ":" + std::to_string(line); }

std::string Diagnostic::text() const {
    std::string out;
    if (!where.file.empty()) {
        out += where.file + ":";
        if (where.line != 0) out += std::to_string(where.line) + ":";
        if (where.line != 0 && where.column != 0) out += std::to_string(where.column) + ":";
        out += " ";
    }
    out += message;
    if (!hint.empty()) out += " (" + hint + ")";
    return out;
}

} // namespace warpscope
