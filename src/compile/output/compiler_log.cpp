#include "compile/output/compiler_log.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace warpscope::compile {
namespace {

struct Word {
    std::string_view text;
    Severity severity;
};
constexpr std::array words{Word{": catastrophic error", Severity::error},
                           Word{": fatal error", Severity::error},
                           Word{": error", Severity::error},
                           Word{": warning", Severity::warning},
                           Word{": note", Severity::note},
                           Word{": remark", Severity::note}};

std::optional<uint32_t> number(std::string_view text) {
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Accepts "file(12)", "file:12:3", "file:12".
std::optional<SourceLocation> parse_place(std::string_view text) {
    if (text.ends_with(')')) {
        const size_t open = text.rfind('(');
        if (open == std::string_view::npos) return std::nullopt;
        const auto line = number(text.substr(open + 1, text.size() - open - 2));
        if (!line) return std::nullopt;
        return SourceLocation{std::string(text.substr(0, open)), *line, 0};
    }
    const size_t last = text.rfind(':');
    if (last == std::string_view::npos) return std::nullopt;
    const auto second = number(text.substr(last + 1));
    if (!second) return std::nullopt;
    const size_t before = text.rfind(':', last - 1);
    if (last > 0 && before != std::string_view::npos)
        if (const auto first = number(text.substr(before + 1, last - before - 1)))
            return SourceLocation{std::string(text.substr(0, before)), *first, *second};
    return SourceLocation{std::string(text.substr(0, last)), *second, 0};
}

/// Parses "warning: file(12): Warning: message".
std::optional<LogEntry> parse_back_end_line(std::string_view line) {
    constexpr std::string_view before = "warning: ", after = ": Warning: ";
    const size_t at = line.find(after);
    if (!line.starts_with(before) || at == std::string_view::npos) return std::nullopt;
    auto place = parse_place(line.substr(before.size(), at - before.size()));
    if (!place) return std::nullopt;
    return LogEntry{Severity::warning, std::move(*place), std::string(line.substr(at + after.size()))};
}

/// Parses an error about an unclosed bracket. Only its note has a position.
std::optional<LogEntry> parse_end_of_source(std::string_view line) {
    constexpr std::string_view before = "At end of source: error";
    const size_t colon = line.find(": ", before.size());
    if (!line.starts_with(before) || colon == std::string_view::npos) return std::nullopt;
    return LogEntry{Severity::error, {}, std::string(line.substr(colon + 2)) + " at the end of the file"};
}

std::optional<LogEntry> parse_line(std::string_view line) {
    if (auto entry = parse_back_end_line(line)) return entry;
    if (auto entry = parse_end_of_source(line)) return entry;
    for (const Word& word : words) {
        for (size_t at = line.find(word.text); at != std::string_view::npos; at = line.find(word.text, at + 1)) {
            std::string_view rest = line.substr(at + word.text.size());
            const size_t colon = rest.find(": ");
            if (colon == std::string_view::npos || (colon != 0 && !rest.starts_with(" #"))) continue;
            auto place = parse_place(line.substr(0, at));
            if (!place) continue;
            return LogEntry{word.severity, std::move(*place), std::string(rest.substr(colon + 2))};
        }
    }
    return std::nullopt;
}

/// Returns 0 unless the line contains only a '^', which NVRTC indents by two.
uint32_t caret_column(std::string_view line) {
    const size_t caret = line.find_first_not_of(' ');
    if (caret == std::string_view::npos || caret < 2 || line[caret] != '^') return 0;
    return line.find_first_not_of(' ', caret + 1) == std::string_view::npos ? static_cast<uint32_t>(caret - 1) : 0;
}

uint32_t column_of(const LogEntry& entry, std::string_view below) {
    while (entry.where.column == 0 && !below.empty()) {
        const std::string_view line = below.substr(0, below.find('\n'));
        if (const uint32_t column = caret_column(line); column != 0) return column;
        if (parse_line(line)) return 0;
        below.remove_prefix(std::min(line.size() + 1, below.size()));
    }
    return entry.where.column;
}

} // namespace

std::string with_name(std::string log, std::string_view path, std::string_view as_given) {
    if (path == as_given) return log;
    for (size_t at = log.find(path); at != std::string::npos; at = log.find(path, at + as_given.size()))
        log.replace(at, path.size(), as_given);
    return log;
}

std::vector<LogEntry> parse_log(std::string_view log) {
    std::vector<LogEntry> entries;
    while (!log.empty()) {
        const size_t end = log.find('\n');
        const std::string_view line = log.substr(0, end);
        log.remove_prefix(end == std::string_view::npos ? log.size() : end + 1);
        if (auto entry = parse_line(line))
            entries.push_back(std::move(*entry));
        else if (!entries.empty() && entries.back().where.column == 0)
            entries.back().where.column = caret_column(line);
    }
    return entries;
}

std::string without_warnings_in(std::string_view log, const std::function<bool(std::string_view)>& is_header) {
    std::string kept;
    bool dropped = false;
    while (!log.empty()) {
        const std::string_view paragraph = log.substr(0, std::min(log.find("\n\n"), log.size()) + 2);
        log.remove_prefix(paragraph.size());
        if (const auto entry = parse_line(paragraph.substr(0, paragraph.find('\n'))))
            dropped = entry->severity == Severity::warning && is_header(entry->where.file);
        else if (!paragraph.starts_with("Remark:"))
            dropped = false;
        if (!dropped) kept += paragraph;
    }
    return kept;
}

namespace {

constexpr size_t max_errors = 10;

std::string first_errors_of(std::string_view log) {
    size_t errors = 0, end = log.size();
    for (size_t at = 0; at < log.size();) {
        const size_t line_end = std::min(log.find('\n', at), log.size());
        const auto entry = parse_line(log.substr(at, line_end - at));
        if (entry && entry->severity == Severity::error && entry->where.line > 0 && ++errors == max_errors + 1)
            end = at;
        at = line_end + 1;
    }
    std::string kept(log.substr(0, end));
    while (kept.ends_with('\n') || kept.ends_with('\0')) kept.pop_back();
    if (errors > max_errors)
        kept +=
            "\n(" + std::to_string(errors - max_errors) + (errors == max_errors + 1 ? " more error)" : " more errors)");
    return kept;
}

} // namespace

namespace {

/// Returns the position of the first error. Skips an error about the kernel's attribute if its cause is an undefined
/// parameter type.
size_t cause_in(std::string_view log) {
    size_t first = std::string_view::npos;
    uint32_t first_line = 0;
    for (size_t at = 0; at < log.size();) {
        const size_t line_end = std::min(log.find('\n', at), log.size());
        if (const auto entry = parse_line(log.substr(at, line_end - at)); entry && entry->severity == Severity::error) {
            if (first == std::string_view::npos) {
                first = at;
                first_line = entry->where.line;
                if (entry->message.find("does not apply here") == std::string::npos) return first;
            } else if (entry->where.line == first_line && entry->message.ends_with("is undefined")) {
                return at;
            }
        }
        at = line_end + 1;
    }
    return first;
}

SourceLocation place_of_note(std::string_view log) {
    for (LogEntry& entry : parse_log(log))
        if (entry.severity == Severity::note) return std::move(entry.where);
    return {};
}

} // namespace

Diagnostic failure_from(std::string_view log, Message fallback) {
    Diagnostic failure;
    failure.message = std::move(fallback);
    std::string shown = first_errors_of(log);
    const size_t at = cause_in(shown);
    const size_t line_end = std::min(shown.find('\n', std::min(at, shown.size())), shown.size());
    if (auto entry = at < shown.size() ? parse_line(std::string_view(shown).substr(at, line_end - at)) : std::nullopt) {
        if (entry->where.file.empty()) entry->where = place_of_note(shown);
        const std::string below = shown.substr(std::min(line_end + 1, shown.size()));
        entry->where.column = column_of(*entry, below);
        failure.message = std::move(entry->message);
        failure.where = std::move(entry->where);
        shown.resize(at > 0 ? at - 1 : 0);
        shown = below + (below.empty() || shown.empty() ? "" : "\n") + shown;
    }
    if (!shown.empty()) failure.message = failure.message.with_log(std::move(shown));
    return failure;
}

std::vector<Diagnostic> warnings_from(std::string_view log) {
    std::vector<Diagnostic> warnings;
    for (LogEntry& entry : parse_log(log))
        if (entry.severity == Severity::warning)
            warnings.push_back({ErrorKind::failed, std::move(entry.message), std::move(entry.where), {}});
    return warnings;
}

} // namespace warpscope::compile
