#include "base/symbol_name.hpp"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace warpscope {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view take_identifier(std::string_view& mangled) {
    size_t length = 0, digits = 0;
    while (digits < mangled.size() && is_digit(mangled[digits]) && length < mangled.size())
        length = length * 10 + static_cast<size_t>(mangled[digits++] - '0');
    if (digits == 0 || length == 0 || digits + length > mangled.size()) return {};
    const std::string_view identifier = mangled.substr(digits, length);
    mangled.remove_prefix(digits + length);
    return identifier;
}

/// Removes the concepts of template parameters, such as "Tk6Number", which clang writes since version 18 and libstdc++
/// cannot demangle.
std::string without_concepts(std::string_view symbol) {
    std::string out;
    for (size_t at; (at = symbol.find("Tk")) != std::string_view::npos;) {
        out += symbol.substr(0, at);
        std::string_view rest = symbol.substr(at + 2);
        const bool nested = rest.starts_with('N');
        if (nested) rest.remove_prefix(1);
        const size_t before = rest.size();
        while (!take_identifier(rest).empty() && nested) {
        }
        const bool is_concept = rest.size() < before && (!nested || rest.starts_with('E'));
        if (!is_concept) {
            out += "Tk";
            rest = symbol.substr(at + 2);
        } else if (nested) {
            rest.remove_prefix(1);
        }
        symbol = rest;
    }
    return out += symbol;
}

using Words = std::vector<std::string>;

constexpr std::string_view anonymous = "(anonymous namespace)";
constexpr std::string_view result_type = "void ";

/// Nesting of brackets. In parentheses, '<' and '>' are comparisons: blur<float, (2 > 1)>.
class Depth {
public:
    void take(char c) {
        if (c == '(') ++round_;
        if (c == ')') --round_;
        if (c == '<' && round_ == 0) ++angle_;
        if (c == '>' && round_ == 0) --angle_;
    }
    [[nodiscard]] bool is_outside() const { return round_ == 0 && angle_ == 0; }

private:
    int round_ = 0, angle_ = 0;
};

/// "(anonymous namespace)" is one word.
Words words_of(std::string_view text) {
    Words words;
    while (!text.empty()) {
        size_t length = 1;
        if (text.starts_with(anonymous))
            length = anonymous.size();
        else if (text.starts_with("::"))
            length = 2;
        else if (is_identifier_char(text[0]))
            while (length < text.size() && is_identifier_char(text[length])) ++length;
        if (text[0] != ' ') words.emplace_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return words;
}

/// Returns the same name for integer types of equal size: int64_t is "long" or "long long", depending on the compiler.
std::string whole_number_type(std::span<const std::string> words) {
    const auto has = [&](std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); };
    const std::string base = has("char") ? "char" : has("short") ? "short" : has("long") ? "long" : "int";
    if (has("unsigned")) return "unsigned " + base;
    return base == "char" && has("signed") ? "signed char" : base;
}

constexpr std::pair<std::string_view, std::string_view> other_spellings[]{
    {"int8_t", "signed char"},
    {"uint8_t", "unsigned char"},
    {"uchar", "unsigned char"},
    {"int16_t", "short"},
    {"int32_t", "int"},
    {"uint16_t", "unsigned short"},
    {"ushort", "unsigned short"},
    {"uint32_t", "unsigned int"},
    {"uint", "unsigned int"},
    {"int64_t", "long"},
    {"uint64_t", "unsigned long"},
    {"size_t", "unsigned long"},
    {"half", "__half"},
    {"half2", "__half2"},
    {"nv_bfloat16", "__nv_bfloat16"},
};

/// Removes the suffix of a number: 3 for 3u.
std::string plain(const std::string& word) {
    if (!is_digit(word[0])) {
        for (const auto& [other, usual] : other_spellings)
            if (word == other) return std::string(usual);
        return word;
    }
    return word.substr(0, word.find_first_not_of("0123456789abcdefABCDEFxX."));
}

/// Turns "const T" into "T const", unifies spellings of integer types, removes "struct".
Words with_one_spelling(const Words& words) {
    static const Words number_words{"unsigned", "signed", "char", "short", "int", "long"};
    static const Words omitted{"struct", "class", "enum", "typename", "__restrict__", "__restrict"};
    const auto in = [](const Words& list, const std::string& word) {
        return std::find(list.begin(), list.end(), word) != list.end();
    };
    Words out;
    std::vector<bool> const_is_due{false};
    for (size_t i = 0; i < words.size();) {
        if (in(omitted, words[i])) {
            ++i;
            continue;
        }
        const bool type_begins = out.empty() || out.back() == "<" || out.back() == "(" || out.back() == ",";
        if (words[i] == "const" && type_begins) {
            const_is_due.back() = true;
            ++i;
            continue;
        }
        if (in(number_words, words[i])) {
            size_t end = i;
            while (end < words.size() && in(number_words, words[end])) ++end;
            out.push_back(whole_number_type(std::span(words).subspan(i, end - i)));
            i = end;
        } else {
            out.push_back(plain(words[i++]));
        }
        const std::string& last = out.back();
        const bool opens = last == "<" || last == "(";
        if (opens) const_is_due.push_back(false);
        if ((last == ">" || last == ")") && const_is_due.size() > 1) const_is_due.pop_back();
        const bool type_goes_on = opens || last == "::" || (i < words.size() && (words[i] == "::" || words[i] == "<"));
        if (const_is_due.back() && !type_goes_on) {
            out.emplace_back("const");
            const_is_due.back() = false;
        }
    }
    return out;
}

struct Name {
    struct Part {
        std::string identifier;
        Words arguments;
    };
    std::vector<Part> path;
    Words parameters;
};

Name parse_name(std::string_view text) {
    Name name;
    const NameParts parts = parts_of(text);
    Depth depth;
    for (std::string& word : with_one_spelling(words_of(parts.name))) {
        const bool outside = depth.is_outside();
        if (word.size() == 1) depth.take(word[0]);
        if (word == "::" && outside) continue;
        if ((!outside || !depth.is_outside()) && !name.path.empty())
            name.path.back().arguments.push_back(std::move(word));
        else
            name.path.push_back({std::move(word), {}});
    }
    name.parameters = with_one_spelling(words_of(parts.parameters));
    // Removes const from by-value parameters, because symbols do not contain it.
    for (size_t i = 1; i < name.parameters.size(); ++i)
        if ((name.parameters[i] == "," || name.parameters[i] == ")") && name.parameters[i - 1] == "const")
            name.parameters.erase(name.parameters.begin() + static_cast<ptrdiff_t>(--i));
    return name;
}

bool are_first_arguments(Words given, const Words& all) {
    if (given.empty() || given == all) return true;
    given.pop_back();
    return given.size() < all.size() && std::equal(given.begin(), given.end(), all.begin()) &&
           (all[given.size()] == "," || all[given.size()] == ">");
}

struct Free {
    void operator()(char* text) const { std::free(text); }
};

} // namespace

std::string_view identifier_of(std::string_view symbol) {
    if (!symbol.starts_with("_Z")) return {};
    symbol.remove_prefix(2);
    const bool nested = symbol.starts_with("N");
    if (nested) symbol.remove_prefix(1);
    if (symbol.starts_with("L")) symbol.remove_prefix(1);
    std::string_view identifier = take_identifier(symbol);
    while (nested) {
        if (symbol.starts_with("L")) symbol.remove_prefix(1);
        const std::string_view inner = take_identifier(symbol);
        if (inner.empty()) break;
        identifier = inner;
    }
    return identifier;
}

std::string written_name(std::string_view symbol) {
    if (!symbol.starts_with("_Z")) return std::string(symbol); // "s" would demangle to short
    const auto demangled = [](const std::string& mangled) {
        int status = 0;
        return std::unique_ptr<char, Free>(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status));
    };
    std::unique_ptr<char, Free> text = demangled(std::string(symbol));
    if (text == nullptr) text = demangled(without_concepts(symbol));
    if (text == nullptr) return std::string(symbol);
    std::string_view name = text.get();
    if (name.starts_with(result_type)) name.remove_prefix(result_type.size());
    return std::string(name);
}

std::string plain_name(std::string_view symbol) {
    std::string name = written_name(symbol);
    if (const size_t scope = name.rfind("::"); scope != std::string::npos) name.erase(0, scope + 2);
    return name;
}

NameParts parts_of(std::string_view written) {
    written = trim(written);
    if (written.starts_with(result_type)) written = trim(written.substr(result_type.size()));
    size_t at = 0;
    Depth depth;
    for (; at < written.size(); ++at) {
        if (written.substr(at).starts_with(anonymous)) {
            at += anonymous.size() - 1;
            continue;
        }
        if (written[at] == '(' && depth.is_outside()) break;
        depth.take(written[at]);
    }
    return {trim(written.substr(0, at)), trim(written.substr(at))};
}

std::string_view identifier_in(std::string_view written) {
    if (const std::string_view identifier = identifier_of(written); !identifier.empty()) return identifier;
    const std::string_view name = parts_of(written).name;
    size_t begin = 0, end = name.size();
    Depth depth;
    for (size_t at = 0; at < name.size(); ++at) {
        if (depth.is_outside() && name.substr(at).starts_with("::")) {
            begin = at + 2;
            end = name.size();
        }
        if (depth.is_outside() && name[at] == '<') end = at;
        depth.take(name[at]);
    }
    return trim(name.substr(begin, end - begin));
}

NameMatch match_name(std::string_view symbol, std::string_view wanted) {
    if (wanted.empty()) return NameMatch::none;
    if (symbol == wanted) return NameMatch::fully;
    const Name name = parse_name(written_name(symbol)), given = parse_name(wanted);
    if (given.path.empty() || given.path.size() > name.path.size()) return NameMatch::none;
    if (!given.parameters.empty() && given.parameters != name.parameters) return NameMatch::none;
    const bool fits = std::equal(
        given.path.rbegin(), given.path.rend(), name.path.rbegin(), [](const Name::Part& some, const Name::Part& all) {
            return some.identifier == all.identifier && are_first_arguments(some.arguments, all.arguments);
        });
    if (!fits) return NameMatch::none;
    return given.path.size() == name.path.size() ? NameMatch::fully : NameMatch::partly;
}

} // namespace warpscope
