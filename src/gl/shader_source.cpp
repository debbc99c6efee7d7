#include "gl/shader_source.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <sstream>

namespace warpscope::gl {
namespace {

std::optional<std::string> included_name(std::string_view line) {
    const size_t start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos || !line.substr(start).starts_with("#include")) return std::nullopt;
    const size_t open = line.find('"', start), close = line.rfind('"');
    if (open == std::string_view::npos || close <= open) return std::nullopt;
    return std::string(line.substr(open + 1, close - open - 1));
}

Result<void> append_file(const std::filesystem::path& file, ShaderSource& source) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return fail(ErrorKind::environment, msg("Shader {} cannot be read.", file.string()),
                    msg("reinstall Warpscope, or start it from its source tree"));
    const size_t number = source.files.size();
    source.files.push_back(file.string());
    // The first file gets no #line, because #version must be the first line.
    if (number > 0) source.text += fmt::format("#line 1 {}\n", number);
    size_t line_number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++line_number;
        const std::optional<std::string> name = included_name(line);
        if (!name) {
            source.text += line;
            source.text += '\n';
            continue;
        }
        const std::filesystem::path other = file.parent_path() / *name;
        if (std::find(source.files.begin(), source.files.end(), other.string()) == source.files.end())
            if (auto read = append_file(other, source); !read) return read;
        source.text += fmt::format("#line {} {}\n", line_number + 1, number);
    }
    return {};
}

std::optional<uint32_t> take_number(std::string_view& text) {
    uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return number;
}

struct LogEntry {
    uint32_t file = 0, line = 0;
    std::string_view message;
};

/// Parses Mesa's "file:line(column): error: text" and NVIDIA's "file(line) : error code: text".
std::optional<LogEntry> parse_entry(std::string_view text) {
    LogEntry entry;
    const auto file = take_number(text);
    if (!file || text.empty() || (text.front() != ':' && text.front() != '(')) return std::nullopt;
    text.remove_prefix(1);
    const auto line = take_number(text);
    if (!line) return std::nullopt;
    entry.file = *file;
    entry.line = *line;
    const size_t error = text.find("error");
    if (error == std::string_view::npos) return std::nullopt;
    text.remove_prefix(error);
    const size_t colon = text.find(": ");
    entry.message = colon == std::string_view::npos ? text : text.substr(colon + 2);
    return entry;
}

std::string_view line_text(const ShaderSource& source, uint32_t file, uint32_t wanted) {
    uint32_t present_file = 0, present_line = 0;
    std::string_view rest = source.text;
    while (!rest.empty()) {
        const size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.starts_with("#line ")) {
            std::string_view numbers = line.substr(6);
            const auto next_line = take_number(numbers);
            if (!numbers.empty()) numbers.remove_prefix(1);
            const auto next_file = take_number(numbers);
            if (next_line && next_file) {
                present_line = *next_line - 1;
                present_file = *next_file;
                continue;
            }
        }
        ++present_line;
        if (present_file == file && present_line == wanted) return line;
    }
    return {};
}

} // namespace

Result<ShaderSource> read_shader(const std::filesystem::path& file) {
    ShaderSource source;
    if (auto read = append_file(file, source); !read) return tl::unexpected(read.error());
    return source;
}

ShaderSource shader_text(std::string_view name, std::string_view text) {
    return {std::string(text), {std::string(name)}};
}

Diagnostic explain_shader_log(const ShaderSource& source, std::string_view log) {
    Diagnostic diagnostic;
    std::istringstream lines{std::string(log)};
    for (std::string line; std::getline(lines, line);) {
        const std::optional<LogEntry> entry = parse_entry(line);
        if (!entry) continue;
        if (entry->file < source.files.size()) diagnostic.where = {source.files[entry->file], entry->line, 0};
        std::string_view code = line_text(source, entry->file, entry->line);
        code.remove_prefix(std::min(code.find_first_not_of(" \t"), code.size()));
        diagnostic.message = code.empty() ? msg("Shader does not compile: {}", entry->message)
                                          : msg("Shader does not compile: {} in `{}`", entry->message, code);
        return diagnostic;
    }
    if (!source.files.empty()) diagnostic.where = {source.files.front(), 0, 0};
    while (!log.empty() && (log.back() == '\n' || log.back() == '\0')) log.remove_suffix(1);
    diagnostic.message =
        msg("Shader does not compile:").with_log(std::string(log.empty() ? "the driver gives no reason" : log));
    return diagnostic;
}

} // namespace warpscope::gl
