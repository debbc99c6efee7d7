#include "capture/parameter_types.hpp"

#include "base/symbol_name.hpp"
#include "catalog/guess/parameter_names.hpp"

namespace warpscope::capture {
namespace {

void drop_word(std::string& text, std::string_view word) {
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word)) text.erase(at, word.size());
}

} // namespace

std::vector<std::string> parameter_types(std::string_view written) {
    std::string_view list = parts_of(written).parameters;
    if (list.size() < 2 || list == "()") return {};
    list = list.substr(1, list.rfind(')') - 1);
    std::vector<std::string> types(1);
    int depth = 0;
    for (const char c : list) {
        depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
        if (c == ',' && depth == 0)
            types.emplace_back();
        else if (c != ' ' || !types.back().empty())
            types.back() += c;
    }
    return types;
}

std::optional<WrittenType> number_type(std::string_view parameter) {
    std::string text(parameter);
    for (const std::string_view word : {" const", "const ", "*", "&", " volatile", " __restrict__"})
        drop_word(text, word);
    while (text.ends_with(' ')) text.pop_back();
    const auto type = catalog::cell_type(text);
    if (!type) return std::nullopt;
    return WrittenType{type->type, type->channels};
}

std::optional<WrittenType> declared_type(std::string_view source, std::string_view variable) {
    for (size_t at = source.find(variable); at != std::string_view::npos; at = source.find(variable, at + 1)) {
        const size_t after = at + variable.size();
        if ((at > 0 && is_identifier_char(source[at - 1])) ||
            (after < source.size() && is_identifier_char(source[after])))
            continue;
        size_t end = at;
        while (end > 0 && source[end - 1] == ' ') --end;
        size_t begin = end;
        while (begin > 0 && is_identifier_char(source[begin - 1])) --begin;
        if (auto type = number_type(source.substr(begin, end - begin))) return type;
    }
    return std::nullopt;
}

bool points_to_const(std::string_view parameter) {
    const size_t star = parameter.rfind('*');
    return star != std::string_view::npos && parameter.substr(0, star).ends_with("const");
}

} // namespace warpscope::capture
