#include "source/host_variables.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/text.hpp"
#include "source/tokens.hpp"

namespace warpscope::source {
namespace {

struct Line {
    explicit Line(std::string_view whole)
        : text(whole)
        , tokens(tokens_of(whole)) {}

    [[nodiscard]] bool is(size_t i, std::string_view wanted) const { return i < tokens.size() && tokens[i].is(wanted); }
    [[nodiscard]] bool is_word(size_t i) const { return i < tokens.size() && tokens[i].is_word(); }
    [[nodiscard]] bool opens(size_t i) const { return is(i, "(") || is(i, "{"); }
    [[nodiscard]] size_t after_bracket(size_t open) const {
        return std::min(closing_bracket(tokens, open) + 1, tokens.size());
    }
    [[nodiscard]] size_t find(std::string_view wanted, size_t first = 0) const {
        while (first < tokens.size() && !tokens[first].is(wanted)) ++first;
        return first;
    }
    [[nodiscard]] size_t find_word(std::string_view beginning, size_t first = 0) const {
        while (first < tokens.size() && !(is_word(first) && tokens[first].text.starts_with(beginning))) ++first;
        return first;
    }
    [[nodiscard]] std::string part(size_t first, size_t end) const {
        return std::string(text_of(text, tokens, first, std::min(end, tokens.size())));
    }

    std::string_view text;
    Tokens tokens;
};

std::string path_at(const Line& line, size_t i) {
    if (!line.is_word(i)) return {};
    size_t end = i + 1;
    for (;;)
        if (line.is(end, ".") && line.is_word(end + 1))
            end += 2;
        else if (line.is(end, "-") && line.is(end + 1, ">") && line.is_word(end + 2))
            end += 3;
        else if (line.is(end, "["))
            end = line.after_bracket(end);
        else
            return line.part(i, end);
}

/// Tokens up to a semicolon, or to a comma outside brackets.
struct Part {
    size_t first = 0, end = 0;
    bool ends_statement = false;
};
std::vector<Part> parts_of(const Line& line, size_t first) {
    std::vector<Part> parts;
    size_t begin = first;
    for (size_t i = first; i <= line.tokens.size();) {
        const bool ends = i == line.tokens.size() || line.is(i, ";");
        if (ends || line.is(i, ",")) {
            if (i > begin) parts.push_back({begin, i, ends});
            begin = ++i;
        } else if (line.opens(i) || line.is(i, "[")) {
            i = line.after_bracket(i);
        } else if (line.is(i, "<")) {
            i = std::max(after_template_arguments(line.tokens, i), i + 1);
        } else {
            ++i;
        }
    }
    return parts;
}

/// Counts calls of functions and constructors, but not of member functions.
int calls_in(const Line& line, size_t first, size_t end) {
    int calls = 0;
    for (size_t open = first + 1; open < end; ++open) {
        if (!line.opens(open)) continue;
        size_t name = open - 1;
        if (line.is(name, ">")) // template arguments
            for (int depth = 0; name > first; --name) {
                depth += line.is(name, ">") ? 1 : line.is(name, "<") ? -1 : 0;
                if (depth == 0 && name-- > 0) break;
            }
        if (!line.is_word(name)) continue;
        while (name > first + 1 && line.is(name - 1, "::") && line.is_word(name - 2)) name -= 2;
        const bool is_member = name > first && (line.is(name - 1, ".") || line.is(name - 1, ">"));
        if (!is_member) ++calls;
    }
    return calls;
}

/// Returns whether a word is a built-in type, or no type.
bool is_no_class(std::string_view type) {
    constexpr std::array<std::string_view, 17> words{"int",   "float",  "double",      "bool",   "char",  "long",
                                                     "short", "size_t", "cudaError_t", "return", "throw", "unsigned",
                                                     "new",   "delete", "else",        "using",  "goto"};
    if (type.starts_with("std::")) type.remove_prefix(5);
    return std::ranges::find(words, type) != words.end() ||
           (type.ends_with("_t") && (type.starts_with("int") || type.starts_with("uint")));
}

struct Made {
    std::string type, name;
};
/// Returns the variable that a declarator initializes with a single call. `type`: type of earlier declarators,
/// or "".
std::optional<Made> made_in(const Line& line, const Part& part, std::string type) {
    size_t i = part.first;
    if (type.empty()) {
        while (line.is(i, "const") || line.is(i, "static")) ++i;
        const size_t first = i;
        while (i < part.end && (line.is_word(i) || line.is(i, "::")) &&
               (i == first || line.is(i, "::") || line.is(i - 1, "::")))
            ++i;
        if (i == first) return std::nullopt;
        if (line.is(i, "<")) i = after_template_arguments(line.tokens, i);
        type = line.part(first, i);
    }
    const size_t name = i++;
    const bool by_call = line.is(i, "=") && !line.is(i + 1, "=");
    if (!line.is_word(name) || i >= part.end || !(by_call || line.opens(i)) || is_no_class(type) ||
        calls_in(line, i, part.end) != (by_call ? 1 : 0))
        return std::nullopt;
    return Made{std::move(type), std::string(line.tokens[name].text)};
}

} // namespace

std::string variable_in(const std::string& text) {
    const Line line(text);
    if (const size_t given = line.find("cudaHostRegister"); line.is(given + 1, "(")) {
        std::string name = path_at(line, given + 2);
        if (name.ends_with(".data")) name.resize(name.size() - std::string_view(".data").size());
        return name;
    }
    const size_t allocates = line.find_word("cudaMalloc"); // skips an earlier type such as cudaError_t
    const size_t call = allocates < line.tokens.size() ? allocates : line.find_word("cuda");
    if (line.find_word("cudaMalloc", call + 1) < line.tokens.size()) return {};
    return path_at(line, line.find("&", call) + 1);
}

std::vector<std::string> variables_in(const std::string& text) {
    const Line line(text);
    std::vector<std::string> names;
    for (size_t begin = 0; begin < line.tokens.size();) {
        const size_t end = line.find(";", begin);
        const size_t call = line.find_word("cudaMalloc", begin);
        if (call < end && line.find_word("cudaMalloc", call + 1) < end) return {};
        if (call < end) names.push_back(variable_in(line.part(begin, end)));
        begin = end + 1;
    }
    return names;
}

std::string variable_of_call(const std::string& text) {
    const Line line(text);
    size_t open = 0;
    while (open < line.tokens.size() && !line.opens(open)) ++open;
    if (open == line.tokens.size()) return {};
    if (const size_t equals = line.find("="); equals < open)
        return equals > 0 && line.is_word(equals - 1) ? line.part(equals - 1, equals) : std::string();
    constexpr std::array<std::string_view, 5> keywords{"return", "explicit", "new", "throw", "else"};
    const bool has_type =
        open > 1 && line.is_word(open - 1) &&
        (line.is(open - 2, ">") || line.is(open - 2, "*") ||
         (line.is_word(open - 2) && std::ranges::find(keywords, line.tokens[open - 2].text) == keywords.end()));
    if (has_type) {
        const bool is_one = line.find("(", line.after_bracket(open)) == line.tokens.size();
        return is_one ? line.part(open - 1, open) : std::string();
    }
    // Finds an argument whose address is taken, not a reference in a function's head.
    const size_t reference = line.find("&", open);
    const bool is_address = reference < line.tokens.size() &&
                            (line.is(reference - 1, "(") || line.is(reference - 1, ",") || line.is(reference - 1, ")"));
    return is_address ? path_at(line, reference + 1) : std::string();
}

std::string object_made_in(const std::string& text) {
    const std::vector<std::string> names = objects_made_in(text);
    return names.size() == 1 && trim(std::string_view(text).substr(0, text.find("//"))).ends_with(';') ? names.front()
                                                                                                       : std::string();
}

std::vector<std::string> objects_made_in(const std::string& text) {
    const Line line(text);
    std::vector<std::string> names;
    std::string type;
    for (const Part& part : parts_of(line, 0)) {
        const auto made = made_in(line, part, std::move(type));
        if (!made) return {};
        names.push_back(made->name);
        type = part.ends_statement ? std::string() : made->type;
    }
    return names;
}

std::vector<std::string> members_made_in(const std::string& text) {
    const Line line(text);
    size_t first = line.is(0, ":") || line.is(0, ",") ? 1 : 0;
    for (size_t i = 1; first == 0 && i < line.tokens.size(); ++i) {
        if (line.is(i, "?") || line.is(i, "=") || line.is(i, ";")) return {};
        if (line.is(i, ":") && line.is(i - 1, ")")) first = i + 1;
    }
    if (first == 0) return {};
    std::vector<std::string> names;
    for (const Part& part : parts_of(line, first)) {
        if (!line.is_word(part.first) || !line.opens(part.first + 1)) return {};
        const size_t after = line.after_bracket(part.first + 1);
        for (size_t i = after; i < part.end; ++i)
            if (!line.is(i, "{") && !line.is(i, "}")) return {};
        const std::string name = line.part(part.first, part.first + 1), value = line.part(part.first + 2, after - 1);
        // Omits members that only store an argument.
        if (name != value && name != value + "_" && name != "m_" + value) names.push_back(name);
    }
    return names;
}

std::string statement_around(const std::function<std::string(int)>& line_at) {
    constexpr int max_lines = 5;
    const auto ends = [](const std::string& line) {
        const std::string_view text = trim(line);
        return text.empty() || text.ends_with(';') || text.ends_with('{') || text.ends_with('}') ||
               text.starts_with('#');
    };
    std::string text = line_at(0);
    for (int k = -1; k > -max_lines && !ends(line_at(k)); --k) text = line_at(k) + " " + text;
    for (int k = 1; k < max_lines && text.find(';') == std::string::npos; ++k) text += " " + line_at(k);
    return text;
}

std::string member_made_in(const std::string& text) {
    const Line line(text);
    if (!(line.is(0, ":") || line.is(0, ",")) || !line.is_word(1) || !line.opens(2)) return {};
    const size_t after = line.after_bracket(2);
    const std::string rest = line.part(after, line.tokens.size());
    const bool ends = rest.empty() || rest == "," || rest == "{" || trim(rest, "{} \t").empty();
    return ends ? line.part(1, 2) : std::string();
}

} // namespace warpscope::source
