#include "insight/source_lines.hpp"

#include <algorithm>

#include "source/tokens.hpp"

namespace warpscope::insight {

namespace {

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

} // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

bool is_own_file(const session::RunResult& run, std::string_view file) {
    return file_name(file) == file_name(run.variant().source.native());
}

uint32_t own_line(const session::RunResult& run, const SourceLocation& place) {
    return is_own_file(run, place.file) ? place.line : 0;
}

uint32_t source_line(const session::RunResult& run, uint32_t pc) {
    const auto& instructions = run.measured->program().instructions();
    return pc < instructions.size() ? own_line(run, instructions[pc].source) : 0;
}

std::string source_text(const session::RunResult& run, uint32_t line) {
    const std::vector<std::string_view> lines = split_lines(run.source);
    if (line == 0 || line > lines.size()) return {};
    std::string_view text = lines[line - 1];
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return std::string(text);
}

uint32_t find_code_line(std::string_view text, const std::vector<std::string>& fragments) {
    std::string code(text.size(), ' ');
    for (const source::Token& token : source::tokens_of(text))
        std::ranges::copy(token.text, code.begin() + static_cast<ptrdiff_t>(token.begin));
    size_t begin = 0;
    uint32_t number = 0;
    for (const std::string_view line : split_lines(text)) {
        ++number;
        const std::string_view code_of_line = std::string_view(code).substr(begin, line.size());
        begin = text.find('\n', begin) + 1;
        if (std::ranges::any_of(fragments, [&](const std::string& fragment) {
                return code_of_line.find(fragment) != std::string_view::npos;
            }))
            return number;
    }
    return 0;
}

} // namespace warpscope::insight
