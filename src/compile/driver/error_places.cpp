#include "compile/error_places.hpp"

#include <algorithm>
#include <utility>

#include "compile/output/compiler_log.hpp"

namespace warpscope::compile {

std::vector<Diagnostic> errors_of(const Diagnostic& failure) {
    std::vector<Diagnostic> errors;
    if (failure.where.line != 0) // the log does not repeat this error
        errors.push_back({failure.kind, failure.message.first_line(), failure.where, {}});
    for (LogEntry& entry : parse_log(failure.message.english())) {
        const auto at_same_line = [&](const Diagnostic& e) {
            return e.where.line == entry.where.line && e.where.file == entry.where.file;
        };
        if (entry.severity == Severity::error && std::ranges::none_of(errors, at_same_line))
            errors.push_back({failure.kind, std::move(entry.message), std::move(entry.where), {}});
    }
    if (errors.empty()) {
        errors.push_back(failure);
        errors.front().message = failure.message.first_line();
    }
    return errors;
}

} // namespace warpscope::compile
