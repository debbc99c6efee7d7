#include "metrics/findings/kernel_tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace warpscope::metrics {
namespace {

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_name(char c) { return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Longest first.
constexpr std::array<std::string_view, 23> long_signs{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                                      "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                                      "*=",  "/=",  "%=",  "&=", "|=", "^=", "::"};

class Reader {
public:
    explicit Reader(std::string_view source)
        : source_(source) {}

    /// Reads to the end of the text, or of the preprocessor line.
    std::vector<Word> words(std::vector<Macro>* macros) {
        std::vector<Word> out;
        bool line_begins = true;
        while (at_ < source_.size()) {
            const char c = source_[at_];
            if (c == '\n') {
                if (macros == nullptr) break;
                line_begins = true;
                skip(1);
            } else if (c == '\\' && at_ + 1 < source_.size() && source_[at_ + 1] == '\n') {
                skip(2);
            } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
                skip(1);
            } else if (source_.substr(at_, 2) == "//") {
                skip(std::min(source_.find('\n', at_), source_.size()) - at_);
            } else if (source_.substr(at_, 2) == "/*") {
                const size_t close = source_.find("*/", at_ + 2);
                skip((close == std::string_view::npos ? source_.size() : close + 2) - at_);
            } else if (c == '#' && line_begins && macros != nullptr) {
                directive(*macros);
            } else {
                line_begins = false;
                out.push_back(word(c));
            }
        }
        return out;
    }

private:
    void skip(size_t count) {
        for (const size_t end = at_ + count; at_ < end; ++at_)
            if (source_[at_] == '\n') ++line_;
    }

    Word word(char c) {
        const size_t begin = at_;
        const uint32_t line = line_;
        Word::Kind kind = Word::Kind::sign;
        size_t length = 1;
        if (starts_name(c)) {
            kind = Word::Kind::name;
            while (begin + length < source_.size() && continues_name(source_[begin + length])) ++length;
        } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            kind = Word::Kind::number;
            while (begin + length < source_.size() &&
                   (continues_name(source_[begin + length]) || source_[begin + length] == '.'))
                ++length;
        } else if (c == '"' || c == '\'') {
            kind = Word::Kind::literal;
            while (begin + length < source_.size() && source_[begin + length] != c && source_[begin + length] != '\n')
                length += source_[begin + length] == '\\' ? 2 : 1;
            length = std::min(length + 1, source_.size() - begin);
        } else {
            for (const std::string_view sign : long_signs)
                if (source_.substr(begin, sign.size()) == sign) {
                    length = sign.size();
                    break;
                }
        }
        skip(length);
        return {kind, source_.substr(begin, length), line};
    }

    void directive(std::vector<Macro>& macros) {
        skip(1);
        std::vector<Word> line = words(nullptr);
        if (line.size() < 2 || !line[0].is("define")) return;
        auto body = line.begin() + 2;
        const bool parameters =
            body != line.end() && body->is("(") && body->text.data() == line[1].text.data() + line[1].text.size();
        if (parameters) body = std::find_if(body, line.end(), [](const Word& word) { return word.is(")"); });
        if (parameters && body != line.end()) ++body;
        macros.push_back({line[1].text, {body, line.end()}});
    }

    std::string_view source_;
    size_t at_ = 0;
    uint32_t line_ = 1;
};

size_t closing(const std::vector<Word>& words, size_t open) {
    const std::string_view opens = words[open].text, closes = opens == "(" ? ")" : "}";
    size_t depth = 0;
    for (size_t i = open; i < words.size(); ++i) {
        if (words[i].is(opens)) ++depth;
        if (words[i].is(closes) && --depth == 0) return i;
    }
    return words.size();
}

KernelParameter parameter(const Word* first, const Word* end) {
    KernelParameter out;
    const Word* name = nullptr;
    const Word* type_end = end;
    for (const Word* word = first; word != end && !word->is("="); ++word) {
        if (word->is("*") || word->is("[")) {
            out.pointer = true;
            type_end = std::min(type_end, word);
        }
        if (word->is("[")) break;
        if (word->is_name()) name = word;
    }
    if (name == nullptr) return out;
    out.name = name->text;
    out.element_bytes = out.pointer ? plain_type_bytes(first, std::min(type_end, name)) : 0;
    // "T* const* p" points to pointers.
    if (std::count_if(first, name, [](const Word& w) { return w.is("*"); }) > 1) out.element_bytes = 0;
    return out;
}

std::vector<KernelParameter> parameters(const std::vector<Word>& words, size_t open, size_t close) {
    std::vector<KernelParameter> out;
    int depth = 0;
    size_t begin = open + 1;
    for (size_t i = begin; i <= close; ++i) {
        if (i == close || (words[i].is(",") && depth == 0)) {
            if (i > begin) out.push_back(parameter(&words[begin], &words[begin] + (i - begin)));
            begin = i + 1;
        } else if (words[i].is("(") || words[i].is("<") || words[i].is("[")) {
            ++depth;
        } else if (words[i].is(")") || words[i].is(">") || words[i].is("]")) {
            --depth;
        }
    }
    return out;
}

} // namespace

uint32_t plain_type_bytes(const Word* first, const Word* end) {
    uint32_t bytes = 0;
    bool is_long = false;
    for (const Word* word = first; word != end; ++word) {
        const std::string_view t = word->text;
        if (t == "const" || t == "volatile" || t == "static" || t == "__shared__" || t == "extern" ||
            t == "__restrict__")
            continue;
        if (t == "char" || t == "int8_t" || t == "uint8_t" || t == "bool")
            bytes = 1;
        else if (t == "short" || t == "int16_t" || t == "uint16_t" || t == "half" || t == "__half")
            bytes = 2;
        else if (t == "long" || t == "double" || t == "int64_t" || t == "uint64_t")
            is_long = true;
        else if (t == "float" || t == "int32_t" || t == "uint32_t")
            bytes = 4;
        else if (t == "int" || t == "unsigned" || t == "signed")
            bytes = bytes == 0 ? 4 : bytes;
        else
            return 0;
    }
    return is_long ? 8 : bytes;
}

std::optional<KernelText> read_kernel(std::string_view source, std::string_view kernel) {
    KernelText text;
    text.words = Reader(source).words(&text.macros);
    const std::vector<Word>& words = text.words;
    bool found = false;
    for (size_t i = 0; i + 1 < words.size(); ++i) {
        if (!words[i].is(kernel) || !words[i + 1].is("(")) continue;
        const size_t close = closing(words, i + 1);
        if (close + 1 >= words.size() || !words[close + 1].is("{")) continue; // a call or declaration
        const size_t last = closing(words, close + 1);
        if (found || last == words.size()) return std::nullopt;
        found = true;
        text.parameters = parameters(words, i + 1, close);
        text.first = close + 2;
        text.end = last;
    }
    if (!found) return std::nullopt;
    return text;
}

} // namespace warpscope::metrics
