#include "program/variable_name.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <regex>
#include <string_view>

#include "base/symbol_name.hpp"

namespace warpscope::program {
namespace {

/// Returns the name at `at` with members and indices.
std::string path_at(const std::string& line, size_t at) {
    size_t end = at;
    while (end < line.size()) {
        const bool arrow = line.compare(end, 2, "->") == 0;
        if (!arrow && !is_identifier_char(line[end]) && line[end] != '.' && line[end] != '[' && line[end] != ']') break;
        end += arrow ? 2 : 1;
    }
    return line.substr(at, end - at);
}

/// Returns the word and where it begins.
std::string word_before(const std::string& line, size_t end, size_t& begin) {
    while (end > 0 && line[end - 1] == ' ') --end;
    begin = end;
    while (begin > 0 && is_identifier_char(line[begin - 1])) --begin;
    return line.substr(begin, end - begin);
}

/// Returns whether a keyword other than a type precedes.
bool is_keyword_before(const std::string& line, size_t begin) {
    size_t at = 0;
    const std::string word = word_before(line, begin, at);
    return word == "return" || word == "explicit" || word == "new" || word == "throw" || word == "else";
}

/// Counts calls, without member functions.
int calls_in(const std::string& text) {
    static const std::regex call(R"((^|[^\w.>:])[\w:]*\w(?:<[^()]*>)?\s*(?=[({]))");
    return static_cast<int>(std::distance(std::sregex_iterator(text.begin(), text.end(), call), {}));
}

/// A comma outside brackets starts another declarator.
bool has_comma_outside(const std::string& text) {
    int depth = 0;
    for (const char c : text) {
        if (c == '(' || c == '{' || c == '[' || c == '<') ++depth;
        if (c == ')' || c == '}' || c == ']' || c == '>') --depth;
        if (c == ',' && depth <= 0) return true;
    }
    return false;
}

struct Part {
    std::string text;
    bool ends_statement = false;
};

/// Splits at semicolons, and at commas outside brackets.
std::vector<Part> parts_of_line(const std::string& line) {
    std::vector<Part> parts(1);
    int depth = 0;
    for (const char c : line) {
        if (c == '(' || c == '{' || c == '[' || c == '<') ++depth;
        if (c == ')' || c == '}' || c == ']' || c == '>') --depth;
        if (depth > 0 || (c != ',' && c != ';')) {
            parts.back().text += c;
            continue;
        }
        parts.back().ends_statement = c == ';';
        parts.emplace_back();
    }
    std::erase_if(parts, [](const Part& part) { return part.text.find_first_not_of(' ') == std::string::npos; });
    return parts;
}

struct Made {
    std::string type, name;
};

/// Returns the variable that a single call creates.
std::optional<Made> made_in(const std::string& line) {
    static const std::regex declaration(
        R"(^\s*(?:(?:const|static)\s+)*([\w:]+(?:<.*>)?)\s+(\w+)\s*(=[^=].*|[({].*);\s*(?://.*)?$)");
    static const std::regex no_class(R"((?:std::)?(?:int|float|double|bool|char|long|short|unsigned|u?int\d*_t|size_t|)"
                                     R"(cudaError_t|return|throw|new|delete|else|using|goto))");
    std::smatch found;
    if (!std::regex_match(line, found, declaration)) return std::nullopt;
    const std::string type = found[1], made_of = found[3];
    const bool by_call = made_of.front() == '='; // otherwise a constructor
    if (std::regex_match(type, no_class) || calls_in(made_of) != (by_call ? 1 : 0) || has_comma_outside(made_of))
        return std::nullopt;
    return Made{type, found[2]};
}

} // namespace

std::string variable_in(const std::string& line) {
    constexpr std::string_view registers = "cudaHostRegister(";
    if (const size_t given = line.find(registers); given != std::string::npos) {
        std::string name = path_at(line, given + registers.size());
        if (name.ends_with(".data")) name.resize(name.size() - std::string_view(".data").size());
        return name;
    }
    const size_t allocates = line.find("cudaMalloc");
    const size_t call = allocates != std::string::npos ? allocates : line.find("cuda");
    const size_t at = call == std::string::npos ? call : line.find('&', call);
    if (at == std::string::npos) return {};
    // Ambiguous with several calls.
    if (line.find("cudaMalloc", call + 1) != std::string::npos) return {};
    return path_at(line, at + 1);
}

std::vector<std::string> variables_in(const std::string& line) {
    constexpr const char* allocates = "cudaMalloc";
    std::vector<std::string> names;
    for (size_t begin = 0; begin < line.size();) {
        const size_t end = std::min(line.find(';', begin), line.size());
        const std::string statement = line.substr(begin, end - begin);
        begin = end + 1;
        const size_t call = statement.find(allocates);
        if (call == std::string::npos) continue;
        if (statement.find(allocates, call + 1) != std::string::npos) return {};
        names.push_back(variable_in(statement));
    }
    return names;
}

std::string variable_of_call(const std::string& line) {
    const size_t open = line.find_first_of("({");
    if (open == std::string::npos) return {};
    size_t begin = 0;
    if (const size_t equals = line.find('='); equals < open) return word_before(line, equals, begin);
    // A declaration has a type before the name.
    const std::string word = word_before(line, open, begin);
    const size_t type = begin == 0 ? std::string::npos : line.find_last_not_of(' ', begin - 1);
    if (!word.empty() && type != std::string::npos &&
        (is_identifier_char(line[type]) || line[type] == '>' || line[type] == '*') && !is_keyword_before(line, begin)) {
        // Ambiguous with several declarations.
        const size_t close = line.find(')', open);
        return close != std::string::npos && line.find('(', close) != std::string::npos ? std::string() : word;
    }
    const size_t reference = line.find('&', open);
    if (reference == std::string::npos) return {};
    // Not a reference parameter.
    const size_t before = line.find_last_not_of(' ', reference - 1);
    return line[before] == '(' || line[before] == ',' || line[before] == ')' ? path_at(line, reference + 1)
                                                                             : std::string();
}

std::string object_made_in(const std::string& line) {
    const auto made = made_in(line);
    return made ? made->name : std::string();
}

std::vector<std::string> objects_made_in(const std::string& line) {
    std::vector<std::string> names;
    std::string type; // shared by later declarators
    for (const Part& part : parts_of_line(line.substr(0, line.find("//")))) {
        const auto made = made_in((type.empty() ? "" : type + " ") + part.text + ";");
        if (!made) return {};
        names.push_back(made->name);
        type = part.ends_statement ? std::string() : made->type;
    }
    return names;
}

std::vector<std::string> members_made_in(const std::string& line) {
    static const std::regex head(R"(^(?:[^?=;]*?\)\s*:|\s*[:,])(?!:)(.*)$)"),
        member(R"(^\s*(\w+)\s*[({](.*?)[)}][\s{}]*$)");
    std::smatch found;
    if (!std::regex_match(line, found, head)) return {};
    std::vector<std::string> names;
    for (const Part& part : parts_of_line(found[1])) {
        std::smatch one;
        if (!std::regex_match(part.text, one, member)) return {};
        const std::string name = one[1], value = one[2];
        // A member that stores an argument allocates nothing.
        if (name != value && name != value + "_" && name != "m_" + value) names.push_back(name);
    }
    return names;
}

std::string statement_around(const std::function<std::string(int)>& line_at) {
    constexpr int most_lines = 5;
    const auto ends = [](const std::string& line) {
        const size_t last = line.find_last_not_of(" \t\r");
        return last == std::string::npos || line[last] == ';' || line[last] == '{' || line[last] == '}' ||
               line[line.find_first_not_of(" \t")] == '#';
    };
    std::string text = line_at(0);
    for (int k = -1; k > -most_lines && !ends(line_at(k)); --k) text = line_at(k) + " " + text;
    for (int k = 1; k < most_lines && text.find(';') == std::string::npos; ++k) text += " " + line_at(k);
    return text;
}

std::string member_made_in(const std::string& line) {
    static const std::regex initialiser(R"(^\s*[:,]\s*(\w+)\s*([({].*[)}])\s*(?:,|\{\s*\}?)?\s*$)");
    std::smatch found;
    if (!std::regex_match(line, found, initialiser)) return {};
    return has_comma_outside(found[2]) ? std::string() : std::string(found[1]);
}

} // namespace warpscope::program
