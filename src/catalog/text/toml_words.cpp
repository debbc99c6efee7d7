#include "catalog/text/toml_words.hpp"

#include <array>
#include <string_view>

#include "language/language.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

struct Mistake {
    std::string_view said; // part of the library's message
    const char* words;
};
constexpr std::array mistakes{
    Mistake{"end-of-file", N_("the file ends within a quotation or a bracket, or a value is missing at its end")},
    Mistake{"saw EOF", N_("the file ends within a quotation or a bracket, or a value is missing at its end")},
    Mistake{"multi-line strings are prohibited", N_("such a name stands on one line")},
    Mistake{"cannot redefine existing", N_("this name is given a second time")},
    Mistake{"cannot insert", N_("this name is given a second time")},
    Mistake{"expected '='", N_("an = is missing behind the name")},
    Mistake{"expected ']'", N_("a closing ] is missing")},
    Mistake{"closing ']'", N_("a comma or a closing ] is missing")},
    Mistake{"closing '}'", N_("a comma or a closing brace is missing")},
    Mistake{"expected value,", N_("a value is missing behind the =")},
    Mistake{"could not determine value type", N_("this is no value: words stand in quotation marks")},
    Mistake{"could not be interpreted as a value", N_("this is no value: words stand in quotation marks")},
    Mistake{"expected a comment or whitespace",
            N_("behind the value stands something else; one name is set on each line")},
    Mistake{"expected value-terminator", N_("behind the value stands something else; one name is set on each line")},
    Mistake{"escape sequence", N_("behind \\ stands what has no meaning there; between ' and ' a \\ is only itself")},
    Mistake{"expected keys, tables", N_("a name, a [table] or a comment should stand here")},
    Mistake{"expected bare key", N_("a name should stand here")},
    Mistake{"blank bare keys", N_("a name should stand here")},
    Mistake{"control character",
            N_("there is a control character, which no text has; a line's end within ordinary quotation "
               "marks is one, too")},
    Mistake{"unicode", N_("the file is no UTF-8 text")},
    Mistake{"utf-8", N_("the file is no UTF-8 text")},
    Mistake{"digit", N_("the number is not written as TOML has them")},
    Mistake{"leading zeroes", N_("the number is not written as TOML has them")},
    Mistake{"not representable", N_("the number is too large")},
};

Message words_of(std::string_view said) {
    for (const Mistake& one : mistakes)
        if (said.find(one.said) != std::string_view::npos) return Message::formatted(one.words, {});
    return msg("it is not written as TOML asks for");
}

} // namespace

Message toml_words(const toml::parse_error& error) {
    const std::string_view said = error.description();
    return language() == Language::english ? msg("{} ({})", words_of(said), said) : words_of(said);
}

} // namespace warpscope::catalog
