#include "compile/clang/clang_dialect.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "compile/output/compiler_log.hpp"

namespace warpscope::compile {
namespace {

constexpr std::string_view wrong_percent = "invalid % escape in inline assembly string";

bool has(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// Recognizes errors of clang 14 to 18 about a misplaced alignas.
bool refuses_alignas(std::string_view log) {
    return has(log, "alignas") && (has(log, "cannot appear here") || has(log, "cannot be applied to types"));
}

std::optional<size_t> offset_of(const SourceLocation& where, std::string_view source) {
    size_t begin = 0;
    for (uint32_t line = 1; line < where.line; ++line) {
        begin = source.find('\n', begin);
        if (begin == std::string_view::npos) return std::nullopt;
        ++begin;
    }
    const size_t at = begin + where.column - 1;
    return where.line == 0 || where.column == 0 || at >= source.size() ? std::nullopt : std::optional(at);
}

/// Returns the position of a single '%' up to two characters before `at`, not counting blanks, quotes and '#'.
std::optional<size_t> percent_before(size_t at, std::string_view source) {
    constexpr int max = 2;
    for (int passed = 0; passed <= max; --at) {
        if (source[at] == '%') return at > 0 && source[at - 1] == '%' ? std::nullopt : std::optional(at);
        if (at == 0) break;
        if (std::string_view(" \t\"#").find(source[at]) == std::string_view::npos) ++passed;
    }
    return std::nullopt;
}

} // namespace

bool ClangSpelling::adapt_to_errors(std::string_view log) {
    const bool alignment = !gcc_alignment_ && refuses_alignas(log);
    if (alignment) gcc_alignment_ = true;
    return double_percents(log) || alignment;
}

bool ClangSpelling::double_percents(std::string_view log) {
    std::set<size_t, std::greater<>> places; // descending, to insert from the end
    bool meant = false;
    for (const LogEntry& entry : parse_log(log)) {
        // If the error is in a macro, the next note has the place.
        if (entry.severity != Severity::note) meant = entry.message == wrong_percent;
        if (!meant || entry.where.file != file_) continue;
        if (const auto at = offset_of(entry.where, source_))
            if (const auto place = percent_before(*at, source_)) places.insert(*place);
    }
    for (const size_t place : places) source_.insert(place, 1, '%');
    return !places.empty();
}

Message ClangSpelling::hint_for(std::string_view log) {
    if (has(log, wrong_percent)) return msg("clang wants two % before the name of a register in the text of asm()");
    if (refuses_alignas(log)) return msg("clang wants alignas before __shared__, __device__ and __constant__");
    return {};
}

} // namespace warpscope::compile
