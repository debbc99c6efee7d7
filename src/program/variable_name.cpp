#include "program/variable_name.hpp"

#include <string_view>

#include "base/symbol_name.hpp"

namespace warpscope::program {
namespace {

/// The name, perhaps with members and indices, that begins at `at`.
std::string path_at(const std::string& line, size_t at) {
    size_t end = at;
    while (end < line.size()) {
        const bool arrow = line.compare(end, 2, "->") == 0;
        if (!arrow && !is_identifier_char(line[end]) && line[end] != '.' && line[end] != '[' && line[end] != ']') break;
        end += arrow ? 2 : 1;
    }
    return line.substr(at, end - at);
}

/// The word that ends before `end`, blanks left out, and where it begins.
std::string word_before(const std::string& line, size_t end, size_t& begin) {
    while (end > 0 && line[end - 1] == ' ') --end;
    begin = end;
    while (begin > 0 && is_identifier_char(line[begin - 1])) --begin;
    return line.substr(begin, end - begin);
}

} // namespace

std::string variable_in(const std::string& line) {
    const size_t call = line.find("cuda");
    const size_t at = call == std::string::npos ? call : line.find('&', call);
    if (at == std::string::npos) return {};
    // A line does not say which of several calls it was.
    if (line.find("cudaMalloc", call + 1) != std::string::npos) return {};
    return path_at(line, at + 1);
}

std::string variable_of_call(const std::string& line) {
    const size_t open = line.find_first_of("({");
    if (open == std::string::npos) return {};
    size_t begin = 0;
    if (const size_t equals = line.find('='); equals < open) return word_before(line, equals, begin);
    // A declaration has a type before the name; a call has nothing there.
    const std::string word = word_before(line, open, begin);
    const size_t type = begin == 0 ? std::string::npos : line.find_last_not_of(' ', begin - 1);
    if (!word.empty() && type != std::string::npos &&
        (is_identifier_char(line[type]) || line[type] == '>' || line[type] == '*') &&
        line.compare(type >= 5 ? type - 5 : 0, 6, "return") != 0) {
        // Several on one line: which of them it was is not known.
        const size_t close = line.find(')', open);
        return close != std::string::npos && line.find('(', close) != std::string::npos ? std::string() : word;
    }
    const size_t reference = line.find('&', open);
    return reference == std::string::npos ? std::string() : path_at(line, reference + 1);
}

} // namespace warpscope::program
